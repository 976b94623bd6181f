// Slow clients: each reads the longest page in small chunks, while the memory of the server process is measured.

import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { Pool } from 'undici';
import { inputOf, sendResult } from '../child.ts';
import { AUTHORIZATION, HUGE } from './service-company.ts';
import { slowInput, type SlowFigures } from './service-figures.ts';
import { rssMbOf } from './memory.ts';

const { url, pid, readers } = inputOf(slowInput);
const pool = new Pool(url, { connections: readers, pipelining: 1, allowH2: false });

/** Bytes of the page. */
async function readPage(pauseMs: number): Promise<number> {
  const { statusCode, body } = await pool.request({
    method: 'GET',
    path: `/v1/surveys/${HUGE}/rawresults?followup=true`,
    headers: { authorization: AUTHORIZATION },
  });
  assert.equal(statusCode, 200);
  const chunks: AsyncIterable<Buffer> = body;
  let bytes = 0;
  let end = '';
  for await (const chunk of chunks) {
    bytes += chunk.length;
    end = (end + chunk.toString('latin1')).slice(-100);
    if (pauseMs > 0) await setTimeout(pauseMs);
  }
  assert.match(end, /moreResultsAfter/, 'the page must be one that is cut');
  return bytes;
}

// The memory of a single page is not a cost of slow clients.
await readPage(0);
const before = rssMbOf(pid);
let peak = before;
const looking = setInterval(() => {
  peak = Math.max(peak, rssMbOf(pid));
}, 20);
const start = performance.now();
const pages = await Promise.all(Array.from({ length: readers }, () => readPage(20)));
clearInterval(looking);
const figures: SlowFigures = {
  wallMs: performance.now() - start,
  pageMb: Math.max(...pages) / 1e6,
  grownMb: peak - before,
};
await pool.close();
sendResult(figures);
