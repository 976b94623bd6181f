// A server on a real socket that answers as a test tells it to, and remembers what it was asked.
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';

export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
}

/** `attempt` counts the requests for one path from 1. */
export type Answer = (
  response: ServerResponse,
  seen: Seen & { readonly attempt: number },
) => void | Promise<void>;

export interface ScriptedServer extends AsyncDisposable {
  readonly url: string;
  readonly seen: readonly Seen[];
  /** Requests that were under way at the same time. */
  readonly mostAtOnce: number;
}

export interface ServerOptions {
  readonly tls?: { readonly cert: string; readonly key: string };
}

export async function startServer(
  answer: Answer,
  { tls }: ServerOptions = {},
): Promise<ScriptedServer> {
  const seen: Seen[] = [];
  const attempts = new Map<string, number>();
  const underWay = new Set<ServerResponse>();
  let mostAtOnce = 0;

  const listener: RequestListener = (request, response) => {
    underWay.add(response);
    mostAtOnce = Math.max(mostAtOnce, underWay.size);
    for (const end of ['finish', 'close']) response.on(end, () => underWay.delete(response));
    const one = describe(request);
    seen.push(one);
    const attempt = (attempts.get(one.path) ?? 0) + 1;
    attempts.set(one.path, attempt);
    void answer(response, { ...one, attempt });
  };

  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    seen,
    get mostAtOnce() {
      return mostAtOnce;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function describe(request: IncomingMessage): Seen {
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

/** The same answer to every request. */
export function always(value: unknown): Answer {
  return (response) => {
    sendJson(response, value);
  };
}
