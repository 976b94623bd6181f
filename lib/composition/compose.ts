// Config and the world → services. The only file that knows every adapter.
import type { FeedbackApi, Timeouts } from '../adapters/feedback-api/index.ts';
import { openFeedbackApi } from '../adapters/feedback-api/index.ts';
import { openFolderStore, openPrivateFile } from '../adapters/folder/index.ts';
import {
  jobRecordCodec,
  jsonReader,
  jsonRenderer,
  manifestCodec,
  planCodec,
  revocationCodec,
} from '../adapters/json/index.ts';
import { pdfRenderer } from '../adapters/pdf/index.ts';
import { createPermanentLinks } from '../links/make-link.ts';
import type { LinkContext } from '../links/make-link.ts';
import { Failure } from '../shared/failure.ts';
import type { CommitContext } from '../reports/commit.ts';
import type { ReportMaking } from '../reports/run-week.ts';
import type { Codec, ObjectStore } from '../ports/object-store.ts';
import type { CredentialSource, SecretSource } from '../ports/secrets.ts';
import type { ReportRepository } from '../reports/report-repository.ts';
import { createProcessCache } from '../reports/process-cache.ts';
import type { Archive } from '../jobs/week-status.ts';
import type { Revocation } from '../ports/stored-records.ts';
import type { FigureRules } from '../domain/survey-week.ts';
import type { ApiConfig, Config } from './config.ts';
import { systemContext, sleep, type SystemContext } from './system.ts';

export { openPrivateFile, systemContext, type SystemContext };

export interface Services {
  readonly making: ReportMaking;
  /** Requests to the reporting API so far. */
  requests(): { readonly sent: number; readonly retried: number };
  close(): Promise<void>;
}

/**
 * Opens nothing yet: connections and folders come with the first use. `linkKeys`: sign the links that reports have to
 * those below them; null for none.
 */
export function openServices(
  config: Config,
  api: ApiConfig,
  world: SystemContext,
  linkKeys: LinkContext['linkKeys'] | null = null,
): Services {
  const feedback = openFeedbackSource(config, api, credentialsOf(config, api, world), world);
  return {
    making: {
      source: feedback.source,
      keeping: {
        ...openReportRepository(openStore(config, world)),
        renderers: {
          pdf: pdfRenderer(config),
          json: jsonRenderer(),
        },
        childLinks: childLinksOf(config, linkKeys),
      },
      clock: world.clock,
      rules: figureRules(config),
      concurrency: config.concurrency,
    },
    requests: () => feedback.requests(),
    close: () => feedback.close(),
  };
}

/** Null where nobody could follow them, or nothing signs them. */
export function childLinksOf(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  linkKeys: LinkContext['linkKeys'] | null,
): CommitContext['childLinks'] {
  if (publicUrl === null || linkKeys === null) return null;
  return async (children) => {
    const links = await createPermanentLinks({ linkKeys, publicUrl }, children);
    return new Map(links.map(({ folder, url }) => [folder, url]));
  };
}

export function openFeedbackSource(
  { concurrency }: Pick<Config, 'concurrency'>,
  { url: baseUrl, auth, headerPrefix }: ApiConfig,
  credentials: CredentialSource,
  world: SystemContext,
  timeouts: Partial<Timeouts> = {},
): FeedbackApi {
  return openFeedbackApi({
    timeouts,
    baseUrl,
    credentials,
    auth,
    headerPrefix,
    concurrency,
    ...world,
    sleep,
  });
}

/** The environment's credentials, for which there are no others when they are refused, or the secret's. */
function credentialsOf(
  config: Config,
  { credentials }: ApiConfig,
  world: SystemContext,
): CredentialSource {
  if (credentials !== null) {
    return { read: () => Promise.resolve(credentials), renew: () => Promise.resolve(null) };
  }
  const { secretName: secret } = config;
  if (secret === null) throw new Failure('CONFIG_INVALID', { name: 'FEEDBACK_API_TOKEN' });
  const source = once(async () => {
    const { credentialSource, openSecret } = await import('../adapters/secrets/index.ts');
    return credentialSource(openSecret({ name: secret, clock: world.clock }));
  });
  return {
    read: async () => (await source()).read(),
    renew: async (refused) => (await source()).renew(refused),
  };
}

export function figureRules({ minResponses, reversedScale, settleHours }: Config): FigureRules {
  return { minResponses, reversedScale, settleHours };
}

function openStore({ store, bucketOwner: owner }: Config, { random }: SystemContext): ObjectStore {
  if (store.kind === 'file') return openFolderStore({ root: store.folder });
  const { bucket, prefix } = store;
  return storeWhenUsed(async () => {
    const { openS3Store } = await import('../adapters/s3/index.ts');
    return openS3Store({ bucket, prefix, owner, random, sleep }).store;
  });
}

/** The SDK takes longer to load than most commands to run, and most need none of it. */
function storeWhenUsed(open: () => Promise<ObjectStore>): ObjectStore {
  const store = once(open);
  return {
    read: async (key) => (await store()).read(key),
    create: async (...args) => (await store()).create(...args),
    replace: async (...args) => (await store()).replace(...args),
    children: async (prefix) => (await store()).children(prefix),
    entries: async (...args) => (await store()).entries(...args),
    remove: async (key) => (await store()).remove(key),
  };
}

function once<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | null = null;
  return () => (opened ??= open());
}

/** A store as a place where reports are found. */
export function openReportRepository(store: ObjectStore): ReportRepository {
  return {
    store,
    manifests: manifestCodec(),
    plans: planCodec(),
    reader: jsonReader(),
    memory: createProcessCache(),
  };
}

/** What is kept, looked at and tidied without a reporting API. */
export function openArchive(config: Config, world: SystemContext): Archive {
  return { ...openReportRepository(openStore(config, world)), records: jobRecordCodec() };
}

/** The secret that the configuration names; null where it names none. */
export function openConfiguredSecret(
  { secretName: name }: Pick<Config, 'secretName'>,
  { clock }: SystemContext,
): SecretSource | null {
  if (name === null) return null;
  const secret = once(async () => {
    const { openSecret } = await import('../adapters/secrets/index.ts');
    return openSecret({ name, clock });
  });
  return {
    read: async () => (await secret()).read(),
    renew: async () => (await secret()).renew(),
  };
}

/** How withdrawn links are noted. */
export function openRevocations(): Codec<Revocation> {
  return revocationCodec();
}
