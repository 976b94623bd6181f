// Checks of what is stored: link keys, tokens, reports that are due, and messages of which it is unknown whether they arrived.
import type { SystemContext } from '../../../lib/composition/compose.ts';
import {
  openArchive,
  openConfiguredSecret,
  openStore,
  tokenCodecs,
} from '../../../lib/composition/compose.ts';
import type { Config } from '../../../lib/composition/config.ts';
import { findLocalLinkKeys } from '../../../lib/composition/local.ts';
import { listDeliveries } from '../../../lib/delivery/deliveries.ts';
import { DAY_MS, lastSettledWeek, type Week } from '../../../lib/domain/calendar.ts';
import { readWeekStatus } from '../../../lib/jobs/week-status.ts';
import { WHOLE_COMPANY } from '../../../lib/reports/access.ts';
import type { ListedToken } from '../../../lib/reports/stored-tokens.ts';
import { listTokens } from '../../../lib/reports/stored-tokens.ts';
import { runWithDeliveries } from '../delivery-run.ts';
import { formatCount, PROGRAM } from '../terminal.ts';
import type { Check } from './check.ts';
import { attempt, NO_JOBS, ok, warn } from './check.ts';

/** A token that was not used for so long may be forgotten. */
const UNUSED_MS = 30 * DAY_MS;

/** The secret is read where there is one. */
export async function checkKeys(config: Config, system: SystemContext): Promise<readonly Check[]> {
  const secret = openConfiguredSecret(config, system);
  if (secret !== null) {
    return attempt('secret', async () => {
      const { linkKeys } = await secret.read();
      return [ok('secret', `valid, with ${formatCount(linkKeys.length, 'link key')}`)];
    });
  }
  const keys = findLocalLinkKeys(config.store, secret, config.linkKey);
  return [
    keys === null
      ? warn('link keys', 'none', 'Set REPORTS_LINK_KEY: without it, links cannot be made.')
      : ok('link keys', config.linkKey === null ? 'beside the reports' : 'REPORTS_LINK_KEY'),
  ];
}

/** For a store that can be read. */
export async function checkState(config: Config, system: SystemContext): Promise<readonly Check[]> {
  const now = system.clock();
  const week = lastSettledWeek(now, config.settleHours);
  return [
    ...(await attempt('tokens', () => checkTokens(config, system))),
    ...(await attempt('reports', () => checkReports(config, system, week))),
    ...(await attempt('messages', () => checkMessages(config, system, week))),
  ];
}

async function checkTokens(config: Config, system: SystemContext): Promise<readonly Check[]> {
  const tokens = await listTokens({
    store: openStore(config, system),
    ...tokenCodecs,
    clock: system.clock,
  });
  const now = system.clock();
  const unused = tokens.filter((token) => isUnused(token, now));
  if (unused.length > 0) {
    const ids = unused.map(({ id }) => id).join(', ');
    return [
      warn(
        'tokens',
        `${formatCount(unused.length, 'token')} expired or not used for 30 days: ${ids}`,
        `${PROGRAM} token revoke ID removes one.`,
      ),
    ];
  }
  if (tokens.length > 0) return [ok('tokens', formatCount(tokens.length, 'token'))];
  return config.reportsApiToken === null
    ? [warn('tokens', 'none', `${PROGRAM} token create --name NAME makes one, to sign in with.`)]
    : [ok('tokens', 'REPORTS_API_TOKEN')];
}

function isUnused({ createdAt, usedAt, expiresAt }: ListedToken, now: number): boolean {
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= now;
  return isExpired || now - Date.parse(usedAt ?? createdAt) > UNUSED_MS;
}

async function checkReports(
  config: Config,
  system: SystemContext,
  week: Week,
): Promise<readonly Check[]> {
  const { plan, folders, lacking } = await readWeekStatus(
    openArchive(config, system),
    week,
    system.clock(),
  );
  if (folders.length === 0 && plan === 'none') {
    return [
      warn(
        'reports',
        `none of ${week.name}`,
        `${PROGRAM} serve makes them; ${PROGRAM} report makes them now.`,
      ),
    ];
  }
  const advice = `${PROGRAM} status --week ${week.name} says which.`;
  return [
    lacking > 0
      ? warn(
          'reports',
          `${lacking} of ${folders.length} of ${week.name} missing or partial`,
          advice,
        )
      : ok('reports', `all ${folders.length} of ${week.name}`),
  ];
}

async function checkMessages(
  config: Config,
  system: SystemContext,
  week: Week,
): Promise<readonly Check[]> {
  const parts = {
    repository: openArchive(config, system),
    secret: openConfiguredSecret(config, system),
    system,
  };
  const deliveries = await runWithDeliveries(config, parts, (context) =>
    listDeliveries({ ...context, jobs: NO_JOBS }, WHOLE_COMPANY, week),
  );
  const unknown = deliveries
    .flatMap(({ receipt, update }) => [receipt, update])
    .filter((sent) => sent?.state === 'unknown').length;
  return [
    unknown > 0
      ? warn(
          'messages',
          `of ${formatCount(unknown, 'message')} it is unknown whether they arrived`,
          `Ask the receiver; ${PROGRAM} deliveries --week ${week.name} --send-again ID sends one again.`,
        )
      : ok('messages', `of ${formatCount(deliveries.length, 'subscription')}`),
  ];
}
