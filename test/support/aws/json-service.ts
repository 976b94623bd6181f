// A service on a real socket with the AWS JSON protocols: the operation is in X-Amz-Target, errors are in __type.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { accessKeyId, canary } from '../secret-markers.ts';

const input = z.record(z.string(), z.unknown());
export type ServiceInput = z.infer<typeof input>;

/** An error response, with the name that the SDK gives it; the SDK retries from status 500 on. */
export interface ServiceError {
  readonly error: string;
  readonly status?: number;
  readonly message?: string;
}

export type ServiceResult = { readonly output: unknown } | ServiceError;

/** Options that connect an SDK client to this service. */
export interface AwsConnection {
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

export interface JsonService {
  readonly url: string;
  readonly connection: AwsConnection;
  /** Aborts requests in flight. */
  readonly close: () => Promise<void>;
}

/** `handle` gets the operation's name without its service: PutEvents. */
export async function startJsonService(
  answer: (operation: string, input: ServiceInput) => ServiceResult | Promise<ServiceResult>,
): Promise<JsonService> {
  const server = createServer((request, response) => {
    void respond(request, response, answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    connection: connectionTo(url),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Sends the request to another such service and returns its result or error. */
export async function forwardRequest(
  to: string,
  target: string,
  requestBody: ServiceInput,
): Promise<ServiceResult> {
  const response = await fetch(to, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-amz-json-1.0', 'X-Amz-Target': target },
    body: JSON.stringify(requestBody),
  });
  const output: unknown = await response.json();
  if (response.ok) return { output };
  const { __type: error, message = '' } = refusal.parse(output);
  return { error, message, status: response.status };
}

const refusal = z.object({ __type: z.string(), message: z.string().optional() });

/** These services accept any credentials, but the SDK requires some. */
function connectionTo(endpoint: string): AwsConnection {
  const credentials = {
    accessKeyId: accessKeyId(),
    secretAccessKey: canary('secret access key'),
  };
  return { endpoint, region: 'eu-north-1', credentials };
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (operation: string, input: ServiceInput) => ServiceResult | Promise<ServiceResult>,
): Promise<void> {
  const target = String(request.headers['x-amz-target']);
  const parseResult = input.safeParse(parseJson(await readText(request)));
  const result = parseResult.success
    ? await answer(target.slice(target.indexOf('.') + 1), parseResult.data)
    : { error: 'SerializationException' };
  response.setHeader(
    'Content-Type',
    request.headers['content-type'] ?? 'application/x-amz-json-1.1',
  );
  if ('output' in result) {
    response.end(JSON.stringify(result.output));
  } else {
    response.statusCode = result.status ?? 400;
    response.end(JSON.stringify({ __type: result.error, message: result.message ?? result.error }));
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: string[] = [];
  request.setEncoding('utf8');
  for await (const chunk of request) chunks.push(String(chunk));
  return chunks.join('');
}

function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return null;
  }
}
