// The listener for operators: whether a service lives, whether it is ready, and its metrics.
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { isIPv6 } from 'node:net';

export interface Readiness {
  /** Whether requests should be sent to this service. */
  readonly isReady: boolean;
  /** For people; becomes JSON. */
  readonly details: object;
}

export interface AdminOptions {
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  readonly readiness: () => Promise<Readiness>;
  /** In the text format of Prometheus. */
  readonly metrics: () => Promise<string>;
  readonly onError: (error: unknown) => void;
}

export interface AdminServer {
  readonly url: string;
  close(): Promise<void>;
}

const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** Resolves when it listens; rejects when the port is taken. */
export async function startAdminServer(options: AdminOptions): Promise<AdminServer> {
  const { host, port, onError } = options;
  const server = createServer((request, response) => {
    answer(request, options)
      .catch((error: unknown) => {
        onError(error);
        return plain(500, 'failed');
      })
      .then((sent) => {
        send(response, sent);
      })
      .catch(onError);
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  const listeningPort = address === null || typeof address === 'string' ? port : address.port;
  return {
    url: `http://${isIPv6(host) ? `[${host}]` : host}:${listeningPort}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(
  { method, url = '' }: IncomingMessage,
  { readiness, metrics }: Pick<AdminOptions, 'readiness' | 'metrics'>,
): Promise<Answer> {
  if (method !== 'GET' && method !== 'HEAD') return plain(405, 'use GET or HEAD');
  switch (url.split('?')[0]) {
    case '/livez':
      return plain(200, 'ok');
    case '/readyz': {
      const { isReady, details } = await readiness();
      const body = `${JSON.stringify(details, null, 2)}\n`;
      return { status: isReady ? 200 : 503, type: 'application/json', body };
    }
    case '/metrics':
      return { status: 200, type: METRICS_TYPE, body: await metrics() };
    default:
      return plain(404, 'see /livez, /readyz and /metrics');
  }
}

function plain(status: number, text: string): Answer {
  return { status, type: 'text/plain; charset=utf-8', body: `${text}\n` };
}

function send(response: ServerResponse, { status, type, body }: Answer): void {
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    ...(status === 405 ? { allow: 'GET, HEAD' } : {}),
  });
  response.end(body);
}
