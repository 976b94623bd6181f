// A proxy for one server. It reports each request of the process under test, and can have the process killed before,
// during or after the request.
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, request } from 'node:http';

/** When the process is killed. */
export const KILL_MOMENTS = [
  /** The request is not forwarded. */
  'before',
  /** The process is killed, then the request is forwarded. */
  'during, and it still happens',
  /** The request is forwarded, then the process is killed before the answer. */
  'during, and the answer is lost',
  /** The answer is sent, then the process is killed. */
  'after',
] as const;
export type KillMoment = (typeof KILL_MOMENTS)[number];

export interface KillProxy {
  readonly url: string;
  close(): Promise<void>;
}

export interface KillProxyOptions {
  /** URL of the server. */
  readonly targetUrl: string;
  readonly nameOf: (request: IncomingMessage, body: Buffer) => string;
  /** Called for every request with its name; returns when to kill the process, or null. */
  readonly onEffect: (name: string) => KillMoment | null;
  /** Resolves when the process is dead. */
  readonly kill: (name: string, moment: KillMoment) => Promise<void>;
}

interface ForwardedAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export async function startKillProxy({
  targetUrl,
  nameOf,
  onEffect,
  kill,
}: KillProxyOptions): Promise<KillProxy> {
  async function handleRequest(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(incoming);
    const name = nameOf(incoming, body);
    const moment = onEffect(name);
    if (moment === 'before') {
      await kill(name, moment);
      incoming.socket.destroy();
      return;
    }
    if (moment === 'during, and it still happens') await kill(name, moment);
    const answer = await forward(targetUrl, incoming, body);
    if (moment === 'during, and the answer is lost') await kill(name, moment);
    response.writeHead(answer.status, answer.headers);
    response.end(incoming.method === 'HEAD' ? undefined : answer.body, () => {
      if (moment === 'after') void kill(name, moment);
    });
  }

  const server = createServer((incoming, response) => {
    // The client process is dead, or the server is closing.
    handleRequest(incoming, response).catch(() => incoming.socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Forwards the original headers, because the signature covers the host. */
async function forward(
  targetUrl: string,
  incoming: IncomingMessage,
  body: Buffer,
): Promise<ForwardedAnswer> {
  const { connection: _, expect: __, 'transfer-encoding': ___, ...headers } = incoming.headers;
  const forwarded = request(`${targetUrl}${incoming.url ?? '/'}`, {
    method: incoming.method,
    headers: { ...headers, ...(body.length > 0 ? { 'content-length': body.length } : {}) },
  });
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  forwarded.once('response', resolve);
  forwarded.once('error', reject);
  forwarded.end(body);
  const answer = await promise;
  const { connection: ____, 'transfer-encoding': _____, ...responseHeaders } = answer.headers;
  const bytes = await readBody(answer);
  const isHead = incoming.method === 'HEAD';
  return {
    status: answer.statusCode ?? 502,
    headers: isHead
      ? responseHeaders
      : { ...responseHeaders, 'content-length': String(bytes.length) },
    body: bytes,
  };
}

async function readBody(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
