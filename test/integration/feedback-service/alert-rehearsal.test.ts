// What the rehearsal of a specification tells. Beside the same one in company.json: alert-rehearsal.long.test.ts.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rehearseAlerts } from '../../../lib/feedback-service/alert-rehearsal.ts';
import type {
  ServiceIndexType,
  SpecificationContent,
} from '../../../lib/feedback-service/company.ts';
import { noon } from '../../support/feedback-service/served-company.ts';
import { withStore } from './rehearsal-store.ts';

const minuteMs = 60_000;
const weekMs = 7 * 1440 * minuteMs;

const isSad: SpecificationContent = {
  alertType: 'negative',
  parameters: { windowMin: 30, threshold: 50, countThreshold: 2 },
};

/** Episodes of `presses` sad presses and `happy` ones within a minute, one each day from a time on. */
function episodes(from: number, ...counts: readonly (readonly [sad: number, happy: number])[]) {
  return counts.flatMap(([sad, happy], day) =>
    Array.from({ length: sad + happy }, (_, i) => ({
      ts: from + day * 1440 * minuteMs + Math.floor((i * minuteMs) / (sad + happy)),
      r: i < happy ? 3 : 0,
    })),
  );
}

describe('the rehearsal of a specification', () => {
  it('tells presses, weeks since the first one, and the nearest threshold that is rare enough', async () => {
    const from = noon - 2 * weekMs;
    const lines = episodes(from, [5, 5], [6, 4], [7, 3], [9, 1]);
    await withStore(lines, {}, async (store) => {
      const request = { survey: 11, specification: isSad, now: noon };
      const nearestFor = async (maxPerWeek: number) =>
        (await rehearseAlerts(store, { ...request, maxPerWeek }))?.nearest;
      const rehearsal = await rehearseAlerts(store, { ...request, maxPerWeek: 2 });
      assert.deepEqual([rehearsal?.presses, rehearsal?.weeks], [40, 2]);
      assert.equal(rehearsal?.alerts.length, 4);
      // 12:00 UTC in Helsinki.
      assert.deepEqual(
        Object.entries(rehearsal.beginsByHour).filter(([, count]) => count > 0),
        [['14', 4]],
      );
      // As it is; then 60 % of the second day is not reached, then 70 % of the third.
      assert.deepEqual(await nearestFor(2), { threshold: 50, alerts: 4 });
      assert.deepEqual(await nearestFor(1), { threshold: 61, alerts: 2 });
      assert.deepEqual(await nearestFor(0.5), { threshold: 71, alerts: 1 });
      assert.deepEqual(await nearestFor(0), { threshold: 91, alerts: 0 });
    });
  });

  const indexes: readonly (readonly [ServiceIndexType, 'under' | 'over', number, number])[] = [
    // Windows with 5 of 10 sad presses end with these indexes.
    ['HAPPY', 'under', 60.5, 50],
    ['HAPPY', 'over', 20, 100],
    ['AVERAGE', 'under', 2.85, 2.5],
    ['NPS', 'under', 20, 0],
  ];
  for (const [indexType, thresholdType, threshold, nearest] of indexes) {
    it(`steps through ${indexType} to the stricter side of ${thresholdType} ${threshold}`, async () => {
      await withStore(episodes(noon - weekMs, [5, 5]), { indexType }, async (store) => {
        const parameters = { windowMin: 30, threshold, thresholdType };
        const specification: SpecificationContent = { alertType: 'indexThreshold', parameters };
        const request = { survey: 11, specification, maxPerWeek: 0, now: noon };
        const rehearsal = await rehearseAlerts(store, request);
        assert.deepEqual(rehearsal?.nearest, { threshold: nearest, alerts: 0 });
      });
    });
  }

  it('counts responses of the chosen buttons up to the most of any window', async () => {
    await withStore(episodes(noon - weekMs, [5, 5]), {}, async (store) => {
      const parameters = { windowMin: 30, countThreshold: 2, responseFilter: [0] };
      const specification: SpecificationContent = { alertType: 'feedbackCount', parameters };
      const request = { survey: 11, specification, maxPerWeek: 0, now: noon };
      assert.deepEqual((await rehearseAlerts(store, request))?.nearest, {
        threshold: 6,
        alerts: 0,
      });
    });
  });

  it('has no nearest threshold where every one opens too many, and no alerts without presses', async () => {
    const onlySad = episodes(noon - weekMs, [5, 0], [5, 0]);
    const request = { survey: 11, specification: isSad, maxPerWeek: 1, now: noon };
    await withStore(onlySad, {}, async (store) => {
      const rehearsal = await rehearseAlerts(store, request);
      assert.deepEqual([rehearsal?.alerts.length, rehearsal?.nearest], [2, undefined]);
    });
    await withStore([], {}, async (store) => {
      const rehearsal = await rehearseAlerts(store, request);
      assert.deepEqual([rehearsal?.alerts, rehearsal?.presses, rehearsal?.weeks], [[], 0, 1]);
      assert.equal(await rehearseAlerts(store, { ...request, survey: 12 }), undefined);
    });
  });
});
