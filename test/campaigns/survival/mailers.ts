// Starts the processes of mailer.ts, which send messages until they end or are killed.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** `now`: the time of the process when it starts to send. */
export const mailingShape = z.object({ week: z.string(), now: z.number() });
export type Mailing = z.infer<typeof mailingShape>;

const resultShape = z.object({ states: z.array(z.string()) });

export interface Mailer {
  /** The states of the deliveries that it processed; null when it was killed. Once. */
  send(mailing: Mailing): Promise<readonly string[] | null>;
  /** Resolves when the process has ended. */
  kill(): Promise<void>;
}

/** Resolves when the process is ready to send. */
export async function startMailer(env: Readonly<Record<string, string>>): Promise<Mailer> {
  const child = fork(fileURLToPath(new URL('./mailer.ts', import.meta.url)), {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...env, PATH: process.env['PATH'] },
  });
  let isKilled = false;
  const exited = once(child, 'exit');
  const nextStates = async (): Promise<readonly string[] | null> => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    child.once('message', resolve);
    const message = await Promise.race([promise, exited.then(() => null)]);
    if (message !== null) return resultShape.parse(message).states;
    if (!isKilled) throw new Error('a process that sends messages failed');
    return null;
  };
  await nextStates();
  return {
    async send(mailing) {
      child.send(mailing);
      const states = await nextStates();
      if (child.connected) child.disconnect();
      await exited;
      return states;
    },
    async kill() {
      isKilled = true;
      child.kill('SIGKILL');
      await exited;
    },
  };
}
