// The CloudFormation template as the packager makes it, without credentials or network, and ways to look into it.
// It hides the packager; each call works in a folder of its own, with empty packages in place of the real ones.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';

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

/** Stands for every secret that the environment of whoever packages may hold. */
export const CANARY = 'canary-3f9d51c07be2';

/** Parameters on top of those of the example stage. `stateText` is what the packager keeps beside the template. */
export async function packageTemplate(
  parameters: Readonly<Record<string, string>> = {},
): Promise<{ readonly template: Template; readonly text: string; readonly stateText: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'template-'));
  try {
    cpSync(join(ROOT, 'serverless.yml'), join(folder, 'serverless.yml'));
    cpSync(join(ROOT, 'infra'), join(folder, 'infra'), { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{}');
    mkdirSync(join(folder, 'dist'));
    for (const name of ['plan-week', 'make-report', 'reports-api', 'authorizer']) {
      writeFileSync(join(folder, 'dist', `${name}.zip`), '');
    }
    const example = z
      .record(z.string(), z.string())
      .parse(JSON.parse(readFileSync(join(ROOT, 'infra/stages/example.json'), 'utf8')));
    const given = Object.entries({ ...example, ...parameters }).map(
      ([k, v]) => `--param=${k}=${v}`,
    );
    // Nothing of the machine's own: no credentials, no settings.
    const secrets = { FEEDBACK_API_CLIENT_ID: CANARY, FEEDBACK_API_TOKEN: CANARY };
    const env = { PATH: '', HOME: folder, REPORTS_API_TOKEN: CANARY, ...secrets };
    const args = [OSLS, 'package', '--stage', 'example', ...given];
    await run(process.execPath, args, { cwd: folder, env });
    const made = (name: string): string => readFileSync(join(folder, '.serverless', name), 'utf8');
    const text = made('cloudformation-template-update-stack.json');
    return { template: parseTemplate(text), text, stateText: made('serverless-state.json') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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

/** What lies at a path of dotted names and positions, e.g. "Rules.0.Status". */
export function at(value: Json | undefined, path: string): Json | undefined {
  return path.split('.').reduce<Json | undefined>((inside, name) => {
    if (typeof inside !== 'object' || inside === null) return undefined;
    return Object.entries(inside).find(([key]) => key === name)?.[1];
  }, value);
}

/** A property of a resource that is wanted to be so; says what else it is. */
export function unless(
  [id, { Properties }]: readonly [string, Resource],
  path: string,
  ...wanted: readonly Json[]
): readonly string[] {
  const found = at(Properties, path);
  return wanted.some((one) => same(one, found)) ? [] : [`${id}: ${path} is ${textOf(found)}`];
}

/** A property that is wanted to be left out. */
export function unlessAbsent(
  [id, { Properties }]: readonly [string, Resource],
  path: string,
): readonly string[] {
  return at(Properties, path) === undefined ? [] : [`${id}: ${path} is set`];
}

/** CloudFormation takes "true" for true and "5" for 5. */
export function same(one: Json | undefined, other: Json | undefined): boolean {
  return textOf(one) === textOf(other);
}

/** Of a plain value as it is, of anything else as JSON; "undefined" when there is none. */
export function textOf(value: Json | undefined): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

export function entriesOf(value: Json | undefined): readonly (readonly [string, Json])[] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/** One or many, as IAM writes them. */
export function many(value: Json | undefined): readonly Json[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

export function numberAt(value: Json | undefined, path: string): number {
  const found = at(value, path);
  return typeof found === 'number' || typeof found === 'string' ? Number(found) : NaN;
}

/** A thing that is referred to, in short: its logical id, "Id/rest" for what is below it, or the text itself. */
export function named(value: Json | undefined): string {
  if (typeof value === 'string') return value;
  const attribute = at(value, 'Fn::GetAtt');
  if (attribute !== undefined) {
    return Array.isArray(attribute) ? textOf(attribute[0]) : textOf(attribute).split('.', 1).join();
  }
  const referred = at(value, 'Ref');
  if (typeof referred === 'string') return referred;
  const text = at(value, 'Fn::Sub');
  return typeof text === 'string'
    ? text.replaceAll(/\$\{(\w+)\.Arn\}/g, '$1')
    : JSON.stringify(value ?? null);
}
