// A test server for SES (REST and JSON): checks that requests are signed, records messages, and answers as a test requires.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { accessKeyId, canary } from '../secret-markers.ts';
import type { AwsConnection } from './json-service.ts';

const sendEmail = z.strictObject({
  FromEmailAddress: z.string(),
  Destination: z.strictObject({ ToAddresses: z.array(z.string()) }),
  Content: z.strictObject({ Raw: z.strictObject({ Data: z.base64() }) }),
  EmailTags: z.array(z.strictObject({ Name: z.string(), Value: z.string().regex(/^[\w-]+$/) })),
  ConfigurationSetName: z.string().optional(),
});

interface SentEmail extends Omit<z.infer<typeof sendEmail>, 'Content'> {
  readonly raw: Buffer;
}

/**
 * ok: accepted. silence: accepted, without an answer. die: the connection ends after the request. broken: accepted, with an
 * answer that is not JSON.
 */
export type SesAnswer =
  'ok' | 'silence' | 'die' | 'broken' | { readonly status: number; readonly error: string };

export interface SesServer extends AsyncDisposable {
  readonly connection: AwsConnection;
  readonly emails: readonly SentEmail[];
  /** Answer of the operation of sending. */
  answer: SesAnswer;
  /** Responses of other operations by method and path, or names of errors with status 403; without one: NotFoundException. */
  readonly resources: Map<string, object | string>;
}

export async function startSesServer(): Promise<SesServer> {
  const emails: SentEmail[] = [];
  const resources = new Map<string, object | string>();
  const server = createServer((request, response) => {
    void respond(request, response);
  });

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    const isSigned = /^AWS4-HMAC-SHA256 Credential=\w+\/\d{8}\/eu-north-1\/ses\//.test(
      request.headers.authorization ?? '',
    );
    const path = decodeURIComponent(request.url ?? '');
    if (!isSigned) refuse(response, 403, 'MissingAuthenticationToken');
    else if (path === '/v2/email/outbound-emails') answerSend(body, response);
    else {
      const resource = resources.get(`${request.method ?? ''} ${path}`);
      if (resource === undefined) refuse(response, 404, 'NotFoundException');
      else if (typeof resource === 'string') refuse(response, 403, resource);
      else response.end(JSON.stringify(resource));
    }
  }

  function answerSend(body: string, response: ServerResponse): void {
    const { answer } = sesServer;
    if (typeof answer === 'object') {
      refuse(response, answer.status, answer.error);
      return;
    }
    const { Content, ...email } = sendEmail.parse(JSON.parse(body));
    emails.push({ ...email, raw: Buffer.from(Content.Raw.Data, 'base64') });
    if (answer === 'die') response.destroy();
    if (answer === 'broken') response.end('{"MessageId":');
    if (answer !== 'ok') return;
    response.end(JSON.stringify({ MessageId: `ses-message-${emails.length}` }));
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const sesServer: SesServer = {
    connection: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'eu-north-1',
      credentials: { accessKeyId: accessKeyId(), secretAccessKey: canary('secret access key') },
    },
    emails,
    answer: 'ok',
    resources,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return sesServer;
}

/** As SES answers, with the name of the error in a header and the address in the message. */
function refuse(response: ServerResponse, status: number, error: string): void {
  response.statusCode = status;
  response.setHeader('x-amzn-errortype', `${error}:http://internal.amazon.com/`);
  response.end(JSON.stringify({ message: 'Email address is not verified: ana@example.com' }));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: string[] = [];
  request.setEncoding('utf8');
  for await (const chunk of request) chunks.push(String(chunk));
  return chunks.join('');
}
