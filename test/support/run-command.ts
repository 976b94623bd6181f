// Runs the program as a user does: a process of its own, with nothing in its environment that a test didn't put there.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestContext } from 'node:test';

const MAIN = resolve(import.meta.dirname, '../../functions/cli/main.ts');

/** What a process has of this one's environment: where programs are, and what is compiled already. */
export const MACHINE: Readonly<Record<string, string>> = Object.fromEntries(
  ['PATH', 'NODE_COMPILE_CACHE'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  }),
);

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function feedbackReports(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  return startReports(args, env).ended;
}

/** As `feedbackReports`, for a test that does something to the process before it ends. */
export function startReports(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { ...MACHINE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { promise: ended, resolve: done } = Promise.withResolvers<Ended>();
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.on('close', (code) => {
    done({ code, stdout, stderr });
  });
  return { child, ended };
}

type ReportRun = (
  folder: string,
  args?: readonly string[],
  env?: Readonly<Record<string, string>>,
) => Promise<Ended>;

/** `report` of a week into a folder, with what it needs to ask an API. */
export function reportRun(week: string, access: Readonly<Record<string, string>>): ReportRun {
  return (folder, args = [], env = {}) =>
    feedbackReports(['report', '--week', week, '--store', `file:${folder}`, ...args], {
      ...access,
      ...env,
    });
}

/** A folder of the test's own, gone when it ends. */
export async function temporaryFolder(test: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'reports-'));
  test.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
