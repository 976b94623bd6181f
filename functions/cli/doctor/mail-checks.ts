// Checks of mail: the server or SES, the DNS records of the sender, and, where it is asked for, a message.
import { openArchive, openConfiguredSecret } from '../../../lib/composition/compose.ts';
import type { SystemContext } from '../../../lib/composition/compose.ts';
import type { Config } from '../../../lib/composition/config.ts';
import { checkConfiguredMail } from '../../../lib/composition/message-senders.ts';
import { sendTestMail } from '../../../lib/delivery/deliveries.ts';
import { WHOLE_COMPANY } from '../../../lib/reports/access.ts';
import { runWithDeliveries } from '../delivery-run.ts';
import { PROGRAM } from '../terminal.ts';
import type { Check } from './check.ts';
import { attempt, fail, NO_JOBS, ok, warn } from './check.ts';

const LEVELS = { ok: 'ok', warning: 'warn', problem: 'fail' } as const;

export async function checkMail(config: Config, system: SystemContext): Promise<readonly Check[]> {
  if (config.mail === null) {
    const advice = 'Set REPORTS_MAIL and REPORTS_MAIL_FROM to send reports by mail.';
    return [warn('mail', 'off', advice)];
  }
  const secret = openConfiguredSecret(config, system);
  const checks = await checkConfiguredMail(config.mail, secret, null);
  return checks.map(({ name, level, result, advice }) => ({
    name: `mail ${name}`,
    level: LEVELS[level],
    result,
    advice,
  }));
}

const TEST = 'test message';

/** Sends the newest report of the root folder; null where the root is not known. */
export async function checkTestMessage(
  config: Config,
  { address, root }: { readonly address: string; readonly root: number | null },
  system: SystemContext,
): Promise<readonly Check[]> {
  const isSent = root !== null && config.mail !== null;
  if (!isSent) return [warn(TEST, 'not sent', 'Mend what fails above, then try again.')];
  const parts = {
    repository: openArchive(config, system),
    secret: openConfiguredSecret(config, system),
    system,
  };
  return attempt(TEST, async () => {
    const outcome = await runWithDeliveries(config, parts, (deliveries) =>
      sendTestMail({ ...deliveries, jobs: NO_JOBS }, WHOLE_COMPANY, {
        ...{ address, folder: root, locale: config.locale },
      }),
    );
    return [
      outcome.state === 'sent'
        ? ok(TEST, 'accepted: look whether it arrives, and not as spam')
        : fail(TEST, `${outcome.state}: ${outcome.reason}`, `See ${PROGRAM} mail check.`),
    ];
  });
}
