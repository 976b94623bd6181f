// Connections to an SMTP server: with TLS and authentication as configured, and one message at a time.
import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { NodemailerError } from 'nodemailer/lib/errors';
import type { ComposedMail, SmtpTransport } from './mail-settings.ts';

export interface SmtpOptions {
  readonly transport: SmtpTransport;
  /** Of the user; null for none. */
  readonly password: () => Promise<string | null>;
  /** For connecting, TLS and the greeting together; default 15 s. */
  readonly connectTimeoutMs?: number;
  /** For the message and its answer; default 120 s. */
  readonly sendTimeoutMs?: number;
  /** Certificates to accept besides the usual authorities; for tests. */
  readonly ca?: string;
}

export type SendResult =
  | { readonly accepted: true; readonly serverMessageId: string | null }
  | {
      readonly accepted: false;
      readonly error: NodemailerError;
      /** Whether the server was told that the message follows. */
      readonly isDataStarted: boolean;
      /** Whether the whole message was handed to the connection. */
      readonly isDataComplete: boolean;
    };

/** Fails with an error of nodemailer, which contains the server's text. */
export async function openSmtpConnection(options: SmtpOptions): Promise<SMTPConnection> {
  const { transport, connectTimeoutMs = 15_000, ca } = options;
  const { host, port, security, user } = transport;
  const pass = user === null ? null : await options.password();
  const connection = new SMTPConnection({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    dnsTimeout: connectTimeoutMs,
    socketTimeout: options.sendTimeoutMs ?? SEND_TIMEOUT_MS,
    tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca }) },
  });
  // An error event without a listener would end the process; each call reports its own error.
  connection.on('error', () => undefined);
  try {
    await settle(connection, (callback) => {
      connection.connect(callback);
    });
    if (user !== null) {
      await settle(connection, (callback) => {
        connection.login({ user, pass: pass ?? '' }, callback);
      });
    }
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** The end of a connection may be reported by an event alone, or by the callback alone. */
async function settle(
  connection: SMTPConnection,
  call: (callback: (error?: NodemailerError | null) => void) => void,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const end = (): void => {
    reject(Object.assign(new Error('connection closed'), { code: 'ECONNECTION' }));
  };
  connection.once('error', reject);
  connection.once('end', end);
  try {
    call((error) => {
      if (error === undefined || error === null) resolve(undefined);
      else reject(error);
    });
    await promise;
  } finally {
    connection.off('error', reject);
    connection.off('end', end);
  }
}

const SEND_TIMEOUT_MS = 120_000;
const CHUNK_BYTES = 65_536;

/** Never fails; after an error the connection is closed. */
export async function sendOver(
  connection: SMTPConnection,
  { from, to, bytes }: ComposedMail,
  timeoutMs = SEND_TIMEOUT_MS,
): Promise<SendResult> {
  const progress = { isDataStarted: false, isDataComplete: false };
  // Read only after the server accepted the envelope, since the client pipes it into the connection then.
  const stream = Readable.from(chunksOf(bytes, progress));
  const { promise, resolve } = Promise.withResolvers<SendResult>();
  const fail = (error: NodemailerError): void => {
    resolve({ accepted: false, error, ...progress });
  };
  const timer = setTimeout(() => {
    fail(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' }));
  }, timeoutMs);
  connection.send({ from, to, size: bytes.length }, stream, (error, info) => {
    if (error !== null) fail(error);
    else resolve({ accepted: true, serverMessageId: info.serverMessageId ?? null });
  });
  const result = await promise;
  clearTimeout(timer);
  if (!result.accepted) connection.close();
  return result;
}

function* chunksOf(
  bytes: Buffer,
  progress: { isDataStarted: boolean; isDataComplete: boolean },
): Generator<Buffer> {
  progress.isDataStarted = true;
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    yield bytes.subarray(start, start + CHUNK_BYTES);
  }
  progress.isDataComplete = true;
}
