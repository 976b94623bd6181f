// What a mail service says of a message that it accepted before; the mail-events adapter parses it.

/**
 * bounced: the address does not exist or refuses messages for good. complained: the reader called the message spam.
 * rejected: the service did not send the message after all. other: nothing has to be done, e.g. a temporary bounce.
 */
export type MailEventKind = 'bounced' | 'complained' | 'rejected' | 'other';

export interface MailEvent {
  readonly kind: MailEventKind;
  /** The subscription that the message was sent for; null when the message names none. */
  readonly subscription: string | null;
  /** Mail addresses that the event is about, in lower case. */
  readonly recipients: readonly string[];
}
