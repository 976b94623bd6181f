// Builds the MIME of a message: text and HTML as alternatives, the PDF as an attachment, and the headers. The same message
// at the same time has the same bytes.
import { createHash } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Instant } from '../../domain/report-inputs.ts';
import type { OutgoingConfirmation, OutgoingReport } from '../../ports/deliveries.ts';
import { mailDomain } from '../../shared/mail-address.ts';
import type { ComposedMail, MailSettings } from './mail-settings.ts';

export type OutgoingMail = OutgoingReport | OutgoingConfirmation;

/** Renders the bodies of a message. */
export interface MailRenderers {
  html(outgoing: OutgoingMail): string;
  text(outgoing: OutgoingMail): string;
}

/** Mail programs show fewer, and a header line may have at most 998. */
const MAX_SUBJECT_CHARACTERS = 200;
const MAX_LANGUAGE_CHARACTERS = 35;

export async function composeMail(
  outgoing: OutgoingMail,
  {
    settings: { from, replyTo },
    renderers,
    at,
  }: {
    readonly settings: Pick<MailSettings, 'from' | 'replyTo'>;
    readonly renderers: MailRenderers;
    readonly at: Instant;
  },
): Promise<ComposedMail> {
  const { subscription, messageId, message } = outgoing;
  const html = toCanonicalLines(renderers.html(outgoing));
  const text = toCanonicalLines(renderers.text(outgoing));
  const composer = new MailComposer({
    from: { ...from },
    ...(replyTo === null ? {} : { replyTo: { ...replyTo } }),
    to: { name: '', address: subscription.address },
    subject: toHeaderText(message.subject, MAX_SUBJECT_CHARACTERS),
    messageId: `<${messageId}@${mailDomain(from.address)}>`,
    date: new Date(at),
    text,
    html,
    headers: createHeaders(outgoing),
    attachments: listAttachments(outgoing),
    // A text can't contain the boundary: it would have to contain its own digest.
    baseBoundary: digest([messageId, html, text]),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    from: from.address,
    to: subscription.address,
    messageId,
    subscription: subscription.id,
    title:
      outgoing.kind === 'report'
        ? `${outgoing.message.view.week} ${outgoing.message.view.name}`
        : message.subject,
    bytes: await composer.compile().build(),
  };
}

function createHeaders(outgoing: OutgoingMail): Readonly<Record<string, string | RawHeader>> {
  const { subscription, messageId } = outgoing;
  return {
    ...unsubscribeHeaders(outgoing),
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'OOF, AutoReply',
    'Content-Language': toHeaderText(languageOf(outgoing), MAX_LANGUAGE_CHARACTERS),
    'Feedback-ID':
      outgoing.kind === 'report'
        ? `${outgoing.message.view.week}:${subscription.folder}:report:${FEEDBACK_SENDER}`
        : `${subscription.folder}:confirmation:${FEEDBACK_SENDER}`,
    // Names the subscription in a bounce that quotes the headers.
    'X-Subscription-ID': subscription.id,
    // SES replaces the Message-ID by one of its own.
    'X-Receipt-ID': messageId,
  };
}

function languageOf({ kind, message }: OutgoingMail): string {
  return kind === 'report' ? message.view.language : message.language;
}

/** From 5 to 15 characters, by the specification of Feedback-ID. */
const FEEDBACK_SENDER = 'fb-reports';

interface RawHeader {
  readonly prepared: true;
  readonly value: string;
}

/** RFC 8058 requires https; other links, as on a laptop, are in the body only. */
function unsubscribeHeaders(outgoing: OutgoingMail): Readonly<Record<string, RawHeader>> {
  const url = outgoing.kind === 'report' ? outgoing.footer.unsubscribe?.url : undefined;
  // Not folded: some receivers do not unfold a link.
  if (url === undefined || !/^https:\/\/[\x21-\x3b\x3d\x3f-\x7e]{1,900}$/.test(url)) return {};
  return {
    'List-Unsubscribe': { prepared: true, value: `<${url}>` },
    'List-Unsubscribe-Post': { prepared: true, value: 'List-Unsubscribe=One-Click' },
  };
}

interface MailAttachment {
  readonly filename: string;
  readonly content: Buffer;
  readonly contentType: string;
}

function listAttachments(outgoing: OutgoingMail): MailAttachment[] {
  const attachment = outgoing.kind === 'report' ? outgoing.attachment : null;
  if (attachment === null) return [];
  const { buffer, byteOffset, byteLength } = attachment.bytes;
  return [
    {
      filename: attachment.fileName,
      content: Buffer.from(buffer, byteOffset, byteLength),
      contentType: 'application/pdf',
    },
  ];
}

/** With CR LF: servers refuse a bare line feed or carriage return. */
function toCanonicalLines(text: string): string {
  return text.toWellFormed().replace(/\r\n|\r|\n/g, '\r\n');
}

/** One line of well-formed text. */
function toHeaderText(text: string, maxCharacters: number): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  const characters = Array.from(line);
  return characters.length <= maxCharacters
    ? line
    : `${characters
        .slice(0, maxCharacters - 1)
        .join('')
        .trimEnd()}…`;
}

function digest(texts: readonly string[]): string {
  return createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 32);
}
