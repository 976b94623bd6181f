// Bundles one entry point into the folder that Lambda runs: one module, and the files that it reads at run time.
import { copyFileSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Metafile } from 'esbuild';
import { build as runEsbuild } from 'esbuild';
import type { BuiltPage } from '../lib/adapters/page-bundle/index.ts';
import {
  externalImports,
  packagesInBundle,
  thirdPartyNotices,
} from '../lib/adapters/page-bundle/index.ts';
import { listPdfResources } from '../lib/adapters/pdf/packaging.ts';
import { release } from '../lib/composition/release.ts';
import { writePage } from '../lib/http/page-files.ts';
import { BUNDLE_PLUGINS, SEPARATE_PACKAGES, separateFile } from './esbuild-plugins.ts';

export interface BundleRequest {
  readonly entry: string;
  /** Emptied first. */
  readonly folder: string;
  /** Adds the fonts, fontkit and the colour profile. */
  readonly rendersPdf: boolean;
  /** Adds the report library. */
  readonly page?: BuiltPage | null;
  /** Gets the source maps of the modules, which Lambda does not need; null for none. */
  readonly mapsFolder?: string | null;
}

export interface Bundle {
  /** Size of the module, which every cold start reads. */
  readonly bytes: number;
  /** Sorted names of the packages whose code or files are in the folder. */
  readonly packages: readonly string[];
}

export const ROOT = resolve(import.meta.dirname, '..');
const MODULE = 'index.mjs';
const NOTICES_FILE = 'THIRD-PARTY-NOTICES.txt';
const REQUIRE =
  "import{createRequire as nodeRequire}from'node:module';const require=nodeRequire(import.meta.url);";

/** Throws when the module would load something at run time that is neither in the folder nor part of Node. */
export async function bundleFunction({
  entry,
  folder,
  rendersPdf,
  page = null,
  mapsFolder = null,
}: BundleRequest): Promise<Bundle> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const separate = rendersPdf ? SEPARATE_PACKAGES : [];
  const target = { folder, mapsFolder };
  const module = await bundleInto(target, { from: entry, to: MODULE, separate });
  const separateModules = await Promise.all(
    separate.map((name) =>
      bundleInto(target, { from: name, to: separateFile(name), separate: [] }),
    ),
  );
  const resourcePackages = rendersPdf ? copyPdfResources(folder) : [];
  if (page !== null) await writePage(join(folder, 'page'), page);
  const packages = [
    ...new Set([
      ...[module, ...separateModules].flatMap(packagesInBundle),
      ...resourcePackages,
      ...(page?.packages ?? []),
    ]),
  ].sort();
  writeFileSync(join(folder, NOTICES_FILE), thirdPartyNotices(packages));
  return { bytes: statSync(join(folder, MODULE)).size, packages };
}

interface ModuleRequest {
  /** A file or a package. */
  readonly from: string;
  /** Relative to the folder; .cjs for a package that is loaded by `require`. */
  readonly to: string;
  /** Packages with a file of their own in the folder. */
  readonly separate: readonly string[];
}

async function bundleInto(
  { folder, mapsFolder }: { readonly folder: string; readonly mapsFolder: string | null },
  { from, to, separate }: ModuleRequest,
): Promise<Metafile> {
  const isCommonJs = to.endsWith('.cjs');
  const { metafile } = await runEsbuild({
    absWorkingDir: ROOT,
    entryPoints: [from],
    outfile: join(folder, to),
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: isCommonJs ? 'cjs' : 'esm',
    minify: true,
    // Stacks in log lines need the names of functions and classes.
    keepNames: true,
    sourcemap: mapsFolder === null ? false : 'external',
    sourcesContent: false,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
    define: { BUNDLED_RELEASE: JSON.stringify(release()) },
    // ES modules allow tree shaking.
    mainFields: ['module', 'main'],
    plugins: [...BUNDLE_PLUGINS],
    // CommonJS packages inside the module call `require` for Node's own modules.
    banner: isCommonJs ? {} : { js: REQUIRE },
  });
  if (mapsFolder !== null) {
    mkdirSync(mapsFolder, { recursive: true });
    renameSync(join(folder, `${to}.map`), join(mapsFolder, `${to}.map`));
  }
  const missing = externalImports(metafile).filter(
    (path) => !separate.map(separateFile).includes(path),
  );
  if (missing.length > 0) {
    throw new Error(`${from} would look for ${missing.join(', ')} at run time`);
  }
  return metafile;
}

/** Returns the names of the packages that the files come from. */
function copyPdfResources(folder: string): readonly string[] {
  const resources = listPdfResources();
  for (const { source, target } of resources) {
    mkdirSync(dirname(join(folder, target)), { recursive: true });
    copyFileSync(source, join(folder, target));
  }
  return resources.map(({ package: name }) => name);
}
