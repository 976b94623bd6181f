// Composition of deliveries for commands: they plan, send and record messages in their own process.
import { planAccessRequests } from '../delivery/access-claims.ts';
import { planConfirmations } from '../delivery/confirmations.ts';
import type { DeliveryContext } from '../delivery/delivery-context.ts';
import { weeksToDeliver } from '../delivery/due-time.ts';
import { createTokenFinder } from '../delivery/grants.ts';
import { createInProcessDeliveries } from '../delivery/in-process-deliveries.ts';
import type { PlannedDeliveries } from '../delivery/plan-deliveries.ts';
import { planDeliveries } from '../delivery/plan-deliveries.ts';
import type { ServedDelivery, ServerAddress } from '../http/local/local-server.ts';
import type { SecretSource } from '../ports/secrets.ts';
import { SUBSCRIPTION_CHANNELS } from '../ports/subscriptions.ts';
import type { ReadCompanyTree } from '../reports/access.ts';
import { WHOLE_COMPANY, wholeCompanyCaller } from '../reports/access.ts';
import type { ReportRepository } from '../reports/report-repository.ts';
import { createStoredTokens } from '../reports/stored-tokens.ts';
import { listManifestVersions, storedWeeks } from '../reports/week-folders.ts';
import { Failure } from '../shared/failure.ts';
import { settleAll } from '../shared/map-concurrent.ts';
import { openPdfRenderer, tokenCodecs } from './compose.ts';
import type { Config } from './config.ts';
import { openDeliveries } from './open-delivery.ts';
import { localLinkKeys } from './local.ts';
import { configuredChannels, openMessageSenders, renderPreview } from './message-senders.ts';
import type { SystemContext } from './system.ts';

export interface LocalDeliveryParts {
  readonly repository: ReportRepository;
  readonly secret: SecretSource | null;
  readonly system: SystemContext;
}

export type LocalDeliveries = Omit<DeliveryContext, 'jobs'>;

/** The default address of `start`. */
export const LOCAL_URL = 'http://127.0.0.1:8080';

/** Close its sender at the end. `sendsAll`: otherwise AWS sends messages, with settings of its own. */
export function openLocalDeliveries(
  config: Config,
  parts: LocalDeliveryParts,
  sendsAll = config.store.kind === 'file',
): LocalDeliveries {
  const { repository, secret, system } = parts;
  const linkKeys = localLinkKeys(config.store, secret, config.linkKey);
  return openDeliveries(config, {
    repository,
    tree: createStoredTree(repository),
    findTokenCaller: createLocalTokenFinder(config, parts, sendsAll),
    linkKeys,
    sender: openMessageSenders(config, { secret, system }),
    channels: sendsAll ? configuredChannels(config) : SUBSCRIPTION_CHANNELS,
    pdf: (locale) => openPdfRenderer({ ...config, locale }),
    onProblem: () => undefined,
    system,
  });
}

/** `hasAllTokens`: otherwise it fails with CONFIG_INVALID for a token that only the secret of a bucket lists. */
function createLocalTokenFinder(
  { reportsApiToken }: Config,
  { repository, secret, system }: LocalDeliveryParts,
  hasAllTokens: boolean,
): DeliveryContext['findTokenCaller'] {
  const findListed = secret === null ? null : createTokenFinder(secret);
  const { store: objects } = repository;
  const ownIds = [wholeCompanyCaller(null).id, wholeCompanyCaller(reportsApiToken).id];
  const storedTokens = createStoredTokens({ store: objects, ...tokenCodecs, ...system });
  return async (id, options) => {
    if (ownIds.includes(id)) return WHOLE_COMPANY;
    const stored = await storedTokens.find(id, options);
    if (stored !== null) return stored;
    if (findListed !== null) return findListed(id, options);
    if (hasAllTokens) return null;
    throw new Failure('CONFIG_INVALID', { name: 'REPORTS_SECRET' });
  };
}

/** How often a server looks for messages that are due. */
const PLAN_EVERY_MS = 60_000;

/**
 * For the HTTP API of a command: plans messages every minute and sends them in the background, beginning with the confirmations
 * and access links that an earlier process left. `onFailed`: a job or a plan failed; the next plan makes up for it.
 */
export function openServedDeliveries(
  config: Config,
  parts: LocalDeliveryParts,
  { tree, publicUrl }: ServerAddress,
  onFailed: (error: unknown) => void,
  {
    sendsAll,
    mayPlan = () => true,
    onPlanned,
  }: {
    readonly sendsAll?: boolean;
    /** Called with what a plan has found, week by week. */
    readonly onPlanned?: (planned: readonly PlannedDeliveries[]) => void;
    /** Whether messages may be planned now; otherwise a minute later. */
    readonly mayPlan?: () => boolean;
  } = {},
): ServedDelivery {
  const deliveries = openLocalDeliveries({ ...config, publicUrl }, parts, sendsAll);
  const queue = createInProcessDeliveries({ ...deliveries, tree }, onFailed);
  let hasBegun = false;
  const begin = (now: number): void => {
    if (hasBegun || !mayPlan()) return;
    hasBegun = true;
    planConfirmations(queue.context, now).catch(onFailed);
    planAccessRequests(queue.context, now).catch(onFailed);
  };
  begin(parts.system.clock());
  const timer = setInterval(() => {
    const now = parts.system.clock();
    begin(now);
    if (!mayPlan()) return;
    const plans = weeksToDeliver(now).map((week) => planDeliveries(queue.context, week, now));
    settleAll(plans).then(onPlanned, onFailed);
  }, PLAN_EVERY_MS);
  return {
    delivery: { ...queue.context, renderPreview },
    async close() {
      clearInterval(timer);
      await queue.close();
      await deliveries.sender.close();
    },
  };
}

/** The folders that have a report, without the folders above them: commands see the whole company. */
function createStoredTree(repository: ReportRepository): ReadCompanyTree {
  return async () => {
    const folders = new Set<number>();
    for (const { name } of await storedWeeks(repository.store)) {
      for (const folder of (await listManifestVersions(repository, name)).keys()) {
        folders.add(folder);
      }
    }
    const [root] = folders;
    if (root === undefined) throw new Failure('REPORT_NOT_FOUND');
    return { root, parents: new Map(Array.from(folders, (folder) => [folder, null])) };
  };
}
