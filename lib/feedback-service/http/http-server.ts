// The HTTP server: limits, TLS, graceful shutdown, and answers in one piece or as a stream, compressed where accepted.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer, STATUS_CODES } from 'node:http';
import { createServer as createTlsServer, Server as TlsServer } from 'node:https';
import { isIPv4, isIPv6, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import type { ServiceProblemCode } from '../problem-json.ts';
import { Problem } from '../problem-json.ts';
import type { ServiceContext, Reply, Request, StreamedReply } from './answer-request.ts';
import { answerRequest, toProblem, problemReply } from './answer-request.ts';
import type { AnsweredRequest, RequestRecord } from './answered-request.ts';
import { startMalformedRecord, startRecord } from './answered-request.ts';
import type { AddressRanges } from './client-address.ts';
import { clientAddress, isLoopbackAddress } from './client-address.ts';
import type { Reader } from './long-answers.ts';

export interface ListenOptions {
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  /** A client that sends and reads nothing for this long is disconnected, ms. */
  readonly idleMs: number;
  readonly tls?: TlsFiles;
  /** The networks of the proxies whose X-Forwarded-For is right. */
  readonly proxies?: AddressRanges;
  /** Called at the end of each answer. */
  readonly onAnswered?: (answered: AnsweredRequest) => void;
}

/** Certificate (chain) and private key in PEM. */
export interface TlsFiles {
  readonly cert: string | Buffer;
  readonly key: string | Buffer;
}

export interface RunningService {
  /** Base URL without `/v1`. */
  readonly url: string;
  /** For connections from now on; throws when the certificate and the key are not a pair. */
  replaceTls(tls: TlsFiles): void;
  /** Accepts no new requests and resolves when requests in progress have been answered. */
  close(): Promise<void>;
}

const minVersion = 'TLSv1.2';
/** Request line and headers together, bytes. */
const maxHeaderSize = 16 * 1024;
/** No operation has a body; a larger body closes the connection. */
const maxBodySize = 64 * 1024;
const headersTimeout = 10_000;
const requestTimeout = 30_000;
/** Longer than proxies keep idle connections open, which would answer 502 if this service closed one first. */
const keepAliveTimeout = 75_000;
/** On close, requests that are still in progress after this time are aborted, ms. */
const closeGrace = 10_000;

export async function startServer(
  at: ListenOptions,
  context: ServiceContext,
): Promise<RunningService> {
  const isUnencrypted = at.tls === undefined && !isLoopback(at.host);
  if (isUnencrypted && at.proxies === undefined) {
    throw new Error('Without TLS and proxies, the service listens on loopback addresses only.');
  }
  const recorded = { headerPrefixes: context.headerPrefixes, onAnswered: at.onAnswered };
  const { idleMs } = at;
  let isClosing = false;
  // The number of answers in progress on a socket.
  const answers = new WeakMap<Duplex, number>();
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const discarded = discardBody(request);
    const { socket } = request;
    const disconnection = new AbortController();
    const asked = requestOf(request, disconnection.signal, at.proxies);
    const { id, finish } = startRecord(asked, recorded);
    const shared: Record<string, string> = {
      'x-request-id': id,
      // Clients compare their clock with that of the data.
      date: new Date(context.clock()).toUTCString(),
    };
    answers.set(socket, (answers.get(socket) ?? 0) + 1);
    response.on('close', () => {
      // Nothing waits after a complete answer, and the reason of an abort is a costly error.
      if (!response.writableFinished) disconnection.abort();
      finish(response.headersSent ? response.statusCode : undefined, response.writableFinished);
      answers.set(socket, (answers.get(socket) ?? 0) - 1);
      // Open keep-alive connections must not delay the shutdown.
      if (isClosing) socket.end();
    });
    answerRequest(asked, context)
      .then(async (reply) => {
        if (isClosing || discarded() === 'too large') shared['connection'] = 'close';
        const isZipped = acceptsGzip(request.headers['accept-encoding']);
        await sendAnswer(response, reply, { shared, isZipped, idleMs });
      })
      .catch((error: unknown) => {
        // Closing ends what is still read for clients that have disconnected.
        if (isClientDisconnect(error) || (isClosing && socket.destroyed)) return;
        const reply = problemReply(toProblem(error, context.onError));
        if (response.headersSent) response.destroy();
        else sendWhole(response, reply, { shared, isZipped: false }).catch(context.onError);
      });
  };
  // Answers do not depend on the host name, so that requests without Host are accepted.
  const options = {
    maxHeaderSize,
    headersTimeout,
    requestTimeout,
    keepAliveTimeout,
    requireHostHeader: false,
  };
  const server =
    at.tls === undefined
      ? createServer(options, handle)
      : createTlsServer({ ...options, ...at.tls, minVersion }, handle);
  server.setTimeout(idleMs);
  if (isUnencrypted) {
    // Credentials are encrypted up to the proxies only.
    server.on('connection', (socket: Socket) => {
      const { remoteAddress = '' } = socket;
      const isProxy = at.proxies?.has(remoteAddress) === true;
      if (!isProxy && !isLoopbackAddress(remoteAddress)) socket.destroy();
    });
  }
  server.on('clientError', (error: Error & { code?: string }, socket: Duplex) => {
    const code = clientProblem(error.code);
    // A client would take a second answer for a part of the one in progress.
    if (code === undefined || (answers.get(socket) ?? 0) > 0) {
      socket.destroy();
      return;
    }
    const address = socket instanceof Socket ? (socket.remoteAddress ?? '') : '';
    writeRaw(socket, problemReply(new Problem(code)), startMalformedRecord(address, recorded));
  });
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    const disconnection = new AbortController();
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      disconnection.abort();
    });
    const asked = requestOf(request, disconnection.signal, at.proxies);
    const record = startRecord(asked, recorded);
    answerConnect(asked, socket, context, record).catch(context.onError);
  });
  const port = await listen(server, at, context.onError);
  let closing: Promise<void> | undefined;
  return {
    replaceTls: (tls) => {
      if (server instanceof TlsServer) server.setSecureContext({ ...tls, minVersion });
    },
    url: `${at.tls === undefined ? 'http' : 'https'}://${isIPv6(at.host) ? `[${at.host}]` : at.host}:${port}`,
    close: () => {
      isClosing = true;
      context.refusals.close();
      closing ??= closeServer(server).finally(context.reader.close);
      return closing;
    },
  };
}

/** node:http provides no response for CONNECT and leaves the socket to its handler. */
async function answerConnect(
  request: Request,
  socket: Duplex,
  context: ServiceContext,
  record: RequestRecord,
): Promise<void> {
  const reply = await answerRequest(request, context);
  if ('begin' in reply) socket.destroy();
  else writeRaw(socket, reply, record);
}

/** Resolves with the port. */
function listen(
  server: Server,
  at: ListenOptions,
  onError: (error: unknown) => void,
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(at.port, at.host, () => {
      server.off('error', reject);
      server.on('error', onError);
      const address = server.address();
      resolve(address === null || typeof address === 'string' ? at.port : address.port);
    });
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cutOff = setTimeout(() => {
      server.closeAllConnections();
    }, closeGrace);
    server.close(() => {
      clearTimeout(cutOff);
      resolve();
    });
    server.closeIdleConnections();
  });
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

function requestOf(
  { method = '', url = '', headers, socket }: IncomingMessage,
  disconnected: AbortSignal,
  proxies: AddressRanges | undefined,
): Request {
  const forwardedFor = headers['x-forwarded-for'];
  const address = clientAddress(socket.remoteAddress ?? '', forwardedFor, proxies);
  return { method, target: url, headers, address, disconnected };
}

/** Discards a body, so that the connection can be reused; closes the connection when it is too large. */
function discardBody(request: IncomingMessage): () => 'small' | 'too large' {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  if (length === undefined && coding === undefined) return () => 'small';
  const announced = Number(length ?? '0');
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxBodySize) request.destroy();
  });
  request.on('error', () => {
    // The client has disconnected or was disconnected.
  });
  return () => (announced > maxBodySize || size > maxBodySize ? 'too large' : 'small');
}

function clientProblem(code: string | undefined): ServiceProblemCode | undefined {
  switch (code) {
    case 'ECONNRESET':
    case 'EPIPE':
      return undefined;
    case 'HPE_HEADER_OVERFLOW':
      return 'HEADERS_TOO_LARGE';
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 'REQUEST_TIMEOUT';
    default:
      return 'REQUEST_MALFORMED';
  }
}

/** Answers on a socket for which there is no response object, and closes the connection. */
function writeRaw(
  socket: Duplex,
  { status, headers, body }: Reply,
  { id, finish }: RequestRecord,
): void {
  if (!socket.writable) {
    socket.destroy();
    finish(undefined, false);
    return;
  }
  const length = String(Buffer.byteLength(body));
  const lines = Object.entries({ ...headers, 'x-request-id': id, 'content-length': length });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n` +
      lines.map(([name, value]) => `${name}: ${value}\r\n`).join('') +
      `connection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  );
  finish(status, true);
}

/** Compression does not make smaller bodies smaller. */
const minGzipBytes = 1024;
/** Answers of at least this many characters are long: they are streamed, and their number is limited. */
const minLongLength = 128 * 1024;

const compress = promisify(gzip);

interface Sending {
  /** The headers that all answers have. */
  readonly shared: Readonly<Record<string, string>>;
  readonly isZipped: boolean;
  readonly idleMs: number;
}

/** Resolves when everything has been sent or passed to the socket. */
async function sendAnswer(
  response: ServerResponse,
  reply: Reply | StreamedReply,
  sending: Sending,
): Promise<void> {
  if (!('begin' in reply)) return sendWhole(response, reply, sending);
  const { text, rest } = await readBeginning(reply.body);
  if (rest === undefined) return sendWhole(response, { ...reply, body: text }, sending);
  const source: () => AsyncGenerator<string | Uint8Array> =
    reply.readInThread ?? (() => joinParts(text, rest));
  try {
    if (response.req.method === 'HEAD') writeHead(response, reply, sending.shared).end();
    else {
      if (reply.readInThread !== undefined) await rest.return(undefined);
      await sendLong(response, { ...reply, source }, sending);
    }
  } finally {
    // If the client disconnects before the first read, the pipeline does not close it.
    await rest.return(undefined);
  }
}

interface LongReply extends Pick<StreamedReply, 'status' | 'headers' | 'begin'> {
  readonly source: () => AsyncGenerator<string | Uint8Array>;
}

/** Waits for its turn. */
async function sendLong(
  response: ServerResponse,
  { source, begin, ...head }: LongReply,
  { shared, isZipped, idleMs }: Sending,
): Promise<void> {
  // The client can read nothing meanwhile.
  response.setTimeout(0);
  const end = await begin(readerOf(response)).finally(() => response.setTimeout(idleMs));
  if (end === undefined) return;
  const body = source();
  try {
    // Before the head, so that a failure can still be told.
    const first = await body.next();
    if (first.done === true || response.destroyed) return;
    const parts = Readable.from(piecesOf(joinParts(first.value, body)));
    writeHead(response, head, shared, isZipped ? { 'content-encoding': 'gzip' } : {});
    await (isZipped ? pipeline(parts, createGzip(), response) : pipeline(parts, response));
  } finally {
    await body.return(undefined);
    end();
  }
}

function readerOf(response: ServerResponse): Reader {
  const { socket } = response.req;
  return {
    sent: () => socket.bytesWritten - socket.writableLength,
    pending: () => response.writableLength,
    disconnect: () => response.destroy(),
  };
}

function writeHead(
  response: ServerResponse,
  { status, headers }: Pick<Reply, 'status' | 'headers'>,
  shared: Sending['shared'],
  further: Readonly<Record<string, string | number>> = {},
): ServerResponse {
  return response.writeHead(status, { ...shared, ...headers, vary: 'accept-encoding', ...further });
}

async function sendWhole(
  response: ServerResponse,
  { body, ...head }: Reply,
  { shared, isZipped }: Pick<Sending, 'shared' | 'isZipped'>,
): Promise<void> {
  const length = Buffer.byteLength(body);
  if (isZipped && length >= minGzipBytes) {
    const bytes = await compress(body);
    const coding = { 'content-length': bytes.length, 'content-encoding': 'gzip' };
    writeHead(response, head, shared, coding).end(bytes);
  } else {
    // A string body is sent in one packet with the headers. Node writes short texts in Latin-1 at once, but allocates three
    // bytes a character and a request of the system for UTF-8.
    const encoding = length === body.length ? 'latin1' : 'utf8';
    writeHead(response, head, shared, { 'content-length': length }).end(body, encoding);
  }
}

/** Reads a short body completely, so that its length is known; otherwise its beginning. */
async function readBeginning(
  parts: AsyncGenerator<string>,
): Promise<{ text: string; rest: AsyncGenerator<string> | undefined }> {
  let text = '';
  while (text.length < minLongLength) {
    const part = await parts.next();
    if (part.done === true) return { text, rest: undefined };
    text += part.value;
  }
  return { text, rest: parts };
}

async function* joinParts<Part>(first: Part, rest: AsyncGenerator<Part>): AsyncGenerator<Part> {
  yield first;
  yield* rest;
}

/** Small enough to tell from what the system has taken how fast a client reads, bytes. */
const maxPiece = 64 * 1024;

async function* piecesOf(parts: AsyncGenerator<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const part of parts) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part;
    for (let at = 0; at < bytes.length; at += maxPiece) yield bytes.subarray(at, at + maxPiece);
  }
}

/** A client that disconnects before the end of the answer is not an error of the service. */
function isClientDisconnect(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}

/** Whether the header accept-encoding allows gzip. */
function acceptsGzip(header: string | string[] | undefined): boolean {
  if (header === undefined) return false;
  const codings = String(header).toLowerCase().split(',');
  const quality = (name: string): number | undefined => {
    const item = codings.find((coding) => coding.split(';')[0]?.trim() === name);
    return item === undefined ? undefined : Number(/;\s*q=([\d.]+)/.exec(item)?.[1] ?? '1');
  };
  return (quality('gzip') ?? quality('*') ?? 0) > 0;
}
