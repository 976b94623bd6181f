// Builds the deployment packages: a folder and a zip for each function, their source maps, and one bill of materials.
//   node infra/bundle.ts [FOLDER]      default: dist
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ZipOptions } from 'fflate';
import { zipSync } from 'fflate';
import type { BuiltPage, ShippedPackage } from '../lib/adapters/page-bundle/index.ts';
import {
  buildPage,
  describePackages,
  encodedSize,
  MAX_FIRST_SCRIPT_BYTES,
} from '../lib/adapters/page-bundle/index.ts';
import { release } from '../lib/composition/release.ts';
import type { Bundle } from './bundle-function.ts';
import { bundleFunction, ROOT } from './bundle-function.ts';

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
  const component = { type: 'application', name: 'feedback-reports', version: release() };
  const bom = { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, metadata: { component } };
  return `${JSON.stringify({ ...bom, components }, null, 2)}\n`;
}

interface ZipEntry {
  /** Relative path with slashes. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

const FIXED_ATTRIBUTES: ZipOptions = {
  // The earliest date of the format. fflate writes local time, so the date is local as well.
  mtime: new Date(1980, 0, 1),
  // Unix, a regular file that every user may read: Lambda runs the code as another user than the one who packed it.
  os: 3,
  attrs: (0o100644 << 16) >>> 0,
};

export function zip(entries: readonly ZipEntry[]): Uint8Array {
  const sorted = entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return zipSync(
    Object.fromEntries(sorted.map(({ name, bytes }) => [name, bytes])),
    FIXED_ATTRIBUTES,
  );
}

/** The functions of serverless.yml, by the names of their folders. */
export const FUNCTION_BUNDLES = [
  { name: 'plan-week', rendersPdf: false, servesPage: false },
  { name: 'make-report', rendersPdf: true, servesPage: false },
  { name: 'reports-api', rendersPdf: true, servesPage: true },
  { name: 'authorizer', rendersPdf: false, servesPage: false },
  { name: 'send-message', rendersPdf: true, servesPage: false },
  { name: 'mail-events', rendersPdf: false, servesPage: false },
] as const;

/** Limit of a module without its font files: a larger one contains code by mistake. */
export const MAX_MODULE_BYTES = 5 * 1024 * 1024;

export interface BundledFunction extends Bundle {
  readonly name: string;
  readonly zipBytes: number;
  /** Null for a function that does not serve the page. */
  readonly page: BuiltPage | null;
}

/** Source maps, a folder for each function. */
export const MAPS_FOLDER = 'maps';

/** Writes NAME/index.mjs with its files, NAME.zip, maps/NAME and sbom.json into `folder`. */
export async function bundleAll(folder: string): Promise<readonly BundledFunction[]> {
  mkdirSync(folder, { recursive: true });
  const builtPage = await buildPage();
  const bundles = await Promise.all(
    FUNCTION_BUNDLES.map(async ({ name, rendersPdf, servesPage }) => {
      const target = join(folder, name);
      const entry = join(ROOT, 'functions', name, 'index.ts');
      const page = servesPage ? builtPage : null;
      const mapsFolder = join(folder, MAPS_FOLDER, name);
      const bundle = await bundleFunction({ entry, folder: target, rendersPdf, page, mapsFolder });
      if (bundle.bytes > MAX_MODULE_BYTES) {
        throw new Error(`${name} has ${bundle.bytes} bytes of code, over ${MAX_MODULE_BYTES}`);
      }
      const archive = zip(readFiles(target));
      writeFileSync(join(folder, `${name}.zip`), archive);
      return { name, zipBytes: archive.length, page, ...bundle };
    }),
  );
  const shippedPackages = describePackages(bundles.flatMap(({ packages }) => packages));
  writeFileSync(join(folder, 'sbom.json'), billOfMaterials(shippedPackages));
  return bundles;
}

function readFiles(folder: string): readonly { name: string; bytes: Uint8Array }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => ({ name: name.replaceAll('\\', '/'), bytes: readFileSync(join(folder, name)) }));
}

/** Lists the files of the page with their sizes, and marks those of the first load. */
function describePage({ files, first, firstScriptBytes }: BuiltPage): string {
  const kib = (bytes: number): string => `${(bytes / 1024).toFixed(1).padStart(6)} KiB`;
  const lines = [...files].map(([name, file]) => {
    const isFirst = [first.script, first.style, ...first.imported].includes(name);
    const smallest = encodedSize(file, 'br');
    return `  ${name.padEnd(48)} ${kib(file.bytes.byteLength)} ${kib(smallest)} sent${isFirst ? ', first load' : ''}\n`;
  });
  return `page: ${kib(firstScriptBytes).trim()} of script gzipped at the first load, limit ${kib(MAX_FIRST_SCRIPT_BYTES).trim()}\n${lines.join('')}`;
}

if (import.meta.main) {
  for (const { name, bytes, zipBytes, page } of await bundleAll(
    resolve(process.argv[2] ?? 'dist'),
  )) {
    const code = (bytes / 1024).toFixed(0).padStart(6);
    const archive = (zipBytes / 1024).toFixed(0).padStart(6);
    process.stdout.write(`${name.padEnd(12)} ${code} KiB of code ${archive} KiB zipped\n`);
    if (page !== null) process.stdout.write(describePage(page));
  }
}
