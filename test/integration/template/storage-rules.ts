// Rules on storage: S1 the buckets, S2 the denials of their policies, S3 the expiry of objects.
import type { Json, Template } from './template.ts';
import { at, entriesOf, many, named, ofType, textOf, unless, unlessAbsent } from './template.ts';

export function bucketsArePrivate(template: Template): readonly string[] {
  return ofType(template, 'AWS::S3::Bucket').flatMap((bucket) => [
    ...unless(bucket, 'PublicAccessBlockConfiguration.BlockPublicAcls', true),
    ...unless(bucket, 'PublicAccessBlockConfiguration.BlockPublicPolicy', true),
    ...unless(bucket, 'PublicAccessBlockConfiguration.IgnorePublicAcls', true),
    ...unless(bucket, 'PublicAccessBlockConfiguration.RestrictPublicBuckets', true),
    ...unless(bucket, 'OwnershipControls.Rules.0.ObjectOwnership', 'BucketOwnerEnforced'),
    ...unless(
      bucket,
      'BucketEncryption.ServerSideEncryptionConfiguration.0.ServerSideEncryptionByDefault.SSEAlgorithm',
      'AES256',
      'aws:kms',
    ),
    ...unless(bucket, 'VersioningConfiguration.Status', 'Enabled'),
    // A bucket that a failed first deployment leaves behind stops the next one.
    ...(bucket[1]['DeletionPolicy'] === 'RetainExceptOnCreate'
      ? []
      : [`${bucket[0]}: it is deleted with its stack, or remains when the first deployment fails`]),
    ...(bucket[1]['UpdateReplacePolicy'] === 'Retain'
      ? []
      : [`${bucket[0]}: it is deleted when it is replaced`]),
  ]);
}

export function bucketPoliciesDenyUnsafeRequests(template: Template): readonly string[] {
  return ofType(template, 'AWS::S3::Bucket').flatMap(([id]) => {
    const denials = denialsOf(template, id);
    const requirements: readonly (readonly [string, boolean])[] = [
      ['plain HTTP', denies(denials, id, 's3:*', 'Bool.aws:SecureTransport', 'false')],
      ['TLS before 1.2', denies(denials, id, 's3:*', 'NumericLessThan.s3:TlsVersion', '1.2')],
      ...(id === 'ReportsBucket'
        ? ([
            ['old presigned links', deniesOldSignatures(denials, id)],
            ['manifests and receipts without a condition', deniesUnconditionalCommits(denials, id)],
          ] as const)
        : []),
    ];
    return requirements.filter(([, isDenied]) => !isDenied).map(([what]) => `${id} takes ${what}`);
  });
}

function denialsOf(template: Template, bucket: string): readonly Json[] {
  return ofType(template, 'AWS::S3::BucketPolicy')
    .filter(([, { Properties }]) => named(Properties['Bucket']) === bucket)
    .flatMap(([, { Properties }]) => many(at(Properties, 'PolicyDocument.Statement')))
    .filter(
      (statement) => at(statement, 'Effect') === 'Deny' && at(statement, 'Principal') === '*',
    );
}

/** Denied for the bucket and all its objects, with exactly this condition. */
function denies(
  denials: readonly Json[],
  bucket: string,
  action: string,
  condition: string,
  value: string,
): boolean {
  return denials.some((denial) => {
    const resources = many(at(denial, 'Resource')).map(named);
    return (
      many(at(denial, 'Action')).includes(action) &&
      resources.includes(bucket) &&
      resources.includes(`${bucket}/*`) &&
      isOnly(denial, condition, value)
    );
  });
}

function isOnly(statement: Json, condition: string, value: string): boolean {
  const [operator = '', key = ''] = condition.split('.');
  const conditions = at(statement, 'Condition');
  const keys = at(conditions, operator);
  return (
    entriesOf(conditions).length === 1 &&
    entriesOf(keys).length === 1 &&
    textOf(at(keys, key)) === value
  );
}

/** Ten minutes in milliseconds: twice the lifetime of a presigned link, and not less than AWS recommends. */
function deniesOldSignatures(denials: readonly Json[], bucket: string): boolean {
  return denials.some(
    (denial) =>
      at(denial, 'Action') === 's3:GetObject' &&
      named(at(denial, 'Resource')) === `${bucket}/*` &&
      isOnly(denial, 'NumericGreaterThan.s3:signatureAge', '600000'),
  );
}

function deniesUnconditionalCommits(denials: readonly Json[], bucket: string): boolean {
  return denials.some(
    (denial) =>
      at(denial, 'Action') === 's3:PutObject' &&
      [`${bucket}/*/manifest.json`, `${bucket}/receipts/*`].every((objects) =>
        many(at(denial, 'Resource')).map(named).includes(objects),
      ) &&
      entriesOf(at(denial, 'Condition')).length === 1 &&
      textOf(at(denial, 'Condition.Null.s3:if-none-match')) === 'true' &&
      textOf(at(denial, 'Condition.Null.s3:if-match')) === 'true',
  );
}

export function obsoleteObjectsExpire(template: Template): readonly string[] {
  return ofType(template, 'AWS::S3::Bucket').flatMap((bucket) => [
    ...unless(bucket, 'LifecycleConfiguration.Rules.0.Status', 'Enabled'),
    ...unlessAbsent(bucket, 'LifecycleConfiguration.Rules.0.Prefix'),
    ...unless(
      bucket,
      'LifecycleConfiguration.Rules.0.NoncurrentVersionExpiration.NoncurrentDays',
      30,
    ),
    ...unless(
      bucket,
      'LifecycleConfiguration.Rules.0.AbortIncompleteMultipartUpload.DaysAfterInitiation',
      1,
    ),
    ...unless(bucket, 'LifecycleConfiguration.Rules.0.ExpiredObjectDeleteMarker', true),
    ...expiresOnly(bucket[0], at(bucket[1].Properties, 'LifecycleConfiguration.Rules')),
  ]);
}

const EXPIRING = [
  'weeks/',
  'requests/',
  'receipts/',
  'facts/',
  'query-results/',
  'subscriptions/access/',
  'subscriptions/limits/',
  'subscriptions/confirmations/',
];

/** An expiry rule must have a prefix, and never that of revoked links, subscriptions or settings; the others must all expire. */
function expiresOnly(id: string, rules: Json | undefined): readonly string[] {
  const expiring = many(rules)
    .map((rule) => many(at(rule, 'Fn::If'))[1] ?? rule)
    .filter((rule) => at(rule, 'ExpirationInDays') !== undefined);
  const prefixes = expiring.map((rule) => textOf(at(rule, 'Prefix')));
  return [
    ...expiring
      .filter((rule) => !EXPIRING.includes(textOf(at(rule, 'Prefix'))))
      .map((rule) => `${id}: ${textOf(at(rule, 'Id'))} lets more than reports expire`),
    ...EXPIRING.filter((prefix) => id === 'ReportsBucket' && !prefixes.includes(prefix)).map(
      (prefix) => `${id}: ${prefix} never expires`,
    ),
  ];
}
