// Folders that get a report because of responses alone: no survey of theirs is active in the week.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ActivePeriod, DayCounts } from '../../../lib/domain/report-inputs.ts';
import { findPlannedFolders } from '../../../lib/reports/planned-folders.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import { UNUSED_SOURCE } from '../../campaigns/simulation/idle.ts';
import { createHour, createSurvey, W46 } from '../../support/test-facts.ts';

const SURVEY = { key: 7, question: createSurvey().question, timeZone: 'Europe/Helsinki' };
const STORE = { key: 3, name: 'Store', folders: [], surveys: [SURVEY] };
const TREE = { root: { key: 1, name: 'Acme', folders: [STORE], surveys: [] }, notes: [] };
const ENDED = [{ start: 0, end: 1 }];

async function isPlanned(
  periods: readonly ActivePeriod[],
  readDailyCounts: () => Promise<readonly DayCounts[]>,
): Promise<boolean> {
  const source = {
    ...UNUSED_SOURCE,
    readActivePeriods: () => Promise.resolve(new Map([[SURVEY.key, periods]])),
    readDailyCounts,
  };
  const query = { week: W46, settleHours: 6, checkResponses: true };
  const planned = await findPlannedFolders(source, TREE, { ...query, limit: (work) => work() });
  return planned.some(({ key }) => key === STORE.key);
}

const responseOn =
  (date: string, data: readonly number[] = [0, 1, 0, 0]) =>
  () =>
    Promise.resolve([createHour(date, 0, data)]);

describe('a folder without active surveys', () => {
  it('gets a report for a response in the week', async () => {
    for (const periods of [ENDED, []]) {
      assert.equal(await isPlanned(periods, responseOn('2026-11-09')), true);
      assert.equal(await isPlanned(periods, responseOn('2026-11-15')), true);
      assert.equal(await isPlanned(periods, responseOn('2026-11-16')), false);
      assert.equal(await isPlanned(periods, responseOn('2026-11-10', [0, 0, 0, 0])), false);
    }
  });

  it('gets a report for 60 weeks after a response to a survey without active periods', async () => {
    assert.equal(await isPlanned([], responseOn('2025-09-15')), true);
    assert.equal(await isPlanned([], responseOn('2025-09-14')), false);
    assert.equal(await isPlanned(ENDED, responseOn('2026-11-08')), false);
  });

  it('gets a report when the responses can not be read', async () => {
    const fails = () => Promise.reject(new Failure('UPSTREAM_UNAVAILABLE', { path: '/x' }));
    assert.equal(await isPlanned([], fails), true);
  });
});
