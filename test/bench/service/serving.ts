// Measures answers, alternating with a bare server that sends equal bodies, and the memory of the server process.
import { Pool } from 'undici';
import nodeOptions from '../../../functions/cli/node-options.json' with { type: 'json' };
import { endChild, measure, startChild, type Child } from '../child.ts';
import { spreadOf } from '../bench-samples.ts';
import type { BenchOptions } from '../results-section.ts';
import { AUTHORIZATION, pathsOf } from './service-company.ts';
import {
  loadFigures,
  slowFigures,
  WORKS,
  type BareInput,
  type LoadFigures,
  type SlowFigures,
  type Work,
} from './service-figures.ts';
import { peakRssMbOf, rssMbOf } from './memory.ts';

const SERVE = new URL('./service-serve.ts', import.meta.url);
const BARE = new URL('./bare.ts', import.meta.url);
const LOAD = new URL('./load.ts', import.meta.url);
const READ_SLOWLY = new URL('./read-slowly.ts', import.meta.url);

export type ServerName = 'sqlite' | 'postgres' | 'bare';

/** Clients that read slowly, at the same time. */
export const READERS = 8;

export interface Memory {
  /** After all load. */
  readonly afterMb: number;
  readonly peakMb: number;
  /** Figures of a fresh process, while one client and then eight read slowly. */
  readonly one: SlowFigures;
  readonly many: SlowFigures;
}

export interface BenchServing {
  /** Size of the median answer. */
  readonly bytes: Readonly<Record<Work, number>>;
  /** Without PostgreSQL if it is not installed. */
  readonly load: Readonly<Record<Work, Readonly<Record<ServerName, readonly LoadFigures[]>>>>;
  readonly memory: ReadonlyMap<ServerName, Memory>;
}

interface Server {
  readonly name: ServerName;
  readonly child: Child;
}

/** `directory` has been imported by both engines. */
export async function measureServing(
  directory: string,
  database: string | null,
  { rounds, profiles, progress }: BenchOptions,
): Promise<BenchServing> {
  const engines = [
    { name: 'sqlite', input: { directory, database: null } },
    ...(database === null ? [] : [{ name: 'postgres', input: { directory, database } } as const]),
  ] as const;
  const slow = new Map<ServerName, Pick<Memory, 'one' | 'many'>>();
  for (const { name, input } of engines) {
    slow.set(name, await slowReaders(await startChild(SERVE, input, null, nodeOptions.service)));
    progress(`${name}: slow clients have read`);
  }

  const load = emptyLoad();
  const servers: Server[] = [];
  try {
    for (const { name, input } of engines)
      servers.push({ name, child: await startChild(SERVE, input, profiles, nodeOptions.service) });
    const [firstServer] = servers;
    const answers = await answersOf(firstServer?.child.line ?? '');
    servers.push({ name: 'bare', child: await startChild(BARE, answers) });
    const urls = servers.map(({ child }) => child.line);
    for (let round = 0; round < rounds; round += 1) {
      for (const work of WORKS) {
        const figures = await measure(LOAD, { work, urls }, loadFigures);
        for (const [i, serverFigures] of figures.entries()) {
          const name = servers[i]?.name;
          if (name !== undefined) load[work][name].push(serverFigures);
        }
        progress(`${work}: ${figures.map(({ p50Ms }) => p50Ms.toFixed(2)).join(', ')} ms (p50)`);
      }
    }
    const memory = new Map<ServerName, Memory>();
    for (const { name, child } of servers) {
      const slowMemory = slow.get(name);
      const pid = child.process.pid ?? 0;
      if (slowMemory !== undefined)
        memory.set(name, { afterMb: rssMbOf(pid), peakMb: peakRssMbOf(pid), ...slowMemory });
    }
    const bytes = {
      results: answers.results.bytes,
      followup: answers.followup.bytes,
      folders: answers.folders.bytes,
    };
    return { bytes, load, memory };
  } finally {
    for (const { child } of servers) await endChild(child);
  }
}

function emptyLoad(): Record<Work, Record<ServerName, LoadFigures[]>> {
  const emptyFigures = (): Record<ServerName, LoadFigures[]> => ({
    sqlite: [],
    postgres: [],
    bare: [],
  });
  return { results: emptyFigures(), followup: emptyFigures(), folders: emptyFigures() };
}

async function slowReaders(service: Child): Promise<Pick<Memory, 'one' | 'many'>> {
  const target = { url: service.line, pid: service.process.pid ?? 0 };
  try {
    const oneReader = await measure(READ_SLOWLY, { ...target, readers: 1 }, slowFigures);
    const manyReaders = await measure(READ_SLOWLY, { ...target, readers: READERS }, slowFigures);
    return { one: oneReader, many: manyReaders };
  } finally {
    await endChild(service);
  }
}

/** Input of the bare server: the median size, and the headers that node:http does not add. */
async function answersOf(url: string): Promise<BareInput> {
  const pool = new Pool(url, { connections: 1 });
  const headers = { authorization: AUTHORIZATION };
  const sizeOf = async (work: Work): Promise<BareInput[Work]> => {
    const sizes: number[] = [];
    const headersToSend = new Map<string, string>();
    for (const path of pathsOf(work)) {
      const answer = await pool.request({ method: 'GET', path, headers });
      sizes.push((await answer.body.bytes()).length);
      for (const [name, value] of Object.entries(answer.headers))
        if (typeof value === 'string') headersToSend.set(name, value);
    }
    for (const name of ['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding'])
      headersToSend.delete(name);
    return {
      bytes: Math.round(spreadOf(sizes).median),
      headers: Object.fromEntries(headersToSend),
    };
  };
  try {
    return {
      results: await sizeOf('results'),
      followup: await sizeOf('followup'),
      folders: await sizeOf('folders'),
    };
  } finally {
    await pool.close();
  }
}
