// Bad input from the API, 34 to 41 and 44 to 50: surveys and their results. Some of it fails, and then the report says
// which survey it lacks; the rest is mended by the domain's rules, where they differ from the catalogue they hold.
import type { FeedbackApi } from '../../../lib/adapters/feedback-api/index.ts';
import type { FailureCode } from '../../../lib/shared/failure.ts';
import type { Report, SurveyWeek } from '../../../lib/domain/report.ts';
import { listHours } from '../../support/test-facts.ts';
import type { CatalogueEntry } from '../../support/bad-input/catalogue.ts';
import {
  ENTRY,
  HEALTHY,
  MARK,
  QUESTION,
  RANGE,
  SURVEY,
  TREE,
  TS,
  weekReport,
  COMPLETE_WEEK,
  type UpstreamCase,
} from './bad-input-company.ts';

type View = (survey: SurveyWeek, reports: ReadonlyMap<number, Report>) => readonly unknown[];

const messages: View = (_survey, reports) => reports.get(2)?.problems.map((p) => p.message) ?? [];
const MESSAGE_OF_TWO = ['Results of other dates than were asked for are left out: 2 of 3.'];

const hours = async ({ source }: FeedbackApi) =>
  listHours(await source.readHourlyCounts(12, RANGE));
const details = ({ source }: FeedbackApi) => source.readSurvey(12);

/** The week's report when one of the answers is another; `view` sees its survey, if it has one. */
function week(
  what: string,
  responses: Readonly<Record<string, unknown>>,
  gives: readonly unknown[],
  view: View = () => [],
): UpstreamCase {
  const viewSurveys = (of: ReadonlyMap<number, Report>): readonly unknown[] =>
    of.get(2)?.surveys.flatMap((surveyWeek) => view(surveyWeek, of)) ?? [];
  return {
    what,
    responses: { ...HEALTHY, ...responses },
    request: weekReport(viewSurveys),
    outcome: { gives },
  };
}

const survey = (change: object): Readonly<Record<string, unknown>> => ({
  '/surveys/12': { ...SURVEY, ...change },
});
const entry = (change: object): Readonly<Record<string, unknown>> => ({
  '/folders': { ...TREE, folders: [{ key: 2, surveys: [{ ...ENTRY, ...change }] }] },
});
const results = (rows: unknown): Readonly<Record<string, unknown>> => ({
  '/surveys/12/results': rows,
});

const LOST = (code: string): readonly string[] => [
  'partial, 0 responses',
  `${code}, survey 12, missing`,
];

function refused(what: string, body: unknown, fails: FailureCode, where: string): UpstreamCase {
  return { what, responses: results(body), request: hours, outcome: { fails, where } };
}

const FIVE = { feedbackScale: 'FIVE' };
const data: View = (surveyWeek) => surveyWeek.data;
const BAD_TIMES = [
  '2024-02-30T00:00:00+0200',
  '2026-11-10T10:00:00',
  '2026-11-10',
  '2026-11-10T10:00:00+2500',
  '0001-01-01T00:00:00Z',
  '9999-12-31T00:00:00Z',
  '1',
  '',
  MARK,
];

export const SURVEYS: readonly CatalogueEntry<UpstreamCase>[] = [
  {
    of: 34,
    what: 'a missing or invalid time zone: the survey is missing, never counted in UTC',
    cases: [
      ...['', 'Mars/X', '+02:00', 'UTC+2', 'Factory', 'x'.repeat(1_000_000), 7, null].map(
        (timeZone) =>
          week(
            `in the tree: ${String(timeZone).slice(0, 9)}`,
            entry({ timeZone }),
            LOST('TZ_UNKNOWN'),
          ),
      ),
      ...['', 'Mars/X', '+02:00'].map((timeZone) =>
        week(`in its details: ${timeZone}`, survey({ timeZone }), LOST('TZ_UNKNOWN')),
      ),
    ],
  },
  {
    of: 35,
    what: '`timezone` for `timeZone`: both are read',
    cases: [
      week(
        'both places',
        {
          ...entry({ timeZone: undefined, timezone: 'Europe/Helsinki' }),
          ...survey({ timeZone: undefined, timezone: 'Europe/Helsinki' }),
        },
        [COMPLETE_WEEK, 'Europe/Helsinki'],
        ({ timeZone }) => [timeZone],
      ),
    ],
  },
  {
    of: 36,
    what: 'an unknown survey, index or scale type: counted and named, without an index where none is known',
    cases: [
      week(
        'the index',
        survey({ indexType: 'MOOD' }),
        [COMPLETE_WEEK, 'ENUM_UNKNOWN, survey 12, noted', null],
        ({ index }) => [index],
      ),
      week(
        'the scale',
        survey({ feedbackScale: 'SIX' }),
        [COMPLETE_WEEK, 'ENUM_UNKNOWN, survey 12, noted', null],
        ({ index }) => [index],
      ),
      week(
        'the survey',
        survey({ surveyType: 'HOLOGRAM' }),
        [COMPLETE_WEEK, 'ENUM_UNKNOWN, survey 12, noted', false],
        ({ index }) => [index === null],
      ),
      week('none', survey({ indexType: null }), LOST('SHAPE_MISMATCH')),
      week('a longer one than any', survey({ indexType: MARK.repeat(9) }), LOST('SHAPE_MISMATCH')),
    ],
  },
  {
    of: 37,
    what: 'active periods that run backwards, overlap, have no end or another offset',
    otherwise:
      'one that runs backwards is left out without a note: whether a survey belongs then depends on its responses',
    cases: [
      {
        what: 'all of them',
        responses: survey({
          activePeriods: [
            { start: '2026-01-03T00:00:00+0200', end: '2026-01-02T00:00:00+0200' },
            { start: '2026-01-04T00:00:00+02:00', end: '2026-01-04T00:00:00+02:00' },
            { start: '2026-01-05T00:00:00+0200', end: '2026-03-01T00:00:00Z' },
            { start: '2026-02-01T00:00:00Z', end: null },
            { start: '2026-02-02T00:00:00Z', end: '9999-12-31T23:59:59Z' },
          ],
        }),
        request: async (api: FeedbackApi) => (await details(api)).activePeriods,
        outcome: {
          gives: [
            { start: Date.UTC(2026, 0, 4, 22), end: Date.UTC(2026, 2, 1) },
            { start: Date.UTC(2026, 1, 1), end: null },
            { start: Date.UTC(2026, 1, 2), end: null },
          ],
        },
      },
      week(
        'backwards, with responses',
        survey({ activePeriods: [{ start: '2026-12-01T00:00:00Z', end: '2026-01-01T00:00:00Z' }] }),
        [COMPLETE_WEEK],
      ),
      {
        what: 'an end that is no time',
        responses: survey({ activePeriods: [{ start: '2026-01-01T00:00:00Z', end: MARK }] }),
        request: details,
        outcome: { fails: 'TS_INVALID', where: '/activePeriods/0/end' },
      },
    ],
  },
  {
    of: 38,
    what: 'a question that is missing, or in no language',
    otherwise: 'the fall-back to English is not noted: the language is of no figure',
    cases: [
      week('missing in its details', survey({ question: undefined }), LOST('SHAPE_MISMATCH')),
      week('missing in the tree', entry({ question: { name: MARK } }), [
        'partial, 0 responses',
        'SHAPE_MISMATCH, survey 12, missing',
      ]),
      ...['xx_invalid', '', null, 'a'.repeat(100)].map((locale) =>
        week(
          `in ${String(locale).slice(0, 12)}`,
          survey({ question: { ...QUESTION, locale } }),
          [COMPLETE_WEEK, 'en'],
          ({ question }) => [question.locale],
        ),
      ),
    ],
  },
  {
    of: 39,
    what: 'four counts on a scale of five, five on a scale of four',
    otherwise:
      'the domain’s rules: missing counts are zero, and counts beyond the scale are left out with a problem when they are not zero',
    cases: [
      week('too few', survey(FIVE), [COMPLETE_WEEK, 1, 2, 3, 4, 0], data),
      week(
        'too many',
        results([{ ts: TS, data: [1, 2, 3, 4, 5] }]),
        ['partial, 10 responses', 'SCALE_MISMATCH, survey 12, missing', 1, 2, 3, 4],
        data,
      ),
      week(
        'too many zeros',
        results([{ ts: TS, data: [1, 2, 3, 4, 0] }]),
        [COMPLETE_WEEK, 1, 2, 3, 4],
        data,
      ),
    ],
  },
  {
    of: 40,
    what: 'no, three or eleven counts',
    otherwise: 'as 39',
    cases: [
      week('none', results([{ ts: TS, data: [] }]), ['empty, 0 responses', 0, 0, 0, 0], data),
      week('three', results([{ ts: TS, data: [1, 2, 7] }]), [COMPLETE_WEEK, 1, 2, 7, 0], data),
      week(
        'eleven',
        results([{ ts: TS, data: [1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 9] }]),
        ['partial, 10 responses', 'SCALE_MISMATCH, survey 12, missing', 1, 2, 3, 4],
        data,
      ),
    ],
  },
  {
    of: 41,
    what: 'a count that is negative, a fraction, a text, null, or more than can be',
    cases: [
      ...['-1', '1.5', '"3"', 'null', '1e309', '9007199254740992', 'true', '[]', `"${MARK}"`].map(
        (count) =>
          refused(count, `[{"ts":"${TS}","data":[1,${count}]}]`, 'COUNT_INVALID', '/0/data/1'),
      ),
      // Those that add up to more than a number can hold.
      refused('10⁹', `[{"ts":"${TS}","data":[1000000000]}]`, 'COUNT_INVALID', '/0/data/0'),
      {
        what: 'the most that there may be, and −0',
        responses: results(`[{"ts":"${TS}","data":[999999999,-0]}]`),
        request: async (api: FeedbackApi) => Array.from(await hours(api), (row) => row.data),
        outcome: { gives: [[999_999_999, 0]] },
      },
      week('in the report', results([{ ts: TS, data: [-1] }]), LOST('COUNT_INVALID')),
    ],
  },
  {
    of: 44,
    what: 'an invalid timestamp: no such day, no offset, another century, a number',
    cases: [
      ...BAD_TIMES.map((ts) => refused(ts, [{ ts, data: [1] }], 'TS_INVALID', '/0/ts')),
      refused('a number', [{ ts: 1_762_646_400_000, data: [] }], 'TS_INVALID', '/0/ts'),
      refused('missing', [{ data: [] }], 'TS_INVALID', '/0/ts'),
      week('in the report', results([{ ts: MARK, data: [1] }]), LOST('TS_INVALID')),
    ],
  },
  {
    of: 45,
    what: 'results outside the requested range: left out and counted; the survey is missing when all are',
    cases: [
      week(
        'years ago and to come',
        results([
          { ts: '2020-11-10T10:00:00+0200', data: [9] },
          { ts: TS, data: [1, 2, 3, 4] },
          { ts: '2027-11-10T10:00:00+0200', data: [9] },
        ]),
        [COMPLETE_WEEK, 'ROWS_OUT_OF_RANGE, survey 12, noted', ...MESSAGE_OF_TWO],
        messages,
      ),
      week(
        'years ago alone',
        results([
          { ts: '2020-11-10T10:00:00+0200', data: [9] },
          { ts: '2020-11-11T10:00:00+0200', data: [0] },
        ]),
        LOST('OUT_OF_RANGE'),
      ),
      week(
        'the first and the last hour that were asked for',
        results([
          { ts: '2026-08-16T00:00:00+0300', data: [9] },
          { ts: TS, data: [1, 2, 3, 4] },
          { ts: '2026-11-16T23:00:00+0200', data: [9] },
        ]),
        [COMPLETE_WEEK],
      ),
      week(
        'an hour that began before what was asked for, and ends in it',
        results([
          { ts: '2026-08-15T23:15:00+0245', data: [9] },
          { ts: TS, data: [1, 2, 3, 4] },
        ]),
        [COMPLETE_WEEK],
      ),
      week(
        'the hours before and after those',
        results([
          { ts: '2026-08-15T23:00:00+0300', data: [9] },
          { ts: TS, data: [1, 2, 3, 4] },
          { ts: '2026-11-17T00:00:00+0200', data: [9] },
        ]),
        [COMPLETE_WEEK, 'ROWS_OUT_OF_RANGE, survey 12, noted', ...MESSAGE_OF_TWO],
        messages,
      ),
    ],
  },
  {
    of: 46,
    what: 'results in any order, and an hour twice',
    otherwise:
      'the domain’s rules: the hour’s counts add up, since the autumn hour comes twice (BUCKET_DUPLICATE is no error)',
    cases: [
      week(
        'backwards, and twice',
        results([
          { ts: '2026-11-11T10:00:00.000+0200', data: [1] },
          { ts: TS, data: [0, 2] },
          { ts: TS, data: [0, 0, 7] },
        ]),
        [COMPLETE_WEEK, ['2026-11-10', 10, [0, 2, 7, 0]], ['2026-11-11', 10, [1, 0, 0, 0]]],
        ({ hours: cells }) => cells.map((cell) => [cell.date, cell.hour, cell.data]),
      ),
    ],
  },
  {
    of: 49,
    what: 'impossible percentages: computed from the counts',
    cases: [
      week(
        'above one and none',
        {
          '/surveys/12/followup': {
            meta: {},
            data: {
              painPoints: [
                { key: 8, name: 'Queue', data: [3, 0, 0, 0], percentages: [7, null, 'x'] },
              ],
              highlights: [{ key: 9, name: 'Staff', data: [0, 0, 0, 1], percentages: null }],
            },
          },
        },
        [COMPLETE_WEEK, 1, 1],
        ({ painPoints, highlights }) =>
          [...(painPoints ?? []), ...(highlights ?? [])].map(({ share }) => share),
      ),
    ],
  },
  {
    of: 50,
    what: 'an unknown option: shown unchanged',
    cases: [
      week(
        'unknown, without a name',
        {
          '/surveys/12/followup': {
            meta: {},
            data: { painPoints: [{ key: 404, data: [1, 0, 0, 0] }], highlights: [] },
          },
        },
        [COMPLETE_WEEK, 'Follow-up 404'],
        ({ painPoints }) => painPoints?.map(({ name }) => name) ?? [],
      ),
      week(
        'with a key that is none',
        {
          '/surveys/12/followup': {
            meta: {},
            data: { painPoints: [{ key: MARK, data: [1] }], highlights: [] },
          },
        },
        ['partial, 10 responses', 'KEY_INVALID, survey 12, missing', true],
        ({ painPoints }) => [painPoints === null],
      ),
    ],
  },
];
