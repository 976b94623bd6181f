// Rules on functions: S11 runtime, limits and environment, S12 retention of logs, S13 secrets by name only.
import type { Template } from './template.ts';
import { at, entriesOf, named, numberAt, ofType, textOf, unless } from './template.ts';

/** Names of variables that contain a secret, and values that look like one. */
const SECRET_NAMES = /TOKEN|PASSWORD|PRIVATE|CLIENT_ID|API_KEY|_SECRET_/;
const SECRET_VALUES =
  /\b(AKIA|ASIA)[A-Z0-9]{16}\b|-----BEGIN|\beyJ[\w-]{10,}\.|\bBearer\s|:\/\/[^/\s]*:[^/\s]*@|\b[0-9a-f]{32,}\b/i;

const NODE_SWITCHES = ['NODE_TLS_REJECT_UNAUTHORIZED', 'NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS'];
/** Sizes of the heap, of which the second is the larger part. */
const HEAP_SIZES = /^--max-semi-space-size=\d+ --max-old-space-size=(?<old>\d+)$/;

export function functionsAreBounded(template: Template): readonly string[] {
  return ofType(template, 'AWS::Lambda::Function').flatMap((resource) => {
    const [id, { Properties }] = resource;
    const seconds = numberAt(Properties, 'Timeout');
    const megabytes = numberAt(Properties, 'MemorySize');
    const variables = entriesOf(at(Properties, 'Environment.Variables'));
    return [
      ...unless(resource, 'Runtime', 'nodejs22.x', 'nodejs24.x'),
      ...unless(resource, 'Architectures', ['arm64']),
      ...(seconds >= 1 && seconds <= 300 ? [] : [`${id}: ${seconds} s`]),
      ...(megabytes >= 128 && megabytes <= 10_240 ? [] : [`${id}: ${megabytes} MB`]),
      ...variables.flatMap(([name, value]) => [
        ...(SECRET_NAMES.test(name) || SECRET_VALUES.test(JSON.stringify(value))
          ? [`${id}: ${name} holds a secret`]
          : []),
        ...(NODE_SWITCHES.includes(name) && !fitsIn(megabytes, name, value)
          ? [`${id}: ${name} is set`]
          : []),
      ]),
    ];
  });
}

/** Whether the variable only limits the heap, to less than three quarters of the memory. */
function fitsIn(megabytes: number, name: string, value: unknown): boolean {
  if (name !== 'NODE_OPTIONS' || typeof value !== 'string') return false;
  return Number(HEAP_SIZES.exec(value)?.groups?.['old']) < 0.75 * megabytes;
}

export function logsExpire(template: Template): readonly string[] {
  const groups = ofType(template, 'AWS::Logs::LogGroup');
  const names = groups.map(([, { Properties }]) => named(Properties['LogGroupName']));
  return [
    ...groups.flatMap((group) => unless(group, 'RetentionInDays', 30)),
    ...ofType(template, 'AWS::Lambda::Function')
      .filter(
        ([, { Properties }]) =>
          !names.includes(`/aws/lambda/${textOf(Properties['FunctionName'])}`),
      )
      .map(([id]) => `${id} has no log group`),
  ];
}

export function secretsAreReferredToByName(template: Template): readonly string[] {
  const text = JSON.stringify(template);
  return [
    ...ofType(template, 'AWS::SecretsManager::Secret')
      .filter(([, { Properties }]) => 'SecretString' in Properties)
      .map(([id]) => `${id} is written down`),
    ...(/\{\{resolve:/.test(text) ? ['a secret is put in at deployment'] : []),
    ...ofType(template, 'AWS::Lambda::Function')
      // It reads no secret, which its role does not allow either.
      .filter(([id]) => id !== 'MailEventsLambdaFunction')
      .flatMap((resource) =>
        unless(
          resource,
          'Environment.Variables.REPORTS_SECRET',
          ...namesIn(resource[1].Properties),
        ),
      ),
  ];
}

/** A name is letters and a few marks; anything longer or with quotes is a secret's contents. */
function namesIn(properties: Template['Resources'][string]['Properties']): readonly string[] {
  const name = at(properties, 'Environment.Variables.REPORTS_SECRET');
  return typeof name === 'string' && /^[A-Za-z0-9/_+=.@-]{1,128}$/.test(name) ? [name] : [];
}
