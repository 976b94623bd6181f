// The store of the sample company answers as a data set of the same lines.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '../../support/property-settings.ts';
import type { AlertSpecification } from '../../../lib/feedback-service/company.ts';
import { createColumnsBuilder } from '../../../lib/feedback-service/sample/event-columns.ts';
import { createMemoryStore } from '../../../lib/feedback-service/sample/sample-company.ts';
import { timeZoneOf } from '../../../lib/feedback-service/time-zone.ts';
import { propertyRuns, type FeedbackLine } from '../../support/data-set.ts';
import { companyOf, instant, survey } from '../../support/feedback-service/acme.ts';
import { noon, serve } from '../../support/feedback-service/served-company.ts';

const ten = instant('2026-11-09T10:00:00Z');
const count = {
  key: 50,
  alertType: 'feedbackCount',
  parameters: { windowMin: 60, countThreshold: 1, responseFilter: [0] },
} as const satisfies AlertSpecification;

describe('the store of the sample company', () => {
  const watchedSurvey = survey(11, {
    alertSpecifications: [
      { ...count, parameters: { ...count.parameters, windowMin: 0.05, countThreshold: 2 } },
      {
        key: 51,
        alertType: 'negative',
        parameters: { windowMin: 0.1, threshold: 60, countThreshold: 2 },
      },
    ],
  });
  const text = { text: 'x', isOldWebItem: false };
  const instants = fc.nat(20).map((step) => ten + step * 500);
  const press = fc
    .record({
      ts: instants,
      r: fc.nat(3),
      device: fc.constantFrom('a', 'b', undefined),
      followUp: fc.constantFrom(701, 703, undefined),
      open: fc.constantFrom(text, undefined),
    })
    .map(({ ts, r, device, followUp, open }): FeedbackLine => ({
      ...{ ts, r },
      ...(device === undefined ? {} : { device }),
      ...(followUp === undefined ? {} : { followUp }),
      ...(open === undefined ? {} : { open }),
    }));
  const otherLine: fc.Arbitrary<FeedbackLine> = fc.oneof(
    fc.record({ ts: instants, data: fc.constantFrom([1, 2, 3, 4], [0, 0, 0, 0]) }),
    fc.record({ ts: instants, r: fc.nat(3), open: fc.constant({ ...text, isOldWebItem: true }) }),
  );
  const lines = fc.array(fc.oneof(press, press, otherLine), { maxLength: 30 });

  it('answers as a data set of the same lines does', async (t) => {
    await fc.assert(
      fc.asyncProperty(lines, instants, instants, async (drawn, from, to) => {
        const data = companyOf([watchedSurvey], { 11: drawn });
        const builder = createColumnsBuilder(3000);
        const zone = timeZoneOf(watchedSurvey.timeZone);
        for (const line of drawn) {
          if ('data' in line) builder.addHourlySum(zone.hourStart(line.ts), line.data);
          else builder.addPress(line.ts, line.r, line.device, line.followUp, line.open);
        }
        const columns = builder.finish();
        const { structure } = data;
        const source = { structure: () => structure, columns: () => columns };
        const store = createMemoryStore(source, () => noon);
        const credentials = () => Promise.resolve(data.credentials);
        const [inMemory, imported] = [await serve(t, { credentials, store }), await serve(t, data)];
        const [start, end] = [Math.min(from, to), Math.max(from, to)].map((ms) =>
          new Date(ms).toISOString(),
        );
        for (const path of [
          '/v1/surveys/11/results?truncate=hour',
          '/v1/surveys/11/openfeedback?',
          '/v1/surveys/11/followup?',
          '/v1/surveys/11/rawresults?followup=true&openfeedback=true',
          '/v1/folders/1/alerts?',
        ]) {
          for (const range of ['', `&date_start=${start}&date_end=${end}`]) {
            const requestPath = path + range;
            const [{ body }, expected] = [
              await inMemory.ask(requestPath),
              await imported.ask(requestPath),
            ];
            assert.deepEqual(body, expected.body, requestPath);
          }
        }
      }),
      propertyRuns(60),
    );
  });
});
