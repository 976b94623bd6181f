// Packages the CloudFormation template without credentials or network, and reads values from it. Each call works in a
// temporary folder with empty packages.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { writeAnalyticsTables } from '../../../infra/analytics-tables.ts';
import { FUNCTION_BUNDLES } from '../../../infra/bundle.ts';
import { checkParameters } from '../../../infra/parameters.ts';
import { once } from '../../../lib/domain/memoize.ts';
import { MACHINE } from '../../support/machine-environment.ts';

const Json = z.json();
export type Json = z.infer<typeof Json>;

const Resource = z
  .object({ Type: z.string(), Properties: z.record(z.string(), Json).default({}) })
  .catchall(Json);
const TemplateShape = z.object({ Resources: z.record(z.string(), Resource) }).catchall(Json);
export type Resource = z.infer<typeof Resource>;
export type Template = z.infer<typeof TemplateShape>;

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, '../../..');
const OSLS = fileURLToPath(import.meta.resolve('osls/bin/serverless.js'));

/** A marker for every secret in the environment of the packaging process. */
export const CANARY = 'canary-3f9d51c07be2';

/** `parameters` override those of the example stage. `stateText` is the state file of the packager. */
export async function packageTemplate(
  parameters: Readonly<Record<string, string>> = {},
): Promise<{ readonly template: Template; readonly text: string; readonly stateText: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'template-'));
  try {
    cpSync(join(ROOT, 'serverless.yml'), join(folder, 'serverless.yml'));
    cpSync(join(ROOT, 'infra'), join(folder, 'infra'), { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{}');
    writeAnalyticsTables(join(folder, 'dist'));
    for (const { name } of FUNCTION_BUNDLES) {
      writeFileSync(join(folder, 'dist', `${name}.zip`), '');
    }
    const stageParameters = { ...readTexts('infra/stages/example.json'), ...parameters };
    const checked = checkParameters(stageParameters, readTexts('infra/defaults.json'));
    assert.deepEqual(checked.problems, []);
    const parameterArguments = Object.entries(checked.parameters).map(
      ([k, v]) => `--param=${k}=${v}`,
    );
    // An environment without credentials and settings of the machine.
    const secrets = { FEEDBACK_API_CLIENT_ID: CANARY, FEEDBACK_API_TOKEN: CANARY };
    const env = { ...MACHINE, PATH: '', HOME: folder, REPORTS_API_TOKEN: CANARY, ...secrets };
    const args = [OSLS, 'package', '--stage', 'example', ...parameterArguments];
    await run(process.execPath, args, { cwd: folder, env });
    const readOutput = (name: string): string =>
      readFileSync(join(folder, '.serverless', name), 'utf8');
    const text = readOutput('cloudformation-template-update-stack.json');
    return { template: parseTemplate(text), text, stateText: readOutput('serverless-state.json') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Every optional feature switched on. */
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
  mailIdentity: 'arn:aws:ses:eu-west-1:000000000000:identity/example.com',
  analytics: 'on',
  analyticsScanGb: '25',
  retentionDays: '400',
  alarmTopic: 'arn:aws:sns:eu-west-1:000000000000:alarms',
  schedule: 'cron(5 * * * ? *)',
};

/** Packaged once for all tests of a process. */
export const packageEverything = once(() => packageTemplate(EVERYTHING));

/** The members of a JSON file, as strings. */
function readTexts(path: string): Readonly<Record<string, string>> {
  const values = z
    .record(z.string(), z.union([z.string(), z.number()]))
    .parse(JSON.parse(readFileSync(join(ROOT, path), 'utf8')));
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

export function parseResource(value: Json): Resource {
  return Resource.parse(value);
}

export function parseTemplate(text: string): Template {
  return TemplateShape.parse(JSON.parse(text));
}

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
