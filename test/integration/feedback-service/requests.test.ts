import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { companyOf, survey } from '../../support/feedback-service/acme.ts';
import {
  clientId,
  problemOf,
  serve,
  token,
} from '../../support/feedback-service/served-company.ts';

const company = companyOf([survey(11)]);

type RequestCase = readonly [request: string, status: number, code: string | undefined];

const ok = undefined;

/** Every row is asked with valid credentials; the fault of each is the only one in it. */
const rows: readonly RequestCase[] = [
  ['GET /v1/folders', 200, ok],
  ['GET /v1/folders?surveys=true&state=active', 200, ok],
  ['GET /v1/folders/1', 200, ok],
  ['GET /v1/folders/1/children', 200, ok],
  ['GET /v1/folders/1/alerts', 200, ok],
  ['GET /v1/surveys/11', 200, ok],
  ['GET /v1/surveys/11/results', 200, ok],
  ['GET /v1/surveys/11/openfeedback', 200, ok],
  ['GET /v1/surveys/11/followup', 200, ok],
  ['GET /v1/surveys/11/rawresults', 200, ok],
  ['GET /v1/questions', 200, ok],
  ['GET /v1/questions/70', 200, ok],
  ['GET /v1/questions/70/surveys', 200, ok],
  // Clients join a base address and a path with one slash too many, or end it with one.
  ['GET /v1/folders/', 200, ok],
  ['GET /v1//folders?surveys=true', 200, ok],
  ['GET //v1/folders', 200, ok],
  ['GET /v1/surveys//11///results/?truncate=week', 200, ok],
  ['GET /v1/surveys//results', 400, 'KEY_INVALID'],
  ['POST /v1//folders/', 405, 'METHOD_NOT_ALLOWED'],
  ['GET /v1//folder', 404, 'ROUTE_UNKNOWN'],
  // Unknown routes, whatever the method.
  ['GET /', 404, 'ROUTE_UNKNOWN'],
  ['GET /v1', 404, 'ROUTE_UNKNOWN'],
  ['GET /v2/folders', 404, 'ROUTE_UNKNOWN'],
  ['GET /v1/Folders', 404, 'ROUTE_UNKNOWN'],
  ['GET /v1/surveys', 404, 'ROUTE_UNKNOWN'],
  ['GET /v1/surveys/11/alerts', 404, 'ROUTE_UNKNOWN'],
  ['POST /v1/surveys', 404, 'ROUTE_UNKNOWN'],
  // Other methods on known routes, before anything in the path or query is looked at.
  ['POST /v1/folders', 405, 'METHOD_NOT_ALLOWED'],
  ['PUT /v1/folders/1', 405, 'METHOD_NOT_ALLOWED'],
  ['PATCH /v1/surveys/11', 405, 'METHOD_NOT_ALLOWED'],
  ['DELETE /v1/questions/70', 405, 'METHOD_NOT_ALLOWED'],
  ['OPTIONS /v1/folders', 405, 'METHOD_NOT_ALLOWED'],
  ['HEAD /v1/folders', 200, ok],
  ['HEAD /v1/folders/abc', 400, ok],
  ['HEAD /v1/surveys/99/results', 404, ok],
  ['POST /v1/folders/abc?surveys=maybe', 405, 'METHOD_NOT_ALLOWED'],
  // Keys that are not numbers come before keys that do not exist.
  ['GET /v1/folders/abc', 400, 'KEY_INVALID'],
  ['GET /v1/folders/1a', 400, 'KEY_INVALID'],
  ['GET /v1/folders/-1', 400, 'KEY_INVALID'],
  ['GET /v1/folders/1.5', 400, 'KEY_INVALID'],
  ['GET /v1/folders/1e0', 400, 'KEY_INVALID'],
  ['GET /v1/folders/%zz', 400, 'KEY_INVALID'],
  ['GET /v1/surveys/abc/results', 400, 'KEY_INVALID'],
  ['GET /v1/questions/abc/surveys', 400, 'KEY_INVALID'],
  ['GET /v1/folders/%31', 200, ok],
  ['GET /v1/folders/99', 404, 'FOLDER_NOT_FOUND'],
  ['GET /v1/folders/0', 404, 'FOLDER_NOT_FOUND'],
  ['GET /v1/folders/99/children', 404, 'FOLDER_NOT_FOUND'],
  ['GET /v1/folders/99/alerts', 404, 'FOLDER_NOT_FOUND'],
  ['GET /v1/surveys/99', 404, 'SURVEY_NOT_FOUND'],
  ['GET /v1/surveys/1', 404, 'SURVEY_NOT_FOUND'],
  ['GET /v1/surveys/99/results', 404, 'SURVEY_NOT_FOUND'],
  ['GET /v1/surveys/99/openfeedback', 404, 'SURVEY_NOT_FOUND'],
  ['GET /v1/surveys/99/followup', 404, 'SURVEY_NOT_FOUND'],
  ['GET /v1/surveys/99/rawresults', 404, 'SURVEY_NOT_FOUND'],
  ['GET /v1/questions/99', 404, 'QUESTION_NOT_FOUND'],
  ['GET /v1/questions/99/surveys', 404, 'QUESTION_NOT_FOUND'],
  ['GET /v1/surveys/99999999999999999999', 404, 'SURVEY_NOT_FOUND'],
  [`GET /v1/surveys/${'9'.repeat(400)}`, 404, 'SURVEY_NOT_FOUND'],
  // Bad values come before keys of nothing.
  ['GET /v1/surveys/99/results?truncate=decade', 400, 'PARAMETER_INVALID'],
  ['GET /v1/folders/99?surveys=yes', 400, 'PARAMETER_INVALID'],
  ['GET /v1/folders?surveys=', 400, 'PARAMETER_INVALID'],
  ['GET /v1/folders?surveys', 400, 'PARAMETER_INVALID'],
  ['GET /v1/folders?surveys=TRUE', 200, ok],
  // As Python and R write booleans.
  ['GET /v1/folders/1/alerts?child_folders=False', 200, ok],
  ['GET /v1/folders?surveys=T', 400, 'PARAMETER_INVALID'],
  ['GET /v1/folders?state=paused', 400, 'PARAMETER_INVALID'],
  ['GET /v1/folders/1/children?limit=0', 400, 'PARAMETER_INVALID'],
  ['GET /v1/folders/1/children?limit=101', 400, 'PARAMETER_INVALID'],
  ['GET /v1/folders/1/children?limit=ten', 400, 'PARAMETER_INVALID'],
  ['GET /v1/folders/1/children?offset=-1', 400, 'PARAMETER_INVALID'],
  ['GET /v1/folders/1/children?offset=1.5', 400, 'PARAMETER_INVALID'],
  ['GET /v1/questions?limit=%zz', 400, 'PARAMETER_INVALID'],
  ['GET /v1/questions/70/surveys?state=Active', 400, 'PARAMETER_INVALID'],
  ['GET /v1/folders/1/alerts?child_folders=1', 400, 'PARAMETER_INVALID'],
  ['GET /v1/surveys/11/rawresults?followup=maybe', 400, 'PARAMETER_INVALID'],
  ['GET /v1/surveys/11/rawresults?openfeedback=0', 400, 'PARAMETER_INVALID'],
  ['GET /v1/surveys/11/results?truncate=', 400, 'PARAMETER_INVALID'],
  ['GET /v1/surveys/11/results?truncate=HoUr', 200, ok],
  // Dates.
  ['GET /v1/surveys/11/results?date_start=2026-11-09T00:00:00.000%2B0200', 200, ok],
  ['GET /v1/surveys/11/results?date_start=2026-11-09T00:00:00%2B02:00', 200, ok],
  ['GET /v1/surveys/11/results?date_start=2026-11-09T00:00Z', 200, ok],
  ['GET /v1/surveys/11/results?date_start=2028-02-29T00:00:00Z', 200, ok],
  ['GET /v1/surveys/11/results?date_start=2026-11-09T00:00:00+0200', 400, 'PARAMETER_INVALID'],
  ['GET /v1/surveys/11/results?date_start=2026-11-09', 400, 'PARAMETER_INVALID'],
  ['GET /v1/surveys/11/results?date_start=2026-11-09T00:00:00', 400, 'PARAMETER_INVALID'],
  ['GET /v1/surveys/11/results?date_start=2026-02-29T00:00:00Z', 400, 'PARAMETER_INVALID'],
  ['GET /v1/surveys/11/results?date_start=2026-02-30T00:00:00Z', 400, 'PARAMETER_INVALID'],
  ['GET /v1/surveys/11/results?date_start=2026-04-31T00:00:00Z', 400, 'PARAMETER_INVALID'],
  ['GET /v1/surveys/11/results?date_start=2026-13-01T00:00:00Z', 400, 'PARAMETER_INVALID'],
  ['GET /v1/surveys/11/results?date_start=2026-11-09T24:00:00Z', 400, 'PARAMETER_INVALID'],
  ['GET /v1/surveys/11/results?date_start=2026-11-09T00:60:00Z', 400, 'PARAMETER_INVALID'],
  ['GET /v1/surveys/11/results?date_start=2026-11-09T00:00:60Z', 400, 'PARAMETER_INVALID'],
  ['GET /v1/surveys/11/results?date_start=2026-11-09T00:00:00%2B2500', 400, 'PARAMETER_INVALID'],
  ['GET /v1/surveys/11/results?date_start=1793923200000', 400, 'PARAMETER_INVALID'],
  ['GET /v1/surveys/11/openfeedback?date_end=today', 400, 'PARAMETER_INVALID'],
  ['GET /v1/surveys/11/followup?date_end=today', 400, 'PARAMETER_INVALID'],
  ['GET /v1/surveys/11/rawresults?date_end=today', 400, 'PARAMETER_INVALID'],
  ['GET /v1/folders/1/alerts?date_end=today', 400, 'PARAMETER_INVALID'],
  ['GET /v1/folders/1/alerts?local_date_start=2026-11-09T00:00:00', 200, ok],
  ['GET /v1/folders/1/alerts?local_date_start=2026-11-09T00:00:00Z', 400, 'PARAMETER_INVALID'],
  ['GET /v1/folders/1/alerts?local_date_end=2026-02-30T00:00:00', 400, 'PARAMETER_INVALID'],
  // Repeated parameters, even with one value; unknown names are ignored, repeated or not.
  ['GET /v1/surveys/11/results?truncate=day&truncate=day', 400, 'PARAMETER_REPEATED'],
  ['GET /v1/surveys/11/results?truncate=day&%74runcate=hour', 400, 'PARAMETER_REPEATED'],
  ['GET /v1/questions?limit=5&limit=6', 400, 'PARAMETER_REPEATED'],
  ['GET /v1/folders?page=1&page=2&limit=zero', 200, ok],
  ['GET /v1/surveys/11/openfeedback?truncate=decade&%zz=1&&=', 200, ok],
  // Ranges.
  ['GET /v1/surveys/11/results?RANGE_REVERSED', 400, 'RANGE_REVERSED'],
  ['GET /v1/surveys/11/openfeedback?RANGE_REVERSED', 400, 'RANGE_REVERSED'],
  ['GET /v1/surveys/11/followup?RANGE_REVERSED', 400, 'RANGE_REVERSED'],
  ['GET /v1/folders/1/alerts?RANGE_REVERSED', 400, 'RANGE_REVERSED'],
  ['GET /v1/folders/1/alerts?LOCAL_REVERSED', 400, 'RANGE_REVERSED'],
  ['GET /v1/surveys/11/rawresults?RANGE_REVERSED', 200, ok],
  ['GET /v1/surveys/99/rawresults?RANGE_REVERSED', 404, 'SURVEY_NOT_FOUND'],
  ['GET /v1/surveys/99/results?RANGE_REVERSED', 400, 'RANGE_REVERSED'],
  ['GET /v1/surveys/11/results?RANGE_EMPTY', 200, ok],
  ['GET /v1/surveys/11/openfeedback?RANGE_EMPTY', 200, ok],
  ['GET /v1/surveys/11/followup?RANGE_EMPTY', 200, ok],
  ['GET /v1/surveys/11/rawresults?RANGE_EMPTY', 200, ok],
  ['GET /v1/folders/1/alerts?RANGE_EMPTY', 200, ok],
  [
    'GET /v1/folders/1/alerts?date_start=2026-11-09T00:00:00Z&local_date_start=2026-11-09T00:00:00',
    400,
    'RANGES_MIXED',
  ],
  [
    'GET /v1/folders/1/alerts?date_start=2026-11-09T00:00:00Z&local_date_end=2026-11-16T00:00:00',
    400,
    'RANGES_MIXED',
  ],
];

const ranges: Readonly<Record<string, string>> = {
  RANGE_REVERSED: 'date_start=2026-11-16T00:00:00Z&date_end=2026-11-09T00:00:00Z',
  LOCAL_REVERSED: 'local_date_start=2026-11-16T00:00:00&local_date_end=2026-11-09T00:00:00',
  RANGE_EMPTY: 'date_start=2026-11-09T02:00:00%2B0200&date_end=2026-11-09T00:00:00Z',
};

describe('a request is checked in one order', () => {
  it('answers every row of the table with its status and code', async (t) => {
    const { ask } = await serve(t, company);
    for (const [request, status, code] of rows) {
      const [method, target = ''] = request.split(' ');
      const path = target.replace(/\?([A-Z_]+)$/, (_, name: string) => `?${ranges[name] ?? name}`);
      const headers = { 'x-svc-client-id': clientId, 'x-svc-api-token': token };
      const answer = await ask(path, { method: method ?? '', headers });
      assert.equal(answer.status, status, request);
      const isProblem = status !== 200;
      const type = isProblem ? 'application/problem+json' : 'application/json';
      assert.equal(answer.headers.get('content-type'), `${type}; charset=UTF-8`, request);
      assert.equal(answer.headers.get('allow'), status === 405 ? 'GET, HEAD' : null, request);
      assert.equal(answer.headers.get('cache-control'), 'no-store', request);
      if (code === undefined) continue;
      const problem = problemOf(answer);
      assert.deepEqual([problem.status, problem.code], [status, code], request);
    }
  });

  it('requires credentials before it reports anything else', async (t) => {
    const { ask } = await serve(t, company);
    for (const [request] of rows) {
      const [method, target = ''] = request.split(' ');
      const { status, headers } = await ask(target, { method: method ?? '', headers: {} });
      assert.equal(status, 401, request);
      assert.match(headers.get('www-authenticate') ?? '', /^Basic realm="/);
    }
  });

  it('reports every invalid parameter without its value', async (t) => {
    const { ask } = await serve(t, company);
    const answer = await ask(
      '/v1/surveys/x1/results?truncate=secret&date_start=secret&date_end=a&date_end=b',
    );
    assert.deepEqual(
      problemOf(answer).errors?.map(({ parameter }) => parameter),
      ['key', 'date_start', 'date_end', 'truncate'],
    );
    assert.doesNotMatch(JSON.stringify(answer.body), /secret/);
  });

  it('reports faults in the order of the parameters, then faults between parameters', async (t) => {
    const { ask } = await serve(t, company);
    const faultsOf = async (target: string): Promise<unknown> =>
      problemOf(await ask(target)).errors?.map(({ parameter, code }) => [parameter, code]);
    const reversed = 'date_start=2026-11-16T00:00:00Z&date_end=2026-11-09T00:00:00Z';
    assert.deepEqual(await faultsOf(`/v1/surveys/11/results?truncate=decade&${reversed}`), [
      ['date_end', 'RANGE_REVERSED'],
      ['truncate', 'PARAMETER_INVALID'],
    ]);
    const mixedQuery = `${reversed}&local_date_end=never&child_folders=0`;
    assert.deepEqual(await faultsOf(`/v1/folders/1/alerts?${mixedQuery}`), [
      ['child_folders', 'PARAMETER_INVALID'],
      ['local_date_end', 'PARAMETER_INVALID'],
      ['local_date_end', 'RANGES_MIXED'],
      ['date_end', 'RANGE_REVERSED'],
    ]);
  });
});
