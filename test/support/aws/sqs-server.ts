// SQS for tests: fauxqs, behind a door that counts requests, refuses entries or whole requests, and passes on the rest.
import { startFauxqs } from 'fauxqs';
import { z } from 'zod';
import {
  passOn,
  startJsonService,
  type Answer,
  type Connection,
  type Input,
} from './json-service.ts';

/** What happens to an entry: taken, or refused, by its own fault or not. */
export type Fate = 'taken' | 'refused' | 'at fault';

export interface QueueServer extends AsyncDisposable {
  readonly queueUrl: string;
  /** For a client of the SDK; AWS_ENDPOINT_URL_SQS does the same with its `endpoint`. */
  readonly connection: Connection;
  /** Bodies of the messages that can be received now. */
  readonly ready: readonly string[];
  /** Entries of each SendMessageBatch so far, those that were refused included. */
  readonly batches: readonly (readonly string[])[];
  /** Asked for each entry's body and how often it came, from 1. */
  decide(fate: (body: string, attempt: number) => Fate): void;
  /** Answers every further request with this error; null: none. */
  fail(error: { readonly error: string; readonly status: number } | null): void;
  close(): Promise<void>;
}

const QUEUE = 'jobs';

const sendMessageBatch = z.object({
  QueueUrl: z.string(),
  Entries: z.array(z.looseObject({ Id: z.string(), MessageBody: z.string() })),
});
const results = z.object({
  Successful: z.array(z.unknown()).default([]),
  Failed: z.array(z.unknown()).default([]),
});

export async function startQueue(): Promise<QueueServer> {
  const behind = await startFauxqs({ port: 0, logger: false });
  const { queueUrl } = behind.createQueue(QUEUE, { region: 'eu-north-1' });
  const batches: (readonly string[])[] = [];
  const attempts = new Map<string, number>();
  let fateOf: (body: string, attempt: number) => Fate = () => 'taken';
  let error: { readonly error: string; readonly status: number } | null = null;

  async function sendBatch(given: Input): Promise<Answer> {
    const { QueueUrl, Entries } = sendMessageBatch.parse(given);
    batches.push(Entries.map(({ MessageBody }) => MessageBody));
    const fates = Entries.map((entry) => {
      const attempt = (attempts.get(entry.MessageBody) ?? 0) + 1;
      attempts.set(entry.MessageBody, attempt);
      return { entry, fate: fateOf(entry.MessageBody, attempt) };
    });
    const taken = fates.filter(({ fate }) => fate === 'taken').map(({ entry }) => entry);
    const Failed = fates
      .filter(({ fate }) => fate !== 'taken')
      .map(({ entry: { Id }, fate }) => ({
        Id,
        SenderFault: fate === 'at fault',
        Code: fate === 'at fault' ? 'InvalidMessageContents' : 'InternalError',
      }));
    if (taken.length === 0) return { output: { Successful: [], Failed } };
    const answer = await passOn(behind.address, 'AmazonSQS.SendMessageBatch', {
      QueueUrl,
      Entries: taken,
    });
    if (!('output' in answer)) return answer;
    const { Successful, Failed: more } = results.parse(answer.output);
    return { output: { Successful, Failed: [...Failed, ...more] } };
  }

  const service = await startJsonService((operation, given) => {
    if (error !== null) return error;
    return operation === 'SendMessageBatch'
      ? sendBatch(given)
      : passOn(behind.address, `AmazonSQS.${operation}`, given);
  });
  const close = async (): Promise<void> => {
    await service.close();
    await behind.stop();
  };
  return {
    queueUrl,
    connection: service.connection,
    get ready() {
      return (behind.inspectQueue(QUEUE)?.messages.ready ?? []).map(({ body }) => body);
    },
    batches,
    decide: (fate) => {
      fateOf = fate;
    },
    fail: (given) => {
      error = given;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
