// A service on a real socket with AWS's query protocol: the operation and its input are a form, answers and errors are XML.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { accessKeyId, canary } from '../secret-markers.ts';
import type { AwsConnection } from './json-service.ts';

export type QueryAnswer =
  /** The elements of the result. */
  { readonly result: string } | { readonly error: string; readonly message: string };

export interface QueryService {
  readonly url: string;
  readonly connection: AwsConnection;
  readonly close: () => Promise<void>;
}

export async function startQueryService(
  answer: (operation: string, input: URLSearchParams) => QueryAnswer,
): Promise<QueryService> {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const input = new URLSearchParams(body);
      const operation = input.get('Action') ?? '';
      const outcome = answer(operation, input);
      const isError = 'error' in outcome;
      response.writeHead(isError ? 400 : 200, { 'Content-Type': 'text/xml' });
      response.end(
        isError
          ? `<ErrorResponse><Error><Type>Sender</Type><Code>${outcome.error}</Code><Message>${outcome.message}</Message></Error></ErrorResponse>`
          : `<${operation}Response><${operation}Result>${outcome.result}</${operation}Result></${operation}Response>`,
      );
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    connection: {
      endpoint: url,
      region: 'eu-north-1',
      credentials: { accessKeyId: accessKeyId(), secretAccessKey: canary('secret access key') },
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
