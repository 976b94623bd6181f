// A door in front of a server, through which a process under test does everything: it knows each effect before it
// happens and after, and can have the process killed at exactly that moment.
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, request } from 'node:http';

/** Where in an effect the process dies. */
export const MOMENTS = [
  /** The request has arrived; it is never handed on. */
  'before',
  /** The process dies first, and what it sent happens all the same. */
  'during, and it still happens',
  /** It has happened, and nobody hears the answer. */
  'during, and the answer is lost',
  /** The answer is on its way. */
  'after',
] as const;
export type Moment = (typeof MOMENTS)[number];

export interface Gate {
  readonly url: string;
  close(): Promise<void>;
}

export interface GateParts {
  /** The server behind. */
  readonly to: string;
  readonly nameOf: (request: IncomingMessage, body: Buffer) => string;
  /** Told of every effect by its name: when the process is to die at it; null for not. */
  readonly arrives: (name: string) => Moment | null;
  /** Has the process killed; resolves when it is dead. */
  readonly kill: (name: string, moment: Moment) => Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export async function openGate({ to, nameOf, arrives, kill }: GateParts): Promise<Gate> {
  async function pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(incoming);
    const name = nameOf(incoming, body);
    const moment = arrives(name);
    if (moment === 'before') {
      await kill(name, moment);
      incoming.socket.destroy();
      return;
    }
    if (moment === 'during, and it still happens') await kill(name, moment);
    const answer = await forward(to, incoming, body);
    if (moment === 'during, and the answer is lost') await kill(name, moment);
    response.writeHead(answer.status, answer.headers);
    response.end(incoming.method === 'HEAD' ? undefined : answer.body, () => {
      if (moment === 'after') void kill(name, moment);
    });
  }

  const server = createServer((incoming, response) => {
    // The process that asked is dead, or the server behind is closing.
    pass(incoming, response).catch(() => incoming.socket.destroy());
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

/** With the headers as they came: the signature covers the host that the client meant. */
async function forward(to: string, incoming: IncomingMessage, body: Buffer): Promise<Answer> {
  const { connection: _, expect: __, 'transfer-encoding': ___, ...headers } = incoming.headers;
  const onward = request(`${to}${incoming.url ?? '/'}`, {
    method: incoming.method,
    headers: { ...headers, ...(body.length > 0 ? { 'content-length': body.length } : {}) },
  });
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  onward.once('response', resolve);
  onward.once('error', reject);
  onward.end(body);
  const answer = await promise;
  const { connection: ____, 'transfer-encoding': _____, ...kept } = answer.headers;
  const bytes = await bodyOf(answer);
  const isHead = incoming.method === 'HEAD';
  return {
    status: answer.statusCode ?? 502,
    headers: isHead ? kept : { ...kept, 'content-length': String(bytes.length) },
    body: bytes,
  };
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
