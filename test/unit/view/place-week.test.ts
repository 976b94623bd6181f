// What the view of a place says of its week: whose time it is in, and which days are missing.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LANGUAGES } from '../../../lib/i18n/messages.ts';
import { createReportView } from '../../../lib/view/create-report-view.ts';
import { localizationOf, placeViewOf, viewOf } from '../../support/report-views.ts';
import { createStoreReport } from '../../support/test-reports.ts';

const store = createStoreReport(1);

function inZone(timeZone: string): string {
  const surveys = store.surveys.map((survey) => ({ ...survey, timeZone }));
  return viewOf({ ...store, surveys }).period;
}

describe('the week of a place', () => {
  it('is in the time of the city of its zone, or in a zone without a city', () => {
    assert.match(inZone('Europe/Helsinki'), / · Helsinki time$/);
    assert.match(inZone('America/Argentina/Buenos_Aires'), / · Buenos Aires time$/);
    for (const zone of ['UTC', 'Etc/GMT+3', 'EST5EDT'])
      assert.ok(inZone(zone).endsWith(` · ${zone}`));
  });

  it('names the city in every language', () => {
    for (const language of LANGUAGES) {
      const { period } = createReportView(store, localizationOf(store, language));
      assert.match(period, /Helsinki/);
      assert.doesNotMatch(period, /Europe/);
    }
  });

  it('has days missing that were not over when the data were read, and have no responses', () => {
    const [survey] = store.surveys;
    assert.ok(survey !== undefined);
    const days = survey.days.map((day, i) => (i < 5 ? day : { ...day, responses: 0, index: null }));
    const missingAt = (asOf: string): readonly boolean[] =>
      placeViewOf({ ...store, asOf, surveys: [{ ...survey, days }] }).surveys.flatMap(
        (view) => view.days?.days.map(({ isMissing }) => isMissing) ?? [],
      );
    const start = Date.parse(survey.period.start);
    const hour = 3_600_000;
    const after = (days: number, hours: number): string =>
      new Date(start + 24 * hour * days + hours * hour).toISOString();
    assert.deepEqual(missingAt(after(5, 3)).slice(4), [false, true, true]);
    assert.deepEqual(missingAt(after(6, 0)).slice(4), [false, false, true]);
    assert.deepEqual(missingAt(after(7, 0)).slice(4), [false, false, false]);
  });
});
