// The queue of one process: what it tells of a week's jobs while they wait, run or have failed.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jsonRenderer } from '../../lib/adapters/json/index.ts';
import { localJobs, type LocalJobs } from '../../functions/local/jobs.ts';
import { archiveOn } from '../support/archive.ts';
import { RULES } from '../support/facts.ts';
import { memoryCompany } from '../support/memory-company.ts';
import { memoryStore } from '../support/memory-store.ts';
import { quickPdf } from '../support/quick-pdf.ts';

const WEEK = '2026-W46';

function jobsOf(): LocalJobs {
  const { source } = memoryCompany({ key: 1, folders: [{ key: 21, surveys: [{ key: 211 }] }] });
  const renderers = { json: jsonRenderer(), pdf: quickPdf };
  const keeping = { ...archiveOn(memoryStore()), childLinks: null, renderers };
  const clock = (): number => Date.parse('2026-11-19T08:00:00Z');
  return localJobs({ source, keeping, clock, rules: RULES, concurrency: 1 }, assert.ifError);
}

describe('jobs of this process', () => {
  it('are told by the folders of their week, whatever revision stands', async () => {
    const jobs = jobsOf();
    const ask = (week: string, folder: number): Promise<void> =>
      jobs.enqueue({ week, folder, force: false, supersedes: null });
    await ask(WEEK, 21);
    await ask(WEEK, 99);
    await ask('2026-W45', 21);
    const asked = await jobs.asked(WEEK);
    assert.deepEqual(asked.folders.toSorted(), [21, 99]);
    const states = await asked.statesBeside(new Map([[21, 3]]));
    assert.deepEqual([...states], [[21, { state: 'queued' }]]);
    await jobs.settled({ week: '2026-W45', folder: 21 }, 10_000);
    // What was made is forgotten, what failed is not.
    const later = await jobs.asked(WEEK);
    assert.deepEqual(later.folders, [99]);
    const ended = await later.statesBeside(
      new Map([
        [21, 1],
        [99, null],
      ]),
    );
    assert.deepEqual([...ended.keys()], [99]);
    const failed = ended.get(99);
    assert.equal(failed?.state === 'failed' && failed.failure.code, 'FOLDER_NOT_FOUND');
    await jobs.close();
  });
});
