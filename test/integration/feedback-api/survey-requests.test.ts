// The requests that a survey's week costs with the local service, its history, and what is left when that can't be read.
import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { DateTime } from 'luxon';
import { gatherFolder } from '../../../lib/reports/gather-facts.ts';
import type { FeedbackSource } from '../../../lib/ports/feedback-source.ts';
import { createConcurrencyLimits } from '../../../lib/shared/concurrency-limits.ts';
import { companyOf, instant, survey } from '../../support/feedback-service/acme.ts';
import { clientId, serve, token } from '../../support/feedback-service/served-company.ts';
import { AS_OF, CONTEXT } from '../../support/test-facts.ts';
import { openClientContext, staticCredentials } from './client-context.ts';
import { startScriptedApi, type Responder, sendJson } from './scripted-server.ts';

const HOUR = 3_600_000;
const QUESTION = { key: 5, name: 'How was it?', locale: 'en' };
const THIS_WEEK = '2026-11-11T10:00:00Z';
const WEEK_BEFORE = '2026-11-04T10:00:00Z';
/** The last response of a device that is dead since. */
const EARLIER = '2026-03-04T10:00:00Z';
const LONG_AGO = '2025-09-03T10:00:00Z';

const ALWAYS = [{ start: instant('2024-01-01T00:00:00Z'), end: instant('2030-01-01T00:00:00Z') }];
const ENDED = [{ start: instant('2024-01-01T00:00:00Z'), end: instant('2026-01-01T00:00:00Z') }];

interface Kind {
  readonly periods: typeof ALWAYS;
  readonly pressed: readonly string[];
}

function gather(
  source: FeedbackSource,
  listed: readonly { readonly key: number; readonly timeZone: string }[],
) {
  const surveys = listed.map((entry) => ({ ...entry, question: QUESTION }));
  return gatherFolder({ key: 1, name: 'Acme', folders: [], surveys }, source, {
    ...CONTEXT,
    limits: createConcurrencyLimits(4),
  });
}

/** The requests of a folder's week beside the one for its alerts, and the number of its surveys that belong in the week. */
async function requestsFor(
  t: TestContext,
  kinds: readonly Kind[],
): Promise<{ readonly requests: number; readonly surveys: number }> {
  const { url } = await serve(
    t,
    companyOf(
      kinds.map(({ periods }, i) => survey(i + 11, { activePeriods: periods })),
      Object.fromEntries(
        kinds.map(({ pressed }, i) => [i + 11, pressed.map((ts) => ({ ts: instant(ts), r: 3 }))]),
      ),
    ),
  );
  const credentials = staticCredentials({ clientId, apiToken: token });
  await using context = openClientContext({ baseUrl: url, credentials });
  const { surveys, problems } = await gather(
    context.api.source,
    kinds.map((_, i) => ({ key: i + 11, timeZone: 'Europe/Helsinki' })),
  );
  assert.deepEqual(problems, []);
  return { requests: context.api.requests().sent - 1, surveys: surveys.length };
}

describe('the requests for a survey', () => {
  const usual = { periods: ALWAYS, pressed: [THIS_WEEK, WEEK_BEFORE] };
  const silent = { periods: ALWAYS, pressed: [EARLIER] };

  it('are five with responses in both weeks, three when silent, two when it is not in the week', async (t) => {
    const cases: readonly (readonly [
      what: string,
      kind: Kind,
      requests: number,
      surveys: number,
    ])[] = [
      ['responses in both weeks', usual, 5, 1],
      ['responses in one of them', { periods: ALWAYS, pressed: [THIS_WEEK] }, 4, 1],
      ['silent', silent, 3, 1],
      ['silent, without active periods', { periods: [], pressed: [EARLIER] }, 3, 1],
      ['last response more than 60 weeks ago', { periods: [], pressed: [LONG_AGO] }, 3, 0],
      ['ended', { periods: ENDED, pressed: [WEEK_BEFORE] }, 2, 0],
      ['ended, with responses', { periods: ENDED, pressed: [THIS_WEEK] }, 4, 1],
    ];
    for (const [what, kind, requests, surveys] of cases) {
      assert.deepEqual(await requestsFor(t, [kind]), { requests, surveys }, what);
    }
  });

  it('are 4.33 on average where a third is silent', async (t) => {
    const { requests } = await requestsFor(t, [usual, usual, usual, usual, silent, silent]);
    assert.equal((requests / 6).toFixed(2), '4.33');
  });
});

describe('the history of a survey', () => {
  const zones = [
    'America/Santiago',
    'Australia/Lord_Howe',
    'Europe/Helsinki',
    'Pacific/Kiritimati',
    'Pacific/Pago_Pago',
  ];

  it('has every response in the week of its local date', async (t) => {
    // A response in every fifth hour, from before the first week to after the last, in hours of all offsets.
    const pressed: number[] = [];
    for (let at = instant('2025-09-01T00:00Z'); at < AS_OF; at += 4.75 * HOUR) pressed.push(at);
    const lines = pressed.map((ts) => ({ ts, r: 2 }));
    const surveys = zones.map((timeZone, i) => survey(i + 11, { timeZone }));
    const feedback = Object.fromEntries(surveys.map(({ key }) => [key, lines]));
    const { url } = await serve(t, companyOf(surveys, feedback));
    const credentials = staticCredentials({ clientId, apiToken: token });
    await using context = openClientContext({ baseUrl: url, credentials });
    const { surveys: gathered, problems } = await gather(
      context.api.source,
      surveys.map(({ key, timeZone }) => ({ key, timeZone })),
    );
    assert.deepEqual(problems, []);
    for (const { week } of gathered) {
      // Luxon's week numbers: the calendar under test computes its own.
      const expected = Object.groupBy(pressed, (at) =>
        DateTime.fromMillis(at, { zone: week.timeZone }).toFormat("kkkk-'W'WW"),
      );
      assert.deepEqual(
        week.history?.map((past) => [past.week, past.data[2]]),
        week.history?.map((past) => [past.week, expected[past.week]?.length]),
        week.timeZone,
      );
      assert.equal(week.history?.[0]?.week, '2025-W38');
    }
    assert.equal(gathered.length, zones.length);
  });
});

describe('a history that can not be read', () => {
  const survey12 = {
    key: 12,
    question: QUESTION,
    folder: { key: 1, name: 'Acme' },
    timeZone: 'Europe/Helsinki',
    activePeriods: [{ start: '2020-01-01T00:00:00Z' }],
    surveyType: 'TERMINAL',
    indexType: 'HAPPY',
    feedbackScale: 'FOUR',
  };
  const failures: readonly (readonly [what: string, answer: Responder, reason: RegExp])[] = [
    ['404', (response) => void response.writeHead(404).end(), /has no such folder or survey/],
    ['invalid JSON', (response) => void response.writeHead(200).end('[{'), /not JSON/],
    [
      'other dates alone',
      (response) => {
        sendJson(response, [{ ts: '2026-11-10T00:00:00+0200', data: [1] }]);
      },
      /dates/,
    ],
    ['no answer in time', () => undefined, /in time/],
  ];

  for (const [what, answer, reason] of failures) {
    it(`leaves the week as it is, without history: ${what}`, async () => {
      let expire: (() => void) | null = null;
      await using server = await startScriptedApi(async (response, request) => {
        if (request.path === '/v1/surveys/12') sendJson(response, survey12);
        else if (request.query.get('truncate') === 'hour')
          sendJson(response, [{ ts: '2026-10-07T10:00:00+0300', data: [0, 0, 0, 7] }]);
        else {
          await answer(response, request);
          // No other request is in flight.
          await setImmediate();
          if (!response.writableEnded) expire?.();
        }
      });
      await using context = openClientContext({ baseUrl: server.url });
      expire = context.expireDeadlines;
      const source = { ...context.api.source, readAlerts: () => Promise.resolve([]) };
      const { surveys, failed, problems } = await gather(source, [survey12]);
      assert.deepEqual(
        problems.map(({ code, survey: key, missing }) => [code, key, missing]),
        [['HISTORY_MISSING', 12, true]],
      );
      assert.match(problems[0]?.message ?? '', /^The weeks before the last 13 are missing: /);
      assert.match(problems[0]?.message ?? '', reason);
      assert.deepEqual(failed, []);
      assert.equal(surveys[0]?.week.history, null);
      assert.deepEqual(surveys[0].week.trend[7]?.data, [0, 0, 0, 7]);
    });
  }
});
