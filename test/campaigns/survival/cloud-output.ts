// Starts the process of cloud-campaign.ts, and defines the messages between it and its parent.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { KillMoment } from './kill-proxy.ts';
import { KILL_MOMENTS } from './kill-proxy.ts';

const killMoment = z.enum(KILL_MOMENTS);

export const cloudCommand = z.discriminatedUnion('kind', [
  /** Starts a job: resets the effects; the worker is killed at `killAt`. */
  z.object({
    kind: z.literal('begin'),
    killAt: z.object({ effect: z.string(), moment: killMoment }).nullable(),
  }),
  z.object({ kind: z.literal('dead') }),
  z.object({ kind: z.literal('effects') }),
  z.object({ kind: z.literal('told') }),
  z.object({ kind: z.literal('clear') }),
]);
export type CloudCommand = z.infer<typeof cloudCommand>;

const settings = z.record(z.string(), z.string());
const ready = z.object({
  kind: z.literal('ready'),
  /** Environment variables for the servers, and for the proxies. */
  direct: settings,
  gated: settings,
  credentials: z.object({ accessKeyId: z.string(), secretAccessKey: z.string() }),
  region: z.string(),
  queueUrl: z.string(),
  queueArn: z.string(),
  deadLettersUrl: z.string(),
});
const cloudMessage = z.discriminatedUnion('kind', [
  ready,
  z.object({ kind: z.literal('kill'), effect: z.string(), moment: killMoment }),
  z.object({ kind: z.literal('effects'), effects: z.array(z.string()) }),
  z.object({ kind: z.literal('told'), notifications: z.array(z.string()) }),
  z.object({ kind: z.literal('done') }),
]);
export type CloudMessage = z.infer<typeof cloudMessage>;

export interface SimulatedCloud extends z.infer<typeof ready> {
  begin(killAt: { readonly effect: string; readonly moment: KillMoment } | null): Promise<void>;
  /** Must kill the worker; the proxy waits until it is dead. */
  onKill: (effect: string, killMoment: KillMoment) => Promise<void>;
  /** Effects of the last job in order. */
  effects(): Promise<readonly string[]>;
  /** E.g. "2026-W46 21 r1" for each accepted event. */
  notifications(): Promise<readonly string[]>;
  /** Removes all objects and events. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

export async function startCloud(): Promise<SimulatedCloud> {
  const child = fork(fileURLToPath(new URL('./cloud-campaign.ts', import.meta.url)), {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const pendingReplies: ((message: CloudMessage) => void)[] = [];
  const { promise: readyMessage, resolve, reject } = Promise.withResolvers<z.infer<typeof ready>>();
  child.once('exit', () => {
    reject(new Error('the cloud process exited'));
  });
  const send = (message: CloudCommand): void => {
    child.send(message);
  };
  child.on('message', (rawMessage) => {
    const message = cloudMessage.parse(rawMessage);
    if (message.kind === 'ready') resolve(message);
    else if (message.kind === 'kill') {
      void cloud?.onKill(message.effect, message.moment).then(() => {
        send({ kind: 'dead' });
      });
    } else pendingReplies.shift()?.(message);
  });
  const request = async (message: CloudCommand): Promise<CloudMessage> => {
    const { promise, resolve: answered } = Promise.withResolvers<CloudMessage>();
    pendingReplies.push(answered);
    send(message);
    return promise;
  };
  let cloud: SimulatedCloud | null = null;
  const cloudSettings = await readyMessage;
  cloud = {
    ...cloudSettings,
    begin: async (killAt) => {
      await request({ kind: 'begin', killAt });
    },
    onKill: () => Promise.resolve(),
    effects: async () => {
      const message = await request({ kind: 'effects' });
      return message.kind === 'effects' ? message.effects : [];
    },
    notifications: async () => {
      const message = await request({ kind: 'told' });
      return message.kind === 'told' ? message.notifications : [];
    },
    clear: async () => {
      await request({ kind: 'clear' });
    },
    close: async () => {
      const { promise: ended, resolve: exited } = Promise.withResolvers<undefined>();
      child.once('exit', () => {
        exited(undefined);
      });
      child.disconnect();
      await ended;
    },
  };
  return cloud;
}
