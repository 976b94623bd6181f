// The measuring client: alternates between servers, with one request at a time and with sixteen in flight. Discards
// the bodies and requests no compression.
import { performance } from 'node:perf_hooks';
import { Pool } from 'undici';
import { inputOf, sendResult } from '../child.ts';
import { AUTHORIZATION, pathsOf } from './service-company.ts';
import { loadInput, type LoadFigures } from './service-figures.ts';

const MANY = 16;
/** Warm-up until the code of the server is compiled, which takes about 12,000 requests. */
const WARM_UP_MS = 5_000;
const SLICE_MS = 400;
const SLICES = 2;

const { work, urls } = inputOf(loadInput);
const paths = pathsOf(work);
const headers = { accept: 'application/json', authorization: AUTHORIZATION };

interface Server {
  readonly pool: Pool;
  /** Times of requests that were alone, ms. */
  readonly alone: number[];
  readonly busy: { requests: number; ms: number };
  asked: number;
}

async function ask(server: Server): Promise<number> {
  const path = paths[server.asked % paths.length] ?? '';
  server.asked += 1;
  const start = performance.now();
  const { statusCode, body } = await server.pool.request({ method: 'GET', path, headers });
  if (statusCode !== 200) throw new Error(`status ${statusCode}`);
  await body.dump({ limit: Number.MAX_SAFE_INTEGER });
  return performance.now() - start;
}

/** Keeps this number of requests in flight for the time and waits for the last. */
async function keepAsking(
  server: Server,
  inFlight: number,
  ms: number,
): Promise<readonly number[]> {
  const answerTimes: number[] = [];
  const end = performance.now() + ms;
  const askRepeatedly = async (): Promise<void> => {
    while (performance.now() < end) answerTimes.push(await ask(server));
  };
  await Promise.all(Array.from({ length: inFlight }, askRepeatedly));
  return answerTimes;
}

function share(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

const servers = urls.map((url): Server => {
  const pool = new Pool(url, { connections: MANY, pipelining: 1, allowH2: false });
  return { pool, alone: [], busy: { requests: 0, ms: 0 }, asked: 0 };
});
for (const server of servers) await keepAsking(server, MANY, WARM_UP_MS);
for (let slice = 0; slice < SLICES; slice += 1) {
  for (const server of servers) server.alone.push(...(await keepAsking(server, 1, SLICE_MS)));
  for (const server of servers) {
    const start = performance.now();
    server.busy.requests += (await keepAsking(server, MANY, SLICE_MS)).length;
    server.busy.ms += performance.now() - start;
  }
}
await Promise.all(servers.map(({ pool }) => pool.close()));
sendResult(
  servers.map(({ alone, busy }): LoadFigures => {
    const sorted = alone.toSorted((a, b) => a - b);
    return {
      p50Ms: share(sorted, 0.5),
      p99Ms: share(sorted, 0.99),
      perSecond: (1000 * busy.requests) / busy.ms,
    };
  }),
);
