// Days, hours and follow-ups of the sample company: what a year of a real one has.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DAY_MS, HOUR_MS, lastSettledWeek } from '../../../lib/domain/calendar.ts';
import { indexOf, responsesOf, sumCounts } from '../../../lib/domain/scale.ts';
import { companyIndexOf } from '../../../lib/feedback-service/company.ts';
import { timeZoneOf } from '../../../lib/feedback-service/time-zone.ts';
import type { SampleSurvey, SampleWeek } from '../../support/feedback-service/sample-weeks.ts';
import { sampleWeeks } from '../../support/feedback-service/sample-weeks.ts';
import { NOW } from '../../support/test-company.ts';

const sample = await sampleWeeks();
/** 2026-W46. */
const reported = lastSettledWeek(NOW, 0);

function surveyAt(place: string): SampleSurvey {
  const survey = sample.surveys.find((item) => item.place === place);
  if (survey === undefined) throw new Error(`no ${place}`);
  return survey;
}

function weekAt(place: string, name: string): SampleWeek {
  const week = surveyAt(place).weeks.find((item) => item.week === name);
  if (week === undefined) throw new Error(`no ${name}`);
  return week;
}

/** The index of the reported week and the 12 before it, in some hours of the local day. */
async function indexDuring({ survey }: SampleSurvey, from: number, to: number): Promise<number> {
  const zone = timeZoneOf(survey.timeZone);
  const start = zone.firstInstantOf((reported.monday - 84) * DAY_MS);
  const counts: (readonly number[])[] = [];
  await sample.store.forEachCount(survey.key, { start, end: NOW }, (ts, data) => {
    const hour = Math.floor((ts + zone.offsetAt(ts)) / HOUR_MS) % 24;
    if (hour >= from && hour < to) counts.push(data);
  });
  const { indexType, feedbackScale } = survey;
  const buttons = feedbackScale === 'FOUR' ? 4 : 5;
  return indexOf(sumCounts(counts).slice(0, buttons), indexType, feedbackScale) ?? NaN;
}

/** Presses of the follow-ups of the week before now, by name. */
async function followUpsOf(
  { survey }: SampleSurvey,
  kind: 'painPoint' | 'highlight',
): Promise<ReadonlyMap<string, number>> {
  const zone = timeZoneOf(survey.timeZone);
  const [start = 0, end = 0] = [0, 7].map((day) =>
    zone.firstInstantOf((reported.monday + day) * DAY_MS),
  );
  const { followUps } = companyIndexOf(sample.store.structure());
  const presses = new Map<string, number>();
  await sample.store.forEachFollowUp(survey.key, { start, end }, (key, _, count) => {
    const option = followUps.get(key);
    if (option?.kind !== kind) return;
    presses.set(option.name, (presses.get(option.name) ?? 0) + count);
  });
  return presses;
}

function mostPressed(presses: ReadonlyMap<string, number>): string | undefined {
  return [...presses].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

describe('the days of the sample company', () => {
  it('close shops on the holidays of their country, and airports never', () => {
    assert.deepEqual(
      weekAt('Berlin, Kurfürstendamm', '2025-W52').days.map((count) => count > 0),
      [true, true, true, false, false, true, true],
    );
    // Good Friday and Easter Sunday.
    assert.deepEqual(
      weekAt('Berlin, Kurfürstendamm', '2026-W14').days.map((count) => count > 0),
      [true, true, true, true, false, true, false],
    );
    assert.ok(weekAt('Shanghai, Nanjing Road', '2025-W52').days.every((count) => count > 0));
    assert.ok(weekAt('Security control, Terminal 2', '2025-W52').days.every((count) => count > 0));
  });

  it('have more responses and less happy people in the Christmas trade', () => {
    const shop = 'London, Covent Garden';
    const [before, during] = ['2025-W46', '2025-W51'].map((week) => weekAt(shop, week).data);
    assert.ok(responsesOf(during ?? []) > 1.3 * responsesOf(before ?? []));
    const index = (data: readonly number[] = []): number => indexOf(data, 'HAPPY', 'FOUR') ?? NaN;
    assert.ok(index(during) < index(before) - 1);
  });

  it('have the seasons of both hemispheres', () => {
    const responses = (place: string, week: string): number =>
      responsesOf(weekAt(place, week).data);
    assert.ok(
      responses('Auckland, Queen Street', '2026-W03') >
        responses('Auckland, Queen Street', '2026-W30'),
    );
    assert.ok(
      responses('Berlin, Kurfürstendamm', '2026-W03') <
        responses('Berlin, Kurfürstendamm', '2026-W30'),
    );
  });
});

describe('the hours of the sample company', () => {
  it('have another mood in some shifts', async () => {
    const shop = surveyAt('London, Covent Garden');
    assert.ok((await indexDuring(shop, 17, 21)) < (await indexDuring(shop, 9, 17)) - 3);
    const emergency = surveyAt('Emergency department');
    assert.ok((await indexDuring(emergency, 19, 24)) < (await indexDuring(emergency, 8, 14)) - 15);
  });
});

describe('the follow-ups of the sample company', () => {
  it('fit the place: nobody names prices at an airport', async () => {
    const { survey } = surveyAt('Car rental centre');
    assert.equal(survey.surveyType, 'TERMINAL');
    const painPoints = await followUpsOf(surveyAt('Car rental centre'), 'painPoint');
    assert.ok(painPoints.size >= 2);
    assert.ok(!painPoints.has('Prices'));
  });

  it('fit the question: of washrooms most people name cleanliness', async () => {
    assert.equal(
      mostPressed(await followUpsOf(surveyAt('Washrooms, Terminal 3'), 'painPoint')),
      '清潔さ',
    );
  });

  it('name the reason of what happens: no staff at the baggage claim', async () => {
    const presses = await followUpsOf(surveyAt('Arrivals and baggage claim'), 'painPoint');
    assert.equal(mostPressed(presses), 'Henkilökuntaa ei löytynyt');
  });
});
