// Imports that change the structure are killed at many points while the service answers requests.
import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { openDataSet, superviseDataSet } from '../../../../lib/feedback-service/index.ts';
import { startImport } from '../../../../lib/feedback-service/data-set/import-in-process.ts';
import type { ImportOptions } from '../../../../lib/feedback-service/data-set/import-data-set.ts';
import { placeOfDataSet } from '../../../support/data-set.ts';
import { companyFile, noon, serve } from '../../../support/feedback-service/served-company.ts';

/** To be raised for an experiment. */
const kills = Number(process.env['FEEDBACK_SERVICE_TEST_KILLS'] ?? '5');

/** Of an import, in another order, so that few kills reach each part of it. */
const points = [0, 10, 120, 3, 13, 1, 60, 6, 11, 2, 20, 8, 30, 4, 90, 5, 14, 7, 40, 9];

const zones = ['Europe/Helsinki', 'Asia/Kathmandu'] as const;

function linesOf(file: number): string {
  return Array.from({ length: 4_000 }, (_, i) => {
    const ts = new Date(Date.parse('2026-11-01T00:00:00Z') + (i * 7 + file) * 60_000);
    return `${JSON.stringify({ survey: 11, ts: ts.toISOString(), r: i % 4, device: i % 3, id: `${file} ${i}` })}\n`;
  }).join('');
}

const paths = ['/v1/surveys/11/results?truncate=hour', '/v1/folders/1/alerts'] as const;

describe('an import that is killed', () => {
  it('leaves everything as it was, and readers see all of it or nothing', async (t) => {
    const directory = await directoryOf(t);
    const place = placeOfDataSet(directory, () => noon);
    const set = await superviseDataSet({
      ...place,
      onImported: () => undefined,
      onFailed: (error) => {
        throw error;
      },
    });
    t.after(() => set.close());
    const { ask } = await serve(t, set.company, { onError: () => undefined });
    const answers = async (): Promise<readonly string[]> => {
      const bodies = paths.map(async (path) => {
        const { status, body } = await ask(path);
        return status === 503 ? '503' : JSON.stringify(body);
      });
      return Promise.all(bodies);
    };
    let before = await answers();
    const allowed = new Set(['503', ...before]);
    const seen = new Set<string>();
    const end = new AbortController();
    const reading = (async (): Promise<void> => {
      while (!end.signal.aborted) for (const answer of await answers()) seen.add(answer);
    })();
    let [round, nothingStored] = [1, 0];
    /** Everything was stored, which one import of the same files has to give, too. */
    async function checkEverything(): Promise<void> {
      before = await freshAnswers(t, directory);
      for (const answer of before) allowed.add(answer);
      assert.deepEqual(await answers(), before);
      round += 1;
    }
    try {
      for (let kill = 0; kill < kills; kill += 1) {
        await change(directory, round);
        await runKilled(place, points[kill % points.length] ?? 0);
        const stored = await answers();
        if (JSON.stringify(stored) === JSON.stringify(before)) nothingStored += 1;
        else await checkEverything();
      }
      await change(directory, round);
      await startImport(place, new Set()).outcome;
      await checkEverything();
    } finally {
      end.abort();
      await reading;
    }
    assert.deepEqual(
      [...seen].filter((answer) => !allowed.has(answer)),
      [],
    );
    t.diagnostic(`${kills} kills, nothing was stored after ${nothingStored}`);
    assert.ok(nothingStored > 0);
  });

  /** Kills the import after as many messages; the last points are at its commit and after it. */
  async function runKilled(place: ImportOptions, point: number): Promise<void> {
    let messages = 0;
    const running = startImport(
      {
        ...place,
        onProgress: (progress) => {
          messages += 1;
          if (messages === point) running.stop();
          const isComputed =
            progress.phase === 'computing' && progress.events === progress.ofEvents;
          if (isComputed) void setTimeout(Math.max(0, point - 10) * 15).then(running.stop);
        },
      },
      new Set(),
    );
    if (point === 0) running.stop();
    await running.outcome.catch(() => undefined);
  }

  async function directoryOf(t: TestContext): Promise<string> {
    const directory = await mkdtemp(join(tmpdir(), 'killed-'));
    t.after(() => rm(directory, { recursive: true }));
    await writeFile(join(directory, 'company.json'), companyFile(zones[0]));
    await writeFile(join(directory, 'feedback-000.ndjson'), linesOf(0));
    const set = await openDataSet(placeOfDataSet(directory, () => noon));
    await set.close();
    return directory;
  }

  /** Another zone, and five files more for each import that was committed. */
  async function change(directory: string, round: number): Promise<void> {
    await writeFile(join(directory, 'company.json'), companyFile(zones[round % 2] ?? zones[0]));
    for (let file = round * 5; file < round * 5 + 5; file += 1) {
      // Lines of one instant count in the order of imports, then of names.
      const name = `feedback-${String(file).padStart(3, '0')}.ndjson`;
      await writeFile(join(directory, name), linesOf(file));
    }
  }

  /** What one import of the same files answers. */
  async function freshAnswers(t: TestContext, directory: string): Promise<readonly string[]> {
    const copy = await mkdtemp(join(tmpdir(), 'killed-'));
    t.after(() => rm(copy, { recursive: true }));
    for (const name of await readdir(directory)) {
      if (!name.startsWith('service.')) await cp(join(directory, name), join(copy, name));
    }
    const set = await openDataSet({ directory: copy, clock: () => noon });
    t.after(() => set.close());
    const { ask } = await serve(t, set.company);
    return Promise.all(paths.map(async (path) => JSON.stringify((await ask(path)).body)));
  }
});
