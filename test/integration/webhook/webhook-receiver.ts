// A webhook receiver on a real socket that records requests and responds as a test requires.
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';

export interface ReceivedMessage {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface WebhookReceiver extends AsyncDisposable {
  readonly url: string;
  readonly received: readonly ReceivedMessage[];
}

export async function startWebhookReceiver(
  answer: (response: ServerResponse) => void = (response) => response.end('ok'),
  port = 0,
  certificate: { readonly cert: string; readonly key: string } | null = null,
): Promise<WebhookReceiver> {
  const receivedMessages: ReceivedMessage[] = [];
  const receive = (request: IncomingMessage, response: ServerResponse): void => {
    const chunks: string[] = [];
    request.setEncoding('utf8');
    request.on('data', (chunk) => chunks.push(String(chunk)));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      receivedMessages.push({ method, path, headers, body: chunks.join('') });
      answer(response);
    });
  };
  const server =
    certificate === null ? createServer(receive) : createTlsServer(certificate, receive);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const boundPort = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `${certificate === null ? 'http' : 'https'}://127.0.0.1:${boundPort}`,
    received: receivedMessages,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
