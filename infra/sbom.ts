// The bill of materials of what ships, as CycloneDX 1.5: the packages whose code or files are in the bundles, and no
// others. It hides where versions, licences and hashes are written down. (npm's own list, asked to leave development
// out, also loses packages that a development package shares.)
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');

export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression; null when the package doesn't say. */
  readonly licence: string | null;
  /** The name and, where it is told, the address; null when the package doesn't say. */
  readonly author: string | null;
  /** As the lockfile has it, e.g. "sha512-…". */
  readonly integrity: string | null;
}

export function describePackages(names: readonly string[]): readonly ShippedPackage[] {
  const lockfile = readJson('package-lock.json');
  return [...new Set(names)].sort().map((name) => {
    const path = `node_modules/${name}`;
    const described = readJson(`${path}/package.json`);
    return {
      name,
      version: text(described, 'version') ?? '',
      licence: text(described, 'license'),
      author: text(described, 'author') ?? text(field(described, 'author'), 'name'),
      integrity: text(field(field(lockfile, 'packages'), path), 'integrity'),
    };
  });
}

export function billOfMaterials(packages: readonly ShippedPackage[]): string {
  const components = packages.map(({ name, version, licence, integrity }) => ({
    type: 'library',
    'bom-ref': `${name}@${version}`,
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(licence === null ? {} : { licenses: [{ expression: licence }] }),
    ...(integrity?.startsWith('sha512-') === true
      ? {
          hashes: [
            { alg: 'SHA-512', content: Buffer.from(integrity.slice(7), 'base64').toString('hex') },
          ],
        }
      : {}),
  }));
  const component = { type: 'application', name: 'feedback-reports' };
  const bom = { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, metadata: { component } };
  return `${JSON.stringify({ ...bom, components }, null, 2)}\n`;
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}

function text(value: unknown, name: string): string | null {
  const found = field(value, name);
  return typeof found === 'string' ? found : null;
}
