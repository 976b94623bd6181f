// What is deployed: the stack of a stage with its template, and whether a bucket's name is in use.
import type { CloudFormationClientConfig } from '@aws-sdk/client-cloudformation';
import {
  CloudFormationClient,
  DescribeStacksCommand,
  GetTemplateCommand,
} from '@aws-sdk/client-cloudformation';
import type { S3Client } from '@aws-sdk/client-s3';
import { HeadBucketCommand, S3ServiceException } from '@aws-sdk/client-s3';
import type { Template } from './compile-template.ts';
import { parseTemplate } from './compile-template.ts';
import type { TextValues } from './stage-files.ts';

export interface DeployedStack {
  readonly status: string;
  readonly outputs: TextValues;
  readonly tags: TextValues;
  readonly template: Template;
}

export type Connection = Pick<CloudFormationClientConfig, 'region' | 'endpoint' | 'credentials'>;

/** Null where there is no stack of the name, or none with resources yet. */
export async function readDeployedStack(
  name: string,
  connection: Connection,
): Promise<DeployedStack | null> {
  const cloudFormation = new CloudFormationClient({ maxAttempts: 3, ...connection });
  try {
    const { Stacks: [stack] = [] } = await cloudFormation.send(
      new DescribeStacksCommand({ StackName: name }),
    );
    // A stack that is reviewed has no template.
    if (stack === undefined || stack.StackStatus === 'REVIEW_IN_PROGRESS') return null;
    const { TemplateBody = '' } = await cloudFormation.send(
      new GetTemplateCommand({ StackName: name }),
    );
    return {
      status: stack.StackStatus ?? '',
      outputs: toTexts(
        stack.Outputs?.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]),
      ),
      tags: toTexts(stack.Tags?.map(({ Key, Value }) => [Key, Value])),
      template: parseTemplate(TemplateBody),
    };
  } catch (error) {
    const isMissing = error instanceof Error && / does not exist$/.test(error.message);
    if (isMissing) return null;
    throw error;
  } finally {
    cloudFormation.destroy();
  }
}

function toTexts(
  pairs: readonly (readonly [string | undefined, string | undefined])[] = [],
): TextValues {
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name, value]));
}

/** Whether a bucket of the name exists in any account: another account's is refused with 403, and another region's with 301. */
export async function isBucketNameInUse(s3: S3Client, bucket: string): Promise<boolean> {
  try {
    await s3.send(new HeadBucketCommand({ Bucket: bucket }));
    return true;
  } catch (error) {
    const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
    if (status === 404) return false;
    if (status === 403 || status === 301) return true;
    throw error;
  }
}
