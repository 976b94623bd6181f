// What may be recorded of a request: neither tokens nor client ids, and of its path only route and key.
import { randomUUID } from 'node:crypto';
import { clientDigest, sentCredentials } from './authentication.ts';
import type { Request } from './answer-request.ts';
import { splitTarget } from './answer-request.ts';
import { descriptionPath } from '../description/service-openapi.ts';
import { findRoute } from './endpoints.ts';

export interface AnsweredRequest {
  /** The answer has it in the header X-Request-Id. */
  readonly id: string;
  /** The address of the client. */
  readonly address: string;
  /** Undefined for a request that is not valid HTTP. */
  readonly method: string | undefined;
  /** E.g. `/v1/surveys/{key}/results`; undefined for a path that does not exist. */
  readonly route: string | undefined;
  readonly key: number | undefined;
  /** Digests of the client ids that were sent. */
  readonly clients: readonly string[];
  /** Undefined when the client disconnected before. */
  readonly status: number | undefined;
  /** From the headers of the request to the end of the answer. */
  readonly durationMs: number;
  /** False when the answer was cut short. */
  readonly isComplete: boolean;
}

export interface RecordOptions {
  readonly headerPrefixes: readonly string[];
  /** Called at the end of each answer. */
  readonly onAnswered: ((answered: AnsweredRequest) => void) | undefined;
}

export interface RequestRecord {
  readonly id: string;
  /** To be called once. */
  readonly finish: (status: AnsweredRequest['status'], isComplete: boolean) => void;
}

export function startRecord(
  request: Omit<Request, 'disconnected'>,
  { headerPrefixes, onAnswered }: RecordOptions,
): RequestRecord {
  return startRecordOf(() => describeRequest(request, headerPrefixes), onAnswered);
}

/** Of a request that is not valid HTTP. */
export function startMalformedRecord(
  address: string,
  { onAnswered }: RecordOptions,
): RequestRecord {
  const unknown = { method: undefined, route: undefined, key: undefined, clients: [] };
  return startRecordOf(() => ({ address, ...unknown }), onAnswered);
}

function startRecordOf(
  describe: () => Described,
  onAnswered: RecordOptions['onAnswered'],
): RequestRecord {
  const id = randomUUID();
  const startedAt = performance.now();
  return {
    id,
    finish: (status, isComplete) => {
      const durationMs = performance.now() - startedAt;
      onAnswered?.({ id, ...describe(), status, durationMs, isComplete });
    },
  };
}

type Described = Pick<AnsweredRequest, 'address' | 'method' | 'route' | 'key' | 'clients'>;

const methods = new Set(['CONNECT', 'DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']);

function describeRequest(
  { method, target, headers, address }: Omit<Request, 'disconnected'>,
  headerPrefixes: readonly string[],
): Described {
  const [path] = splitTarget(target);
  const { route, key = '' } = path === descriptionPath ? { route: path } : (findRoute(path) ?? {});
  const credentials = sentCredentials(headers, headerPrefixes);
  return {
    address,
    method: methods.has(method) ? method : 'OTHER',
    route,
    // What is no key may be anything.
    key: /^\d{1,15}$/.test(key) ? Number(key) : undefined,
    clients: [
      ...new Set(
        credentials.flatMap((pair) => (pair === 'unreadable' ? [] : [clientDigest(pair.clientId)])),
      ),
    ],
  };
}
