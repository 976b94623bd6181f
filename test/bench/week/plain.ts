// The plain peer: an undici pool with one loop per request in flight; bodies are discarded.
import { performance } from 'node:perf_hooks';
import { Pool } from 'undici';
import { inputOf, sendResult } from '../child.ts';
import { cpuMs, peakRssMb, waitedForCoreMs, waitedSince } from '../bench-samples.ts';
import { companyOf } from '../upstream/upstream-company.ts';
import { pathsOf } from '../upstream/paths.ts';
import { runInput, type RunFigures } from './week-figures.ts';

const { url, concurrency, surveys } = inputOf(runInput);
const paths = pathsOf(companyOf(surveys));
const pool = new Pool(url, { connections: concurrency, pipelining: 1, allowH2: false });
const headers = { accept: 'application/json', 'accept-encoding': 'gzip' };
const waiting = paths.values();

async function fetchOn(): Promise<void> {
  for (const path of waiting) {
    const { statusCode, body } = await pool.request({ method: 'GET', path, headers });
    if (statusCode !== 200) throw new Error(`status ${statusCode}`);
    await body.dump({ limit: Number.MAX_SAFE_INTEGER });
  }
}

const [start, cpuBefore, waitedBefore] = [performance.now(), cpuMs(), waitedForCoreMs()];
await Promise.all(Array.from({ length: concurrency }, fetchOn));
const figures: RunFigures = {
  wallMs: performance.now() - start,
  cpuMs: cpuMs() - cpuBefore,
  waitedMs: waitedSince(waitedBefore),
  peakRssMb: peakRssMb(),
  requests: paths.length,
  reports: 0,
};
await pool.close();
sendResult(figures);
