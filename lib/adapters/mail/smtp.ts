// Sends messages to an SMTP server over a few connections that are used again. nodemailer's own pool does not tell whether
// a failed message may have been accepted.
import pLimit from 'p-limit';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { NodemailerError } from 'nodemailer/lib/errors';
import type { Instant } from '../../domain/report-inputs.ts';
import type { SendOutcome } from '../../ports/deliveries.ts';
import type { Clock } from '../../shared/clock.ts';
import { Failure } from '../../shared/failure.ts';
import type { ComposedMail } from './mail-settings.ts';
import type { SendResult, SmtpOptions } from './smtp-connection.ts';
import { openSmtpConnection, sendOver } from './smtp-connection.ts';
import { outcomeOfSmtpError } from './smtp-outcome.ts';

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
      if (error instanceof Failure) {
        return { state: 'notSent', reason: error.code, retryAfterSeconds: null };
      }
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
