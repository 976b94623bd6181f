// What a deployment configures about mail.

export interface Mailbox {
  /** Empty for none. */
  readonly name: string;
  readonly address: string;
}

export interface SesTransport {
  readonly kind: 'ses';
  /** Publishes bounces and complaints; null for none. */
  readonly configurationSet: string | null;
}

export interface SmtpTransport {
  readonly kind: 'smtp';
  /** A host name or an IP address without brackets. */
  readonly host: string;
  readonly port: number;
  /** tls: from the first byte. starttls: required before anything is sent. none: only for this machine itself. */
  readonly security: 'tls' | 'starttls' | 'none';
  /** Null without authentication. */
  readonly user: string | null;
}

export interface OutboxTransport {
  readonly kind: 'file';
  /** Created at the first message. */
  readonly folder: string;
}

export interface MailSettings {
  readonly transport: SesTransport | SmtpTransport | OutboxTransport;
  readonly from: Mailbox;
  /** Null for the sender's own address. */
  readonly replyTo: Mailbox | null;
  /** The most messages a second; may be less than 1. */
  readonly rate: number;
}

/** A message as a transport sends it. */
export interface ComposedMail {
  /** Addresses of the envelope. */
  readonly from: string;
  readonly to: string;
  readonly messageId: string;
  readonly subscription: string;
  /** For the name of a file. */
  readonly title: string;
  /** MIME with CR LF. */
  readonly bytes: Buffer;
}
