// Asks small companies in turn, one request at a time, while others read long answers slowly.
import { get } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { Pool } from 'undici';
import { inputOf, sendResult } from '../child.ts';
import { nameOf, othersFigures, othersInput } from './companies-figures.ts';
import { processorMsOf } from './processor.ts';
import { AUTHORIZATION, HUGE } from './service-company.ts';

const REQUESTS = 4_000;
/** Until the code of the server is compiled. */
const WARM_UP_REQUESTS = 12_000;
const PAUSE_MS = 20;

const { url, pid, companies, readers } = inputOf(othersInput);
const pool = new Pool(url, { connections: 1, pipelining: 1, allowH2: false });
/** Costs little itself. */
const path = '/v1/surveys/1';
const authorizations = Array.from({ length: companies }, (_, i) => {
  return `Basic ${Buffer.from(`${nameOf(i)}:${nameOf(i)}`).toString('base64')}`;
});

async function askAll(count: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let i = 0; i < count; i += 1) {
    const before = performance.now();
    const { statusCode, body } = await pool.request({
      ...{ method: 'GET', path },
      headers: { authorization: authorizations[i % companies] ?? '' },
    });
    await body.dump({ limit: Number.MAX_SAFE_INTEGER });
    if (statusCode !== 200) throw new Error(`status ${statusCode}`);
    times.push(performance.now() - before);
  }
  return times;
}

/** Resolves at the end; a chunk is read after each pause. */
function readSlowly(isOver: AbortSignal): void {
  const target = `${url}/v1/surveys/${HUGE}/rawresults?followup=true`;
  const request = get(target, {
    headers: { authorization: AUTHORIZATION },
    agent: false,
    signal: isOver,
  });
  request.on('error', () => undefined);
  request.on('response', (response) => {
    response.on('error', () => undefined);
    const read = async (): Promise<void> => {
      while (!response.readableEnded && !isOver.aborted) {
        response.read();
        await setTimeout(PAUSE_MS);
      }
      if (!isOver.aborted) readSlowly(isOver);
    };
    void read();
  });
}

await askAll(WARM_UP_REQUESTS);
const over = new AbortController();
for (let i = 0; i < readers; i += 1) readSlowly(over.signal);
if (readers > 0) await setTimeout(500);
const before = processorMsOf(pid);
const times = await askAll(REQUESTS);
const processorMs = (processorMsOf(pid) - before) / REQUESTS;
over.abort();
await pool.close();
const sorted = times.toSorted((a, b) => a - b);
const share = (part: number): number => sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
sendResult(othersFigures.parse({ processorMs, p50Ms: share(0.5), p99Ms: share(0.99) }));
