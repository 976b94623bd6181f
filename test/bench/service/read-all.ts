// Checks that following meta.moreResultsAfter returns every raw result of a survey with a million events once and
// unchanged. Standalone: node test/bench/service/read-all.ts '{"seed":1}'
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Pool } from 'undici';
import { z } from 'zod';
import { endChild, inputOf, measure, sendResult, startChild } from '../child.ts';
import { peakRssMb } from '../bench-samples.ts';
import { AUTHORIZATION } from './service-company.ts';
import { readAllInput, writeFigures, type ReadAllFigures } from './service-figures.ts';
import { presses, SURVEY } from './one-survey.ts';

const page = z.object({
  data: z.array(z.object({ ts: z.string(), r: z.number() })),
  meta: z.object({ moreResultsAfter: z.exactOptional(z.string()) }),
});

async function readPage(pool: Pool, from: string | null): Promise<z.infer<typeof page>> {
  const query = from === null ? '' : `?date_start=${encodeURIComponent(from)}`;
  const { statusCode, body } = await pool.request({
    method: 'GET',
    path: `/v1/surveys/${SURVEY}/rawresults${query}`,
    headers: { authorization: AUTHORIZATION },
  });
  assert.equal(statusCode, 200);
  return page.parse(await body.json());
}

const { seed, events } = inputOf(readAllInput) ?? { seed: 1, events: 1_000_000 };
const folder = await mkdtemp(join(tmpdir(), 'bench-'));
try {
  const directory = join(folder, 'survey');
  const input = { directory, kind: 'survey', seed, events };
  await measure(new URL('./write.ts', import.meta.url), input, writeFigures);
  const serving = new URL('./service-serve.ts', import.meta.url);
  const service = await startChild(serving, { directory, database: null });
  const pool = new Pool(service.line, { connections: 1 });
  try {
    const start = performance.now();
    const expected = presses(seed, events);
    let itemCount = 0;
    let pages = 0;
    let from: string | null = null;
    do {
      const { data, meta }: z.infer<typeof page> = await readPage(pool, from);
      const next: string | null = meta.moreResultsAfter ?? null;
      const end = next === null ? Infinity : Date.parse(next);
      for (const { ts, r } of data) {
        const at = Date.parse(ts);
        // The next page begins with what is left out here.
        if (at >= end) break;
        assert.deepEqual({ ts: at, r }, expected.next().value, `item ${itemCount}, seed ${seed}`);
        itemCount += 1;
      }
      pages += 1;
      from = next;
    } while (from !== null);
    assert.equal(itemCount, events, `seed ${seed}`);
    const wallMs = performance.now() - start;
    const peak = peakRssMb();
    const figures: ReadAllFigures = {
      seed,
      expected: events,
      read: itemCount,
      pages,
      wallMs,
      peakRssMb: peak,
    };
    sendResult(figures);
  } finally {
    await pool.close();
    await endChild(service);
  }
} finally {
  await rm(folder, { recursive: true });
}
