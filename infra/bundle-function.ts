// Bundles one entry point into the folder that Lambda runs: one module, and the files that it reads at run time. The release of the
// program is bundled by the same steps.
import { copyFileSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Metafile, Plugin } from 'esbuild';
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
import { FUNCTION_PLUGINS } from './esbuild-plugins.ts';

export interface BundleRequest {
  readonly entry: string;
  /** Emptied first. */
  readonly folder: string;
  /** Adds the fonts and HarfBuzz. */
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
export const PAGE_FOLDER = 'page';
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
  const target = { folder, mapsFolder, node: 24, plugins: FUNCTION_PLUGINS };
  const module = await bundleModules(target, { index: entry });
  const packages = await addResources(target, { modules: module, rendersPdf, page });
  return { bytes: statSync(join(folder, MODULE)).size, packages };
}

interface ResourceRequest {
  readonly modules: Metafile;
  readonly rendersPdf: boolean;
  readonly page: BuiltPage | null;
}

/** Adds what the modules read at run time, and the notices. Returns the sorted names of all packages in the folder. */
export async function addResources(
  target: BundleTarget,
  { modules, rendersPdf, page }: ResourceRequest,
): Promise<readonly string[]> {
  const { folder } = target;
  const resourcePackages = rendersPdf ? copyPdfResources(folder) : [];
  if (page !== null) await writePage(join(folder, PAGE_FOLDER), page);
  const packages = [
    ...new Set([...packagesInBundle(modules), ...resourcePackages, ...(page?.packages ?? [])]),
  ].sort();
  writeFileSync(join(folder, NOTICES_FILE), thirdPartyNotices(packages));
  return packages;
}

export interface BundleTarget {
  readonly folder: string;
  readonly mapsFolder: string | null;
  /** The oldest major version of Node that runs the modules. */
  readonly node: number;
  readonly plugins: readonly Plugin[];
}

/**
 * Writes NAME.mjs for each entry point, and chunks of the code that several of them share or that is loaded on first use.
 * `entryPoints`: by the names of their modules.
 */
export async function bundleModules(
  { folder, mapsFolder, node, plugins }: BundleTarget,
  entryPoints: Readonly<Record<string, string>>,
): Promise<Metafile> {
  const { metafile } = await runEsbuild({
    absWorkingDir: ROOT,
    entryPoints: { ...entryPoints },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    format: 'esm',
    splitting: Object.keys(entryPoints).length > 1,
    chunkNames: '[name]-[hash]',
    bundle: true,
    platform: 'node',
    target: `node${node}`,
    // Stacks in log lines need the names of functions and classes. Short names with the long ones beside them (keepNames) take
    // longer to load.
    minifySyntax: true,
    minifyWhitespace: true,
    sourcemap: mapsFolder === null ? false : 'external',
    sourcesContent: false,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
    define: { BUNDLED_RELEASE: JSON.stringify(release()) },
    // ES modules allow tree shaking.
    mainFields: ['module', 'main'],
    plugins: [...plugins],
    // CommonJS packages inside the module call `require` for Node's own modules.
    banner: { js: REQUIRE },
  });
  if (mapsFolder !== null) moveMaps(metafile, mapsFolder);
  const missing = externalImports(metafile);
  if (missing.length > 0) {
    throw new Error(`the bundle would look for ${missing.join(', ')} at run time`);
  }
  return metafile;
}

function moveMaps({ outputs }: Metafile, folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const path of Object.keys(outputs)) {
    if (path.endsWith('.map')) renameSync(resolve(ROOT, path), join(folder, basename(path)));
  }
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
