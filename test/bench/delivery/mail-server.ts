// The process of the delivery benchmark that accepts messages: SES's HTTP API, and an SMTP server. It counts messages and
// keeps none.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { inputOf, sendResult } from '../child.ts';
import { type Received, serverInput } from './delivery-figures.ts';

const { latencyMs } = inputOf(serverInput);
const instants: number[] = [];
const recipients = new Set<string>();
let bytes = 0;

function record(recipient: string, size: number): void {
  instants.push(performance.now());
  recipients.add(recipient);
  bytes += size;
}

function received(): Received {
  let from = 0;
  let mostInSecond = 0;
  for (const [at, instant] of instants.entries()) {
    while (instant - (instants[from] ?? 0) >= 1000) from += 1;
    mostInSecond = Math.max(mostInSecond, at - from + 1);
  }
  return {
    messages: instants.length,
    recipients: recipients.size,
    bytes,
    betweenMs: (instants.at(-1) ?? 0) - (instants[0] ?? 0),
    mostInSecond,
  };
}

async function acceptEmail(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString('latin1');
  // The message itself is not decoded: its sender shares the cores.
  const recipient = /"ToAddresses":\["([^"]+)"\]/.exec(body)?.[1];
  const isSigned = request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 ') === true;
  if (recipient === undefined || !isSigned) {
    response.writeHead(400).end();
    return;
  }
  record(recipient, body.length);
  await wait(latencyMs);
  response.end(JSON.stringify({ MessageId: `message-${instants.length}` }));
}

const smtp = new SMTPServer({
  logger: false,
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData: (stream, session, callback) => {
    let size = 0;
    stream.on('data', (chunk: Buffer) => (size += chunk.length));
    stream.on('end', () => {
      record(session.envelope.rcptTo[0]?.address ?? '', size);
      setTimeout(() => {
        callback(null, 'queued');
      }, latencyMs);
    });
  },
});
smtp.on('error', () => undefined);
const ses = createServer((request, response) => {
  void acceptEmail(request, response);
});
const control = createServer((_request, response) => {
  response.end(JSON.stringify(received()));
});

async function listen(server: Pick<Server, 'listen' | 'address' | 'once'>): Promise<string> {
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  return `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}

const smtpListener = smtp.listen(0, '127.0.0.1');
await once(smtpListener, 'listening');
const smtpAddress = smtpListener.address();
sendResult({
  control: `http://${await listen(control)}`,
  ses: `http://${await listen(ses)}`,
  smtp: `smtp://127.0.0.1:${typeof smtpAddress === 'object' && smtpAddress !== null ? smtpAddress.port : 0}`,
});
process.stdin.resume().on('end', () => {
  process.exit();
});
