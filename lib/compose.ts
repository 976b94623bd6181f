// Config and the world → services. The only file that knows every adapter.
import type { FeedbackApi } from './adapters/feedback-api/index.ts';
import { openFeedbackApi } from './adapters/feedback-api/index.ts';
import { openFolderStore } from './adapters/folder/index.ts';
import {
  jobRecordCodec,
  jsonReader,
  jsonRenderer,
  manifestCodec,
  planCodec,
  revocationCodec,
} from './adapters/json/index.ts';
import { pdfRenderer } from './adapters/pdf/index.ts';
import type { S3Store } from './adapters/s3/index.ts';
import { openS3Store } from './adapters/s3/index.ts';
import type { OpenSecret } from './adapters/secrets/index.ts';
import { credentialSource, openSecret } from './adapters/secrets/index.ts';
import type { Making } from './app/make-week.ts';
import { Failure } from './app/failures.ts';
import type { Codec, CredentialSource, ObjectStore } from './app/ports.ts';
import type { Shelf } from './app/shelf.ts';
import type { Archive } from './app/week-status.ts';
import type { Revocation } from './domain/stored.ts';
import type { FigureRules } from './domain/survey-week.ts';
import type { ApiConfig, Config } from './config.ts';
import type { StoreConfig } from './setting-values.ts';
import { realWorld, sleep, type World } from './world.ts';

export { realWorld, type World };

export interface Services {
  readonly making: Making;
  /** Requests to the reporting API so far. */
  requests(): { readonly sent: number; readonly retried: number };
  close(): Promise<void>;
}

/** Opens nothing yet: connections and folders come with the first use. */
export function openServices(config: Config, api: ApiConfig, world: World): Services {
  const feedback = openUpstream(config, api, credentialsOf(config, api, world), world);
  return {
    making: {
      source: feedback.source,
      keeping: {
        ...shelfOn(openStore(config, world)),
        renderers: {
          pdf: pdfRenderer({ locale: config.locale, paper: config.paper }),
          json: jsonRenderer(),
        },
      },
      clock: world.clock,
      rules: rulesOf(config),
      concurrency: config.concurrency,
    },
    requests: () => feedback.requests(),
    close: () => feedback.close(),
  };
}

export function openUpstream(
  { concurrency }: Pick<Config, 'concurrency'>,
  { url: baseUrl, auth, headerPrefix }: ApiConfig,
  credentials: CredentialSource,
  world: World,
): FeedbackApi {
  return openFeedbackApi({
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
function credentialsOf(config: Config, { credentials }: ApiConfig, world: World): CredentialSource {
  if (credentials !== null) {
    return { read: () => Promise.resolve(credentials), renew: () => Promise.resolve(null) };
  }
  const secret = openSecretOf(config, world);
  if (secret === null) throw new Failure('CONFIG_INVALID', { name: 'FEEDBACK_API_TOKEN' });
  return credentialSource(secret);
}

export function rulesOf({ minResponses, reversedScale, settleHours }: Config): FigureRules {
  return { minResponses, reversedScale, settleHours };
}

type Storing = Pick<Config, 'store' | 'bucketOwner'>;

export function openStore(config: Storing, world: World): ObjectStore {
  return config.store.kind === 'file'
    ? openFolderStore({ root: config.store.folder })
    : openBucket(config.store, config, world).store;
}

export function openBucket(
  { bucket, prefix }: Extract<StoreConfig, { readonly kind: 's3' }>,
  { bucketOwner: owner }: Pick<Config, 'bucketOwner'>,
  { random }: World,
): S3Store {
  return openS3Store({ bucket, prefix, owner, random, sleep });
}

/** A store as a place where reports are found. */
export function shelfOn(store: ObjectStore): Shelf {
  return { store, manifests: manifestCodec(), plans: planCodec(), reader: jsonReader() };
}

/** What is kept, looked at and tidied without a reporting API. */
export function openArchive(config: Config, world: World): Archive {
  return { ...shelfOn(openStore(config, world)), records: jobRecordCodec() };
}

/** The secret that the configuration names; null where it names none. */
export function openSecretOf(
  { secret }: Pick<Config, 'secret'>,
  { clock }: World,
): OpenSecret | null {
  return secret === null ? null : openSecret({ name: secret, clock });
}

/** How withdrawn links are noted. */
export function openRevocations(): Codec<Revocation> {
  return revocationCodec();
}
