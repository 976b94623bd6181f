// Runs the bundled function in a process that can be killed: with the AWS runtime client, or in a plain Node process if
// that is not installed.
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { FunctionOptions, InvocationOutcome } from '../../support/lambda/lambda-function.ts';
import { startFunction } from '../../support/lambda/lambda-function.ts';
import { missingForLambda } from '../../support/lambda/runtime-client.ts';
import { exitError } from '../../support/lambda/sandbox.ts';

export interface KillableWorker {
  /** "the AWS runtime client" or "a plain process". */
  readonly host: string;
  /** Handles one event at a time; restarts a killed process. */
  invoke(event: unknown): Promise<InvocationOutcome>;
  /** Sends SIGKILL. */
  kill(): void;
  stop(): Promise<void>;
}

export type KillableWorkerOptions = Required<
  Pick<FunctionOptions, 'folder' | 'env' | 'credentials'>
> & {
  readonly region: string;
};

export async function startKillableWorker(
  options: KillableWorkerOptions,
  missing = missingForLambda(),
): Promise<KillableWorker> {
  if (missing !== null) return startPlainWorker(options);
  const lambda = await startFunction({ ...options, timeoutMs: 240_000 });
  return {
    host: 'the AWS runtime client',
    invoke: (event) => lambda.invoke(event),
    kill: () => {
      lambda.kill();
    },
    stop: () => lambda.stop(),
  };
}

const answer = z.union([z.object({ result: z.unknown() }), z.object({ ready: z.literal(true) })]);

function startPlainWorker({
  folder,
  env,
  credentials,
  region,
}: KillableWorkerOptions): KillableWorker {
  let child: ChildProcess | null = null;
  const start = async (): Promise<ChildProcess | null> => {
    const startedChild = fork(
      fileURLToPath(new URL('./plain-server.ts', import.meta.url)),
      [folder],
      {
        cwd: folder,
        // Relative paths in the options of this process are invalid in the folder of the bundle.
        execArgv: [],
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        env: {
          ...env,
          AWS_REGION: region,
          AWS_ACCESS_KEY_ID: credentials.accessKeyId,
          AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
          TZ: ':UTC',
        },
      },
    );
    child = startedChild;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    startedChild.once('message', () => {
      resolve(undefined);
    });
    startedChild.once('exit', () => {
      if (child === startedChild) child = null;
      resolve(undefined);
    });
    await promise;
    return child;
  };
  return {
    host: 'a plain process',
    invoke: async (event) => {
      const runningChild = child ?? (await start());
      if (runningChild === null) return { error: exitError('the process did not start') };
      const { promise, resolve } = Promise.withResolvers<InvocationOutcome>();
      const onExit = (code: number | null, signal: string | null): void => {
        resolve({ error: exitError(signal === null ? `exit status ${code ?? 0}` : signal) });
      };
      const onMessage = (message: unknown): void => {
        const reply = answer.parse(message);
        if ('result' in reply) resolve({ result: reply.result });
      };
      runningChild.once('exit', onExit);
      runningChild.once('message', onMessage);
      runningChild.send({ event });
      const outcome = await promise;
      runningChild.removeListener('exit', onExit);
      runningChild.removeListener('message', onMessage);
      return outcome;
    },
    kill: () => {
      child?.kill('SIGKILL');
    },
    stop: () => {
      child?.kill('SIGKILL');
      return Promise.resolve();
    },
  };
}
