// What the killer and its cloud say to each other, and the cloud as a process that was started.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Moment } from './kill-proxy.ts';
import { MOMENTS } from './kill-proxy.ts';

const moment = z.enum(MOMENTS);

export const toCloud = z.discriminatedUnion('kind', [
  /** A job begins: effects are counted from here, and at this one the worker is to die. */
  z.object({
    kind: z.literal('begin'),
    strike: z.object({ effect: z.string(), moment }).nullable(),
  }),
  z.object({ kind: z.literal('dead') }),
  z.object({ kind: z.literal('effects') }),
  z.object({ kind: z.literal('told') }),
  z.object({ kind: z.literal('clear') }),
]);
export type ToCloud = z.infer<typeof toCloud>;

const settings = z.record(z.string(), z.string());
const ready = z.object({
  kind: z.literal('ready'),
  /** To the servers themselves, and through the gates. */
  direct: settings,
  gated: settings,
  credentials: z.object({ accessKeyId: z.string(), secretAccessKey: z.string() }),
  region: z.string(),
  queueUrl: z.string(),
  queueArn: z.string(),
  deadLettersUrl: z.string(),
});
const fromCloud = z.discriminatedUnion('kind', [
  ready,
  z.object({ kind: z.literal('kill'), effect: z.string(), moment }),
  z.object({ kind: z.literal('effects'), effects: z.array(z.string()) }),
  z.object({ kind: z.literal('told'), told: z.array(z.string()) }),
  z.object({ kind: z.literal('done') }),
]);
export type FromCloud = z.infer<typeof fromCloud>;

export interface Cloud extends z.infer<typeof ready> {
  begin(strike: { readonly effect: string; readonly moment: Moment } | null): Promise<void>;
  /** Asked by a gate to kill the worker; the gate waits until it is dead. */
  onKill: (effect: string, moment: Moment) => Promise<void>;
  /** Of the last job, in the order of their arrival. */
  effects(): Promise<readonly string[]>;
  /** "2026-W46 21 r1" for each event that was taken. */
  told(): Promise<readonly string[]>;
  /** Nothing is kept, and nobody was told of anything. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

export async function startCloud(): Promise<Cloud> {
  const child = fork(fileURLToPath(new URL('./cloud-campaign.ts', import.meta.url)), {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const waiting: ((words: FromCloud) => void)[] = [];
  const { promise: started, resolve, reject } = Promise.withResolvers<z.infer<typeof ready>>();
  child.once('exit', () => {
    reject(new Error('the cloud ended'));
  });
  const send = (words: ToCloud): void => {
    child.send(words);
  };
  child.on('message', (given) => {
    const words = fromCloud.parse(given);
    if (words.kind === 'ready') resolve(words);
    else if (words.kind === 'kill') {
      void cloud?.onKill(words.effect, words.moment).then(() => {
        send({ kind: 'dead' });
      });
    } else waiting.shift()?.(words);
  });
  const ask = async (words: ToCloud): Promise<FromCloud> => {
    const { promise, resolve: answered } = Promise.withResolvers<FromCloud>();
    waiting.push(answered);
    send(words);
    return promise;
  };
  let cloud: Cloud | null = null;
  const told = await started;
  cloud = {
    ...told,
    begin: async (strike) => {
      await ask({ kind: 'begin', strike });
    },
    onKill: () => Promise.resolve(),
    effects: async () => {
      const words = await ask({ kind: 'effects' });
      return words.kind === 'effects' ? words.effects : [];
    },
    told: async () => {
      const words = await ask({ kind: 'told' });
      return words.kind === 'told' ? words.told : [];
    },
    clear: async () => {
      await ask({ kind: 'clear' });
    },
    close: async () => {
      const { promise: ended, resolve: gone } = Promise.withResolvers<undefined>();
      child.once('exit', () => {
        gone(undefined);
      });
      child.disconnect();
      await ended;
    },
  };
  return cloud;
}
