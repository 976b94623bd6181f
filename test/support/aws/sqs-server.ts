// A test server for SQS: a proxy in front of fauxqs that counts requests and refuses entries or whole requests.
import { startFauxqs } from 'fauxqs';
import { z } from 'zod';
import {
  forwardRequest,
  startJsonService,
  type ServiceResult,
  type AwsConnection,
  type ServiceInput,
} from './json-service.ts';

/** What happens to an entry: accepted, refused, or refused as invalid. */
export type EntryOutcome = 'accepted' | 'refused' | 'invalid';

export interface SqsServer extends AsyncDisposable {
  readonly queueUrl: string;
  /** For a client of the SDK; AWS_ENDPOINT_URL_SQS does the same with its `endpoint`. */
  readonly connection: AwsConnection;
  /** Bodies of the messages that can be received. */
  readonly visibleBodies: readonly string[];
  /** Entries of each SendMessageBatch so far, refused ones included. */
  readonly batches: readonly (readonly string[])[];
  /** Chooses the outcome of each entry by its body and the number of its attempts, from 1. */
  setEntryOutcome(choose: (body: string, attempt: number) => EntryOutcome): void;
  /** Every further request fails with this error; null: none fails. */
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

export async function startSqsServer(): Promise<SqsServer> {
  const fauxqs = await startFauxqs({ port: 0, logger: false });
  const { queueUrl } = fauxqs.createQueue(QUEUE, { region: 'eu-north-1' });
  const batches: (readonly string[])[] = [];
  const attempts = new Map<string, number>();
  let outcomeOf: (body: string, attempt: number) => EntryOutcome = () => 'accepted';
  let error: { readonly error: string; readonly status: number } | null = null;

  async function sendBatch(input: ServiceInput): Promise<ServiceResult> {
    const { QueueUrl, Entries } = sendMessageBatch.parse(input);
    batches.push(Entries.map(({ MessageBody }) => MessageBody));
    const entries = Entries.map((entry) => {
      const attempt = (attempts.get(entry.MessageBody) ?? 0) + 1;
      attempts.set(entry.MessageBody, attempt);
      return { entry, outcome: outcomeOf(entry.MessageBody, attempt) };
    });
    const accepted = entries
      .filter(({ outcome }) => outcome === 'accepted')
      .map(({ entry }) => entry);
    const Failed = entries
      .filter(({ outcome }) => outcome !== 'accepted')
      .map(({ entry: { Id }, outcome }) => ({
        Id,
        SenderFault: outcome === 'invalid',
        Code: outcome === 'invalid' ? 'InvalidMessageContents' : 'InternalError',
      }));
    if (accepted.length === 0) return { output: { Successful: [], Failed } };
    const result = await forwardRequest(fauxqs.address, 'AmazonSQS.SendMessageBatch', {
      QueueUrl,
      Entries: accepted,
    });
    if (!('output' in result)) return result;
    const { Successful, Failed: furtherFailed } = results.parse(result.output);
    return { output: { Successful, Failed: [...Failed, ...furtherFailed] } };
  }

  const service = await startJsonService((operation, input) => {
    if (error !== null) return error;
    return operation === 'SendMessageBatch'
      ? sendBatch(input)
      : forwardRequest(fauxqs.address, `AmazonSQS.${operation}`, input);
  });
  const close = async (): Promise<void> => {
    await service.close();
    await fauxqs.stop();
  };
  return {
    queueUrl,
    connection: service.connection,
    get visibleBodies() {
      return (fauxqs.inspectQueue(QUEUE)?.messages.ready ?? []).map(({ body }) => body);
    },
    batches,
    setEntryOutcome: (choose) => {
      outcomeOf = choose;
    },
    fail: (newError) => {
      error = newError;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
