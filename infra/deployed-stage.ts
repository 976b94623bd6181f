// The deployed stage: why an update or a rollback of it is refused, and what an operator reads about it.
import { S3Client } from '@aws-sdk/client-s3';
import type { Template } from './compile-template.ts';
import type { Connection, DeployedStack } from './deployed-stack.ts';
import { isBucketNameInUse, readDeployedStack } from './deployed-stack.ts';
import type { DeploymentBucket } from './deployments.ts';
import { listDeployments, readDeployedTemplate, UNKNOWN_RELEASE } from './deployments.ts';
import { createdBucket, replacementProblems } from './replacements.ts';

export interface DeployedStage {
  readonly s3: S3Client;
  /** Null where nothing is deployed. */
  readonly stack: () => Promise<DeployedStack | null>;
  /** Fails where nothing is deployed. */
  readonly bucket: () => Promise<DeploymentBucket>;
}

/** `connections`: of a test; otherwise the SDK's own configuration. */
export function openDeployedStage(
  stage: string,
  configuredRegion: string | null,
  connections: { readonly cloudFormation?: Connection; readonly s3?: Connection } = {},
): DeployedStage {
  // As in serverless.yml.
  const region = configuredRegion ?? process.env['AWS_REGION'] ?? 'eu-west-1';
  const hasEndpoint = connections.s3 !== undefined || 'AWS_ENDPOINT_URL_S3' in process.env;
  const s3 = new S3Client({
    region,
    maxAttempts: 3,
    forcePathStyle: hasEndpoint,
    ...connections.s3,
  });
  const stack = (): Promise<DeployedStack | null> =>
    readDeployedStack(`feedback-reports-${stage}`, { region, ...connections.cloudFormation });
  return {
    s3,
    stack,
    bucket: async () => {
      const bucket = (await stack())?.outputs['ServerlessDeploymentBucketName'];
      if (bucket === undefined) throw new NothingDeployed();
      return { s3, bucket, stage };
    },
  };
}

class NothingDeployed extends Error {
  override readonly name = 'there is no such stack';
}

/** Why the template must not be deployed. */
export async function updateProblems(
  { stack, s3 }: DeployedStage,
  next: Template,
): Promise<readonly string[]> {
  const deployed = (await stack())?.template ?? null;
  const bucket = createdBucket(deployed, next);
  const inUse =
    bucket !== null && (await isBucketNameInUse(s3, bucket))
      ? [
          `bucket ${bucket} exists outside the stack, or the right s3:ListBucket is missing: ` +
            'choose another name, or import the bucket into the stack',
        ]
      : [];
  return [...(deployed === null ? [] : replacementProblems(deployed, next)), ...inUse];
}

/** Why a deployment can't be restored, and its release. */
export async function rollbackProblems(
  { stack, bucket }: DeployedStage,
  timestamp: string,
): Promise<{ readonly problems: readonly string[]; readonly release: string }> {
  const place = await bucket();
  const deployments = await listDeployments(place);
  const release = deployments.find((deployment) => deployment.timestamp === timestamp)?.release;
  if (release === undefined || release === null) {
    return { problems: ['--rollback must be a timestamp that --list shows'], release: '' };
  }
  const deployed = (await stack())?.template ?? { Resources: {} };
  const target = await readDeployedTemplate(place, timestamp);
  return { problems: replacementProblems(deployed, target), release };
}

/** The deployments that can be restored, newest first. */
export async function describeDeployments({ stack, bucket }: DeployedStage): Promise<string> {
  const deployments = await listDeployments(await bucket());
  const { status = '', tags = {} } = (await stack()) ?? {};
  const restorable = deployments.filter(({ release }) => release !== null).toReversed();
  const unlisted = deployments.length - restorable.length;
  const hasUnknown = restorable.some(({ release }) => release === UNKNOWN_RELEASE);
  return [
    `Release ${tags['release'] ?? UNKNOWN_RELEASE} is deployed (${status}).`,
    ...(restorable.length === 0 ? [] : ['', 'timestamp      started (UTC)        release']),
    ...restorable.map(({ timestamp, release }) => {
      const started = new Date(Number(timestamp)).toISOString().slice(0, 19).replace('T', ' ');
      return `${timestamp}  ${started}  ${release ?? ''}`;
    }),
    ...(hasUnknown
      ? ['', 'Unknown: deployed by a release that recorded neither this nor whether it succeeded.']
      : []),
    ...(unlisted === 0
      ? []
      : ['', `Not listed, because they failed or were not recorded: ${unlisted}.`]),
    '',
  ].join('\n');
}

/** The last lines of a deployment. */
export function describeDeployed(stack: DeployedStack | null): string {
  const { outputs = {}, tags = {} } = stack ?? {};
  return [
    '',
    `Release ${tags['release'] ?? UNKNOWN_RELEASE} is deployed.`,
    `Report library: ${outputs['LibraryUrl'] ?? ''}`,
    `Dashboard:      ${outputs['DashboardUrl'] ?? ''}`,
    'Next: sign in to the library with a token of the secret. infra/README.md, "First run", starts the planner at once.',
    '',
  ].join('\n');
}
