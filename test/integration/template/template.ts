// Compiles the template of the example stage without credentials, and reads values from it.
import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import type { Json, Resource, Template } from '../../../infra/compile-template.ts';
import { compileTemplate, parseTemplate } from '../../../infra/compile-template.ts';
import { checkParameters } from '../../../infra/parameters.ts';
import { readTexts } from '../../../infra/stage-files.ts';
import { once } from '../../../lib/domain/memoize.ts';
import { MACHINE } from '../../support/machine-environment.ts';

export type { Json, Resource, Template };
export { parseResource, parseTemplate } from '../../../infra/compile-template.ts';

/** A marker for every secret in the environment of the packaging process. */
export const CANARY = 'canary-3f9d51c07be2';

/** `parameters` override those of the example stage. `stateText` is the state file of the packager. */
export async function packageTemplate(
  parameters: Readonly<Record<string, string>> = {},
): Promise<{ readonly template: Template; readonly text: string; readonly stateText: string }> {
  const stageParameters = { ...readTexts('infra/stages/example.json'), ...parameters };
  const checked = checkParameters(stageParameters, readTexts('infra/defaults.json'));
  assert.deepEqual(checked.problems, []);
  const parameterArguments = Object.entries(checked.parameters).map(
    ([k, v]) => `--param=${k}=${v}`,
  );
  // An environment without credentials and settings of the machine.
  const secrets = { FEEDBACK_API_CLIENT_ID: CANARY, FEEDBACK_API_TOKEN: CANARY };
  const env = { ...MACHINE, PATH: '', HOME: tmpdir(), REPORTS_API_TOKEN: CANARY, ...secrets };
  const compiled = await compileTemplate(['--stage', 'example', ...parameterArguments], env);
  return { template: parseTemplate(compiled.text), ...compiled };
}

/** Every optional feature switched on, and notes off. */
export const EVERYTHING = {
  jwtIssuer: 'https://id.example.com',
  jwtAudience: 'reports',
  publicUrl: 'https://reports.example.com',
  eventBus: 'default',
  webhooks: 'on',
  mail: 'on',
  mailFrom: 'Reports <reports@mail.example.com>',
  mailReplyTo: 'feedback@example.com',
  mailDomains: 'example.com,example.org',
  accessLinks: 'off',
  mailIdentity: 'arn:aws:ses:eu-west-1:000000000000:identity/example.com',
  analytics: 'on',
  analyticsScanGb: '25',
  notes: 'off',
  retentionDays: '400',
  alarmTopic: 'arn:aws:sns:eu-west-1:000000000000:alarms',
  schedule: 'cron(5 * * * ? *)',
};

/** Packaged once for all tests of a process. */
export const packagePlain = once(() => packageTemplate());
export const packageEverything = once(() => packageTemplate(EVERYTHING));

/** All resources of a type, by logical id. */
export function ofType(template: Template, type: string): readonly (readonly [string, Resource])[] {
  return Object.entries(template.Resources).filter(([, { Type }]) => Type === type);
}

/** The value at a path of dotted names and indexes, e.g. "Rules.0.Status". */
export function at(value: Json | undefined, path: string): Json | undefined {
  return path.split('.').reduce<Json | undefined>((inside, name) => {
    if (typeof inside !== 'object' || inside === null) return undefined;
    return Object.entries(inside).find(([key]) => key === name)?.[1];
  }, value);
}

/** Violations unless the property has one of the expected values. */
export function unless(
  [id, { Properties }]: readonly [string, Resource],
  path: string,
  ...expected: readonly Json[]
): readonly string[] {
  const actual = at(Properties, path);
  return expected.some((value) => same(value, actual))
    ? []
    : [`${id}: ${path} is ${textOf(actual)}`];
}

/** Violations unless the property is absent. */
export function unlessAbsent(
  [id, { Properties }]: readonly [string, Resource],
  path: string,
): readonly string[] {
  return at(Properties, path) === undefined ? [] : [`${id}: ${path} is set`];
}

/** CloudFormation accepts "true" for true and "5" for 5. */
export function same(a: Json | undefined, b: Json | undefined): boolean {
  return textOf(a) === textOf(b);
}

/** Objects as JSON, other values as strings; "undefined" for none. */
export function textOf(value: Json | undefined): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

export function entriesOf(value: Json | undefined): readonly (readonly [string, Json])[] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/** A list, or a single value as a list, as IAM allows both. */
export function many(value: Json | undefined): readonly Json[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

export function numberAt(value: Json | undefined, path: string): number {
  const number = at(value, path);
  return typeof number === 'number' || typeof number === 'string' ? Number(number) : NaN;
}

/** The target of a reference: its logical id, "Id/rest" for a path below it, or the text itself. */
export function named(value: Json | undefined): string {
  if (typeof value === 'string') return value;
  const attribute = at(value, 'Fn::GetAtt');
  if (attribute !== undefined) {
    return Array.isArray(attribute) ? textOf(attribute[0]) : textOf(attribute).split('.', 1).join();
  }
  const reference = at(value, 'Ref');
  if (typeof reference === 'string') return reference;
  const text = at(value, 'Fn::Sub');
  return typeof text === 'string'
    ? text.replaceAll(/\$\{(\w+)\.Arn\}/g, '$1')
    : JSON.stringify(value ?? null);
}
