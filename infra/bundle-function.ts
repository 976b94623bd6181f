// Turns one entry point into the folder that Lambda runs: one module and the files it reads. It hides esbuild,
// and what packages must be told so that nothing is looked for at run time that isn't there.
import { copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { builtinModules, createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import type { Metafile, Plugin } from 'esbuild';
import { build as runEsbuild } from 'esbuild';
import type { BuiltPage } from './build-page.ts';
import { writePage } from '../functions/reports-api/page-files.ts';
import { FAMILIES } from '../lib/adapters/pdf/fonts/families.ts';

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
  /** Of the module alone. */
  readonly bytes: number;
  /** Names of the packages whose code or files are in it, sorted. */
  readonly packages: readonly string[];
}

export const ROOT = resolve(import.meta.dirname, '..');
const require = createRequire(import.meta.url);
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
  const outfile = join(folder, 'index.mjs');
  const { metafile } = await runEsbuild({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    minify: true,
    // Names of functions and classes are what a stack in a log line tells.
    keepNames: true,
    sourcemap: false,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
    plugins: [withoutBrotli, withoutStandardFonts],
    // Packages in CommonJS ask for Node's own modules at run time.
    banner: {
      js: "import{createRequire as nodeRequire}from'node:module';const require=nodeRequire(import.meta.url);",
    },
  });
  const strangers = leftOver(metafile);
  if (strangers.length > 0) {
    throw new Error(`${entry} would look for ${strangers.join(', ')} at run time`);
  }
  const fonts = draws ? copyDrawingFiles(folder) : [];
  if (page !== null) await writePage(join(folder, 'page'), page);
  return {
    bytes: Object.values(metafile.outputs)[0]?.bytes ?? 0,
    packages: [...new Set([...packagesIn(metafile), ...fonts, ...(page?.packages ?? [])])].sort(),
  };
}

/** What is imported and not held, Node's own modules aside. */
export function leftOver(metafile: Metafile): readonly string[] {
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
export function packagesIn(metafile: Metafile): readonly string[] {
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

/** Unpacks WOFF2, which no font of ours is; its dictionary alone would be a fifth of the module. */
const withoutBrotli: Plugin = {
  name: 'without-brotli',
  setup: (build) => {
    build.onLoad({ filter: /node_modules\/brotli\/decompress\.js$/ }, () => ({
      contents: "module.exports = () => { throw new Error('no WOFF2 here') };",
      loader: 'js',
    }));
  },
};

/** pdfkit asks for its standard fonts by a name that only its own package knows; every font of ours is embedded. */
const withoutStandardFonts: Plugin = {
  name: 'without-standard-fonts',
  setup: (build) => {
    build.onLoad({ filter: /pdfkit\.node\.mjs$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      const contents = source.replaceAll(
        /require\$1\('#standard-fonts\/(\w+)'\)/g,
        "(() => { throw new Error('no standard font $1 here') })()",
      );
      if (contents === source) throw new Error('pdfkit no longer asks for standard fonts this way');
      return { contents, loader: 'js' };
    });
  },
};
