// An HTTP server on a real socket that responds as a test requires and records the requests.
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
}

/** `attempt` counts the requests for one path from 1. */
export type Responder = (
  response: ServerResponse,
  request: ReceivedRequest & { readonly attempt: number },
) => void | Promise<void>;

export interface ScriptedApi extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
  /** The most requests in flight so far. */
  readonly maxConcurrent: number;
}

export interface ServerOptions {
  readonly tls?: { readonly cert?: string; readonly key?: string };
}

export async function startScriptedApi(
  answer: Responder,
  { tls }: ServerOptions = {},
): Promise<ScriptedApi> {
  const requests: ReceivedRequest[] = [];
  const attempts = new Map<string, number>();
  const inFlight = new Set<ServerResponse>();
  let mostAtOnce = 0;

  const listener: RequestListener = (request, response) => {
    inFlight.add(response);
    mostAtOnce = Math.max(mostAtOnce, inFlight.size);
    for (const end of ['finish', 'close']) response.on(end, () => inFlight.delete(response));
    const receivedRequest = describe(request);
    requests.push(receivedRequest);
    const attempt = (attempts.get(receivedRequest.path) ?? 0) + 1;
    attempts.set(receivedRequest.path, attempt);
    void answer(response, { ...receivedRequest, attempt });
  };

  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    requests: requests,
    get maxConcurrent() {
      return mostAtOnce;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function describe(request: IncomingMessage): ReceivedRequest {
  const url = new URL(request.url ?? '/', 'http://scripted');
  return {
    method: request.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
  };
}

export function sendJson(response: ServerResponse, value: unknown): void {
  response.setHeader('Content-Type', 'application/json; charset=UTF-8');
  response.end(JSON.stringify(value));
}

/** The same response to every request. */
export function respondAlways(value: unknown): Responder {
  return (response) => {
    sendJson(response, value);
  };
}
