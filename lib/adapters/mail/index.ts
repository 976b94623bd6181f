// Sends messages about reports by mail: with SES, to an SMTP server, or into a folder.
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pThrottle from 'p-throttle';
import { fileNameText } from '../../i18n/file-name.ts';
import { notSent, refused, type MessageSender, type SendOutcome } from '../../ports/deliveries.ts';
import type { Clock } from '../../shared/clock.ts';
import { isMailAddress } from '../../shared/mail-address.ts';
import { withRemovalAtExit } from '../../shared/remove-at-exit.ts';
import { failureReason } from '../../shared/failure.ts';
import type { MailSettings, ComposedMail, OutboxTransport } from './mail-settings.ts';
import type { MailRenderers, OutgoingMail } from './mime.ts';
import { composeMail } from './mime.ts';
import type { SesConnection } from './ses.ts';
import type { MailTransportClient, SmtpOptions } from './smtp.ts';
import { openSmtpClient } from './smtp.ts';
import { renderConfirmationHtml, renderHtml } from './html.ts';
import { renderConfirmationText, renderText } from './text.ts';

export { checkMail, type MailCheck, type MailCheckOptions } from './check-mail.ts';
export type { Mailbox, MailSettings } from './mail-settings.ts';

export interface MailSenderOptions extends Partial<
  Pick<SmtpOptions, 'ca' | 'connectTimeoutMs' | 'sendTimeoutMs'>
> {
  readonly settings: MailSettings;
  /** Password of the user of the SMTP server; null for none. */
  readonly password: () => Promise<string | null>;
  readonly renderers: MailRenderers;
  readonly clock: Clock;
  readonly connection?: SesConnection;
}

/** Opens no connection yet. Messages wait their turn within the rate, which is that of this sender alone. */
export function openMailSender(options: MailSenderOptions): MessageSender {
  const { settings, renderers, clock } = options;
  const client = openClient(options);
  // Composed when its turn comes: messages that wait do not hold their MIME in memory.
  const composeAndSend = pThrottle(windowOf(settings.rate))(async (outgoing: OutgoingMail) =>
    client.send(await composeMail(outgoing, { settings, renderers, at: clock() })),
  );
  return {
    send: async (outgoing) =>
      isMailAddress(outgoing.subscription.address)
        ? composeAndSend(outgoing)
        : refused('ADDRESS_INVALID', true),
    close() {
      client.close();
      return Promise.resolve();
    },
  };
}

/**
 * As many messages as half a second allows, or one: those of a batch make up for the time that its first took to prepare.
 * SES lets accounts exceed their rate for a moment.
 */
function windowOf(rate: number): { readonly limit: number; readonly interval: number } {
  const limit = Math.max(1, Math.round(rate / 2));
  return { limit, interval: (1000 * limit) / rate };
}

function openClient({ settings, ...options }: MailSenderOptions): MailTransportClient {
  const { transport } = settings;
  switch (transport.kind) {
    case 'ses': {
      // The SDK is loaded only here: it is large, and not installed for a command that does not use AWS.
      const client = import('./ses.ts').then(({ openSesClient }) =>
        openSesClient({ ...options, transport }),
      );
      return {
        send: async (mail) => (await client).send(mail),
        close: () => {
          void client.then((opened) => {
            opened.close();
          });
        },
      };
    }
    case 'smtp':
      return openSmtpClient({ ...options, transport });
    case 'file':
      return { send: (mail) => writeToOutbox(transport, mail), close: () => undefined };
  }
}

/** The bodies of a mail, as HTML and as plain text of the same content. */
export const MAIL_RENDERERS: MailRenderers = {
  html: (outgoing) =>
    outgoing.kind === 'report'
      ? renderHtml(outgoing.message, outgoing.footer)
      : renderConfirmationHtml(outgoing.message),
  text: (outgoing) =>
    outgoing.kind === 'report'
      ? renderText(outgoing.message, outgoing.footer)
      : renderConfirmationText(outgoing.message),
};

/** The transport id is the file's name. A message that is sent again replaces its file. */
async function writeToOutbox(
  { folder }: OutboxTransport,
  mail: ComposedMail,
): Promise<SendOutcome> {
  const name = fileName(mail);
  const temporary = join(folder, `.${randomUUID()}.tmp`);
  try {
    await mkdir(dirname(folder), { recursive: true });
    // Addresses and links that open reports are for the owner only; the folders above keep their own mode.
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await withRemovalAtExit(temporary, async () => {
      await writeFile(temporary, mail.bytes, { flag: 'wx', mode: 0o600 });
      await rename(temporary, join(folder, name));
    });
    return { state: 'sent', transportId: name };
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    return notSent(`OUTBOX_${failureReason(error)}`);
  }
}

/** "2026-W46 Security control 1f09a3c2d4e5.eml": readable, and unique for the message id. */
function fileName({ title, messageId }: ComposedMail): string {
  const id = createHash('sha256').update(messageId).digest('hex').slice(0, 12);
  return `${fileNameText(title)} ${id}.eml`.trim();
}
