// Weeks of a place, each of which has another headline, and what can follow it.
import assert from 'node:assert/strict';
import type { GroupKey } from '../../../lib/domain/figures.ts';
import { computeFigures } from '../../../lib/domain/figures.ts';
import type { AlertParameters } from '../../../lib/domain/report-inputs.ts';
import type { SurveyAlert, SurveyDay, TrendWeek } from '../../../lib/domain/report.ts';
import { indexOf, responsesOf } from '../../../lib/domain/scale.ts';
import type { LevelOptions } from '../../../lib/domain/signals/level.ts';
import { judgeLevel } from '../../../lib/domain/signals/level.ts';
import type { HistoryWeek, Level, Spell, VolumeLevel } from '../../../lib/domain/signals/model.ts';
import { judgeVolume } from '../../../lib/domain/signals/volume-level.ts';
import type { Language } from '../../../lib/i18n/messages.ts';
import type { AddedFacts } from '../../../lib/i18n/report-texts/place-additions.ts';
import type { JudgedPlace } from '../../../lib/i18n/report-texts/place-headline.ts';
import { historyOf } from '../domain/signals/weekly-series.ts';

export type PlaceCase = JudgedPlace & AddedFacts;

export const HAPPY: GroupKey = { indexType: 'HAPPY', feedbackScale: 'FOUR' };
const AVERAGE: GroupKey = { indexType: 'AVERAGE', feedbackScale: 'FOUR' };
const NPS: GroupKey = { indexType: 'NPS', feedbackScale: 'FOUR' };

const OPTIONS: LevelOptions = { accepted: null, hasHistory: true, isSilent: false, target: null };
const MONDAY = '2026-11-16';

/** A place with this history of 61 weeks. */
export function placeOfHistory(
  history: readonly HistoryWeek[],
  kind: GroupKey = HAPPY,
  options: Partial<LevelOptions> = {},
): PlaceCase {
  const [previous, current] = [history.at(-2)?.data ?? [], history.at(-1)?.data ?? []];
  const trend = history.slice(-13).map(({ week, data }): TrendWeek => ({
    week,
    data,
    responses: responsesOf(data),
    index: indexOf(data, kind.indexType, kind.feedbackScale),
  }));
  return {
    ...computeFigures(current, previous, kind, 10),
    ...kind,
    trend,
    history,
    level: judgeLevel(history, kind, { ...OPTIONS, ...options }).level,
    volume: judgeVolume(
      history.map(({ week, data }) => ({ week, responses: responsesOf(data), isPartial: false })),
      null,
    ).level,
    days: daysOf([40, 40, 40, 40, 40, 50, 50], current),
  };
}

/** Weeks as the vectors write them: '300' responses, or one number for each week, and indexes. */
function placeOf(
  responses: string,
  indexes: string,
  kind: GroupKey = HAPPY,
  options: Partial<LevelOptions> = {},
): PlaceCase {
  return placeOfHistory(historyOf(responses, indexes), kind, options);
}

/** No gaps, doubled signs or characters that the language writes otherwise. */
export function assertTypography(text: string, language: Language): void {
  assert.doesNotMatch(text, /undefined|NaN|null|\[object| {2}|\.\.|。。|[,;:]\.|\(\)|（）/);
  // A plain space before a French colon could begin a line.
  if (language === 'fr') assert.doesNotMatch(text, / [:;!?»%]|['"]/);
  if (language === 'ar') assert.doesNotMatch(text, /[,;?]/);
  if (language === 'ja') assert.doesNotMatch(text, /[,;:?]|\. /);
}

/** The standard deviation of a week of the place; null for a small one. */
export function levelSd({ history, indexType, feedbackScale }: PlaceCase): number | null {
  const kind = { indexType, feedbackScale };
  return judgeLevel(history ?? [], kind, OPTIONS).known?.evidence.sd ?? null;
}

function daysOf(shares: readonly number[], data: readonly number[]): readonly SurveyDay[] {
  return shares.map((responses, i) => ({
    date: `2026-11-${String(Number(MONDAY.slice(-2)) + i)}`,
    data,
    responses,
    index: null,
  }));
}

const SPELL: Spell = { fromDay: 1, days: 7, ongoing: true, expected: 300, p: 1e-12, weeks: 1 };
const THURSDAY: Spell = { ...SPELL, fromDay: 4, days: 4, expected: 180, weeks: null };

function silentPlace(spell: Spell, indexes: string, isWholePlaceSilent = false): PlaceCase {
  const place = placeOf('300', indexes, HAPPY, { isSilent: true });
  return { ...place, silent: spell, isWholePlaceSilent };
}

function placeWithoutHistory(indexes: string): PlaceCase {
  return { ...placeOf('300', indexes, HAPPY, { hasHistory: false }), history: null };
}

function withLevel(place: PlaceCase, changes: Partial<Level>): PlaceCase {
  return { ...place, level: { ...place.level, ...changes } };
}

function withVolume(place: PlaceCase, changes: Partial<VolumeLevel>): PlaceCase {
  const { volume } = place;
  return volume === undefined || volume === null
    ? place
    : { ...place, volume: { ...volume, ...changes } };
}

const USUAL = placeOf('300', 'P,P,71');
const STILL = placeOf('300', 'P,P,54,54,54');
const SWINGING = `${'40,90,50,95,30,85,45,90,35,80,50,95,'.repeat(2)}70`;
const ALTERNATING = `${'64,76,'.repeat(12)}57,69,58,58`;
const SLOW = 'P,P,P,70,69,68,67,66,65,64,63,62,61,60,59,58';
const SLOW_SMALL = 'P,P,P,P,69,69,64,62,64,61,59,56,52,51,49,48,45,42,42,39,39';

/** Of each row of the table of headlines; names begin with the state. */
export const PLACES: Readonly<Record<string, PlaceCase>> = {
  'silent, the first week': silentPlace(SPELL, 'P,P,-'),
  'silent, for weeks': silentPlace({ ...SPELL, weeks: 5 }, 'P,P,-*5'),
  'silent, for a quarter or longer': silentPlace({ ...SPELL, weeks: 20 }, 'P,P,-*20'),
  'silent, since a day': silentPlace(THURSDAY, 'P,P,71'),
  'silent, since Monday': silentPlace({ ...THURSDAY, fromDay: 1 }, 'P,P,-'),
  'silent, whole place, the first week': silentPlace(SPELL, 'P,P,-', true),
  'silent, whole place, for weeks': silentPlace({ ...SPELL, weeks: 5 }, 'P,P,-*5', true),
  'silent, whole place, for a quarter': silentPlace({ ...SPELL, weeks: 20 }, 'P,P,-*20', true),
  'silent, whole place, since a day': silentPlace(THURSDAY, 'P,P,71', true),
  'new, this week': placeOf('300', 'P,P,50'),
  'new, clearly lower for the first time': placeOf('300', 'P,P,63,65,62,60'),
  'new, by four weeks': placeOf('300', ALTERNATING),
  'new, small': placeOf('20', 'P,P,P,36*3'),
  'new, a slow fall': placeOf('300', SLOW),
  'new, a slow fall, small': placeOf('20', 'P,P,P,59*9,91,45,50,48,48'),
  'still, last not low': placeOf('300', 'P,P,54,71,54'),
  'still, lower than last week': placeOf('300', 'P,P,54,55,56,52'),
  'still, as low as last week': STILL,
  'still, higher than last week': placeOf('300', 'P,P,54,55,56,58'),
  'still, too few responses last week': placeOf('300', 'P,P,54,55,-,53'),
  'still, for a quarter': placeOf('300', 'P,P,54*13'),
  'still, small': placeOf('20', 'P,P,P,45*6'),
  'still, a slow fall': placeOf('300', `${SLOW},57,56,55,54`),
  'still, a slow fall, small': placeOf('38', SLOW_SMALL),
  'recovered, most of the way': placeOf('300', 'P,P,50,60,62,66'),
  'recovered, after a week': placeOf('300', 'P,P,50,70'),
  'recovered, after weeks': placeOf('300', 'P,P,54,54,54,70'),
  'recovered, most of the way, small': placeOf('20', 'P,P,P,45*8,77,61,77'),
  'recovered, small': placeOf('20', 'P,P,P,50*11,82,60,46,92'),
  'better, this week': placeOf('300', 'P,P,90'),
  'better, for weeks': placeOf('300', 'P,P,90*3'),
  'better, small': placeOf('20', 'P,P,P,95*5'),
  'tooFew, this week': placeOf(`${'300,'.repeat(20)}4`, 'P,P,50'),
  'tooFew, in the weeks before': placeOf('3', '50*11'),
  'tooFew, without a usual number': { ...placeOf('4', '50'), volume: null },
  'newPlace, opened this week': placeOf('300', '69'),
  'newPlace, opened weeks ago': placeOf('300', '70,72,69'),
  'newPlace, without a response this week': placeOf('5,5,5,0', '70,72,69,-'),
  'without history': placeWithoutHistory('P,P,71'),
  'without history, without a response': placeWithoutHistory('P,P,-'),
  'of an earlier version': { ...placeWithoutHistory('P,P,71'), volume: null },
  'of a later release': withLevel(USUAL, { state: null, verdict: null }),
  'still, last of a later release': withLevel(STILL, {
    last: STILL.level.last === null ? null : { ...STILL.level.last, verdict: null },
  }),
  'usual, settled': placeOf('1500', 'P,P,65*6,60*3,65*3'),
  'usual, settled, small': placeOf('20', 'P,P,P,45*45'),
  'usual, no longer clearly lower': placeOf('300', 'P,P,60,65'),
  'usual, no longer clearly lower, small': placeOf('20', 'P,P,P,52*8,92,46,61'),
  'usual, swings': placeOf('200', SWINGING),
  'usual, swings, small': withLevel(placeOf('30', SWINGING), { swings: true }),
  usual: USUAL,
  'usual, limits printed alike': withLevel(placeOf('300', '100*40'), { lower: 100 }),
  'usual, small': placeOf('20', 'P,P,P,71'),
  'usual, an average': placeOf('300', 'P,P,71', AVERAGE),
  'usual, NPS': placeOf('300', 'P,P,71', NPS),
  'unknown index': placeOf('300', 'P,P,71', { indexType: 'CES', feedbackScale: 'FOUR' }),
};

const FELL = PLACES['new, this week'] ?? USUAL;
const OPTION = { key: 1, name: 'Long queues' };

const TRIGGER = { windowMin: 60, responses: 30, countThreshold: 25, responseFilter: [0] };

function alertOf(minutesInWeek: number, parameters: AlertParameters): SurveyAlert {
  return {
    key: minutesInWeek,
    alertType: 'feedbackCount',
    alertSpecification: 1,
    beginTime: '2026-11-16T08:00:00Z',
    endTime: '2026-11-16T11:05:00Z',
    state: 'closed',
    started: true,
    minutesInWeek,
    parameters,
  };
}

/** Of each row of the table of additions. */
export const ADDITIONS: Readonly<Record<string, PlaceCase>> = {
  'lower, as last year': withLevel(FELL, { asLastYear: true, lastYear: -9 }),
  'higher, as last year': withLevel(PLACES['better, this week'] ?? USUAL, {
    asLastYear: true,
    lastYear: 9,
  }),
  'silent, as last year': withLevel(silentPlace(SPELL, 'P,P,-'), {
    verdict: 'low',
    asLastYear: true,
    lastYear: -9,
  }),
  'more presses': {
    ...FELL,
    reason: {
      kind: 'painPoint',
      option: OPTION,
      presses: 101,
      previousPresses: 30,
      listPresses: 180,
    },
  },
  'most presses': {
    ...FELL,
    reason: {
      kind: 'painPoint',
      option: OPTION,
      presses: 101,
      previousPresses: null,
      listPresses: 180,
    },
  },
  'worst weekday': {
    ...FELL,
    reason: { kind: 'weekday', at: 3, responses: 60, index: 41, usual: 70 },
  },
  'worst part': { ...FELL, reason: { kind: 'part', at: 3, responses: 60, index: 41, usual: 70 } },
  'best weekday': {
    ...USUAL,
    reason: { kind: 'weekday', at: 7, responses: 60, index: 91, usual: 70 },
  },
  'best part': { ...USUAL, reason: { kind: 'part', at: 1, responses: 60, index: 91, usual: 70 } },
  'always different': {
    ...USUAL,
    parts: [
      {
        weekday: null,
        part: 3,
        responses: 60,
        difference: -15,
        usual: -13,
        z: -0.5,
        says: 'always',
      },
      { weekday: 1, part: null, responses: 60, difference: 8, usual: 9, z: 0.5, says: 'always' },
      { weekday: 2, part: null, responses: 60, difference: 8, usual: 0, z: 4, says: 'new' },
      { weekday: 3, part: null, responses: 60, difference: 1, usual: 0, z: 0.5, says: null },
    ],
  },
  'few responses, the first week': placeOf(`${'300,'.repeat(20)}150`, 'P,P,71'),
  'few responses, for weeks': placeOf(`${'300,'.repeat(20)}150,150,150`, 'P,P,71,70,71'),
  'few responses, said by the headline': placeOf(`${'300,'.repeat(20)}4`, 'P,P,50'),
  'few responses, as last year': withVolume(USUAL, { asLastYear: true, ratio: 0.4 }),
  'fewer responses as usual': withVolume(USUAL, { settled: true, usual: 310 }),
  'many responses': placeOf(`${'300,'.repeat(20)}900`, 'P,P,71'),
  'a silence that is over': {
    ...USUAL,
    silent: { ...SPELL, fromDay: 2, days: 2, ongoing: false, weeks: null },
    days: daysOf([40, 0, 0, 40, 40, 50, 50], []),
  },
  'accepted level': withLevel(USUAL, {
    accepted: { kind: 'level', week: '2026-W40', by: 'Anna Virtanen' },
  }),
  'accepted number of responses': withLevel(USUAL, {
    accepted: { kind: 'volume', week: '2026-W40', by: 'Anna Virtanen' },
  }),
  'accepted closure': withLevel(silentPlace(SPELL, 'P,P,-'), {
    accepted: { kind: 'closed', week: '2026-W40', by: 'Anna Virtanen' },
  }),
  'target always met': placeOf('300', 'P,P,71', HAPPY, { target: 50 }),
  'target met by chance': placeOf('300', 'P,P,71', HAPPY, { target: 70 }),
  'target missed': placeOf('300', 'P,P,71', HAPPY, { target: 90 }),
  'in alarm': { ...USUAL, badMinutes: 185, period: { start: '', end: '', hours: 168 } },
  'in alarm, with the trigger of the longest alert': {
    ...USUAL,
    badMinutes: 185,
    period: { start: '', end: '', hours: 168 },
    alerts: [alertOf(60, { ...TRIGGER, responses: 9 }), alertOf(185, TRIGGER)],
  },
  'in alarm all week, with the trigger': {
    ...USUAL,
    badMinutes: 10_080,
    period: { start: '', end: '', hours: 168 },
    alerts: [alertOf(10_080, TRIGGER), alertOf(10_080, { ...TRIGGER, responseFilter: [3] })],
  },
  'in alarm all week': { ...USUAL, badMinutes: 10_080, period: { start: '', end: '', hours: 168 } },
  'good alerts': {
    ...USUAL,
    alarm: {
      groups: [
        {
          alertSpecification: 1,
          alertType: 'feedbackCount',
          direction: 'good',
          count: 3,
          started: 3,
          carriedOver: 0,
          open: 0,
          minutesInAlarm: 90,
          longestMinutes: 40,
        },
      ],
    },
  },
};
