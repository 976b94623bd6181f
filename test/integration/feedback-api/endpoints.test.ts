// Every endpoint: its path, all of its parameters, its headers, and its parsed response.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FeedbackApi } from '../../../lib/adapters/feedback-api/index.ts';
import { sendJson, startScriptedApi, type ReceivedRequest } from './scripted-server.ts';
import { listHours } from '../../support/test-facts.ts';
import { API_TOKEN, CLIENT_ID, openClientContext } from './client-context.ts';
import { collectPages } from '../../support/outcomes.ts';

const RANGE = { start: Date.UTC(2026, 10, 8, 23), end: Date.UTC(2026, 10, 15, 23) };
const DATES = { date_start: '2026-11-08T23:00:00.000Z', date_end: '2026-11-15T23:00:00.000Z' };

interface EndpointCall<T> {
  readonly request: (api: FeedbackApi) => Promise<T>;
  readonly body: unknown;
}

async function callEndpoint<T>({
  request: ask,
  body,
}: EndpointCall<T>): Promise<{ readonly request: ReceivedRequest; readonly value: T }> {
  await using server = await startScriptedApi((response) => {
    sendJson(response, body);
  });
  await using context = openClientContext({ baseUrl: server.url });
  const value = await ask(context.api);
  const [request] = server.requests;
  assert.ok(request !== undefined);
  assert.equal(server.requests.length, 1);
  assert.equal(request.method, 'GET');
  return { request, value };
}

function pathAndQuery({ path, query }: ReceivedRequest): unknown {
  return [path, Object.fromEntries(query)];
}

const QUESTION = { key: 5, name: 'How was it?', locale: 'en-GB' };
const PERIODS = [
  { start: '2026-01-01T00:00:00.000+0200', end: '2026-02-01T00:00:00.000+0200' },
  { start: '2026-03-01T00:00:00.000+0200' },
];

describe('folders', () => {
  const body = { key: 1, name: 'Root' };

  it('requests folders from the root or from a folder, with or without surveys', async () => {
    const root = await callEndpoint({
      request: ({ source }) => source.readFolders(null, { surveys: true }),
      body,
    });
    assert.deepEqual(pathAndQuery(root.request), ['/v1/folders', { surveys: 'true' }]);
    assert.deepEqual(root.value, {
      root: { key: 1, name: 'Root', folders: [], surveys: [] },
      notes: [],
    });

    const single = await callEndpoint({
      request: ({ client }) => client.folder(12, { surveys: false }),
      body,
    });
    assert.deepEqual(pathAndQuery(single.request), ['/v1/folders/12', { surveys: 'false' }]);
  });

  it('requests folders as the children of a folder', async () => {
    const { request, value } = await callEndpoint({
      request: ({ client }) => client.folderChildren(12, { surveys: false }),
      body: { meta: { offset: 0, limit: 100, total: 1 }, data: [body] },
    });
    const query = { surveys: 'false', offset: '0', limit: '100' };
    assert.deepEqual(pathAndQuery(request), ['/v1/folders/12/children', query]);
    assert.equal(value[0]?.key, 1);
  });
});

describe('alerts', () => {
  it('requests alerts with an absolute range and an explicit child_folders', async () => {
    const parameters = { windowMin: 30, actual: 41.5, responseFilter: [0, 1], more: { a: null } };
    const { request, value } = await callEndpoint({
      request: ({ source }) => source.readAlerts(3, RANGE, { childFolders: true }),
      body: {
        meta: {},
        data: [
          {
            key: '91',
            alertType: 'somethingNew',
            survey: { key: 12, timezone: 'Europe/Helsinki' },
            alertSpecification: { key: 4 },
            beginTime: '2026-11-09T10:15:30.000+0200',
            endTime: '2026-11-09T10:45:00+02:00',
            parameters,
          },
          {
            key: 92,
            alertType: 'negative',
            survey: { key: 12 },
            alertSpecification: { key: 4 },
            beginTime: '2026-11-09T08:15:30Z',
            endTime: null,
          },
        ],
      },
    });
    assert.deepEqual(pathAndQuery(request), [
      '/v1/folders/3/alerts',
      { child_folders: 'true', ...DATES },
    ]);
    const at = Date.UTC(2026, 10, 9, 8, 15, 30);
    assert.deepEqual(value, [
      {
        key: 91,
        alertType: 'somethingNew',
        survey: 12,
        alertSpecification: 4,
        beginTime: { at, offsetMinutes: 120 },
        endTime: { at: Date.UTC(2026, 10, 9, 8, 45), offsetMinutes: 120 },
        parameters,
      },
      {
        key: 92,
        alertType: 'negative',
        survey: 12,
        alertSpecification: 4,
        beginTime: { at, offsetMinutes: 0 },
        endTime: null,
        parameters: {},
      },
    ]);
  });
});

describe('a survey', () => {
  const body = {
    key: 12,
    question: QUESTION,
    folder: { key: 3, name: 'North' },
    timeZone: 'Europe/Helsinki',
    activePeriods: PERIODS,
    surveyType: 'TERMINAL',
    indexType: 'HAPPY',
    feedbackScale: 'FOUR',
  };

  it('is returned with its details', async () => {
    const { request, value } = await callEndpoint({
      request: ({ source }) => source.readSurvey(12),
      body,
    });
    assert.deepEqual(pathAndQuery(request), ['/v1/surveys/12', {}]);
    assert.deepEqual(value, {
      ...body,
      activePeriods: [
        { start: Date.UTC(2025, 11, 31, 22), end: Date.UTC(2026, 0, 31, 22) },
        { start: Date.UTC(2026, 1, 28, 22), end: null },
      ],
    });
  });

  it('has results by any period, and by local hour and day', async () => {
    const rows = [
      { ts: '2026-11-09T00:00:00.000+0200', data: [1, 2, 3, 4] },
      { ts: '2026-11-09T13:00:00.000-0330', data: [] },
    ];
    const hourly = await callEndpoint({
      request: ({ source }) => source.readHourlyCounts(12, RANGE),
      body: rows,
    });
    const query = { ...DATES, truncate: 'hour' };
    assert.deepEqual(pathAndQuery(hourly.request), ['/v1/surveys/12/results', query]);
    const localDay = Date.UTC(2026, 10, 9) / 86_400_000;
    assert.deepEqual(listHours(hourly.value), [
      { localDay, hour: 0, offsetMinutes: 120, data: [1, 2, 3, 4] },
      { localDay, hour: 13, offsetMinutes: -210, data: [] },
    ]);

    const daily = await callEndpoint({
      request: ({ source }) => source.readDailyCounts(12, RANGE),
      body: rows,
    });
    assert.deepEqual(pathAndQuery(daily.request), [
      '/v1/surveys/12/results',
      { ...DATES, truncate: 'day' },
    ]);
    assert.deepEqual(listHours(daily.value), listHours(hourly.value));

    const monthly = await callEndpoint({
      request: ({ client }) => client.results(12, RANGE, 'month'),
      body: rows,
    });
    assert.equal(monthly.request.query.get('truncate'), 'month');
    assert.equal(monthly.value[1]?.ts.at, Date.UTC(2026, 10, 9, 16, 30));
  });

  it('has follow-ups', async () => {
    const option = { key: 8, name: 'Queue', data: [5, 1, 0, 0], percentages: [7, null] };
    const { request, value } = await callEndpoint({
      request: ({ source }) => source.readFollowUps(12, RANGE),
      body: { meta: {}, data: { painPoints: [option], highlights: [] } },
    });
    assert.deepEqual(pathAndQuery(request), ['/v1/surveys/12/followup', DATES]);
    assert.deepEqual(value, {
      painPoints: [{ key: 8, name: 'Queue', data: [5, 1, 0, 0] }],
      highlights: [],
    });
  });

  it('has open feedback, in which invalid optional fields are ignored', async () => {
    const ts = '2026-11-09T10:15:30+0200';
    const { request, value } = await callEndpoint({
      request: ({ client }) => collectPages(client.openFeedback(12, RANGE)),
      body: {
        meta: {},
        data: [
          { ts, r: 0, text: 'x', relevance: 0.5, spam: true, f: { key: 8, name: 'Queue' } },
          { ts, r: 3, text: null, relevance: 'x', spam: 'yes' },
        ],
      },
    });
    assert.deepEqual(pathAndQuery(request), ['/v1/surveys/12/openfeedback', DATES]);
    assert.deepEqual(
      value.map(({ ts: { at }, ...rest }) => ({ at, ...rest })),
      [
        {
          at: Date.UTC(2026, 10, 9, 8, 15, 30),
          r: 0,
          text: 'x',
          relevance: 0.5,
          spam: true,
          f: { key: 8, name: 'Queue' },
        },
        {
          at: Date.UTC(2026, 10, 9, 8, 15, 30),
          r: 3,
          text: '',
          relevance: null,
          spam: null,
          f: null,
        },
      ],
    );
  });

  it('has raw results of every documented shape', async () => {
    const ts = '2026-11-09T10:00:00+0200';
    const f = { key: 8, name: 'Queue' };
    const shapes = [
      { ts, r: 0 },
      { ts, data: [1, 2, 3, 4] },
      { ts, r: 1, f },
      { ts, r: 1, f, o: { text: 'a' } },
      { ts, r: 2, o: { text: 'b' } },
      { ts, o: { r: 3, text: 'c' } },
    ];
    const { request, value } = await callEndpoint({
      request: ({ client }) =>
        collectPages(client.rawResults(12, RANGE, { followUps: true, openFeedback: false })),
      body: { meta: {}, data: shapes },
    });
    const query = { followup: 'true', openfeedback: 'false', ...DATES };
    assert.deepEqual(pathAndQuery(request), ['/v1/surveys/12/rawresults', query]);
    assert.deepEqual(
      value.map(({ r, data, f: followUp, o }) => [r, data, followUp?.key ?? null, o?.r, o?.text]),
      [
        [0, null, null, undefined, undefined],
        [null, [1, 2, 3, 4], null, undefined, undefined],
        [1, null, 8, undefined, undefined],
        [1, null, 8, null, 'a'],
        [2, null, null, null, 'b'],
        [null, null, null, 3, 'c'],
      ],
    );
  });
});

describe('questions', () => {
  const meta = { offset: 0, limit: 100, total: 1 };

  it('requests questions as a list, one by one, and with their surveys', async () => {
    const list = await callEndpoint({
      request: ({ client }) => client.questions(),
      body: { meta, data: [QUESTION] },
    });
    assert.deepEqual(pathAndQuery(list.request), ['/v1/questions', { offset: '0', limit: '100' }]);
    assert.deepEqual(list.value, [QUESTION]);

    const single = await callEndpoint({
      request: ({ client }) => client.question(5),
      body: QUESTION,
    });
    assert.deepEqual(pathAndQuery(single.request), ['/v1/questions/5', {}]);
    assert.deepEqual(single.value, QUESTION);

    const survey = { key: 12, folder: { key: 3, name: 'North' }, timeZone: 'Europe/Helsinki' };
    const surveys = await callEndpoint({
      request: ({ client }) => client.questionSurveys(5),
      body: { meta, data: [{ ...survey, activePeriods: PERIODS }] },
    });
    const query = { offset: '0', limit: '100' };
    assert.deepEqual(pathAndQuery(surveys.request), ['/v1/questions/5/surveys', query]);
    assert.equal(surveys.value[0]?.activePeriods.length, 2);
  });
});

describe('a request', () => {
  const headersOf = async (options: object): Promise<ReceivedRequest['headers']> => {
    await using server = await startScriptedApi((response) => {
      sendJson(response, QUESTION);
    });
    await using context = openClientContext({ baseUrl: server.url, ...options });
    await context.api.client.question(5);
    return server.requests[0]?.headers ?? {};
  };

  it('has the documented content type, and accepts only JSON and only gzip', async () => {
    const headers = await headersOf({});
    assert.equal(headers.accept, 'application/json');
    assert.equal(headers['content-type'], 'application/json; charset=UTF-8');
    assert.equal(headers['accept-encoding'], 'gzip');
  });

  it('authenticates with Basic or with two headers of any prefix, never with both', async () => {
    const basic = Buffer.from(`${CLIENT_ID}:${API_TOKEN}`).toString('base64');
    const byBasic = await headersOf({});
    assert.equal(byBasic.authorization, `Basic ${basic}`);
    assert.equal(byBasic['x-svc-client-id'], undefined);

    const byHeaders = await headersOf({ auth: 'headers' });
    assert.equal(byHeaders.authorization, undefined);
    assert.equal(byHeaders['x-svc-client-id'], CLIENT_ID);
    assert.equal(byHeaders['x-svc-api-token'], API_TOKEN);

    const byOthers = await headersOf({ auth: 'headers', headerPrefix: 'X-Other' });
    assert.equal(byOthers['x-other-client-id'], CLIENT_ID);
    assert.equal(byOthers['x-other-api-token'], API_TOKEN);
  });
});
