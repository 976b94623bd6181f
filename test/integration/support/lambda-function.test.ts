// The local Lambda runtime, tested with a small handler that is controlled by its event.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startFunction } from '../../support/lambda/lambda-function.ts';
import type { LambdaFunction } from '../../support/lambda/lambda-function.ts';
import { missingForLambda } from '../../support/lambda/runtime-client.ts';

const HANDLER = `
let calls = 0;
let late = 0;
export const handler = async (event, context) => {
  calls += 1;
  if (event.say) console.log(event.say);
  if (event.fail) throw new RangeError(event.fail);
  if (event.exit) process.exit(event.exit);
  if (event.hang) await new Promise((resolve) => setTimeout(resolve, 60_000));
  if (event.later) setInterval(() => { late += 1; }, 1);
  if (event.nothing) return undefined;
  return {
    event, calls, late,
    remaining: context.getRemainingTimeInMillis(),
    arn: context.invokedFunctionArn,
    names: Object.keys(process.env).sort(),
    own: process.env.OWN, zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    folder: process.cwd(), node: process.version,
  };
};
`;

describe('startFunction', { skip: missingForLambda() ?? false }, () => {
  let folder = '';
  let lambda: LambdaFunction;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'handler-'));
    await writeFile(join(folder, 'index.mjs'), HANDLER);
    await writeFile(join(folder, 'broken.mjs'), "throw new TypeError('no such setting');");
    lambda = await startFunction({ folder, env: { OWN: 'setting' }, timeoutMs: 5000 });
  });
  after(async () => {
    await lambda.stop();
    await rm(folder, { recursive: true });
  });

  /** The result of the handler; rejects if Lambda reports an error. */
  const answerTo = async (event: object): Promise<Map<string, unknown>> => {
    const outcome = await lambda.invoke(event);
    if ('error' in outcome) assert.fail(outcome.error.errorMessage);
    assert.ok(typeof outcome.result === 'object' && outcome.result !== null);
    return new Map(Object.entries(outcome.result));
  };

  it('handles events sequentially in one process', async () => {
    const [first, second] = await Promise.all([answerTo({ å: '☃' }), answerTo({})]);
    assert.deepEqual(first.get('event'), { å: '☃' });
    assert.equal(Number(second.get('calls')), Number(first.get('calls')) + 1);
    assert.equal(lambda.coldStarts(), 1);
    assert.ok(lambda.initMs() > 0);
  });

  it('passes the variables of Lambda and of the function, and none of this machine', async () => {
    const answer = await answerTo({});
    assert.equal(answer.get('own'), 'setting');
    assert.equal(answer.get('zone'), 'UTC');
    assert.equal(answer.get('folder'), folder);
    assert.match(String(answer.get('node')), /^v24\./);
    assert.equal(answer.get('arn'), 'arn:aws:lambda:eu-west-1:123456789012:function:under-test');
    const names = new Set(JSON.stringify(answer.get('names')).match(/\w+/g));
    assert.ok(names.isSupersetOf(new Set(['AWS_REGION', 'AWS_SESSION_TOKEN', '_HANDLER', 'OWN'])));
    assert.ok(names.isDisjointFrom(new Set(['HOME', 'USER', 'NODE_OPTIONS', 'PWD'])));
  });

  it('passes the remaining time', async () => {
    const outcome = await lambda.invoke({}, { remainingMs: 20_000 });
    assert.ok('result' in outcome);
    const remaining = Number(/"remaining":(\d+)/.exec(JSON.stringify(outcome.result))?.[1]);
    assert.ok(remaining > 0 && remaining <= 20_000, `${remaining} ms`);
  });

  it('reports errors of the handler and reuses the process', async () => {
    const starts = lambda.coldStarts();
    const outcome = await lambda.invoke({ fail: 'too far' });
    assert.ok('error' in outcome);
    assert.equal(outcome.error.errorType, 'RangeError');
    assert.equal(outcome.error.errorMessage, 'too far');
    await answerTo({});
    assert.equal(lambda.coldStarts(), starts);
  });

  it('answers null for a handler that returns nothing', async () => {
    assert.deepEqual(await lambda.invoke({ nothing: true }), { result: null });
  });

  it('returns the output of the function with its answer', async () => {
    await answerTo({ say: 'a line of the log' });
    assert.ok(lambda.logs().some((line) => line.includes('a line of the log')));
  });

  it('freezes the process between events', async () => {
    const before = Number((await answerTo({ later: true })).get('late'));
    // Enough time for dozens of timer ticks.
    await new Promise((resolve) => setTimeout(resolve, 100));
    const afterwards = Number((await answerTo({})).get('late'));
    assert.ok(afterwards - before < 30, `${afterwards - before} rounds`);
  });

  it('kills a function after its timeout and restarts it', async () => {
    const starts = lambda.coldStarts();
    const outcome = await lambda.invoke({ hang: true }, { remainingMs: 100 });
    assert.ok('error' in outcome);
    assert.equal(outcome.error.errorType, 'Sandbox.Timedout');
    assert.match(outcome.error.errorMessage, /Task timed out after 0\.10 seconds$/);
    assert.equal((await answerTo({})).get('calls'), 1);
    assert.equal(lambda.coldStarts(), starts + 1);
  });

  it('reports a function that exits or is killed, and restarts it', async () => {
    const exited = await lambda.invoke({ exit: 3 });
    assert.ok('error' in exited);
    assert.equal(exited.error.errorType, 'Runtime.ExitError');
    assert.match(exited.error.errorMessage, /exit status 3$/);

    await answerTo({});
    const underWay = lambda.invoke({ hang: true });
    setImmediate(() => {
      lambda.kill();
    });
    const killed = await underWay;
    assert.ok('error' in killed);
    assert.match(killed.error.errorMessage, /signal: SIGKILL$/);

    lambda.kill();
    assert.equal((await answerTo({})).get('calls'), 1);
  });

  it('reports why a function failed to start', async () => {
    await assert.rejects(
      startFunction({ folder, handler: 'broken.handler' }),
      /TypeError: no such setting/,
    );
    await assert.rejects(
      startFunction({ folder, handler: 'index.missing' }),
      /Runtime\.HandlerNotFound/,
    );
  });
});
