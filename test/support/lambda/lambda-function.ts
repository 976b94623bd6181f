// Runs a function like Lambda with the AWS runtime client: the process is reused for the next event, killed after a
// timeout, and restarted after it died.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemContext } from '../../../lib/composition/system.ts';
import type { FunctionError, InvocationOutcome } from './runtime-api.ts';
import { missingForLambda } from './runtime-client.ts';
import { exitError, INIT_TIMED_OUT, startSandbox } from './sandbox.ts';
import type { Sandbox, SandboxOptions } from './sandbox.ts';

export type { FunctionError, InvocationOutcome } from './runtime-api.ts';

export interface FunctionOptions extends Omit<SandboxOptions, 'region'> {
  /** Default "eu-west-1". */
  readonly region?: string;
  /** Default 30 000. */
  readonly timeoutMs?: number;
}

export interface LambdaFunction {
  /**
   * Calls the handler with one event at a time, in call order. `remainingMs` shortens the function's timeout.
   * The error is that of the handler, or of Lambda: Sandbox.Timedout, Runtime.ExitError, or the init error.
   */
  invoke(event: unknown, options?: { readonly remainingMs?: number }): Promise<InvocationOutcome>;
  /** Output to stdout and stderr of all its processes. */
  logs(): readonly string[];
  /** How long the newest process took from its start until it asked for an event. */
  initMs(): number;
  /** How many processes were started so far. */
  coldStarts(): number;
  /** Kills the process immediately; the next event starts another. */
  kill(): void;
  stop(): Promise<void>;
}

const ACCOUNT = '123456789012';
const TIMEOUT_MS = 30_000;

/** Starts the first process at once. Rejects when it can't start, with the error that Lambda would report. */
export async function startFunction(options: FunctionOptions): Promise<LambdaFunction> {
  const missing = missingForLambda();
  if (missing !== null) throw new Error(`Lambda's runtime ${missing}`);
  const folder = mkdtempSync(join(tmpdir(), 'lambda-'));
  const logFile = join(folder, 'log');
  const region = options.region ?? 'eu-west-1';
  const functionArn = `arn:aws:lambda:${region}:${ACCOUNT}:function:under-test`;
  const starts: number[] = [];
  let sandbox: Sandbox | null = null;
  let newest: Sandbox | null = null;
  let lastLog: readonly string[] | null = null;
  let isStopped = false;

  const start = async (): Promise<FunctionError | null> => {
    const firstSandbox = await startSandbox({ ...options, region }, logFile);
    const isLate = 'errorType' in firstSandbox && firstSandbox.errorType === INIT_TIMED_OUT;
    const startedSandbox = isLate
      ? await startSandbox({ ...options, region }, logFile)
      : firstSandbox;
    if ('errorType' in startedSandbox) return startedSandbox;
    if (isStopped) {
      // Stopped while it started: left alone, it would keep the process of the tests from ending.
      startedSandbox.kill();
      return exitError(await startedSandbox.exited);
    }
    starts.push(startedSandbox.initMs);
    sandbox = startedSandbox;
    newest = startedSandbox;
    return null;
  };

  const end = async (): Promise<void> => {
    sandbox = null;
    newest?.kill();
    await newest?.exited;
  };

  const invoke = async (event: unknown, remainingMs: number): Promise<InvocationOutcome> => {
    const failure = sandbox === null ? await start() : null;
    if (sandbox === null) return { error: failure ?? exitError('it never started') };
    const running: Sandbox = sandbox;
    const requestId = randomUUID();
    const deadline = Math.round(systemContext.clock() + remainingMs);
    const payload = JSON.stringify(event);
    const { promise: timedOut, resolve } = Promise.withResolvers<InvocationOutcome>();
    const timer = setTimeout(() => {
      resolve({ error: timeoutError(requestId, remainingMs) });
    }, remainingMs);
    const outcome = await Promise.race([
      running.answer({ requestId, payload, deadline, functionArn }),
      running.exited.then((how): InvocationOutcome => ({ error: exitError(how, requestId) })),
      timedOut,
    ]);
    clearTimeout(timer);
    if (isDeath(outcome)) await end();
    return outcome;
  };

  const failure = await start();
  if (failure !== null) {
    const log = readFileSync(logFile, 'utf8');
    rmSync(folder, { recursive: true });
    throw new Error(`${failure.errorType}: ${failure.errorMessage}`, { cause: log });
  }
  let lastInvocation: Promise<unknown> = Promise.resolve();
  return {
    invoke: (event, { remainingMs = options.timeoutMs ?? TIMEOUT_MS } = {}) => {
      const outcome = lastInvocation.then(() => invoke(event, remainingMs));
      lastInvocation = outcome;
      return outcome;
    },
    logs: () => lastLog ?? linesOf(logFile),
    initMs: () => starts.at(-1) ?? 0,
    coldStarts: () => starts.length,
    kill: () => void end(),
    stop: async () => {
      if (lastLog !== null) return;
      isStopped = true;
      await end();
      lastLog = linesOf(logFile);
      rmSync(folder, { recursive: true });
    },
  };
}

const DEATHS = ['Runtime.ExitError', 'Sandbox.Timedout'];

function isDeath(outcome: InvocationOutcome): boolean {
  return 'error' in outcome && DEATHS.includes(outcome.error.errorType);
}

function timeoutError(requestId: string, afterMs: number): FunctionError {
  return {
    errorType: 'Sandbox.Timedout',
    errorMessage: `RequestId: ${requestId} Error: Task timed out after ${(afterMs / 1000).toFixed(2)} seconds`,
  };
}

function linesOf(file: string): readonly string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}
