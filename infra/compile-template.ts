// Compiles the CloudFormation template with osls, without packages, credentials or network.
import { execFile } from 'node:child_process';
import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { writeAnalyticsTables } from './analytics-tables.ts';
import { FUNCTION_BUNDLES } from './bundle.ts';
import { ROOT } from './bundle-function.ts';

export const OSLS = fileURLToPath(import.meta.resolve('osls/bin/serverless.js'));

const Json = z.json();
export type Json = z.infer<typeof Json>;

const Resource = z
  .object({ Type: z.string(), Properties: z.record(z.string(), Json).default({}) })
  .catchall(Json);
export type Resource = z.infer<typeof Resource>;

const Template = z.object({ Resources: z.record(z.string(), Resource) }).catchall(Json);
export type Template = z.infer<typeof Template>;

const run = promisify(execFile);

/** `oslsArguments`: stage and parameters. `stateText` is the state file of osls. */
export async function compileTemplate(
  oslsArguments: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<{ readonly text: string; readonly stateText: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'template-'));
  try {
    copyFileSync(join(ROOT, 'serverless.yml'), join(folder, 'serverless.yml'));
    symlinkSync(join(ROOT, 'infra'), join(folder, 'infra'), 'junction');
    writeFileSync(join(folder, 'package.json'), '{}');
    writeAnalyticsTables(join(folder, 'dist'));
    // The template names the packages and not their contents.
    for (const { name } of FUNCTION_BUNDLES) writeFileSync(join(folder, 'dist', `${name}.zip`), '');
    await run(process.execPath, [OSLS, 'package', ...oslsArguments], { cwd: folder, env });
    const [text, stateText] = [
      'cloudformation-template-update-stack.json',
      'serverless-state.json',
    ].map((name) => readFileSync(join(folder, '.serverless', name), 'utf8'));
    return { text: text ?? '', stateText: stateText ?? '' };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function parseTemplate(text: string): Template {
  return Template.parse(JSON.parse(text));
}

export function parseResource(value: Json): Resource {
  return Resource.parse(value);
}
