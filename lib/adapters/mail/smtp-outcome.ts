// What an error of the SMTP client means for a message, and its code without the server's text.
import type { NodemailerError } from 'nodemailer/lib/errors';
import type { SendOutcome } from '../../ports/deliveries.ts';

/**
 * `isDataComplete`: the whole message was handed to the connection, so the server may have accepted it even without an
 * answer.
 */
export function outcomeOfSmtpError(error: NodemailerError, isDataComplete: boolean): SendOutcome {
  const { code, command, responseCode, response = '' } = error;
  const reason = smtpErrorCode(error);
  if (code === 'EENVELOPE' || code === 'EMESSAGE') {
    if (responseCode === undefined) return refusedByClient(code);
    // 503 says that the session was in the wrong state and nothing about the message.
    if ((responseCode >= 400 && responseCode < 500) || responseCode === 503) return notSent(reason);
    if (responseCode >= 500) {
      const endsSubscription = command === 'RCPT TO' && isUnknownRecipient(responseCode, response);
      return { state: 'refused', reason, endsSubscription };
    }
  }
  return isDataComplete ? { state: 'unknown', reason } : notSent(reason);
}

function notSent(reason: string): SendOutcome {
  return { state: 'notSent', reason, retryAfterSeconds: null };
}

/** Refused before the server was asked: a malformed address, or a message above the size that the server announced. */
function refusedByClient(code: 'EENVELOPE' | 'EMESSAGE'): SendOutcome {
  return code === 'EENVELOPE'
    ? { state: 'refused', reason: 'ADDRESS_INVALID', endsSubscription: true }
    : { state: 'refused', reason: 'MESSAGE_TOO_LARGE', endsSubscription: false };
}

const NO_MAILBOX: readonly number[] = [550, 551, 553];

/**
 * RFC 3463: 5.1.x says that the recipient's address is wrong (5.1.7 and 5.1.8: the sender's), 5.2.1 that the mailbox is
 * disabled. Other statuses are about policy, space or spam, and say nothing about the address.
 */
function isUnknownRecipient(responseCode: number, response: string): boolean {
  const [, status] = /^\d{3}[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? [];
  if (status === undefined) return NO_MAILBOX.includes(responseCode);
  return status === '5.2.1' || (/^5\.1\./.test(status) && !/\.[78]$/.test(status));
}

const CODES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'CONNECTION_REFUSED',
  EDNS: 'HOST_NOT_FOUND',
  ETIMEDOUT: 'TIMEOUT',
  ETLS: 'TLS_UNAVAILABLE',
  EAUTH: 'SMTP_AUTHENTICATION',
  ENOAUTH: 'SMTP_AUTHENTICATION',
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
