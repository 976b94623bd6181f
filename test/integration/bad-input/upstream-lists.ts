// Bad input from the API, 42, 43, 47, 48 and 51 to 58: single feedback, pages that lead nowhere, and alerts.
import type { FeedbackApi } from '../../../lib/adapters/feedback-api/index.ts';
import { MAX_PAGES } from '../../../lib/adapters/feedback-api/paging.ts';
import type { FailureCode } from '../../../lib/shared/failure.ts';
import type { Report } from '../../../lib/domain/report.ts';
import { collectPages } from '../../support/outcomes.ts';
import { sendJson, type Responder } from '../feedback-api/scripted-server.ts';
import type { CatalogueEntry } from '../../support/bad-input/catalogue.ts';
import {
  HEALTHY,
  MARK,
  RANGE,
  withResponder,
  TS,
  weekReport,
  COMPLETE_WEEK,
  type UpstreamCase,
} from './bad-input-company.ts';

const SWITCHES = { followUps: true, openFeedback: true } as const;
const stamp = (at: number): string => new Date(at).toISOString();
const inReports = 'no report reads single feedback: counts come from results, which are sums';

const raw = ({ client }: FeedbackApi) => collectPages(client.rawResults(12, RANGE, SWITCHES));
const open = ({ client }: FeedbackApi) => collectPages(client.openFeedback(12, RANGE));
const alerts = ({ source }: FeedbackApi) => source.readAlerts(2, RANGE, { childFolders: false });
const ofQuestion = ({ client }: FeedbackApi) => client.questionSurveys(5);

function page(data: unknown, meta: unknown = {}): unknown {
  return { meta, data };
}

function refused(
  what: string,
  responses: Readonly<Record<string, unknown>>,
  request: UpstreamCase['request'],
  fails: FailureCode,
  details: Omit<Extract<UpstreamCase['outcome'], { fails: unknown }>, 'fails'> = {},
): UpstreamCase {
  return { what, responses, request, outcome: { fails, ...details } };
}

// ── pages ───────────────────────────────────────────────────────────────────────────────────────

const OPEN = '/surveys/12/openfeedback';
const SURVEYS = '/questions/5/surveys';
const ALERTS = '/folders/2/alerts';
const ITEM = { ts: TS, r: 0, text: MARK };

const SURVEY_ITEM = { folder: { key: 2, name: 'North' }, timeZone: 'Etc/UTC' };
const surveyItems = (from: number, count: number): readonly object[] =>
  Array.from({ length: Math.max(0, count) }, (_, index) => ({
    key: from + index + 1,
    ...SURVEY_ITEM,
  }));

/** A list of 250 by offset; `change` sees each page before it is sent. */
function list(
  change: (request: { offset: number; attempt: number }) => {
    total?: number;
    count?: number;
    offset?: number;
  },
): Responder {
  let attempt = 0;
  return (response, { query }) => {
    const offset = Number(query.get('offset'));
    if (offset === 0) attempt += 1;
    const {
      total = 250,
      count = Math.min(100, 250 - offset),
      ...meta
    } = change({ offset, attempt });
    const data = surveyItems(offset, count);
    sendJson(response, page(data, { offset: meta.offset ?? offset, limit: 100, total }));
  };
}

const endlessPages: Responder = (response, { query }) => {
  const start = Date.parse(query.get('date_start') ?? '');
  sendJson(
    response,
    page([{ ...ALERT, beginTime: stamp(start) }], { moreResultsAfter: stamp(start + 1) }),
  );
};

// ── alerts ──────────────────────────────────────────────────────────────────────────────────────

const ALERT = {
  key: 91,
  alertType: 'negative',
  survey: { key: 12 },
  alertSpecification: { key: 4 },
  beginTime: '2026-11-10T10:00:00+0200',
  endTime: '2026-11-10T10:30:00+0200',
  parameters: {},
};

const BEFORE = { beginTime: '2026-11-01T00:00:00Z', endTime: '2026-11-07T23:59:59Z' };

const alertsOfWeek = (of: ReadonlyMap<number, Report>): readonly unknown[] =>
  of
    .get(2)
    ?.surveys.flatMap(
      ({ alerts: openAlerts }) =>
        openAlerts?.map(({ alertType, state, minutesInWeek, parameters }) => [
          alertType,
          state,
          minutesInWeek,
          parameters,
        ]) ?? [null],
    ) ?? [];

function alertWeek(what: string, change: object, gives: readonly unknown[]): UpstreamCase {
  return {
    what,
    responses: { ...HEALTHY, [ALERTS]: page([{ ...ALERT, ...change }]) },
    request: weekReport(alertsOfWeek),
    outcome: { gives },
  };
}

function badAlert(change: object, fails: FailureCode, field: string): UpstreamCase {
  const responses = { [ALERTS]: page([{ ...ALERT, ...change }]) };
  return refused(field, responses, alerts, fails, { where: `/data/0/${field}` });
}

export const LISTS: readonly CatalogueEntry<UpstreamCase>[] = [
  {
    of: 42,
    what: 'a raw result with both `r` and `data`, with neither, or with an invalid `r`',
    otherwise: `not dropped and counted: ${inReports}, and the client returns it unchanged`,
    cases: [
      {
        what: 'both, and neither',
        responses: { '/surveys/12/rawresults': page([{ ts: TS, r: 1, data: [1] }, { ts: TS }]) },
        request: async (api) => (await raw(api)).map(({ r, data }) => [r, data]),
        outcome: {
          gives: [
            [1, [1]],
            [null, null],
          ],
        },
      },
      ...[-1, 2.5, '1', MARK].map((r) =>
        refused(
          `r ${r}`,
          { '/surveys/12/rawresults': page([{ ts: TS, r }]) },
          raw,
          'COUNT_INVALID',
          {
            where: '/data/0/r',
          },
        ),
      ),
      {
        what: 'r 7',
        responses: { '/surveys/12/rawresults': page([{ ts: TS, r: 7 }]) },
        request: async (api) => (await raw(api)).map(({ r }) => r),
        outcome: { gives: [7] },
      },
    ],
  },
  {
    of: 43,
    what: 'an old web item, with `r` and the text in `o`',
    cases: [
      {
        what: 'r in o',
        responses: { '/surveys/12/rawresults': page([{ ts: TS, o: { r: 3, text: 'c' } }]) },
        request: async (api) => (await raw(api)).map(({ r, o }) => [r, o]),
        outcome: { gives: [[null, { r: 3, text: 'c' }]] },
      },
    ],
  },
  {
    of: 47,
    what: 'two raw results that are the same: two',
    cases: [
      {
        what: 'twice',
        responses: {
          '/surveys/12/rawresults': page([
            { ts: TS, r: 1 },
            { ts: TS, r: 1 },
          ]),
        },
        request: async (api) => (await raw(api)).length,
        outcome: { gives: 2 },
      },
    ],
  },
  {
    of: 48,
    what: 'an invalid relevance or spam mark: ignored',
    cases: [
      {
        what: 'texts',
        responses: {
          [OPEN]: page([
            { ...ITEM, relevance: 'x', spam: 'yes' },
            { ...ITEM, relevance: null },
          ]),
        },
        request: async (api) => (await open(api)).map(({ relevance, spam }) => [relevance, spam]),
        outcome: {
          gives: [
            [null, null],
            [null, null],
          ],
        },
      },
    ],
  },
  {
    of: 51,
    what: 'open feedback with an `r` beyond the scale',
    otherwise: `as 42: ${inReports}`,
    cases: [
      {
        what: 'r 7',
        responses: { [OPEN]: page([{ ...ITEM, r: 7 }]) },
        request: async (api) => (await open(api)).map(({ r }) => r),
        outcome: { gives: [7] },
      },
      refused('r −1', { [OPEN]: page([{ ...ITEM, r: -1 }]) }, open, 'COUNT_INVALID', {
        where: '/data/0/r',
      }),
    ],
  },
  {
    of: 52,
    what: '`moreResultsAfter` that points backwards, is invalid, or never ends',
    cases: [
      ...[RANGE.start - 1, RANGE.start, RANGE.end, RANGE.end + 1].map((at) =>
        refused(
          stamp(at),
          { [OPEN]: page([ITEM], { moreResultsAfter: stamp(at) }) },
          open,
          'PAGING_STALLED',
        ),
      ),
      ...['tomorrow', 17, '2026-11-31T00:00:00Z', '', MARK].map((moreResultsAfter) =>
        refused(
          String(moreResultsAfter),
          { [OPEN]: page([ITEM], { moreResultsAfter }) },
          open,
          'TS_INVALID',
          {
            where: '/meta/moreResultsAfter',
          },
        ),
      ),
      refused(
        'always a millisecond on',
        { [ALERTS]: withResponder(endlessPages) },
        alerts,
        'PAGING_STALLED',
        {
          facts: { pages: MAX_PAGES },
          requests: 1_000,
        },
      ),
    ],
  },
  {
    of: 53,
    what: '`moreResultsAfter` with no data',
    cases: [
      refused(
        'nothing, and more of it',
        { [OPEN]: page([], { moreResultsAfter: stamp(RANGE.start + 1) }) },
        open,
        'PAGING_STALLED',
      ),
    ],
  },
  {
    of: 54,
    what: '`meta` missing: complete, unless the page has the maximum length',
    otherwise: 'PAGING_INCONSISTENT is the code (PAGING_UNKNOWN)',
    cases: [
      {
        what: 'one item',
        responses: { [OPEN]: { data: [ITEM] } },
        request: async (api) => (await open(api)).length,
        outcome: { gives: 1 },
      },
      refused(
        'a full page',
        { [OPEN]: { data: Array.from({ length: 10_000 }, () => ITEM) } },
        open,
        'PAGING_INCONSISTENT',
        { facts: { reason: 'no meta' } },
      ),
      refused(
        'none in a list by offset',
        { [SURVEYS]: { data: [] } },
        ofQuestion,
        'SHAPE_MISMATCH',
        { where: '/meta' },
      ),
    ],
  },
  {
    of: 55,
    what: 'offset and total that do not fit, an exceeded limit: read again, twice at most',
    cases: [
      {
        what: 'in order',
        responses: { [SURVEYS]: withResponder(list(() => ({}))) },
        request: async (api) => (await ofQuestion(api)).length,
        outcome: { gives: 250, requests: 3 },
      },
      {
        what: 'a total that shrinks once',
        responses: {
          [SURVEYS]: withResponder(
            list(({ offset, attempt }) => (attempt === 1 && offset > 0 ? { total: 249 } : {})),
          ),
        },
        request: async (api) => (await ofQuestion(api)).length,
        outcome: { gives: 250, requests: 5 },
      },
      refused(
        'a total that always shrinks',
        { [SURVEYS]: withResponder(list(({ offset }) => ({ total: 250 - offset / 100 }))) },
        ofQuestion,
        'PAGING_INCONSISTENT',
        { requests: 6 },
      ),
      refused(
        'a limit that is passed over',
        { [SURVEYS]: withResponder(list(({ offset }) => ({ count: 250 - offset }))) },
        ofQuestion,
        'PAGING_INCONSISTENT',
        { requests: 3 },
      ),
      refused(
        'an empty page in between',
        { [SURVEYS]: withResponder(list(({ offset }) => (offset > 0 ? { count: 0 } : {}))) },
        ofQuestion,
        'PAGING_INCONSISTENT',
        { requests: 6 },
      ),
      refused(
        'another offset than was asked for',
        { [SURVEYS]: withResponder(list(() => ({ offset: 7 }))) },
        ofQuestion,
        'PAGING_INCONSISTENT',
        { requests: 3 },
      ),
      refused(
        'a total that is none',
        { [SURVEYS]: page([], { offset: 0, total: MARK }) },
        ofQuestion,
        'COUNT_INVALID',
        { where: '/meta/total' },
      ),
    ],
  },
  {
    of: 56,
    what: 'an unknown alert type: shown under its own name, with a note',
    cases: [
      alertWeek('another type', { alertType: 'flood' }, [
        COMPLETE_WEEK,
        'ENUM_UNKNOWN, survey 12, noted',
        ['flood', 'closed', 30, {}],
      ]),
      badAlert({ key: 0 }, 'KEY_INVALID', 'key'),
      badAlert({ survey: { key: MARK } }, 'KEY_INVALID', 'survey/key'),
      badAlert({ alertSpecification: {} }, 'KEY_INVALID', 'alertSpecification/key'),
      badAlert({ beginTime: undefined }, 'TS_INVALID', 'beginTime'),
      badAlert({ alertType: 7 }, 'SHAPE_MISMATCH', 'alertType'),
      alertWeek('no type', { alertType: 7 }, [
        'partial, 10 responses',
        'SHAPE_MISMATCH, folder 2, missing',
        null,
      ]),
    ],
  },
  {
    of: 57,
    what: 'an alert that ends before it begins: no minutes, never fewer',
    otherwise: 'shown with the times that came, as an alert without a length',
    cases: [
      alertWeek('backwards', { endTime: '2026-11-10T09:00:00+0200' }, [
        COMPLETE_WEEK,
        ['negative', 'closed', 0, {}],
      ]),
      alertWeek('an end that is no time', { endTime: 'soon' }, [
        'partial, 10 responses',
        'TS_INVALID, folder 2, missing',
        null,
      ]),
      alertWeek('before the dates that were asked for', BEFORE, [
        'partial, 10 responses',
        'OUT_OF_RANGE, folder 2, missing',
        null,
      ]),
      alertWeek(
        'after them',
        { beginTime: '2026-11-17T00:00:01Z', endTime: '2026-11-17T01:00:00Z' },
        ['partial, 10 responses', 'OUT_OF_RANGE, folder 2, missing', null],
      ),
      ...[
        { beginTime: '2026-11-01T00:00:00Z', endTime: '2026-11-08T00:00:00Z' },
        { beginTime: '2026-11-17T00:00:00Z', endTime: undefined },
      ].map((touching) => alertWeek('at the edge of them', touching, [COMPLETE_WEEK])),
      {
        what: 'one of two before the dates that were asked for',
        responses: { ...HEALTHY, [ALERTS]: page([ALERT, { ...ALERT, ...BEFORE, key: 92 }]) },
        request: weekReport((of) => [
          ...alertsOfWeek(of),
          ...(of.get(2)?.problems ?? []).map(({ message }) => message),
        ]),
        outcome: {
          gives: [
            COMPLETE_WEEK,
            'ROWS_OUT_OF_RANGE, folder 2, noted',
            ['negative', 'closed', 30, {}],
            'Alerts of this folder of other dates than were asked for are left out: 1 of 2.',
          ],
        },
      },
    ],
  },
  {
    of: 58,
    what: 'missing or unknown parameters',
    cases: [
      alertWeek('null', { parameters: null }, [COMPLETE_WEEK, ['negative', 'closed', 30, {}]]),
      alertWeek('missing', { parameters: undefined }, [
        COMPLETE_WEEK,
        ['negative', 'closed', 30, {}],
      ]),
      alertWeek('others', { parameters: { novelty: [null, { a: 1 }] } }, [
        COMPLETE_WEEK,
        ['negative', 'closed', 30, { novelty: [null, { a: 1 }] }],
      ]),
      ...[
        [MARK],
        MARK,
        Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`p${index}`, index])),
        { filter: Array.from({ length: 100 }, () => 0) },
        { note: MARK.repeat(100) },
        { [MARK.repeat(100)]: 1 },
      ].map((parameters) => badAlert({ parameters }, 'SHAPE_MISMATCH', 'parameters')),
    ],
  },
];
