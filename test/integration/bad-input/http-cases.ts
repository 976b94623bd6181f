// Sends invalid requests and checks the responses: to the local routes, or as an event to the handler on AWS. Every
// response must match the API's description, have a problem code, and not repeat the request.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createReportsApiHandler } from '../../../functions/reports-api/handler.ts';
import { createLog } from '../../../lib/shared/log.ts';
import {
  objectIn,
  createTestApiIn,
  type TestResponse,
  type TestRequest,
  type ReportsApiTestContext,
} from '../../support/http/reports-api-context.ts';

/** A marker in invalid requests; no response may contain it. */
export const MARK = 'canary-request-77c1';
export const WEEK = '2026-W46';
/** The current week. */
export const OPEN_WEEK = '2026-W47';

export interface HttpCase {
  readonly what: string;
  readonly check: (context: ReportsApiTestContext) => Promise<void>;
}

export interface BadRequest extends TestRequest {
  /** Default POST. */
  readonly method?: string;
  /** Default /v1/reports. */
  readonly path?: string;
}

export function refused(what: string, request: BadRequest, status: number, code: string): HttpCase {
  return {
    what,
    check: async (context) => {
      const answer = await send(context, request);
      checkProblem(answer, what, status, code, request.method === 'HEAD');
      assert.deepEqual(context.faults, [], what);
    },
  };
}

/** A check with a separate store, so that its changes do not affect other cases. */
export function onSeparateClient(
  what: string,
  check: (context: ReportsApiTestContext) => Promise<void>,
): HttpCase {
  return {
    what,
    check: async () => {
      const root = mkdtempSync(join(tmpdir(), 'bad-input-'));
      try {
        const context = createTestApiIn(root);
        await context.put(WEEK, 21);
        await check(context);
      } finally {
        rmSync(root, { recursive: true, force: true });
      }
    },
  };
}

export function send(
  context: ReportsApiTestContext,
  { method = 'POST', path = '/v1/reports', ...ask }: BadRequest,
): Promise<TestResponse> {
  return context.ask(method, path, ask);
}

export function checkProblem(
  { status: answered, body, headers, text }: TestResponse,
  what: string,
  status: number,
  code: string,
  isBodiless = false,
): void {
  assert.equal(answered, status, `${what}: ${text}`);
  const headerList = [...headers];
  assert.deepEqual(
    headerList.filter(([name]) => name.startsWith('access-control-')),
    [],
    what,
  );
  assert.ok(
    !`${text}${JSON.stringify(headerList)}`.includes(MARK),
    `${what}: it contains the marker`,
  );
  if (isBodiless) return;
  assert.equal(body['code'], code, what);
  assert.equal(body['status'], status, what);
  assert.match(headers.get('content-type') ?? '', /^application\/problem\+json/, what);
}

// ── events of API Gateway ───────────────────────────────────────────────────────────────────────

/** An event that is refused with a code; the log lines do not contain the marker. */
export function refusedEvent(
  what: string,
  event: unknown,
  { status, code, logged }: { status: number; code: string; logged: readonly string[] },
): HttpCase {
  return {
    what,
    check: async (context) => {
      const lines: string[] = [];
      const log = createLog({
        write: (line) => lines.push(line),
        clock: () => context.now,
        context: {},
      });
      const result = await createReportsApiHandler({ api: context.api, log })(event);
      const { statusCode = 0, headers = {}, body: text = '' } = result;
      const headerList = Object.entries(headers).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]);
      const answer = {
        status: statusCode,
        headers: new Headers(headerList),
        text,
        body: objectIn(text),
      };
      checkProblem(answer, what, status, code);
      assert.deepEqual(
        lines.map((line) => objectIn(line)['code']),
        logged,
        what,
      );
      assert.ok(!lines.join('').includes(MARK), `${what}: it is in the log`);
    },
  };
}

/** An event as API Gateway sends it, from a caller with access to the whole company. */
export function postRequest(body: string, isBase64Encoded: boolean): object {
  const path = '/v1/reports';
  return {
    version: '2.0',
    rawPath: path,
    rawQueryString: '',
    headers: { 'content-type': 'application/json' },
    requestContext: {
      http: { method: 'POST', path },
      authorizer: { lambda: { folders: '1', caller: '0'.repeat(20) } },
    },
    body,
    isBase64Encoded,
  };
}
