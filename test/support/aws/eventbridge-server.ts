// A test server for EventBridge: validates and records events, and fails on demand.
import { z } from 'zod';
import {
  startJsonService,
  type ServiceResult,
  type AwsConnection,
  type ServiceInput,
} from './json-service.ts';

/** An event that was accepted. */
export interface SentEvent {
  readonly bus: string;
  readonly source: string;
  readonly detailType: string;
  readonly detail: unknown;
  /** As text, to search for what it must not contain. */
  readonly detailText: string;
  readonly resources: readonly string[];
}

export interface EventFailures {
  /** Refuses the next `count` entries: FailedEntryCount, with an ErrorCode for each. */
  entries(count: number, errorCode?: string): void;
  /** Responds to the next `count` requests with an error; the SDK retries from status 500 on. */
  requests(count: number, error?: { readonly error: string; readonly status: number }): void;
}

export interface EventBridgeServer extends AsyncDisposable {
  readonly url: string;
  /** For a client of the SDK; AWS_ENDPOINT_URL_EVENTBRIDGE does the same with `url`. */
  readonly connection: AwsConnection;
  /** The accepted events in order. */
  readonly entries: readonly SentEvent[];
  /** Requests so far, failed ones included. */
  readonly requests: number;
  readonly fail: EventFailures;
  close(): Promise<void>;
}

/** The documented limits of PutEvents. */
const MAX_ENTRIES = 10;
const MAX_BYTES = 1024 * 1024;

const putEvents = z.object({
  Entries: z.array(
    z.object({
      Source: z.string().default(''),
      DetailType: z.string().default(''),
      Detail: z.string().default(''),
      EventBusName: z.string().default('default'),
      Resources: z.array(z.string()).default([]),
    }),
  ),
});
type EventEntry = z.infer<typeof putEvents>['Entries'][number];

export async function startEventBridgeServer(): Promise<EventBridgeServer> {
  const accepted: SentEvent[] = [];
  const failing = { entries: 0, errorCode: '', requests: 0, error: { error: '', status: 500 } };
  let requests = 0;

  function take(entry: EventEntry): Readonly<Record<string, string>> {
    if (failing.entries > 0) {
      failing.entries -= 1;
      return { ErrorCode: failing.errorCode, ErrorMessage: 'refused by the test' };
    }
    const detail = parseDetail(entry);
    if (detail === null)
      return { ErrorCode: 'MalformedDetail', ErrorMessage: 'Detail is malformed.' };
    if (entry.Source === '' || entry.DetailType === '') {
      return { ErrorCode: 'InvalidArgument', ErrorMessage: 'Parameter is not valid.' };
    }
    accepted.push({
      bus: entry.EventBusName,
      source: entry.Source,
      detailType: entry.DetailType,
      detail,
      detailText: entry.Detail,
      resources: entry.Resources,
    });
    return { EventId: `event-${accepted.length}` };
  }

  function answer(operation: string, input: ServiceInput): ServiceResult {
    requests += 1;
    if (operation !== 'PutEvents') return { error: 'UnknownOperationException' };
    if (failing.requests > 0) {
      failing.requests -= 1;
      return failing.error;
    }
    const parseResult = putEvents.safeParse(input);
    const requestEntries = parseResult.data?.Entries ?? [];
    if (requestEntries.length === 0 || requestEntries.length > MAX_ENTRIES)
      return { error: 'ValidationException' };
    if (requestEntries.reduce((sum, entry) => sum + entrySize(entry), 0) > MAX_BYTES) {
      return {
        error: 'ValidationException',
        message: 'Total size of the entries is over the limit.',
      };
    }
    const results = requestEntries.map(take);
    const FailedEntryCount = results.filter((result) => 'ErrorCode' in result).length;
    return { output: { FailedEntryCount, Entries: results } };
  }

  const { url, connection, close } = await startJsonService(answer);
  return {
    url,
    connection,
    entries: accepted,
    get requests() {
      return requests;
    },
    fail: {
      entries: (count, errorCode = 'InternalFailure') => {
        Object.assign(failing, { entries: count, errorCode });
      },
      requests: (count, error = { error: 'InternalException', status: 500 }) => {
        Object.assign(failing, { requests: count, error });
      },
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** An object, as EventBridge wants it; null otherwise. */
function parseDetail({ Detail }: EventEntry): unknown {
  try {
    const value: unknown = JSON.parse(Detail);
    return typeof value === 'object' && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

function entrySize({ Source, DetailType, Detail, Resources }: EventEntry): number {
  return Buffer.byteLength([Source, DetailType, Detail, ...Resources].join(''));
}
