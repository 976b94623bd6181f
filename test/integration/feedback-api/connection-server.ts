// A server on a bare socket that says whatever a test requires: surplus answers, no mark at the end of a connection, resets.
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

export interface ConnectionRequest {
  /** Of the survey whose results are requested. */
  readonly key: number;
  /** Requests for this survey, from 1. */
  readonly attempt: number;
  /** Connections, and requests of one connection, from 1. */
  readonly connection: number;
  readonly position: number;
  /** Whether it has "Connection: close". */
  readonly closes: boolean;
}

export interface ConnectionServer extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly ConnectionRequest[];
  readonly connections: () => number;
}

/** Results with the key of the survey as a count; with `marks`, the answer to a request that closes says so too. */
export function answerText({ key, closes }: ConnectionRequest, marks = true): string {
  const body = JSON.stringify([{ ts: '1970-01-01T00:00:00Z', data: [key, 0, 0, 0] }]);
  return statusText(200, marks && closes, body);
}

export function statusText(status: number, isMarked: boolean, body: string): string {
  const mark = isMarked ? 'Connection: close\r\n' : '';
  return `HTTP/1.1 ${status} Status\r\n${mark}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

export async function startConnectionServer(
  respond: (socket: Socket, request: ConnectionRequest) => void,
): Promise<ConnectionServer> {
  const requests: ConnectionRequest[] = [];
  const sockets = new Set<Socket>();
  const attempts = new Map<number, number>();
  let connections = 0;
  const server = createServer({ noDelay: true }, (socket) => {
    connections += 1;
    const connection = connections;
    let position = 0;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (head) => {
      position += 1;
      const text = head.toString();
      const key = Number(/surveys\/(\d+)/.exec(text)?.[1]);
      const attempt = (attempts.get(key) ?? 0) + 1;
      attempts.set(key, attempt);
      const closes = /^connection: close\r$/im.test(text);
      const request = { key, attempt, connection, position, closes };
      requests.push(request);
      respond(socket, request);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    requests,
    connections: () => connections,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
