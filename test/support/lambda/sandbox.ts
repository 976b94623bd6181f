// One process of a function: AWS's runtime client in the environment that Lambda gives it, frozen while it has
// nothing to do. It hides the process, its signals and its variables.
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { startRuntimeApi } from './runtime-api.ts';
import type { FunctionError, Invocation, InvocationOutcome } from './runtime-api.ts';
import { runtimeClient } from './runtime-client.ts';
import { accessKeyId, canary } from '../secret-markers.ts';

export interface SandboxOptions {
  /** Holds the bundle; it is the working directory too. */
  readonly folder: string;
  /** "file.export", default "index.handler". */
  readonly handler?: string;
  /** The function's own variables, as its template sets them. */
  readonly env?: Readonly<Record<string, string>>;
  /** Credentials of the function's role; without a session token none is set. */
  readonly credentials?: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
  };
  readonly region: string;
}

export interface Sandbox {
  /** From the start of the process until it asked for an event. */
  readonly initMs: number;
  answer(invocation: Invocation): Promise<InvocationOutcome>;
  /** Kills the process immediately. */
  kill(): void;
  /** How it ended, e.g. "exit status 1". */
  readonly exited: Promise<string>;
}

/** Lambda gives ten seconds, and then starts once more; here the machine may be busy. */
const INIT_MS = 30_000;
export const INIT_TIMED_OUT = 'Sandbox.InitTimedout';

/** Starts a process; what it writes is added to the file. The error is what Lambda reports when it can't start. */
export async function startSandbox(
  options: SandboxOptions,
  logFile: string,
): Promise<Sandbox | FunctionError> {
  const api = await startRuntimeApi();
  // A file, not a pipe: what was written before an answer can be read when the answer is there.
  const log = openSync(logFile, 'a');
  const startTime = performance.now();
  const child = spawn(process.execPath, [runtimeClient()], {
    cwd: options.folder,
    env: environment(options, api.address),
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const { promise: exited, resolve } = Promise.withResolvers<string>();
  const kill = (): void => {
    child.kill('SIGKILL');
  };
  process.once('exit', kill);
  child.once('error', (error) => {
    resolve(error.message);
  });
  child.once('exit', (code, signal) => {
    process.removeListener('exit', kill);
    api.close();
    resolve(signal === null ? `exit status ${code ?? 0}` : `signal: ${signal}`);
  });
  const { promise: late, resolve: giveUp } = Promise.withResolvers<FunctionError>();
  const timer = setTimeout(() => {
    giveUp({ errorType: INIT_TIMED_OUT, errorMessage: `no event was asked for in ${INIT_MS} ms` });
  }, INIT_MS);
  const ready = await Promise.race([api.whenIdle(), exited.then((how) => exitError(how)), late]);
  clearTimeout(timer);
  if (ready !== null) {
    kill();
    await exited;
    return ready;
  }
  const initMs = performance.now() - startTime;
  child.kill('SIGSTOP');
  return {
    initMs,
    exited,
    kill,
    answer: async (invocation) => {
      await api.whenIdle();
      child.kill('SIGCONT');
      const outcome = await api.handOver(invocation);
      // Lambda freezes a process as soon as it has nothing to do: what was left running stands still.
      void api.whenIdle().then(() => child.kill('SIGSTOP'));
      return outcome;
    },
  };
}

const ROLE = {
  accessKeyId: accessKeyId('session token', 'ASIA'),
  secretAccessKey: canary('secret access key'),
  sessionToken: canary('session token'),
};

/** What Lambda sets; nothing of the machine's own environment gets in. */
function environment(
  { folder, handler = 'index.handler', region, env = {}, credentials = ROLE }: SandboxOptions,
  address: string,
): Readonly<Record<string, string | undefined>> {
  return {
    ...env,
    AWS_LAMBDA_RUNTIME_API: address,
    AWS_LAMBDA_FUNCTION_NAME: 'under-test',
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '1536',
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_GROUP_NAME: '/aws/lambda/under-test',
    AWS_LAMBDA_LOG_STREAM_NAME: '2026/11/19/[$LATEST]0123456789abcdef0123456789abcdef',
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_SESSION_TOKEN: credentials.sessionToken,
    LAMBDA_TASK_ROOT: folder,
    LANG: 'en_US.UTF-8',
    PATH: '/var/lang/bin:/usr/local/bin:/usr/bin:/bin:/opt/bin',
    TZ: ':UTC',
    _HANDLER: handler,
  };
}

export function exitError(how: string, requestId = 'none'): FunctionError {
  return {
    errorType: 'Runtime.ExitError',
    errorMessage: `RequestId: ${requestId} Error: Runtime exited with error: ${how}`,
  };
}
