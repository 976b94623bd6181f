// Describes the npm packages in a bundle: version, licence, author, hash and the third-party notices.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { builtinModules } from 'node:module';
import type { Metafile } from 'esbuild';

export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression; null when package.json has none. */
  readonly licence: string | null;
  /** Name and, where there is one, email address; null when package.json has none. */
  readonly author: string | null;
  /** Hash from the lockfile, e.g. "sha512-…". */
  readonly integrity: string | null;
}

/** Sorted by name, without duplicates. */
export function describePackages(names: readonly string[]): readonly ShippedPackage[] {
  const lockfile = readJson('package-lock.json');
  return [...new Set(names)].sort().map((name) => {
    const path = `node_modules/${name}`;
    const manifest = readJson(`${path}/package.json`);
    return {
      name,
      version: textField(manifest, 'version') ?? '',
      licence: textField(manifest, 'license'),
      author: textField(manifest, 'author') ?? textField(field(manifest, 'author'), 'name'),
      integrity: textField(field(field(lockfile, 'packages'), path), 'integrity'),
    };
  });
}

const HEADER = `Third-party notices

This program contains code or files of the packages below. Each is distributed under its own licence.
`;
const LICENCE_FILE = /^(licen[cs]e|notice|copying)/i;
const SEPARATOR = '-'.repeat(80);

/** Packages with the same licence text are listed together. Throws for a package whose licence text is not known. */
export function thirdPartyNotices(names: readonly string[]): string {
  const texts = Map.groupBy(describePackages(names), readLicenceText);
  const sections = [...texts].map(([text, packages]) => {
    const lines = packages.map(
      ({ name, version, licence }) => `${name} ${version} (${licence ?? 'licence below'})`,
    );
    return `${SEPARATOR}\n${lines.join('\n')}\n\n${text}\n`;
  });
  return [HEADER, ...sections].join('\n');
}

function readLicenceText(shipped: ShippedPackage): string {
  const folder = join(PROJECT_ROOT, 'node_modules', shipped.name);
  const files = readdirSync(folder).filter((name) => LICENCE_FILE.test(name));
  if (files.length === 0) return standardLicenceText(shipped);
  const texts = files.toSorted().map((name) => readFileSync(join(folder, name), 'utf8').trim());
  return texts.join('\n\n');
}

/** For a package that declares its licence but contains no licence file. */
function standardLicenceText({ name, licence, author }: ShippedPackage): string {
  const holder = author ?? AUTHORS_IN_README[name] ?? null;
  if (licence === 'MIT' && holder !== null) {
    return `MIT License\n\nCopyright (c) ${holder}\n\n${MIT}`;
  }
  if (licence === 'Apache-2.0') {
    const file = join(PROJECT_ROOT, 'node_modules', '@aws-sdk/client-s3/LICENSE');
    return readFileSync(file, 'utf8').trim();
  }
  throw new Error(`the licence text of ${name} is not known`);
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(PROJECT_ROOT, path), 'utf8'));
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}

function textField(value: unknown, name: string): string | null {
  const text = field(value, name);
  return typeof text === 'string' ? text : null;
}

/** Authors of packages whose package.json names none. */
const AUTHORS_IN_README: Readonly<Record<string, string>> = {
  '@hono/zod-openapi': 'Yusuke Wada',
  '@hono/zod-validator': 'Yusuke Wada',
};

/** The MIT licence without title and copyright line. */
const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`;

/** The root folder of the project. */
export const PROJECT_ROOT = resolve(import.meta.dirname, '../../..');

/** Imports that the bundle does not contain, except Node's built-in modules. */
export function externalImports({ outputs }: Metafile): readonly string[] {
  const paths = Object.values(outputs)
    .flatMap(({ imports }) => imports)
    .filter(({ external }) => external === true)
    .map(({ path }) => path)
    .filter((path) => !path.startsWith('node:') && !builtinModules.includes(path));
  return [...new Set(paths)].sort();
}

/** Names of the packages that contribute bytes, without those removed by tree shaking. */
export function packagesInBundle({ outputs }: Metafile): readonly string[] {
  return Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs)
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .flatMap(([path]) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []),
  );
}
