// Runs the service command in this process, with captured output and a signal to stop it.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { serviceCommand } from '../../../functions/cli/commands/service.ts';
import { publishContent } from '../open-temporary-store.ts';
import { basic } from './served-company.ts';

export interface Run {
  readonly out: () => string;
  readonly err: () => string;
  /** Resolves with the first line on standard output. */
  readonly ready: Promise<string>;
  readonly stop: () => void;
  readonly code: Promise<number>;
}

export function run(
  t: TestContext,
  args: readonly string[],
  env: Record<string, string> = {},
): Run {
  const endController = new AbortController();
  const ready = Promise.withResolvers<string>();
  let out = '';
  let err = '';
  const io = {
    stdout: {
      write: (text: string) => {
        out += text;
        publishContent('stdout of a command', text);
        ready.resolve(text);
      },
    },
    stderr: {
      write: (text: string) => {
        err += text;
        publishContent('stderr of a command', text);
      },
    },
    env,
    signal: endController.signal,
  };
  const stop = (): void => {
    endController.abort();
  };
  const code = serviceCommand(args, io);
  t.after(async () => {
    stop();
    await code;
  });
  return { out: () => out, err: () => err, ready: ready.promise, stop, code };
}

export interface Serving extends Run {
  readonly url: string;
  /** Status and body of GET, with these credentials. */
  readonly ask: (
    path: string,
    clientId: string,
    token: string,
  ) => Promise<{ readonly status: number; readonly body: unknown }>;
}

/** Resolves when the service listens; fails with its error output when it ends instead. */
export async function serving(
  t: TestContext,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Serving> {
  const running = run(t, ['--port', '0', ...args], env);
  const firstResult = await Promise.race([running.ready, running.code]);
  const url = /^listening on (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(String(firstResult))?.[1];
  assert.ok(url !== undefined, running.err());
  return {
    ...running,
    url,
    ask: async (path, clientId, token) => {
      const headers = { authorization: basic(clientId, token) };
      const response = await fetch(url + path, { headers });
      const body: unknown = await response.json();
      return { status: response.status, body };
    },
  };
}

/** Runs a command that ends by itself and returns its result; fails when it serves instead. */
export async function ended(
  t: TestContext,
  args: readonly string[],
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const { code, stop, out, err, ready } = run(t, args);
  void ready.then((firstLine) => {
    if (firstLine.startsWith('listening')) stop();
  });
  const endedRun = { code: await code, out: out(), err: err() };
  assert.doesNotMatch(endedRun.out, /^listening/);
  return endedRun;
}

/** By what is wrong: arguments, and what the error says. */
export type WrongArguments = Readonly<
  Record<string, readonly [args: readonly string[], ...errors: RegExp[]]>
>;

/** Fails unless the arguments are refused by name, and without the value "secret". */
export async function assertRefused(
  t: TestContext,
  args: readonly string[],
  errors: readonly RegExp[],
): Promise<void> {
  const { code, out, err } = await ended(t, args);
  assert.equal(code, 2);
  assert.equal(out, '');
  for (const error of errors) assert.match(err, error);
  assert.doesNotMatch(err, /secret/);
}
