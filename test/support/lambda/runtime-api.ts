// The HTTP runtime API of Lambda: passes one event at a time to the runtime client and receives its answer. The process
// itself is managed by sandbox.ts.
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';

/** What Lambda tells the caller of a function that failed. */
export interface FunctionError {
  readonly errorType: string;
  readonly errorMessage: string;
}

export type InvocationOutcome = { readonly result: unknown } | { readonly error: FunctionError };

export interface Invocation {
  readonly requestId: string;
  /** JSON. */
  readonly payload: string;
  /** When the time is over, in milliseconds since 1970. */
  readonly deadline: number;
  readonly functionArn: string;
}

export interface RuntimeApi {
  /** "127.0.0.1:port", as the process is told it. */
  readonly address: string;
  /** Resolves when the process asks for an event: with null, or with why it could not start. */
  whenIdle(): Promise<FunctionError | null>;
  /** Hands over an event, to a process that is idle; resolves with what it answers. */
  handOver(invocation: Invocation): Promise<InvocationOutcome>;
  close(): void;
}

const ROOT = '/2018-06-01/runtime';
const ANSWER = /^\/2018-06-01\/runtime\/invocation\/([^/]+)\/(response|error)$/;

const errorShape = z.object({ errorType: z.string(), errorMessage: z.string() });

export async function startRuntimeApi(): Promise<RuntimeApi> {
  let waitingAnswer: ServerResponse | null = null;
  let idle = Promise.withResolvers<FunctionError | null>();
  let underWay: { requestId: string; resolve: (outcome: InvocationOutcome) => void } | null = null;

  const take = (requestId: string, kind: string, body: string): boolean => {
    if (underWay?.requestId !== requestId) return false;
    underWay.resolve(
      kind === 'response' ? { result: readJson(body) } : { error: errorOf(readJson(body)) },
    );
    underWay = null;
    return true;
  };

  const server = createServer((request, answer) => {
    const { method, url = '' } = request;
    if (method === 'GET' && url === `${ROOT}/invocation/next`) {
      waitingAnswer = answer;
      idle.resolve(null);
      return;
    }
    const takenBody = bodyOf(request).then((body) => {
      if (url === `${ROOT}/init/error`) {
        idle.resolve(errorOf(readJson(body)));
        accept(answer, 202);
        return;
      }
      const [, requestId = '', kind = ''] = ANSWER.exec(url) ?? [];
      accept(answer, take(requestId, kind, body) ? 202 : 400);
    });
    // A process that was killed while it sent its answer.
    takenBody.catch(() => answer.destroy());
  });
  // A process that is stopped for minutes still waits for its next event.
  server.requestTimeout = 0;
  const { promise: listening, resolve } = Promise.withResolvers<undefined>();
  server.listen(0, '127.0.0.1', () => {
    resolve(undefined);
  });
  await listening;
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('no port');

  return {
    address: `127.0.0.1:${address.port}`,
    whenIdle: () => idle.promise,
    handOver: ({ requestId, payload, deadline, functionArn }) => {
      if (waitingAnswer === null) throw new TypeError('the process has not asked for an event');
      const { promise: outcome, resolve: resolveOutcome } =
        Promise.withResolvers<InvocationOutcome>();
      underWay = { requestId, resolve: resolveOutcome };
      idle = Promise.withResolvers();
      waitingAnswer.writeHead(200, {
        'Content-Type': 'application/json',
        'Lambda-Runtime-Aws-Request-Id': requestId,
        'Lambda-Runtime-Deadline-Ms': String(deadline),
        'Lambda-Runtime-Invoked-Function-Arn': functionArn,
        'Lambda-Runtime-Trace-Id':
          'Root=1-691f0000-000000000000000000000001;Parent=0000000000000001;Sampled=0',
      });
      waitingAnswer.end(payload);
      waitingAnswer = null;
      return outcome;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function accept(answer: ServerResponse, status: 202 | 400): void {
  answer.writeHead(status, { 'Content-Type': 'application/json' });
  answer.end(JSON.stringify({ status: status === 202 ? 'OK' : 'InvalidRequestID' }));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Undefined where it is not JSON. */
function readJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

function errorOf(value: unknown): FunctionError {
  const parseResult = errorShape.safeParse(value);
  return parseResult.success
    ? parseResult.data
    : { errorType: 'Runtime.Unknown', errorMessage: 'the runtime reported an unreadable error' };
}
