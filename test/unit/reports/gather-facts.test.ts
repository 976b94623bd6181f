// Data of a folder's surveys for a week, and the problems when one of the requests fails.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Failure } from '../../../lib/shared/failure.ts';
import { gatherFolder } from '../../../lib/reports/gather-facts.ts';
import type { ActivePeriod, DayCounts, HourCounts } from '../../../lib/domain/report-inputs.ts';
import type { FeedbackSource, Folder } from '../../../lib/ports/feedback-source.ts';
import { createConcurrencyLimits } from '../../../lib/shared/concurrency-limits.ts';
import { UNUSED_SOURCE } from '../../campaigns/simulation/idle.ts';
import {
  createAlert,
  createHour,
  CONTEXT,
  createSurvey,
  NO_FOLLOW_UPS,
} from '../../support/test-facts.ts';

const SURVEY = { key: 7, question: createSurvey().question, timeZone: 'Europe/Helsinki' };
const FOLDER: Folder = { key: 3, name: 'Store', folders: [], surveys: [SURVEY] };
const IN_WEEK = createHour('2026-11-10', 9, [0, 0, 0, 20]);
const IN_WEEK_BEFORE = createHour('2026-11-03', 9, [0, 0, 0, 20]);
const IN_HISTORY = createHour('2025-11-05', 0, [3, 0, 0, 0]);
const OUTSIDE = createHour('2026-06-01', 9, [0, 0, 0, 5]);
const DOWN = new Failure('UPSTREAM_UNAVAILABLE', { path: '/x' });

/** The message of a problem has no path. */
const DOWN_MEANING = 'the reporting API kept returning errors';

const OPTION = { key: 8, name: 'Queue', data: [0, 0, 0, 4] };
const SURVEY_MISSING = `UPSTREAM_UNAVAILABLE | 3/7 | The survey is missing: ${DOWN_MEANING}. | missing`;
const FOLLOW_UPS_MISSING = `UPSTREAM_UNAVAILABLE | 3/7 | The follow-ups are missing: ${DOWN_MEANING}. | missing`;
const HISTORY_MISSING = `HISTORY_MISSING | 3/7 | The weeks before the last 13 are missing: ${DOWN_MEANING}. | missing`;
const ALERTS_MISSING = `UPSTREAM_UNAVAILABLE | 3/- | The alerts of this folder are missing: ${DOWN_MEANING}. | missing`;

const HEALTHY: FeedbackSource = {
  ...UNUSED_SOURCE,
  readSurvey: (key) =>
    Promise.resolve(createSurvey({ key, folder: { key: 99, name: 'Elsewhere' } })),
  readFollowUps: () => Promise.resolve({ ...NO_FOLLOW_UPS, highlights: [OPTION] }),
  readHourlyCounts: () => Promise.resolve([IN_WEEK]),
  readDailyCounts: () => Promise.resolve([]),
  readAlerts: () =>
    Promise.resolve([
      createAlert('2026-11-10T08:00:00Z', '2026-11-10T09:00:00Z'),
      createAlert('2026-11-10T08:00:00Z', null, { key: 2, survey: 8 }),
    ]),
};

/** What is gathered when the source answers so; of each problem its code, subject and message. */
async function gather(changes: Partial<FeedbackSource>, folder = FOLDER) {
  const settings = { ...CONTEXT, limits: createConcurrencyLimits(2) };
  const { surveys, failed, problems } = await gatherFolder(
    folder,
    { ...HEALTHY, ...changes },
    settings,
  );
  return {
    surveys: surveys.map(({ folder: of, week }) => ({ of, ...week })),
    failed: failed.length,
    problems: problems.map(({ code, folder: key, survey, message, missing }) =>
      [code, `${key ?? '-'}/${survey ?? '-'}`, message, missing ? 'missing' : 'noted'].join(' | '),
    ),
  };
}

const fails = (): Promise<never> => Promise.reject(DOWN);
const rows = (...hours: readonly HourCounts[]) => ({
  readHourlyCounts: () => Promise.resolve(hours),
});
const history = (...days: readonly DayCounts[]) => ({
  readDailyCounts: () => Promise.resolve(days),
});

describe('gatherFolder', () => {
  it('returns surveys with follow-ups and their own alerts, in the folder of the tree', async () => {
    const { surveys, failed, problems } = await gather({});
    assert.deepEqual([surveys.length, failed, problems], [1, 0, []]);
    const [survey] = surveys;
    assert.deepEqual([survey?.of.key, survey?.responses], [3, 20]);
    assert.deepEqual(
      survey?.alerts?.map(({ key }) => key),
      [1],
    );
    assert.deepEqual(
      survey.highlights?.map(({ key }) => key),
      [8],
    );
  });

  it('sends no request for a folder without surveys', async () => {
    const readAlerts = (): never => assert.fail('no request for alerts expected');
    const gatheredFacts = await gather({ readAlerts }, { ...FOLDER, surveys: [] });
    assert.deepEqual(gatheredFacts, { surveys: [], failed: 0, problems: [] });
  });

  it('reports a problem for a survey whose details or results fail', async () => {
    for (const change of [{ readSurvey: fails }, { readHourlyCounts: fails }]) {
      const expected = { surveys: [], failed: 1, problems: [SURVEY_MISSING] };
      assert.deepEqual(await gather(change), expected);
    }
  });

  it('reports a problem for a survey with an unknown time zone in the tree or the details', async () => {
    const problem =
      'TZ_UNKNOWN | 3/7 | The survey is missing: this runtime does not know its time zone "Mars/Base". | missing';
    const expected = { surveys: [], failed: 1, problems: [problem] };
    const timeZone = 'Mars/Base';
    const folder = { ...FOLDER, surveys: [{ ...SURVEY, timeZone }] };
    assert.deepEqual(await gather({ readSurvey: fails }, folder), expected);
    const details = { readSurvey: () => Promise.resolve(createSurvey({ timeZone })) };
    assert.deepEqual(await gather(details), expected);
  });

  it('omits surveys that do not belong in the week', async () => {
    const endedSurvey = createSurvey({ activePeriods: [] });
    const gatheredFacts = await gather({
      readSurvey: () => Promise.resolve(endedSurvey),
      readAlerts: fails,
      readFollowUps: fails,
      ...rows(),
    });
    assert.deepEqual(gatheredFacts, { surveys: [], failed: 0, problems: [] });
  });

  it('returns no follow-ups and one problem when those of either week fail', async () => {
    const weekStart = Date.parse('2026-11-08T22:00:00Z');
    for (const isFailing of [
      (start: number) => start === weekStart,
      (start: number) => start < weekStart,
      () => true,
    ]) {
      const { surveys, failed, problems } = await gather({
        ...rows(IN_WEEK_BEFORE, IN_WEEK),
        readFollowUps: (_key, { start }) =>
          isFailing(start) ? fails() : Promise.resolve(NO_FOLLOW_UPS),
      });
      assert.deepEqual([failed, problems], [0, [FOLLOW_UPS_MISSING]]);
      assert.deepEqual([surveys[0]?.highlights, surveys[0]?.painPoints], [null, null]);
    }
  });

  it('asks for the follow-ups of weeks with responses only', async () => {
    const [mondayBefore, monday] = ['2026-11-01T22:00:00Z', '2026-11-08T22:00:00Z'];
    const earlier = createHour('2026-11-01', 23, [0, 0, 0, 9]);
    const next = createHour('2026-11-16', 0, [9, 0, 0, 0]);
    const silent = createHour('2026-11-10', 9, [0, 0, 0, 0]);
    for (const [hours, expected] of [
      [[earlier, next], []],
      [[earlier, silent, next], []],
      [[createHour('2026-11-15', 23, [0, 1, 0, 0])], [monday]],
      [[createHour('2026-11-02', 0, [1, 0, 0, 0])], [mondayBefore]],
      [
        [IN_WEEK, IN_WEEK_BEFORE],
        [mondayBefore, monday],
      ],
    ] as const) {
      const requests: string[] = [];
      const { surveys, problems } = await gather({
        ...rows(...hours),
        readFollowUps: (_key, { start }) => {
          requests.push(new Date(start).toISOString().replace('.000', ''));
          return Promise.resolve({ ...NO_FOLLOW_UPS, highlights: [OPTION] });
        },
      });
      assert.deepEqual(requests.toSorted(), expected);
      const namedKeys = expected.length === 0 ? [] : [OPTION.key];
      assert.deepEqual(
        surveys[0]?.highlights?.map(({ key }) => key),
        namedKeys,
      );
      assert.deepEqual(problems, []);
    }
  });

  it('returns the survey without its history, and one problem, when the daily results fail', async () => {
    const complete = await gather(history(IN_HISTORY));
    const { surveys, failed, problems } = await gather({ readDailyCounts: fails });
    assert.deepEqual([failed, problems], [0, [HISTORY_MISSING]]);
    const [survey] = surveys;
    assert.deepEqual(survey?.data, complete.surveys[0]?.data);
    assert.deepEqual([survey?.history, survey?.level.state], [null, null]);
    assert.deepEqual(complete.surveys[0]?.history?.[7], { week: '2025-W45', data: [3, 0, 0, 0] });
  });

  it('asks for the history of surveys that belong in the week or may belong by it, and for nothing else of others', async () => {
    const ended = [{ start: 0, end: Date.parse('2026-11-01T00:00:00Z') }];
    const requestsOf = async (
      activePeriods: readonly ActivePeriod[],
      ...hours: readonly HourCounts[]
    ): Promise<readonly string[]> => {
      const requests: string[] = [];
      await gather({
        readSurvey: () => Promise.resolve(createSurvey({ activePeriods })),
        ...rows(...hours),
        readDailyCounts: () => {
          requests.push('history');
          return Promise.resolve([]);
        },
        readFollowUps: () => {
          requests.push('follow-ups');
          return Promise.resolve(NO_FOLLOW_UPS);
        },
      });
      return requests;
    };
    assert.deepEqual(await requestsOf(ended, IN_WEEK_BEFORE), []);
    assert.deepEqual(await requestsOf(ended, IN_WEEK), ['history', 'follow-ups']);
    assert.deepEqual(await requestsOf([{ start: 0, end: null }]), ['history']);
    assert.deepEqual(await requestsOf([]), ['history']);
    assert.deepEqual(await requestsOf([], IN_WEEK_BEFORE), ['history', 'follow-ups']);
  });

  it('returns a survey without active periods for 60 weeks after its last response', async () => {
    const lastResponse = (date: string) =>
      gather({
        readSurvey: () => Promise.resolve(createSurvey({ activePeriods: [] })),
        ...rows(),
        ...history(createHour(date, 0, [0, 1, 0, 0])),
      });
    const [survey, ...others] = (await lastResponse('2025-09-15')).surveys;
    assert.deepEqual(
      [survey?.responses, survey?.history?.[0]?.data, others],
      [0, [0, 1, 0, 0], []],
    );
    assert.deepEqual((await lastResponse('2025-09-14')).surveys, []);
  });

  it('reports a problem for a survey that may belong by its history, when that fails', async () => {
    const silent = createSurvey({ activePeriods: [] });
    const gatheredFacts = await gather({
      readSurvey: () => Promise.resolve(silent),
      ...rows(),
      readDailyCounts: fails,
    });
    assert.deepEqual(gatheredFacts, { surveys: [], failed: 1, problems: [SURVEY_MISSING] });
  });

  it('returns no alerts and one problem of the folder when its alerts fail', async () => {
    const { surveys, failed, problems } = await gather({ readAlerts: fails });
    assert.deepEqual([surveys[0]?.alerts, failed, problems], [null, 0, [ALERTS_MISSING]]);
  });

  it('reports the number of rows outside the dates, and fails the survey when all are', async () => {
    const mixedResult = await gather(rows(IN_WEEK, OUTSIDE, OUTSIDE));
    assert.deepEqual(mixedResult.problems, [
      'ROWS_OUT_OF_RANGE | 3/7 | Results of other dates than were asked for are left out: 2 of 3. | noted',
    ]);
    assert.equal(mixedResult.surveys.length, 1);
    const outsideResult = await gather(rows(OUTSIDE, OUTSIDE));
    assert.deepEqual([outsideResult.surveys, outsideResult.failed], [[], 1]);
    const expected = new Failure('OUT_OF_RANGE', { rows: 2 }).message;
    assert.deepEqual(outsideResult.problems, [
      `OUT_OF_RANGE | 3/7 | The survey is missing: ${expected}. | missing`,
    ]);
  });

  it('adds the days outside the dates to the hours, and has no history when all are', async () => {
    const mixedResult = await gather({
      ...rows(IN_WEEK, OUTSIDE),
      ...history(IN_HISTORY, createHour('2026-11-10', 0, [1, 0, 0, 0])),
    });
    assert.deepEqual(mixedResult.problems, [
      'ROWS_OUT_OF_RANGE | 3/7 | Results of other dates than were asked for are left out: 2 of 4. | noted',
    ]);
    assert.deepEqual(mixedResult.surveys[0]?.data, IN_WEEK.data);
    const outsideResult = await gather(history(IN_WEEK));
    const expected = new Failure('OUT_OF_RANGE', { rows: 1 }).message;
    assert.deepEqual(outsideResult.problems, [
      `HISTORY_MISSING | 3/7 | The weeks before the last 13 are missing: ${expected}. | missing`,
    ]);
    assert.equal(outsideResult.surveys[0]?.history, null);
  });

  it('returns the alerts of the requested dates, with a problem about the others', async () => {
    const old = createAlert('2026-06-01T08:00:00Z', '2026-06-01T09:00:00Z', { key: 3 });
    const current = createAlert('2026-11-10T08:00:00Z', null);
    const { surveys, problems } = await gather({
      readAlerts: () => Promise.resolve([old, current]),
    });
    assert.deepEqual(
      surveys[0]?.alerts?.map(({ key }) => key),
      [1],
    );
    assert.deepEqual(problems, [
      'ROWS_OUT_OF_RANGE | 3/- | Alerts of this folder of other dates than were asked for are left out: 1 of 2. | noted',
    ]);
  });

  it('returns the alerts of a survey that has moved from the folder where it is now', async () => {
    const current = createAlert('2026-11-10T08:00:00Z', null);
    const readAlerts = (folder: number) => Promise.resolve(folder === 99 ? [current] : []);
    const { surveys, problems } = await gather({ readAlerts });
    assert.deepEqual(
      surveys[0]?.alerts?.map(({ key }) => key),
      [1],
    );
    assert.deepEqual(problems, []);
    const failing = (folder: number) => (folder === 99 ? fails() : Promise.resolve([]));
    const failed = await gather({ readAlerts: failing });
    assert.equal(failed.surveys[0]?.alerts, null);
    assert.equal(failed.problems.length, 1);
    assert.match(failed.problems[0] ?? '', /^UPSTREAM_UNAVAILABLE \| 3\/7 \| .* \| missing$/);
  });

  it('fails for rejected credentials and for any error that is not a Failure', async () => {
    for (const error of [new Failure('UPSTREAM_UNAUTHORIZED', { path: '/x' }), new TypeError()]) {
      for (const call of [
        'readSurvey',
        'readFollowUps',
        'readHourlyCounts',
        'readDailyCounts',
        'readAlerts',
      ]) {
        await assert.rejects(
          gather({ [call]: () => Promise.reject(error) }),
          (thrown) => thrown === error,
        );
      }
    }
  });
});
