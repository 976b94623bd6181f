// Composition of the senders of all channels.
import { createChatSender } from '../adapters/webhook/index.ts';
import type { DeliveryContext } from '../delivery/delivery-context.ts';
import { webhookKey } from '../delivery/webhook-key.ts';
import type { MessageSender } from '../ports/deliveries.ts';
import type { SecretSource } from '../ports/secrets.ts';
import { Failure } from '../shared/failure.ts';
import type { Config } from './config.ts';
import { combineSenders } from './delivery.ts';
import { mailPassword } from './mail.ts';
import type { SystemContext } from './system.ts';

/** Messages by mail are refused where mail is off. */
export async function openMessageSenders(
  { mail, teamsRate }: Pick<Config, 'mail' | 'teamsRate'>,
  {
    secret,
    linkKeys,
    system: { clock },
  }: {
    readonly secret: SecretSource | null;
    readonly linkKeys: DeliveryContext['linkKeys'];
    readonly system: SystemContext;
  },
): Promise<MessageSender> {
  const chat = createChatSender({
    clock,
    teamsRate,
    signingKeyOf: async (id) => {
      const [key] = await linkKeys();
      if (key === undefined) throw new Failure('SECRET_INVALID', { at: 'linkKeys' });
      return webhookKey(key, id);
    },
  });
  return combineSenders({
    mail: mail === null ? null : await openMail(mail, secret, clock),
    slack: chat,
    teams: chat,
    webhook: chat,
  });
}

/** Loaded where mail is on: its packages are large. */
async function openMail(
  settings: NonNullable<Config['mail']>,
  secret: SecretSource | null,
  clock: SystemContext['clock'],
): Promise<MessageSender> {
  const { openMailSender, mailRenderers } = await import('../adapters/mail/index.ts');
  const password = mailPassword(settings, secret);
  return openMailSender({ settings, password, renderers: mailRenderers, clock });
}
