// Hides how a bad request is sent and its answer judged: to the routes as a laptop serves them, or as an event to the
// door on AWS; every answer is held against the API's description, is told by a code, and repeats nothing.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHandler } from '../../../functions/reports-api/handler.ts';
import { openLog } from '../../../lib/shared/log.ts';
import {
  objectIn,
  reportsWorldIn,
  type Answer,
  type Ask,
  type World,
} from '../../support/http/reports-api-context.ts';

/** In what callers send; no answer repeats it. */
export const MARK = 'canary-request-77c1';
export const WEEK = '2026-W46';
/** The week that goes on. */
export const OPEN_WEEK = '2026-W47';

export interface HttpCase {
  readonly what: string;
  readonly check: (world: World) => Promise<void>;
}

export interface BadRequest extends Ask {
  /** Default POST. */
  readonly method?: string;
  /** Default /v1/reports. */
  readonly path?: string;
}

export function refused(what: string, request: BadRequest, status: number, code: string): HttpCase {
  return {
    what,
    check: async (world) => {
      const answer = await send(world, request);
      judge(answer, what, status, code, request.method === 'HEAD');
      assert.deepEqual(world.faults, [], what);
    },
  };
}

/** A check of its own, in a world of its own: whatever it does to it, nobody else sees. */
export function apart(what: string, check: (world: World) => Promise<void>): HttpCase {
  return {
    what,
    check: async () => {
      const root = mkdtempSync(join(tmpdir(), 'bad-input-'));
      try {
        const world = reportsWorldIn(root);
        await world.put(WEEK, 21);
        await check(world);
      } finally {
        rmSync(root, { recursive: true, force: true });
      }
    },
  };
}

export function send(
  world: World,
  { method = 'POST', path = '/v1/reports', ...ask }: BadRequest,
): Promise<Answer> {
  return world.ask(method, path, ask);
}

export function judge(
  { status: answered, body, headers, text }: Answer,
  what: string,
  status: number,
  code: string,
  isBodiless = false,
): void {
  assert.equal(answered, status, `${what}: ${text}`);
  const told = [...headers];
  assert.deepEqual(
    told.filter(([name]) => name.startsWith('access-control-')),
    [],
    what,
  );
  assert.ok(!`${text}${JSON.stringify(told)}`.includes(MARK), `${what}: it repeats what was sent`);
  if (isBodiless) return;
  assert.equal(body['code'], code, what);
  assert.equal(body['status'], status, what);
  assert.match(headers.get('content-type') ?? '', /^application\/problem\+json/, what);
}

// ── by the door ─────────────────────────────────────────────────────────────────────────────────

/** An event that is answered with a code, and with lines in the log that hold none of it. */
export function refusedEvent(
  what: string,
  event: unknown,
  { status, code, logged }: { status: number; code: string; logged: readonly string[] },
): HttpCase {
  return {
    what,
    check: async (world) => {
      const lines: string[] = [];
      const log = openLog({
        write: (line) => lines.push(line),
        clock: () => world.now,
        context: {},
      });
      const result = await createHandler({ api: world.api, log })(event);
      const { statusCode = 0, headers = {}, body: text = '' } = result;
      const told = Object.entries(headers).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]);
      const answer = { status: statusCode, headers: new Headers(told), text, body: objectIn(text) };
      judge(answer, what, status, code);
      assert.deepEqual(
        lines.map((line) => objectIn(line)['code']),
        logged,
        what,
      );
      assert.ok(!lines.join('').includes(MARK), `${what}: it is in the log`);
    },
  };
}

/** As API Gateway sends it, from somebody who sees the whole company. */
export function posted(body: string, isBase64Encoded: boolean): object {
  const path = '/v1/reports';
  return {
    version: '2.0',
    rawPath: path,
    rawQueryString: '',
    headers: { 'content-type': 'application/json' },
    requestContext: { http: { method: 'POST', path }, authorizer: { lambda: { folders: '1' } } },
    body,
    isBase64Encoded,
  };
}
