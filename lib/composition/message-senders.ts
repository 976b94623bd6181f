// The senders of all channels for a configuration.
import { MAIL_RENDERERS, openMailSender } from '../adapters/mail/index.ts';
import { createChatSender } from '../adapters/webhook/index.ts';
import type { DeliveryContext } from '../delivery/delivery-context.ts';
import { webhookKey } from '../delivery/webhook-key.ts';
import type { MessageSender, OutgoingReport } from '../ports/deliveries.ts';
import type { SecretSource } from '../ports/secrets.ts';
import { Failure } from '../shared/failure.ts';
import type { Config } from './config.ts';
import { combineSenders } from './delivery.ts';
import { mailPassword } from './mail.ts';
import type { SystemContext } from './system.ts';

/** Opens no connection yet. Mail is refused where it is not configured. */
export function openMessageSenders(
  { mail, teamsRate }: Pick<Config, 'mail' | 'teamsRate'>,
  {
    secret,
    linkKeys,
    system,
  }: Pick<DeliveryContext, 'linkKeys'> & {
    readonly secret: SecretSource | null;
    readonly system: SystemContext;
  },
): MessageSender {
  const { clock } = system;
  const chat = createChatSender({
    clock,
    teamsRate,
    signingKeyOf: async (id) => {
      const [key] = await linkKeys();
      if (key === undefined) throw new Failure('SECRET_INVALID', { at: 'linkKeys' });
      return webhookKey(key, id);
    },
  });
  const mailSender =
    mail === null
      ? null
      : openMailSender({
          settings: mail,
          password: mailPassword(mail, secret),
          renderers: MAIL_RENDERERS,
          clock,
        });
  return combineSenders({ mail: mailSender, slack: chat, teams: chat, webhook: chat });
}

/** The message as a mail program gets it, whatever the channel. */
export function renderPreview(outgoing: OutgoingReport): {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
} {
  return {
    subject: outgoing.message.subject,
    html: MAIL_RENDERERS.html(outgoing),
    text: MAIL_RENDERERS.text(outgoing),
  };
}
