// Sends messages to an SMTP server over a few connections that are used again, with TLS and authentication as configured.
// nodemailer's own pool does not tell whether a failed message may have been accepted.
import { Readable } from 'node:stream';
import pLimit from 'p-limit';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { NodemailerError } from 'nodemailer/lib/errors';
import type { Instant } from '../../domain/report-inputs.ts';
import { notSent, refused, type SendOutcome } from '../../ports/deliveries.ts';
import type { Clock } from '../../shared/clock.ts';
import { Failure } from '../../shared/failure.ts';
import type { ComposedMail, SmtpTransport } from './mail-settings.ts';

export interface MailTransportClient {
  send(mail: ComposedMail): Promise<SendOutcome>;
  close(): void;
}

/** Servers limit the connections of one client, often to ten. */
const MAX_CONNECTIONS = 5;

/** Servers close an idle connection after minutes, and a suspended function does not notice. */
const MAX_IDLE_MS = 10_000;

export function openSmtpClient(
  options: SmtpOptions & { readonly clock: Clock },
): MailTransportClient {
  const { clock } = options;
  const limit = pLimit(MAX_CONNECTIONS);
  const idle: { readonly connection: SMTPConnection; readonly since: Instant }[] = [];

  function takeIdle(): SMTPConnection | null {
    for (let entry = idle.pop(); entry !== undefined; entry = idle.pop()) {
      if (entry.connection.destroyed) continue;
      if (clock() - entry.since < MAX_IDLE_MS) return entry.connection;
      entry.connection.quit();
    }
    return null;
  }

  async function attempt(connection: SMTPConnection, mail: ComposedMail): Promise<SendResult> {
    const result = await sendOver(connection, mail, options.sendTimeoutMs);
    if (result.accepted) idle.push({ connection, since: clock() });
    return result;
  }

  async function send(mail: ComposedMail): Promise<SendOutcome> {
    const usedConnection = takeIdle();
    if (usedConnection !== null) {
      const result = await attempt(usedConnection, mail);
      if (!isStale(result)) return toOutcome(result);
    }
    let connection: SMTPConnection;
    try {
      connection = await openSmtpConnection(options);
    } catch (error) {
      if (error instanceof Failure) return notSent(error.code);
      return outcomeOfSmtpError(toSmtpError(error), false);
    }
    return toOutcome(await attempt(connection, mail));
  }

  return {
    send: (mail) => limit(send, mail),
    close() {
      for (const { connection } of idle.splice(0)) {
        if (!connection.destroyed) connection.quit();
      }
    },
  };
}

/** Whether a connection that was used before had ended, and the message can go over another one. */
function isStale(result: SendResult): boolean {
  if (result.accepted || result.isDataStarted) return false;
  const { code, responseCode } = result.error;
  return responseCode === 421 || code === 'ECONNECTION' || code === 'ESOCKET';
}

function toOutcome(result: SendResult): SendOutcome {
  return result.accepted
    ? { state: 'sent', transportId: result.serverMessageId?.replaceAll(/[<>]/g, '') ?? null }
    : outcomeOfSmtpError(result.error, result.isDataComplete);
}

function toSmtpError(error: unknown): NodemailerError {
  return error instanceof Error ? error : new Error('unknown');
}

export interface SmtpOptions {
  readonly transport: SmtpTransport;
  /** Password of the user; null for none. */
  readonly password: () => Promise<string | null>;
  /** For connecting, TLS and the greeting together; default 15 s. */
  readonly connectTimeoutMs?: number;
  /** For the message and its answer; default 120 s. */
  readonly sendTimeoutMs?: number;
  /** Certificates to accept besides the usual authorities; for tests. */
  readonly ca?: string;
}

type SendResult =
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
async function sendOver(
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

/**
 * `isDataComplete`: the whole message was handed to the connection, so the server may have accepted it even without an
 * answer.
 */
function outcomeOfSmtpError(error: NodemailerError, isDataComplete: boolean): SendOutcome {
  const { code, responseCode } = error;
  const reason = smtpErrorCode(error);
  if (code === 'EENVELOPE' || code === 'EMESSAGE') {
    if (responseCode === undefined) {
      // The server was not asked: a malformed address, or a message above the size that the server announced.
      return code === 'EENVELOPE' ? refused('ADDRESS_INVALID', true) : refused('MESSAGE_TOO_LARGE');
    }
    // 503 says that the session was in the wrong state and nothing about the message.
    if ((responseCode >= 400 && responseCode < 500) || responseCode === 503) return notSent(reason);
    if (responseCode >= 500) return refused(reason, isUnknownRecipient(error));
  }
  return isDataComplete ? { state: 'unknown', reason } : notSent(reason);
}

const NO_MAILBOX: readonly (number | undefined)[] = [550, 551, 553];

/**
 * RFC 3463: 5.1.x says that the recipient's address is wrong (5.1.7 and 5.1.8: the sender's), 5.2.1 that the mailbox is
 * disabled. Other statuses are about policy, space or spam, and say nothing about the address. Without a status, RFC 5321
 * (4.3.2) means the mailbox by 550 after RCPT, and policy by 550 after DATA. A mail has one recipient, so that an answer to its
 * data is about it too.
 */
function isUnknownRecipient({ command, responseCode, response = '' }: NodemailerError): boolean {
  if (command === 'MAIL FROM') return false;
  const [, status] = /^\d{3}[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? [];
  if (status === undefined) return command === 'RCPT TO' && NO_MAILBOX.includes(responseCode);
  return status === '5.2.1' || (/^5\.1\./.test(status) && !/\.[78]$/.test(status));
}

const CODES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'CONNECTION_REFUSED',
  EDNS: 'HOST_NOT_FOUND',
  ETIMEDOUT: 'TIMEOUT',
  ETLS: 'TLS_UNAVAILABLE',
  EAUTH: 'SMTP_AUTHENTICATION',
  ECONNECTION: 'CONNECTION_CLOSED',
};

/** "SMTP_450", "CONNECTION_REFUSED", "TLS_CERTIFICATE". */
export function smtpErrorCode(error: NodemailerError): string {
  const { code = '', originalCode = '', responseCode } = error;
  if (code === 'ETLS' && responseCode !== undefined) return 'TLS_UNAVAILABLE';
  if (responseCode !== undefined) return `SMTP_${responseCode}`;
  if (/CERT|SIGNATURE|ISSUER/.test(originalCode)) return 'TLS_CERTIFICATE';
  return CODES[originalCode] ?? CODES[code] ?? 'CONNECTION_FAILED';
}
