// Turns one entry point into the folder that Lambda runs: one module, and the files that it reads when it needs them. It
// hides esbuild, and what packages must be told so that nothing is looked for at run time that isn't there.
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules, createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import type { Metafile } from 'esbuild';
import { build as runEsbuild } from 'esbuild';
import type { BuiltPage } from './build-page.ts';
import { writePage } from '../lib/http/page-files.ts';
import { FAMILIES } from '../lib/adapters/pdf/fonts/families.ts';
import { SEPARATE_PACKAGES, separateFile, BUNDLE_PLUGINS } from './lean-packages.ts';
import { NOTICES_FILE, thirdPartyNotices } from './notices.ts';

export interface BundleRequest {
  readonly entry: string;
  /** Emptied first. */
  readonly folder: string;
  /** Draws PDFs: fonts and the colour profile go beside the module. */
  readonly draws: boolean;
  /** The report library, where the function serves it; it goes beside the module. */
  readonly page?: BuiltPage | null;
}

export interface Bundle {
  /** Of the module, which every start reads. */
  readonly bytes: number;
  /** Names of the packages whose code or files are in it, sorted. */
  readonly packages: readonly string[];
}

export const ROOT = resolve(import.meta.dirname, '..');
const require = createRequire(import.meta.url);
const REQUIRE =
  "import{createRequire as nodeRequire}from'node:module';const require=nodeRequire(import.meta.url);";
const WEIGHTS = { regular: '400Regular', bold: '600SemiBold' } as const;

/** Fails when the module would need at run time what is neither in it nor part of Node. */
export async function bundleFunction({
  entry,
  folder,
  draws,
  page = null,
}: BundleRequest): Promise<Bundle> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const beside = draws ? SEPARATE_PACKAGES : [];
  const module = await bundleInto(folder, { from: entry, to: 'index.mjs', beside });
  const made = await Promise.all(
    beside.map((name) => bundleInto(folder, { from: name, to: separateFile(name), beside: [] })),
  );
  const fonts = draws ? copyDrawingFiles(folder) : [];
  if (page !== null) await writePage(join(folder, 'page'), page);
  const packages = [
    ...new Set([...[module, ...made].flatMap(packagesInBundle), ...fonts, ...(page?.packages ?? [])]),
  ].sort();
  writeFileSync(join(folder, NOTICES_FILE), thirdPartyNotices(packages));
  return { bytes: Object.values(module.outputs)[0]?.bytes ?? 0, packages };
}

interface ModuleRequest {
  /** A file or a package. */
  readonly from: string;
  /** Below the folder; .cjs for a package that is loaded by `require`. */
  readonly to: string;
  /** Packages that lie there, too. */
  readonly beside: readonly string[];
}

async function bundleInto(folder: string, { from, to, beside }: ModuleRequest): Promise<Metafile> {
  const isRequired = to.endsWith('.cjs');
  const { metafile } = await runEsbuild({
    absWorkingDir: ROOT,
    entryPoints: [from],
    outfile: join(folder, to),
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: isRequired ? 'cjs' : 'esm',
    minify: true,
    // Names of functions and classes are what a stack in a log line tells.
    keepNames: true,
    sourcemap: false,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
    // Made to be shaken.
    mainFields: ['module', 'main'],
    plugins: [...BUNDLE_PLUGINS],
    // Packages in CommonJS ask for Node's own modules at run time.
    banner: isRequired ? {} : { js: REQUIRE },
  });
  const strangers = externalImports(metafile).filter((path) => !beside.map(separateFile).includes(path));
  if (strangers.length > 0) {
    throw new Error(`${from} would look for ${strangers.join(', ')} at run time`);
  }
  return metafile;
}

/** What is imported and not held, Node's own modules aside. */
export function externalImports(metafile: Metafile): readonly string[] {
  const external = Object.values(metafile.outputs)
    .flatMap((output) => output.imports)
    .filter((imported) => imported.external === true)
    .map(({ path }) => path);
  return [
    ...new Set(
      external.filter((path) => !path.startsWith('node:') && !builtinModules.includes(path)),
    ),
  ].sort();
}

/** Names of packages; only what contributes bytes: the rest was shaken off. */
export function packagesInBundle(metafile: Metafile): readonly string[] {
  return Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs)
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .flatMap(([path]) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []),
  );
}

/** Copies fonts and the colour profile to where the PDF adapter and pdfkit look; names the fonts' packages. */
function copyDrawingFiles(folder: string): readonly string[] {
  mkdirSync(join(folder, 'data'));
  const pdfkit = dirname(require.resolve('pdfkit'));
  const profile = 'data/sRGB_IEC61966_2_1.icc';
  copyFileSync(join(pdfkit, profile), join(folder, profile));
  return Object.values(FAMILIES).map((family) => {
    const name = `@expo-google-fonts/${family.package}`;
    for (const face of family.faces) {
      const file = `${family.file}_${WEIGHTS[face]}.ttf`;
      copyFileSync(require.resolve(`${name}/${WEIGHTS[face]}/${file}`), join(folder, file));
    }
    return name;
  });
}
