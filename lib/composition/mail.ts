// Composition of mail: the password of the SMTP server from the configuration or the secret.
import type { MailCheck } from '../adapters/mail/index.ts';
import type { SecretSource } from '../ports/secrets.ts';
import type { MailConfig } from './mail-config.ts';

export type { MailCheck };

/** Null for none. */
export function mailPassword(
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
