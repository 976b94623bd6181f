// The deployments of a stage in its deployment bucket. osls uploads the packages of a deployment before it updates the stack, so
// a record beside them says which deployments succeeded, and of which release they are.
import type { S3Client } from '@aws-sdk/client-s3';
import { GetObjectCommand, paginateListObjectsV2, PutObjectCommand } from '@aws-sdk/client-s3';
import { z } from 'zod';
import type { Template } from './compile-template.ts';
import { parseTemplate } from './compile-template.ts';

/** Where the deployments of a stage are. */
export interface DeploymentBucket {
  readonly s3: S3Client;
  readonly bucket: string;
  readonly stage: string;
}

export interface Deployment {
  /** As osls names it: milliseconds. */
  readonly timestamp: string;
  /** UNKNOWN_RELEASE for one older than all records; null for a later one that failed or was not recorded. */
  readonly release: string | null;
}

/** Of deployments by releases that recorded nothing, so that all of them can be restored. */
export const UNKNOWN_RELEASE = 'unknown';

const SERVICE = 'feedback-reports';
const TEMPLATE = 'compiled-cloudformation-template.json';
const Record = z.object({ release: z.string() });

/** Oldest first. */
export async function listDeployments(place: DeploymentBucket): Promise<readonly Deployment[]> {
  const directories = await listDirectories(place);
  const recordKeys = (await listKeys(place, recordKey(place, ''))).toSorted();
  const recorded = new Set(recordKeys);
  const [oldestRecord] = recordKeys;
  return Promise.all(
    directories.map(async (directory) => {
      const timestamp = timestampOf(directory);
      const key = recordKey(place, timestamp);
      if (oldestRecord === undefined || key < oldestRecord) {
        return { timestamp, release: UNKNOWN_RELEASE };
      }
      const text = recorded.has(key) ? await readText(place, key) : null;
      return { timestamp, release: text === null ? null : Record.parse(JSON.parse(text)).release };
    }),
  );
}

/** Records the deployment that was uploaded since then; nothing where osls found no change. */
export async function recordDeployment(
  place: DeploymentBucket,
  release: string,
  sinceMs: number,
): Promise<void> {
  const timestamp = (await listDirectories(place)).map(timestampOf).at(-1);
  if (timestamp === undefined || Number(timestamp) < sinceMs) return;
  await place.s3.send(
    new PutObjectCommand({
      Bucket: place.bucket,
      Key: recordKey(place, timestamp),
      Body: JSON.stringify({ release }),
      ContentType: 'application/json',
    }),
  );
}

export async function readDeployedTemplate(
  place: DeploymentBucket,
  timestamp: string,
): Promise<Template> {
  const iso = new Date(Number(timestamp)).toISOString();
  return parseTemplate(
    await readText(place, `${directoryPrefix(place)}${timestamp}-${iso}/${TEMPLATE}`),
  );
}

function directoryPrefix({ stage }: DeploymentBucket): string {
  return `serverless/${SERVICE}/${stage}/`;
}

/** Outside the folder of the deployment, whose files osls compares with those of the next one. */
function recordKey({ stage }: DeploymentBucket, timestamp: string): string {
  return `deployed/${stage}/${timestamp === '' ? '' : `${timestamp}.json`}`;
}

function timestampOf(directory: string): string {
  return directory.split('-', 1).join();
}

/** The folders with a template, oldest first: TIMESTAMP-DATE. */
async function listDirectories(place: DeploymentBucket): Promise<readonly string[]> {
  const prefix = directoryPrefix(place);
  const keys = await listKeys(place, prefix);
  return keys
    .filter((key) => key.endsWith(`/${TEMPLATE}`))
    .map((key) => key.slice(prefix.length, -TEMPLATE.length - 1))
    .filter((directory) => /^\d{13}-/.test(directory))
    .toSorted();
}

async function listKeys(
  { s3, bucket }: DeploymentBucket,
  prefix: string,
): Promise<readonly string[]> {
  const keys: string[] = [];
  const pages = paginateListObjectsV2({ client: s3 }, { Bucket: bucket, Prefix: prefix });
  for await (const { Contents = [] } of pages)
    keys.push(...Contents.flatMap(({ Key }) => Key ?? []));
  return keys;
}

async function readText({ s3, bucket }: DeploymentBucket, key: string): Promise<string> {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
  return (await Body?.transformToString()) ?? '';
}
