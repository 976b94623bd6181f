// The composition root: creates the adapters for a configuration and wires them to the use cases.
import type { FeedbackApi, FeedbackApiOptions } from '../adapters/feedback-api/index.ts';
import { openFeedbackApi } from '../adapters/feedback-api/index.ts';
import { openFolderStore, openPrivateFile } from '../adapters/folder/index.ts';
import {
  companyCodec,
  deliveryCodecs,
  jobRecordCodec,
  leaseCodec,
  plannerRecordCodec,
  queueRecordCodec,
  jsonRenderer,
  repositoryCodecs,
  revocationCodec,
  tokenCodecs,
} from '../adapters/json/index.ts';
import { parquetFiles } from '../adapters/parquet/index.ts';
import { backgroundPdfRenderer } from '../adapters/pdf/background-renderer.ts';
import { createKeptRows } from '../analytics/kept-rows.ts';
import type { FactContext } from '../analytics/week-tables.ts';
import { writeWeekTables } from '../analytics/week-tables.ts';
import { createPermanentLinks } from '../links/make-link.ts';
import type { LinkContext } from '../links/make-link.ts';
import { Failure } from '../shared/failure.ts';
import type { CommitContext } from '../reports/commit.ts';
import type { Report } from '../domain/report.ts';
import type { CompanyRecord, Manifest } from '../ports/stored-records.ts';
import type { ReportMakingContext } from '../reports/run-week.ts';
import type { ObjectStore } from '../ports/object-store.ts';
import type { CredentialSource, SecretSource } from '../ports/secrets.ts';
import type { ReportRepository } from '../reports/report-repository.ts';
import type { ApiIdentity, IdentityContext } from '../reports/store-identity.ts';
import { adoptStore, clientDigest, withIdentityCheck } from '../reports/store-identity.ts';
import { createProcessCache } from '../reports/process-cache.ts';
import type { WeekStatusContext } from '../jobs/week-status.ts';
import type { FigureRules } from '../domain/survey-week.ts';
import type { ApiConfig, Config } from './config.ts';
import { release } from './release.ts';
import { systemContext, sleep, type SystemContext } from './system.ts';

export {
  companyCodec,
  deliveryCodecs,
  leaseCodec,
  plannerRecordCodec,
  queueRecordCodec,
  backgroundPdfRenderer as openPdfRenderer,
  parquetFiles as openFactFiles,
  openPrivateFile,
  jobRecordCodec,
  revocationCodec,
  systemContext,
  tokenCodecs,
  type SystemContext,
};

export interface Services {
  readonly making: ReportMakingContext;
  /** Weeks whose fact tables could not be written, one for each run. */
  readonly weeksWithoutFacts: ReadonlySet<string>;
  /** Number of requests sent to the reporting API until now. */
  requests(): { readonly sent: number; readonly retried: number };
  close(): Promise<void>;
}

export interface ServiceOptions {
  /** Whether clocks that differ by more than a day are only noted. */
  readonly ignoresClock?: boolean;
  readonly isNewRoot?: boolean;
}

/**
 * Connections and folders are opened at their first use. `linkKeys` sign the links from a report to the reports of its
 * subfolders; null for reports without links.
 */
export function openServices(
  config: Config,
  api: ApiConfig | null,
  system: SystemContext,
  linkKeys: LinkContext['linkKeys'] | null = null,
  { ignoresClock = false, isNewRoot = false }: ServiceOptions = {},
): Services {
  if (api === null) throw new Failure('CONFIG_INVALID', { name: 'FEEDBACK_API_URL' });
  const credentials = createCredentialSource(config, api, system);
  const feedback = openFeedbackSource(config, api, credentials, system, {
    clockDifference: ignoresClock ? 'noted' : 'refused',
  });
  const repository = openReportRepository(openStore(config, system), config);
  const weeksWithoutFacts = new Set<string>();
  const kept = createKeptRows();
  return {
    making: {
      source: withIdentityCheck(feedback.source, {
        ...openIdentity(repository, api, credentials, system),
        ...{ runner: null, isNewRoot },
      }),
      repository: {
        ...repository,
        renderers: {
          pdf: backgroundPdfRenderer(config),
          json: jsonRenderer(),
        },
        childLinks: createChildLinks(config, linkKeys),
        release: release(),
      },
      clock: system.clock,
      rules: toFigureRules(config),
      concurrency: config.concurrency,
      ...(config.facts
        ? {
            onCommit: (report: Report, manifest: Manifest) => {
              kept.keep(report, manifest);
            },
            writeTables: async (week: string, made: readonly Manifest[]) => {
              try {
                await writeWeekTables(await openFacts(repository)(), week, {
                  ...{ now: system.clock(), made, kept },
                });
                weeksWithoutFacts.delete(week);
              } catch (error) {
                if (!(error instanceof Failure)) throw error;
                weeksWithoutFacts.add(week);
              } finally {
                kept.clear();
              }
            },
          }
        : {}),
    },
    weeksWithoutFacts,
    requests: () => feedback.requests(),
    close: () => feedback.close(),
  };
}

/** What tells whose reports a store has. */
export function openIdentity(
  repository: ReportRepository,
  { url }: ApiConfig,
  credentials: CredentialSource,
  { clock }: SystemContext,
): Omit<IdentityContext, 'runner' | 'isNewRoot'> {
  const readApi = async (): Promise<ApiIdentity> => ({
    apiHost: new URL(url).host,
    client: clientDigest((await credentials.read()).clientId),
  });
  return { repository, companies: companyCodec, clock, readApi };
}

/** Records the company of the reporting API as that of the store. Fails as the reporting API or the store does. */
export async function adoptCompany(config: Config, system: SystemContext): Promise<CompanyRecord> {
  const { api } = config;
  if (api === null) throw new Failure('CONFIG_INVALID', { name: 'FEEDBACK_API_URL' });
  const credentials = createCredentialSource(config, api, system);
  const feedback = openFeedbackSource(config, api, credentials, system);
  try {
    const { root } = await feedback.source.readFolders(null, { surveys: false });
    const repository = openReportRepository(openStore(config, system), config);
    return await adoptStore(openIdentity(repository, api, credentials, system), root);
  } finally {
    await feedback.close();
  }
}

/** Opens the fact tables beside stored reports. Parquet is loaded at the first use: most commands write no report. */
export function openFacts(repository: ReportRepository): () => Promise<FactContext> {
  return lazy(async () => {
    const { parquetFiles } = await import('../adapters/parquet/index.ts');
    return { repository, files: parquetFiles() };
  });
}

/** Null without a public address or without keys. */
export function createChildLinks(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  linkKeys: LinkContext['linkKeys'] | null,
): CommitContext['childLinks'] {
  if (publicUrl === null || linkKeys === null) return null;
  return async (children) => {
    const links = await createPermanentLinks({ linkKeys, publicUrl }, children);
    return new Map(links.map(({ folder, url }) => [folder, url]));
  };
}

export type SourceOptions = Partial<
  Pick<FeedbackApiOptions, 'timeouts' | 'pause' | 'stopsAtLongPause' | 'clockDifference'>
>;

export function openFeedbackSource(
  { concurrency }: Pick<Config, 'concurrency'>,
  { url: baseUrl, auth, headerPrefix }: ApiConfig,
  credentials: CredentialSource,
  system: SystemContext,
  options: SourceOptions = {},
): FeedbackApi {
  return openFeedbackApi({
    ...options,
    baseUrl,
    credentials,
    auth,
    headerPrefix,
    concurrency,
    ...system,
    sleep,
  });
}

/** Credentials from the environment, which cannot be renewed when the API refuses them, or from the secret. */
export function createCredentialSource(
  config: Config,
  { credentials }: ApiConfig,
  system: SystemContext,
): CredentialSource {
  if (credentials !== null) {
    return { read: () => Promise.resolve(credentials), renew: () => Promise.resolve(null) };
  }
  const { secretName: secret } = config;
  if (secret === null) throw new Failure('CONFIG_INVALID', { name: 'FEEDBACK_API_TOKEN' });
  const source = lazy(async () => {
    const { credentialSource, openCachedSecret: openSecret } =
      await import('../adapters/secrets/index.ts');
    return credentialSource(openSecret({ name: secret, clock: system.clock }));
  });
  return {
    read: async () => (await source()).read(),
    renew: async (refused) => (await source()).renew(refused),
  };
}

export function toFigureRules({ minResponses, reversedScale, settleHours }: Config): FigureRules {
  return { minResponses, reversedScale, settleHours };
}

export function openStore(
  { store, bucketOwner: owner }: Config,
  { random }: SystemContext,
): ObjectStore {
  // Subscriptions contain addresses of people, and of webhooks, which are secrets.
  if (store.kind === 'file') {
    return openFolderStore({ root: store.folder, privatePrefix: 'subscriptions/' });
  }
  const { bucket, prefix } = store;
  return createLazyStore(async () => {
    const { openS3Store } = await import('../adapters/s3/index.ts');
    return openS3Store({ bucket, prefix, owner, random, sleep }).store;
  });
}

/** Loads the AWS SDK at the first use: loading it takes longer than most commands, and most do not need it. */
function createLazyStore(open: () => Promise<Required<ObjectStore>>): ObjectStore {
  const store = lazy(open);
  return {
    read: async (key) => (await store()).read(key),
    readVersion: async (key) => (await store()).readVersion(key),
    create: async (...args) => (await store()).create(...args),
    replace: async (...args) => (await store()).replace(...args),
    children: async (prefix) => (await store()).children(prefix),
    entries: async (...args) => (await store()).entries(...args),
    remove: async (key) => (await store()).remove(key),
  };
}

function lazy<T>(open: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | null = null;
  return () => (value ??= open());
}

export function openReportRepository(
  store: ObjectStore,
  { notes }: Pick<Config, 'notes'>,
): ReportRepository {
  const { settings, ...codecs } = repositoryCodecs;
  return {
    store,
    ...codecs,
    settings: { ...settings, notes: notes ? settings.notes : null },
    cache: createProcessCache(),
  };
}

export interface Archive extends WeekStatusContext {
  /** Null where fact tables are switched off. */
  readonly facts: (() => Promise<FactContext>) | null;
}

/** The stored reports with their plans and job records, for commands that need no reporting API. */
export function openArchive(config: Config, system: SystemContext): Archive {
  const repository = openReportRepository(openStore(config, system), config);
  const facts = config.facts ? openFacts(repository) : null;
  return { ...repository, records: jobRecordCodec, planner: plannerRecordCodec, facts };
}

/** The configured secret, loaded at its first use; null where none is configured. */
export function openConfiguredSecret(
  { secretName: name }: Pick<Config, 'secretName'>,
  { clock }: SystemContext,
): SecretSource | null {
  if (name === null) return null;
  const secret = lazy(async () => {
    const { openCachedSecret: openSecret } = await import('../adapters/secrets/index.ts');
    return openSecret({ name, clock });
  });
  return {
    read: async () => (await secret()).read(),
    renew: async () => (await secret()).renew(),
  };
}
