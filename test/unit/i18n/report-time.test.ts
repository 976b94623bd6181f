// The time zone of a report in words, and instants as its clocks show them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Report } from '../../../lib/domain/report.ts';
import { LANGUAGES } from '../../../lib/i18n/messages.ts';
import { localizationOf, viewOf } from '../../support/report-views.ts';
import { createReport } from '../../support/test-reports.ts';

const AS_OF = '2026-11-16T18:00:00Z';

const SURVEY = { key: 100, name: 'How was it?' };

function placeIn(...timeZones: readonly string[]): Report {
  const surveys = timeZones.map((timeZone, i) => ({ ...SURVEY, key: 100 + i, timeZone }));
  return createReport({ key: 1, name: 'Kamppi', surveys });
}

describe('the time of a report', () => {
  it('is that of the place, whose zone is said in words', () => {
    const { period, source } = viewOf(placeIn('Europe/Helsinki', 'Europe/Helsinki'));
    assert.equal(period, 'Week 46 · 9–15 November 2026 · Helsinki time');
    assert.match(source, /^Data as of 16 November 2026 at 20:00, Helsinki time · /);
  });

  it('is UTC for a folder of places, and where surveys have several time zones', () => {
    const folder = createReport({
      key: 1,
      name: 'Northwind',
      folders: [{ key: 10, name: 'Kamppi', surveys: [{ ...SURVEY, timeZone: 'Europe/Helsinki' }] }],
    });
    for (const report of [folder, placeIn('Europe/Helsinki', 'Asia/Tokyo')]) {
      const { period, source } = viewOf(report);
      assert.equal(period, 'Week 46 · 9–15 November 2026');
      assert.match(source, /^Data as of 16 November 2026 at 18:00 UTC · /);
    }
  });

  it('has the city of the zone in every language', () => {
    const report = placeIn('America/Argentina/Buenos_Aires');
    for (const language of LANGUAGES) {
      const { time } = localizationOf(report, language);
      assert.match(time.zone, /Buenos Aires/, language);
      assert.ok(time.zonedInstant(AS_OF).startsWith(time.instant(AS_OF)), language);
    }
  });

  it('has the name of a zone without a city', () => {
    assert.equal(localizationOf(placeIn('UTC')).time.zone, 'UTC');
  });
});
