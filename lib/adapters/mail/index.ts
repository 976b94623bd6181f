// Sends messages about reports by mail: with SES, to an SMTP server, or into a folder.
import pThrottle from 'p-throttle';
import type { MessageSender } from '../../ports/deliveries.ts';
import type { Clock } from '../../shared/clock.ts';
import { isMailAddress } from '../../shared/mail-address.ts';
import type { MailSettings } from './mail-settings.ts';
import type { MailRenderers, OutgoingMail } from './mime.ts';
import { composeMail } from './mime.ts';
import { writeToOutbox } from './outbox.ts';
import type { SesConnection } from './ses.ts';
import { openSesClient } from './ses.ts';
import type { MailTransportClient } from './smtp.ts';
import { openSmtpClient } from './smtp.ts';
import type { SmtpOptions } from './smtp-connection.ts';

export { checkMail, type MailCheck, type MailCheckOptions } from './check-mail.ts';
export type { Mailbox, MailSettings } from './mail-settings.ts';
export { MAIL_RENDERERS } from './renderers.ts';

export interface MailSenderOptions extends Partial<
  Pick<SmtpOptions, 'ca' | 'connectTimeoutMs' | 'sendTimeoutMs'>
> {
  readonly settings: MailSettings;
  /** Of the user of the SMTP server; null for none. */
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
        : { state: 'refused', reason: 'ADDRESS_INVALID', endsSubscription: true },
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
      const { connection = {}, sendTimeoutMs: requestTimeoutMs } = options;
      return openSesClient({
        transport,
        connection,
        ...(requestTimeoutMs === undefined ? {} : { requestTimeoutMs }),
      });
    }
    case 'smtp':
      return openSmtpClient({ ...options, transport });
    case 'file':
      return { send: (mail) => writeToOutbox(transport, mail), close: () => undefined };
  }
}
