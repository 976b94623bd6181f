// The bundled function as a process that can be killed: under AWS's own runtime client, or, where that isn't
// installed, in a plain process of Node that imports the bundle's handler.
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { FunctionOptions, Outcome } from '../../support/lambda/lambda-function.ts';
import { startFunction } from '../../support/lambda/lambda-function.ts';
import { missingForLambda } from '../../support/lambda/runtime-client.ts';
import { exitError } from '../../support/lambda/sandbox.ts';

export interface Worker {
  /** "AWS's runtime client" or "a plain process". */
  readonly host: string;
  /** One event at a time; a process that has died is started anew. */
  invoke(event: unknown): Promise<Outcome>;
  /** On the spot, with SIGKILL. */
  kill(): void;
  stop(): Promise<void>;
}

export type WorkerOptions = Required<Pick<FunctionOptions, 'folder' | 'env' | 'credentials'>> & {
  readonly region: string;
};

export async function startWorker(
  options: WorkerOptions,
  missing = missingForLambda(),
): Promise<Worker> {
  if (missing !== null) return startPlainWorker(options);
  const lambda = await startFunction({ ...options, timeoutMs: 240_000 });
  return {
    host: 'AWS’s runtime client',
    invoke: (event) => lambda.invoke(event),
    kill: () => {
      lambda.kill();
    },
    stop: () => lambda.stop(),
  };
}

const answer = z.union([z.object({ result: z.unknown() }), z.object({ ready: z.literal(true) })]);

function startPlainWorker({ folder, env, credentials, region }: WorkerOptions): Worker {
  let child: ChildProcess | null = null;
  const start = async (): Promise<ChildProcess | null> => {
    const started = fork(fileURLToPath(new URL('./plain-server.ts', import.meta.url)), [folder], {
      cwd: folder,
      // Paths among this process's own options mean nothing there.
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        ...env,
        AWS_REGION: region,
        AWS_ACCESS_KEY_ID: credentials.accessKeyId,
        AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
        TZ: ':UTC',
      },
    });
    child = started;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    started.once('message', () => {
      resolve(undefined);
    });
    started.once('exit', () => {
      if (child === started) child = null;
      resolve(undefined);
    });
    await promise;
    return child;
  };
  return {
    host: 'a plain process',
    invoke: async (event) => {
      const running = child ?? (await start());
      if (running === null) return { error: exitError('it never started') };
      const { promise, resolve } = Promise.withResolvers<Outcome>();
      const ended = (code: number | null, signal: string | null): void => {
        resolve({ error: exitError(signal === null ? `exit status ${code ?? 0}` : signal) });
      };
      const told = (given: unknown): void => {
        const words = answer.parse(given);
        if ('result' in words) resolve({ result: words.result });
      };
      running.once('exit', ended);
      running.once('message', told);
      running.send({ event });
      const outcome = await promise;
      running.removeListener('exit', ended);
      running.removeListener('message', told);
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
