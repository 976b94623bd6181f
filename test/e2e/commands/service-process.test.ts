// The service as a process: signals during imports and requests, and a database password from its environment.
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { resolve } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { z } from 'zod';
import { dataDirectory, presses } from '../../support/feedback-service/data-directory.ts';
import { postgresPrograms, startPostgres } from '../../support/feedback-service/postgres-server.ts';
import { MACHINE } from '../../support/machine-environment.ts';
import { basic, clientId, sha256, token } from '../../support/feedback-service/served-company.ts';
import { ended, serving } from '../../support/feedback-service/service-run.ts';

const MAIN = resolve(import.meta.dirname, '../../../functions/cli/main.ts');

const postgres = { skip: postgresPrograms() === undefined ? 'needs PostgreSQL' : false };

interface Process {
  readonly child: ChildProcess;
  /** Resolves with the first match in its output; rejects when the process ends without one. */
  readonly tells: (pattern: RegExp) => Promise<RegExpExecArray>;
  readonly ended: Promise<number | null>;
  readonly output: () => string;
}

function start(
  t: TestContext,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Process {
  const child = spawn(process.execPath, [MAIN, 'service', '--port', '0', ...args], {
    env: { ...MACHINE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      child.emit('output');
    });
  }
  const { promise: ended, resolve: end } = Promise.withResolvers<number | null>();
  child.on('close', (code) => {
    end(code);
    child.emit('output');
  });
  return {
    child,
    ended,
    output: () => output,
    tells: async (pattern) => {
      for (;;) {
        const match = pattern.exec(output);
        if (match !== null) return match;
        assert.equal(child.exitCode, null, output);
        await once(child, 'output');
      }
    },
  };
}

/** Serves a survey whose raw results are larger than the socket buffers. */
async function startWithLongAnswer(t: TestContext) {
  const text = 'word '.repeat(500);
  const lines = presses(5000).map((press) => ({ ...press, text }));
  const folder = await dataDirectory(t, { files: { 'feedback.ndjson': lines } });
  const process = start(t, ['--data', folder]);
  const [, url = ''] = await process.tells(/listening on (\S+)\n/);
  return { ...process, url, path: `${url}/v1/surveys/11/rawresults?openfeedback=true` };
}

describe('the service as a process', () => {
  it('completes a request in flight after SIGTERM, and exits with 0', async (t) => {
    const { child, tells, ended, url, path } = await startWithLongAnswer(t);
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get(path, { headers: { authorization: basic(clientId, token) } }, resolve).on(
        'error',
        reject,
      );
    });
    child.kill('SIGTERM');
    await tells(/Shutting down/);
    await assert.rejects(fetch(url), 'takes no new connection');
    assert.equal(child.exitCode, null);
    let body = '';
    for await (const part of response.setEncoding('utf8')) body += String(part);
    const { data } = z.object({ data: z.array(z.unknown()) }).parse(JSON.parse(body));
    assert.equal(data.length, 5000);
    assert.equal(await ended, 0);
  });

  it('exits immediately at a second signal', async (t) => {
    const { child, tells, ended, path } = await startWithLongAnswer(t);
    const headers = { authorization: basic(clientId, token) };
    // The answer is never read, so that it stays under way.
    await new Promise((resolve) => {
      get(path, { headers, agent: false }, resolve).on('error', () => undefined);
    });
    child.kill('SIGINT');
    await tells(/Shutting down/);
    child.kill('SIGINT');
    assert.equal(await ended, 130);
  });

  it('separates companies in PostgreSQL, whose password is in no output', postgres, async (t) => {
    const running = await startPostgres();
    assert.ok(running !== undefined);
    t.after(() => running.stop());
    const url = new URL(running.url);
    const env = { PGPASSWORD: decodeURIComponent(url.password) };
    url.password = '';
    const globexCredential = { clientId: 'globex', tokenSha256: sha256('its own') };
    const first = await dataDirectory(t, { files: { 'feedback.ndjson': presses(5) } });
    const second = await dataDirectory(t, {
      name: 'globex',
      credentials: [globexCredential],
      survey: 22,
    });
    const database = ['--database', url.href];
    const service = start(t, ['--data', first, second, ...database], env);
    const [, base = ''] = await service.tells(/listening on (\S+)\n/);
    const status = async (path: string, ...as: readonly [string, string]): Promise<number> =>
      (await fetch(base + path, { headers: { authorization: basic(...as) } })).status;
    assert.match(service.output(), /acme: 5 events from feedback\.ndjson imported/);
    assert.equal(await status('/v1/surveys/11', clientId, token), 200);
    assert.equal(await status('/v1/surveys/22', clientId, token), 404);
    assert.equal(await status('/v1/surveys/22', 'globex', 'its own'), 200);
    const add = ['credentials', 'add', '--json', '--client-id', 'analyst', '--data', second];
    const addResult = await ended(t, [...add, '--database', running.url]);
    const credential = z.object({ token: z.string() }).parse(JSON.parse(addResult.out));
    assert.equal(await status('/v1/surveys/22', 'analyst', credential.token), 200);
    assert.equal(await status('/v1/surveys/11', 'analyst', credential.token), 404);
    assert.ok(!(await readdir(first)).includes('service.sqlite'));
    service.child.kill('SIGTERM');
    assert.equal(await service.ended, 0);
    const restartedService = start(t, ['--data', first, ...database], env);
    await restartedService.tells(/acme: nothing new/);
    const rejectedService = start(t, ['--data', first, ...database], {
      PGPASSWORD: 'another secret',
    });
    assert.equal(await rejectedService.ended, 1);
    assert.match(
      rejectedService.output(),
      /acme: The database .* rejected the user or the password/,
    );
    for (const { output } of [service, restartedService, rejectedService]) {
      assert.doesNotMatch(output(), /secret/);
      assert.ok(!output().includes(env.PGPASSWORD) && !output().includes('owner'));
    }
  });

  it('rolls back an import that SIGTERM interrupts', async (t) => {
    const lines = presses(200_000);
    const folder = await dataDirectory(t, { files: { 'feedback.ndjson': lines } });
    const { child, tells, ended } = start(t, ['--data', folder]);
    await tells(/acme: importing/);
    child.kill('SIGTERM');
    assert.equal(await ended, 143);
    const { err } = await serving(t, ['--data', folder]);
    assert.match(err(), /acme: 200,000 events from feedback\.ndjson imported/);
  });
});
