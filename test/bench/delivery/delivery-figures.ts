// What the processes of the delivery benchmark tell each other.
import { z } from 'zod';
import { environmentShape } from '../cloud/cloud-figures.ts';

/** A Monday evening after the week that the messages are about. */
export const SENT_FROM = Date.UTC(2026, 10, 16, 18);

const companySize = z.object({ folders: z.number(), subscribers: z.number() });
export type CompanySize = z.infer<typeof companySize>;

export const serverInput = z.object({ latencyMs: z.number() });
export const serverStarted = z.object({ control: z.url(), ses: z.url(), smtp: z.url() });

const receivedShape = z.object({
  messages: z.number(),
  /** Different recipients. */
  recipients: z.number(),
  bytes: z.number(),
  /** From the first message to the last. */
  betweenMs: z.number(),
  /** In any second. */
  mostInSecond: z.number(),
});
export type Received = z.infer<typeof receivedShape>;

export async function readReceived(control: string): Promise<Received> {
  return receivedShape.parse(await (await fetch(control)).json());
}

export const planInput = z.object({ environment: environmentShape, size: companySize });
export const planFigures = z.object({
  enqueued: z.number(),
  wallMs: z.number(),
  cpuMs: z.number(),
});

export const senderInput = z.object({
  environment: environmentShape,
  /** Messages that this process is likely to send. */
  share: z.number(),
  batch: z.number(),
});
export const localInput = z.object({
  size: companySize,
  smtp: z.url(),
  rate: z.number(),
});

export const senderFigures = z.object({
  sent: z.number(),
  /** From a tenth of the messages on. */
  cpuMsPerMessage: z.number(),
  /** Time of the handler's invocations, for each message. */
  handlerMsPerMessage: z.number(),
  /** Until a tenth of the messages was sent, and at the end. */
  peakRssMbAtTenth: z.number(),
  peakRssMb: z.number(),
});
export type SenderFigures = z.infer<typeof senderFigures>;
