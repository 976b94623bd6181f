// The senders of all channels for a configuration, and the check of mail. The mail adapter is loaded when it is used:
// most processes send no mail.
import { createChatSender, previewReport } from '../adapters/webhook/index.ts';
import type { MessageSender, OutgoingReport } from '../ports/deliveries.ts';
import type { SubscriptionChannel } from '../ports/subscriptions.ts';
import { SUBSCRIPTION_CHANNELS } from '../ports/subscriptions.ts';
import type { SecretSource } from '../ports/secrets.ts';
import type { MessagePreview } from '../http/subscription-responses.ts';
import type { Clock } from '../shared/clock.ts';
import type { MailCheck } from '../adapters/mail/index.ts';
import type { Config } from './config.ts';
import { combineSenders } from './open-delivery.ts';
import type { MailConfig } from './mail-config.ts';
import type { SystemContext } from './system.ts';

/** The most messages to Teams in a second. */
export const TEAMS_RATE = 4;

/** Opens no connection yet. Mail is refused where it is not configured. `teamsRate`: of this process. */
export function openMessageSenders(
  { mail }: Pick<Config, 'mail'>,
  { secret, system }: { readonly secret: SecretSource | null; readonly system: SystemContext },
  teamsRate = TEAMS_RATE,
): MessageSender {
  const { clock } = system;
  const chat = createChatSender({ clock, teamsRate });
  const mailSender = mail === null ? null : createMailSender(mail, secret, clock);
  return combineSenders({ mail: mailSender, slack: chat, teams: chat, webhook: chat });
}

/** The channels with a sender. */
export function configuredChannels({ mail }: Pick<Config, 'mail'>): readonly SubscriptionChannel[] {
  return SUBSCRIPTION_CHANNELS.filter((channel) => channel !== 'mail' || mail !== null);
}

/** Opens the sender at the first message. */
function createMailSender(
  settings: MailConfig,
  secret: SecretSource | null,
  clock: Clock,
): MessageSender {
  let openedSender: Promise<MessageSender> | null = null;
  const open = async (): Promise<MessageSender> => {
    const { MAIL_RENDERERS, openMailSender } = await import('../adapters/mail/index.ts');
    const password = mailPassword(settings, secret);
    return openMailSender({ settings, password, renderers: MAIL_RENDERERS, clock });
  };
  return {
    async send(outgoing) {
      openedSender ??= open();
      return (await openedSender).send(outgoing);
    },
    async close() {
      await (await openedSender)?.close();
    },
  };
}

/** The message as its channel shows it. */
export async function renderPreview(outgoing: OutgoingReport): Promise<MessagePreview> {
  const { subject } = outgoing.message;
  const preview = previewReport(outgoing);
  if (preview !== null) return { subject, ...preview };
  const { MAIL_RENDERERS } = await import('../adapters/mail/index.ts');
  return {
    subject,
    html: MAIL_RENDERERS.html(outgoing),
    text: MAIL_RENDERERS.text(outgoing),
  };
}

export type { MailCheck };

/** Null for none. */
function mailPassword(
  { password }: MailConfig,
  secret: SecretSource | null,
): () => Promise<string | null> {
  return async () => password ?? (await secret?.read())?.mailPassword ?? null;
}

/** The adapter is loaded at the first call: most commands send no mail. */
export async function checkConfiguredMail(
  mail: MailConfig,
  secret: SecretSource | null,
  dkimSelector: string | null,
): Promise<readonly MailCheck[]> {
  const { checkMail } = await import('../adapters/mail/index.ts');
  return checkMail({
    settings: mail,
    password: mailPassword(mail, secret),
    dkimSelector,
    dnsServers: null,
  });
}
