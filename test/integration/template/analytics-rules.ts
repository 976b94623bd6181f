// S17: analysts read fact tables and results of queries and nothing else; each query is limited and its result encrypted.
import type { Json, Template } from './template.ts';
import { at, many, named, ofType, textOf, unless } from './template.ts';

const BUCKET = 'ReportsBucket';
const PREFIXES = ['facts/*', 'query-results/*'];

/** By service: the resources that the policy may name. */
const RESOURCES: Readonly<Record<string, RegExp>> = {
  athena: /:(?:workgroup\/feedback-reports-example|datacatalog\/AwsDataCatalog)$/,
  glue: /:(?:catalog|database\/\$\{AnalyticsDatabase\}|table\/\$\{AnalyticsDatabase\}\/\*)$/,
};
/** What AWS allows only for everything, or Athena asks of a database that is not ours. */
const ELSEWHERE: Readonly<Record<string, RegExp>> = {
  'athena:ListWorkGroups': /^\*$/,
  'athena:ListDataCatalogs': /^\*$/,
  'glue:GetDatabase': /:database\/default$/,
};
const READS = /^(?:athena|glue):(?:Get|BatchGet|List)\w+$/;
const QUERIES = ['athena:StartQueryExecution', 'athena:StopQueryExecution'];
const OF_BUCKET = ['s3:GetBucketLocation', 's3:ListBucketMultipartUploads'];
const WRITES = ['s3:PutObject', 's3:AbortMultipartUpload', 's3:ListMultipartUploadParts'];

export function analystsReadFactsOnly(template: Template): readonly string[] {
  const policies = ofType(template, 'AWS::IAM::ManagedPolicy').flatMap(([id, { Properties }]) =>
    many(at(Properties, 'PolicyDocument.Statement')).flatMap((statement) =>
      violationsOf(id, statement),
    ),
  );
  const groups = ofType(template, 'AWS::Athena::WorkGroup').flatMap((group) => [
    ...unless(group, 'WorkGroupConfiguration.EnforceWorkGroupConfiguration', true),
    ...unless(
      group,
      'WorkGroupConfiguration.ResultConfiguration.EncryptionConfiguration.EncryptionOption',
      'SSE_S3',
      'SSE_KMS',
    ),
    ...(Number(at(group[1].Properties, 'WorkGroupConfiguration.BytesScannedCutoffPerQuery')) > 0
      ? []
      : [`${group[0]}: a query may scan any number of bytes`]),
  ]);
  return [...policies, ...groups];
}

function violationsOf(id: string, statement: Json): readonly string[] {
  if (at(statement, 'Effect') !== 'Allow' || at(statement, 'NotAction') !== undefined) {
    return [`${id} is no list of permissions`];
  }
  const resources = many(at(statement, 'Resource')).map(named);
  if (resources.length === 0) return [`${id} allows all but some resources`];
  return many(at(statement, 'Action'))
    .map(textOf)
    .filter((action) => !isAllowed(action, resources, at(statement, 'Condition')))
    .map((action) => `${id} allows ${action} on ${resources.join(', ')}`);
}

function isAllowed(
  action: string,
  resources: readonly string[],
  condition: Json | undefined,
): boolean {
  const isBelow = (prefixes: readonly string[]): boolean =>
    resources.every((resource) => prefixes.some((prefix) => resource === `${BUCKET}/${prefix}`));
  if (OF_BUCKET.includes(action)) return resources.every((name) => name === BUCKET);
  if (action === 's3:ListBucket') {
    const listedPrefixes = many(at(condition, 'StringLike.s3:prefix')).map(textOf);
    const isLimited =
      listedPrefixes.length > 0 && listedPrefixes.every((prefix) => PREFIXES.includes(prefix));
    return isLimited && resources.every((name) => name === BUCKET);
  }
  if (action === 's3:GetObject') return isBelow(PREFIXES);
  if (WRITES.includes(action)) return isBelow(['query-results/*']);
  const patterns = [RESOURCES[action.split(':', 1).join()], ELSEWHERE[action]];
  return (
    (READS.test(action) || QUERIES.includes(action)) &&
    resources.every((resource) => patterns.some((pattern) => pattern?.test(resource) === true))
  );
}
