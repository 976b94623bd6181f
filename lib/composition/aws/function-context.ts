// What functions on AWS stand on: a checked configuration, a log, and the adapters that several of them open.
import { randomBytes } from 'node:crypto';
import type { FeedbackApi, Timeouts } from '../../adapters/feedback-api/index.ts';
import {
  jobCodec,
  jobRecordCodec,
  revocationCodec,
  secondLookCodec,
} from '../../adapters/json/index.ts';
import type { Queue } from '../../adapters/queue/index.ts';
import { openQueue } from '../../adapters/queue/index.ts';
import type { S3Store } from '../../adapters/s3/index.ts';
import { openS3Store } from '../../adapters/s3/index.ts';
import type { OpenSecret } from '../../adapters/secrets/index.ts';
import { credentialSource, openSecret } from '../../adapters/secrets/index.ts';
import type { Linking } from '../../links/make-link.ts';
import { linkKeysOf } from '../../links/make-link.ts';
import { Failure } from '../../shared/failure.ts';
import type { JobRecords } from '../../jobs/job-records.ts';
import type { LookNotes } from '../../jobs/reconciliation-progress.ts';
import type { Planning } from '../../jobs/synchronize-plan.ts';
import type { SecretSource } from '../../ports/secrets.ts';
import type { Shelf } from '../../reports/report-repository.ts';
import { openUpstream } from '../compose.ts';
import type { Config, Environment, SettingName } from '../config.ts';
import { readConfig } from '../config.ts';
import type { Fields, Log } from '../../shared/log.ts';
import { openLog } from '../../shared/log.ts';
import { sleep, type World } from '../system.ts';

/** What every function has: its log, and a way to end what it opened for one event. */
export interface Ground {
  readonly config: Config;
  readonly log: (context: Fields) => Log;
}

/** Fails with CONFIG_INVALID, which names everything that is wrong with the environment at once. */
export function ground(
  environment: Environment,
  world: World,
  api: 'configured' | 'none',
  needs: readonly SettingName[],
): Ground {
  const { config, problems } = readConfig(environment, { api, needs });
  if (config === null) {
    const told = problems.map(({ name, problem }) => `${name} ${problem}`).join('; ');
    throw new Failure('CONFIG_INVALID', { problems: told });
  }
  return {
    config,
    log: (context) =>
      openLog({
        write: (line) => process.stdout.write(`${line}\n`),
        clock: world.clock,
        context,
        stage: config.stage,
      }),
  };
}

export const COMMON = ['REPORTS_SECRET', 'REPORT_STORE'] as const;

export function bucketOf(config: Config, world: World): S3Store {
  const { store } = config;
  if (store.kind !== 's3') {
    throw new Failure('CONFIG_INVALID', { problems: 'REPORT_STORE must be a bucket: s3://…' });
  }
  const { bucket, prefix } = store;
  const { random } = world;
  return openS3Store({ bucket, prefix, owner: config.bucketOwner, random, sleep });
}

export function secretOf({ secret }: Config, { clock }: World): OpenSecret {
  return openSecret({ name: secret ?? '', clock });
}

export function queueOf({ queueUrl }: Config, { random }: World): Queue {
  return openQueue({ url: queueUrl ?? '', jobs: jobCodec(), random, sleep });
}

export function upstreamOf(
  config: Config,
  secret: OpenSecret,
  world: World,
  timeouts: Partial<Timeouts> = {},
): FeedbackApi {
  if (config.api === null) throw new Failure('CONFIG_INVALID', { problems: 'FEEDBACK_API_URL' });
  return openUpstream(config, config.api, credentialSource(secret), world, timeouts);
}

export function recordsOn(store: Shelf['store'], { clock }: World): JobRecords {
  return { store, records: jobRecordCodec(), clock };
}

export function lookNotesOn(store: Shelf['store'], { clock }: World): LookNotes {
  return { store, notes: secondLookCodec(), clock };
}

export function planningOf(
  { settleHours, concurrency }: Config,
  parts: Pick<Planning, 'source' | 'shelf' | 'sender'> & { readonly world: World },
): Planning {
  const { world, ...rest } = parts;
  return { ...rest, records: recordsOn(rest.shelf.store, world), settleHours, concurrency };
}

export function linkingOf(
  { publicUrl }: Config,
  { shelf, secret, world }: { shelf: Shelf; secret: SecretSource; world: World },
): Linking {
  return {
    shelf,
    revocations: revocationCodec(),
    linkKeys: linkKeysOf(secret),
    randomBytes,
    clock: world.clock,
    publicUrl: publicUrl ?? '',
  };
}
