// Starts a PostgreSQL server for a test in a temporary directory. It runs as an unprivileged user and
// stops even when the test is killed.
import { spawn, spawnSync, type ChildProcess, type SpawnSyncOptions } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../free-port.ts';
import { canary } from '../secret-markers.ts';

export interface Postgres {
  /** The database `postgres` of the server's owner, with a password. */
  readonly url: string;
  stop(): Promise<void>;
}

const password = canary('database password', ': 100% @/?');
const attempts = 3;
// Stops the server when its standard input ends, which also happens when the test is killed.
const supervisorScript = `
  trap '' INT TERM
  "$@" & server=$!
  read -r _
  kill -QUIT "$server"; wait "$server"
  rm -rf "$DIRECTORY"`;

/** The directory of the PostgreSQL programs, which Debian does not add to PATH. */
export function postgresPrograms(): string | undefined {
  const onPath = (process.env['PATH'] ?? '').split(delimiter);
  return [...onPath, ...globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed()].find(
    (directory) => ['postgres', 'initdb'].every((program) => existsSync(join(directory, program))),
  );
}

/** Resolves with undefined when PostgreSQL is not installed. */
export async function startPostgres(): Promise<Postgres | undefined> {
  const programs = postgresPrograms();
  if (programs === undefined) return undefined;
  const owner: Owner = process.getuid?.() === 0 ? unprivileged() : {};
  cluster ??= makeCluster(join(programs, 'initdb'), owner);
  const directory = makeDirectory(owner);
  try {
    run('cp', ['-a', join(cluster, 'data'), directory]);
    for (let attempt = 1; ; attempt += 1) {
      const port = await freePort();
      const supervisor = await serve(join(programs, 'postgres'), directory, port, owner);
      if (supervisor !== undefined) {
        return {
          url: `postgres://owner:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`,
          stop: () => end(supervisor),
        };
      }
      if (attempt === attempts) throw new Error('PostgreSQL did not start.');
    }
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    throw error;
  }
}

interface Owner {
  readonly uid?: number;
  readonly gid?: number;
}

function unprivileged(): Required<Owner> {
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] =
      new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm')
        .exec(readFileSync('/etc/passwd', 'utf8'))
        ?.slice(1) ?? [];
    if (uid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('PostgreSQL refuses to run as root, and there is no user postgres or nobody.');
}

/** The directory of a cluster that every server of this process has a copy of: to make one takes four times as long. */
let cluster: string | undefined;

function makeCluster(initdb: string, owner: Owner): string {
  const directory = makeDirectory(owner);
  process.on('exit', () => {
    rmSync(directory, { recursive: true, force: true });
  });
  const passwordFile = join(directory, 'password');
  writeFileSync(passwordFile, password);
  changeOwner(passwordFile, owner);
  // This collation differs from SQLite's: queries must not depend on the order of text.
  run(
    initdb,
    [
      ...['--pgdata', join(directory, 'data'), '--username', 'owner', '--pwfile', passwordFile],
      ...['--auth', 'scram-sha-256', '--encoding', 'UTF8', '--locale', 'C'],
      ...['--locale-provider', 'icu', '--icu-locale', 'en', '--no-sync', '--no-instructions'],
    ],
    { ...owner, cwd: directory },
  );
  return directory;
}

function makeDirectory(owner: Owner): string {
  const directory = mkdtempSync(join(tmpdir(), 'pg-'));
  changeOwner(directory, owner);
  return directory;
}

function changeOwner(path: string, { uid, gid }: Owner): void {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}

function run(program: string, args: readonly string[], options: SpawnSyncOptions = {}): void {
  const { status, stderr } = spawnSync(program, args, { ...options, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
}

/** Resolves with undefined when the server has ended, for example because its port was taken. */
async function serve(
  postgres: string,
  directory: string,
  port: number,
  owner: Owner,
): Promise<ChildProcess | undefined> {
  const settings = [
    ...['listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=${directory}`],
    // Tests run concurrently and open several connections each.
    'max_connections=300',
    ...['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'autovacuum=off'],
  ];
  const supervisor = spawn(
    '/bin/sh',
    [
      ...['-c', supervisorScript, 'sh', postgres, '-D', join(directory, 'data')],
      ...settings.flatMap((setting) => ['-c', setting]),
    ],
    {
      ...owner,
      cwd: directory,
      env: { DIRECTORY: directory, LC_ALL: 'C' },
      stdio: ['pipe', 'ignore', 'pipe'],
    },
  );
  for await (const line of createInterface({ input: supervisor.stderr })) {
    if (line.includes('ready to accept connections')) {
      supervisor.stderr.resume();
      return supervisor;
    }
    if (line.includes('FATAL')) break;
  }
  await end(supervisor);
  return undefined;
}

async function end(supervisor: ChildProcess): Promise<void> {
  if (supervisor.exitCode !== null) return;
  const exitEvent = once(supervisor, 'exit');
  supervisor.stdin?.end();
  await exitEvent;
}
