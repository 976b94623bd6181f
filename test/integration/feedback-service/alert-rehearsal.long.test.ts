// A rehearsed specification beside the same one in company.json.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rehearseAlerts } from '../../../lib/feedback-service/alert-rehearsal.ts';
import type { SpecificationContent } from '../../../lib/feedback-service/company.ts';
import { propertyRuns } from '../../support/data-set.ts';
import { noon } from '../../support/feedback-service/served-company.ts';
import { fc } from '../../support/property-settings.ts';
import { withStore } from './rehearsal-store.ts';

const minuteMs = 60_000;
const start = noon - 13 * 7 * 1440 * minuteMs;

describe('the rehearsal of a specification', () => {
  it('finds the alerts that the specification opens and closes in company.json', async () => {
    const press = fc.record({
      // Around the start of the 13 weeks and their end.
      ts: fc
        .oneof(fc.integer({ min: -12, max: 30 }), fc.integer({ min: -30, max: -1 }))
        .map((step) =>
          step < -12 || step === -1 ? noon + step * 10 * minuteMs : start + step * 10 * minuteMs,
        ),
      r: fc.nat(3),
    });
    const windowMin = fc.constantFrom(15, 30, 60);
    const content: fc.Arbitrary<SpecificationContent> = fc.oneof(
      fc.record({
        alertType: fc.constant('negative' as const),
        parameters: fc.record({
          windowMin,
          threshold: fc.constantFrom(25, 50, 100),
          countThreshold: fc.integer({ min: 1, max: 3 }),
        }),
      }),
      fc.record({
        alertType: fc.constant('indexThreshold' as const),
        parameters: fc.record({
          windowMin,
          threshold: fc.constantFrom(0, 40, 66),
          thresholdType: fc.constantFrom('under' as const, 'over' as const),
        }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(press, { maxLength: 60 }),
        content,
        async (lines, specification) => {
          const alertSpecifications = [{ ...specification, key: 51 }];
          await withStore(lines, { alertSpecifications }, async (store) => {
            const request = { survey: 11, specification, maxPerWeek: 1, now: noon };
            const rehearsal = await rehearseAlerts(store, request);
            const served: { readonly start: number; readonly end: number }[] = [];
            for await (const alerts of store.alerts(new Set([11]), {
              start: -Infinity,
              end: Infinity,
            })) {
              for (const { beginTime, endTime = noon } of alerts) {
                if (beginTime >= start) served.push({ start: beginTime, end: endTime });
              }
            }
            assert.deepEqual(rehearsal?.alerts, served);
          });
        },
      ),
      propertyRuns(40),
    );
  });
});
