// Configuration, log and adapters that several functions on AWS share.
import { randomBytes } from 'node:crypto';
import type { FeedbackApi } from '../../adapters/feedback-api/index.ts';
import { jobCodec, jobRecordCodec, revocationCodec } from '../../adapters/json/index.ts';
import type { SqsQueue } from '../../adapters/queue/index.ts';
import { openSqsQueue } from '../../adapters/queue/index.ts';
import type { S3Store } from '../../adapters/s3/index.ts';
import { openS3Store } from '../../adapters/s3/index.ts';
import type { CachedSecret } from '../../adapters/secrets/index.ts';
import { credentialSource, openCachedSecret } from '../../adapters/secrets/index.ts';
import type { LinkContext } from '../../links/make-link.ts';
import { createLinkKeyReader } from '../../links/make-link.ts';
import { Failure } from '../../shared/failure.ts';
import type { ReportJob } from '../../ports/job-queue.ts';
import type { JobRecordStore } from '../../jobs/job-records.ts';
import { createJobCache } from '../../jobs/job-records.ts';
import type { FeedbackSource } from '../../ports/feedback-source.ts';
import type { SecretSource } from '../../ports/secrets.ts';
import type { ReportRepository } from '../../reports/report-repository.ts';
import { withIdentityCheck } from '../../reports/store-identity.ts';
import {
  openFeedbackSource,
  openIdentity,
  openReportRepository,
  type SourceOptions,
} from '../compose.ts';
import type { Config, Environment } from '../config.ts';
import { readConfig } from '../config.ts';
import type { SettingName } from '../settings.ts';
import type { LogFields, Log } from '../../shared/log.ts';
import { createLog } from '../../shared/log.ts';
import { release } from '../release.ts';
import { sleep, type SystemContext } from '../system.ts';

/** Available to every function. */
export interface FunctionContext {
  readonly config: Config;
  readonly log: (context: LogFields) => Log;
}

/** Throws CONFIG_INVALID with every problem of the environment. */
export function openFunctionContext(
  environment: Environment,
  system: SystemContext,
  api: 'configured' | 'none',
  requiredSettings: readonly SettingName[],
): FunctionContext {
  const { config, problems } = readConfig(environment, { api, requiredSettings });
  if (config === null) {
    const list = problems.map(({ name, problem }) => `${name} ${problem}`).join('; ');
    throw new Failure('CONFIG_INVALID', { problems: list });
  }
  return {
    config,
    log: (context) =>
      createLog({
        write: (line) => process.stdout.write(`${line}\n`),
        clock: system.clock,
        context: { release: release(), ...context },
        stage: config.stage,
      }),
  };
}

export function openBucket(config: Config, system: SystemContext): S3Store {
  const { store } = config;
  if (store.kind !== 's3') {
    throw new Failure('CONFIG_INVALID', { problems: 'REPORTS_STORE must be a bucket: s3://…' });
  }
  const { bucket, prefix } = store;
  const { random } = system;
  return openS3Store({ bucket, prefix, owner: config.bucketOwner, random, sleep });
}

function openReportsSecret({ secretName: secret }: Config, { clock }: SystemContext): CachedSecret {
  return openCachedSecret({ name: secret ?? '', clock });
}

/** For a function that works with stored reports and reads the secret. */
export function openStoredReports(
  environment: Environment,
  system: SystemContext,
  api: 'configured' | 'none',
  requiredSettings: readonly SettingName[],
) {
  const context = openFunctionContext(environment, system, api, [
    'REPORTS_SECRET',
    'REPORTS_STORE',
    ...requiredSettings,
  ]);
  const { config } = context;
  const secret = openReportsSecret(config, system);
  const { store, signLink } = openBucket(config, system);
  const repository = openReportRepository(store, config);
  return { context, config, secret, store, signLink, repository };
}

export function openJobQueue({ queueUrl }: Config, { random }: SystemContext): SqsQueue<ReportJob> {
  return openSqsQueue({ url: queueUrl ?? '', jobs: jobCodec, random, sleep });
}

export function openSource(
  config: Config,
  secret: CachedSecret,
  system: SystemContext,
  options: SourceOptions = {},
): FeedbackApi {
  if (config.api === null) throw new Failure('CONFIG_INVALID', { problems: 'FEEDBACK_API_URL' });
  return openFeedbackSource(config, config.api, credentialSource(secret), system, options);
}

/** For the function that runs the schedule of the store. */
export function checkIdentity(
  { api, stage }: Config,
  source: FeedbackSource,
  parts: {
    readonly repository: ReportRepository;
    readonly secret: CachedSecret;
    readonly system: SystemContext;
  },
): FeedbackSource {
  if (api === null) throw new Failure('CONFIG_INVALID', { problems: 'FEEDBACK_API_URL' });
  const { repository, secret, system } = parts;
  return withIdentityCheck(source, {
    ...openIdentity(repository, api, credentialSource(secret), system),
    ...{ runner: `aws:${stage ?? ''}`, isNewRoot: false },
  });
}

export function openJobRecords(
  store: ReportRepository['store'],
  { clock }: SystemContext,
): JobRecordStore {
  const stored = { store, records: jobRecordCodec };
  return { ...stored, clock, jobCache: createJobCache(stored) };
}

export function openLinkContext(
  { publicUrl }: Config,
  {
    repository,
    secret,
    system,
  }: { repository: ReportRepository; secret: SecretSource; system: SystemContext },
): LinkContext {
  return {
    repository,
    revocations: revocationCodec,
    linkKeys: createLinkKeyReader(secret),
    randomBytes,
    clock: system.clock,
    publicUrl: publicUrl ?? '',
  };
}
