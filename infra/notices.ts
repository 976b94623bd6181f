// The third-party notices of what ships: the licence texts of the packages whose code or files are in a bundle.
// It hides where packages keep their texts, and what is stated for those that have none.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ShippedPackage } from './sbom.ts';
import { describePackages } from './sbom.ts';

const PACKAGES = resolve(import.meta.dirname, '..', 'node_modules');

/** Beside the module of each function. */
export const NOTICES_FILE = 'THIRD-PARTY-NOTICES.txt';

const HEAD = `Third-party notices

This program contains code or files of the packages below. Each is distributed under its own licence.
`;
const LICENCE_FILE = /^(licen[cs]e|notice|copying)/i;
const RULE = '-'.repeat(80);

/** Packages with the same text share it. Fails for a package whose licence text is not known. */
export function thirdPartyNotices(names: readonly string[]): string {
  const texts = Map.groupBy(describePackages(names), licenceTextOf);
  const sections = [...texts].map(([text, packages]) => {
    const lines = packages.map(
      ({ name, version, licence }) => `${name} ${version} (${licence ?? 'licence below'})`,
    );
    return `${RULE}\n${lines.join('\n')}\n\n${text}\n`;
  });
  return [HEAD, ...sections].join('\n');
}

function licenceTextOf(shipped: ShippedPackage): string {
  const folder = join(PACKAGES, shipped.name);
  const files = readdirSync(folder).filter((name) => LICENCE_FILE.test(name));
  if (files.length === 0) return standardText(shipped);
  const texts = files.toSorted().map((name) => readFileSync(join(folder, name), 'utf8').trim());
  return texts.join('\n\n');
}

/** For a package that names its licence and has no file with its text. */
function standardText({ name, licence, author }: ShippedPackage): string {
  const holder = author ?? AUTHORS_IN_README[name] ?? null;
  if (licence === 'MIT' && holder !== null)
    return `MIT License\n\nCopyright (c) ${holder}\n\n${MIT}`;
  if (licence === 'Apache-2.0') {
    return readFileSync(join(PACKAGES, '@aws-sdk/client-s3/LICENSE'), 'utf8').trim();
  }
  throw new Error(`the licence text of ${name} is not known`);
}

/** Of packages whose package.json names none. */
const AUTHORS_IN_README: Readonly<Record<string, string>> = {
  '@hono/zod-openapi': 'Yusuke Wada',
  '@hono/zod-validator': 'Yusuke Wada',
};

/** SPDX: MIT, without its title and its holder. */
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
