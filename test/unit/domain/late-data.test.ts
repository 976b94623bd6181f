// Detection of counts that changed after a report was made.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '../../support/property-settings.ts';
import { DAY_MS, zonedWeek } from '../../../lib/domain/calendar.ts';
import type { DayCounts, HourCounts, SurveyFacts } from '../../../lib/domain/report-inputs.ts';
import { daysToCompare, hasChanged, containsAllCounts } from '../../../lib/domain/late-data.ts';
import type { SurveyWeek } from '../../../lib/domain/report.ts';
import { buildSurveyWeek } from '../../../lib/domain/survey-week.ts';
import { createStoreReport } from '../../support/test-reports.ts';
import {
  arbitraryFacts,
  createHour,
  createSurvey,
  CONTEXT,
  RULES,
  createFacts,
  W46,
} from '../../support/test-facts.ts';

function storedOf(facts: SurveyFacts, rules = RULES): SurveyWeek | null {
  return buildSurveyWeek(facts, { ...CONTEXT, rules })?.week ?? null;
}

/** What one results call of the range for comparing gives of a survey's days, each of them in parts. */
function readNow({ hours }: SurveyFacts): readonly DayCounts[] {
  return [...hours]
    .filter(({ localDay }) => localDay >= W46.monday - 8 && localDay <= W46.monday + 7)
    .map((row) => ({ ...row, hour: 0 }));
}

function press({ localDay, hour, offsetMinutes, data }: HourCounts): HourCounts {
  return { localDay, hour, offsetMinutes, data: data.map((_, i) => (i === 0 ? 1 : 0)) };
}

describe('counts read at reconciliation', () => {
  it('have not changed when they are equal, for any order, zone, scale and setting', () => {
    fc.assert(
      fc.property(
        arbitraryFacts(7, 3),
        fc.constantFrom('display', 'flip'),
        (facts, reversedScale) => {
          const rules = { ...RULES, reversedScale };
          const storedReport = storedOf(facts, rules);
          if (storedReport === null) return;
          const days = readNow(facts);
          assert.equal(hasChanged(storedReport, days.toReversed(), W46, rules), false);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('have changed with one press more or less in the week or the previous week', () => {
    fc.assert(
      fc.property(
        arbitraryFacts(7, 3),
        fc.nat({ max: 13 }),
        fc.nat({ max: 23 }),
        (facts, day, hour) => {
          const storedReport = storedOf(facts);
          if (storedReport === null) return;
          const blank = {
            localDay: W46.monday - 7 + day,
            hour,
            offsetMinutes: 0,
            data: [0, 0, 0, 0],
          };
          const moreFacts = { ...facts, hours: [...facts.hours, press(blank)] };
          assert.equal(hasChanged(storedReport, readNow(moreFacts), W46, RULES), true);
          const later = storedOf(moreFacts);
          assert(later !== null);
          assert.equal(hasChanged(later, readNow(facts), W46, RULES), true);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('have changed when a press moved to another day or button, but not to another hour', () => {
    const storedReport = storedOf(createFacts());
    assert(storedReport !== null);
    for (const [date, data, hasMoved] of [
      ['2026-11-10', [1, 2, 3, 4], true],
      ['2026-11-09', [2, 1, 3, 4], true],
      ['2026-11-09', [1, 2, 3, 4], false],
    ] as const) {
      assert.equal(hasChanged(storedReport, [createHour(date, 0, data)], W46, RULES), hasMoved);
    }
  });

  it('have not changed by earlier weeks or by trailing zeros', () => {
    const survey = createSurvey({ feedbackScale: 'SIX' });
    const hours = [createHour('2026-11-09', 9, [1, 2])];
    const storedReport = storedOf(createFacts({ survey, hours }));
    assert(storedReport !== null);
    const now = [createHour('2026-11-09', 0, [1, 2, 0, 0]), createHour('2026-11-01', 0, [5])];
    assert.equal(hasChanged(storedReport, now, W46, RULES), false);
  });

  it("requests counts for two weeks with a day's margin on both sides, also when clocks change", () => {
    const zone = 'Europe/Helsinki';
    const { start, end } = daysToCompare(W46, zone);
    assert.equal(start, Date.parse('2026-11-01T00:00:00+02:00'));
    assert.equal(end, zonedWeek(W46, zone).end + DAY_MS);
  });
});

describe('a new revision', () => {
  const problem = (survey: number) => ({
    code: 'UPSTREAM_TIMEOUT',
    survey,
    folder: 3,
    message: 'late',
    missing: true,
  });
  const storeReport = createStoreReport(1);
  const surveys = [4, 5].flatMap((key) =>
    storeReport.surveys.map((survey) => ({ ...survey, key })),
  );
  const report = { ...storeReport, surveys };

  it('contains all data of the previous one with the same surveys and missing data, or with more surveys', () => {
    assert.equal(containsAllCounts(report, report), true);
    const fewer = { ...report, surveys: surveys.slice(1) };
    assert.equal(containsAllCounts(fewer, report), true);
  });

  it('lacks data when a survey is gone or something else is missing', () => {
    assert.equal(containsAllCounts(report, { ...report, surveys: surveys.slice(1) }), false);
    assert.equal(containsAllCounts(report, { ...report, surveys: surveys.slice(0, 1) }), false);
    const brokenReport = { ...report, problems: [...report.problems, problem(99)] };
    assert.equal(containsAllCounts(report, brokenReport), false);
    assert.equal(containsAllCounts(brokenReport, report), true);
    assert.equal(containsAllCounts(brokenReport, { ...brokenReport, surveys: [] }), false);
  });
});
