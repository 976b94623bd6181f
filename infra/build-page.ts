// Turns the report library into the files that browsers load: scripts, styles, fonts and an icon, named by their
// content. It hides esbuild; the same source gives the same bytes and names.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, extname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Metafile } from 'esbuild';
import { build as runEsbuild } from 'esbuild';
import type {
  Encoding,
  FirstLoad,
  PageFile,
  PageFiles,
} from '../functions/reports-api/page-files.ts';
import { leftOver, packagesIn, ROOT } from './bundle-function.ts';

/** Of the script with all that it imports before it runs, gzipped. */
export const MAX_FIRST_SCRIPT_BYTES = 100_000;

export interface PageSource {
  readonly script: string;
  readonly style: string;
  readonly icon: string;
}

export interface BuiltPage extends PageFiles {
  /** Gzipped. */
  readonly firstScriptBytes: number;
  /** Names of the packages whose code or files are in it, sorted. */
  readonly packages: readonly string[];
}

const SOURCE: PageSource = {
  script: join(ROOT, 'lib/report-library/main.tsx'),
  style: join(ROOT, 'lib/report-library/styles.css'),
  icon: join(ROOT, 'lib/report-library/icon.svg'),
};

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Fails when the first load is too large. */
export async function buildPage(source: PageSource = SOURCE): Promise<BuiltPage> {
  const { outputFiles, metafile } = await runEsbuild({
    absWorkingDir: ROOT,
    entryPoints: [source.script, source.style],
    outdir: join(ROOT, 'dist/page'),
    write: false,
    bundle: true,
    // A language is loaded when it is chosen.
    splitting: true,
    platform: 'browser',
    target: ['es2023', 'chrome123', 'firefox124', 'safari17.5'],
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    // What editors and checks are told is no concern of the build's.
    tsconfigRaw: '{}',
    loader: { '.woff2': 'file' },
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    minify: true,
    sourcemap: false,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  });
  const strangers = leftOver(metafile);
  if (strangers.length > 0) throw new Error(`the page would load ${strangers.join(', ')}`);
  const icon = new Uint8Array(await readFile(source.icon));
  const iconName = `icon-${createHash('sha256').update(icon).digest('hex').slice(0, 8)}.svg`;
  const files = await Promise.all([
    ...outputFiles.map(
      async ({ path, contents }) => [basename(path), await fileOf(path, contents)] as const,
    ),
    fileOf(iconName, icon).then((file) => [iconName, file] as const),
  ]);
  const page = {
    files: new Map(files.toSorted(([a], [b]) => (a < b ? -1 : 1))),
    first: { ...firstLoad(metafile, source), icon: iconName },
    packages: [...new Set(packagesIn(metafile))].sort(),
  };
  const firstScriptBytes = [page.first.script, ...page.first.imported]
    .map((name) => sizeOf(page.files.get(name), 'gzip'))
    .reduce((sum, bytes) => sum + bytes, 0);
  if (firstScriptBytes > MAX_FIRST_SCRIPT_BYTES) {
    throw new Error(
      `the page's first script has ${firstScriptBytes} bytes gzipped, over ${MAX_FIRST_SCRIPT_BYTES}`,
    );
  }
  return { ...page, firstScriptBytes };
}

/** Of a file as it is sent to whoever takes an encoding. */
export function sizeOf(file: PageFile | undefined, encoding: Encoding): number {
  return (file?.encoded.get(encoding) ?? file?.bytes)?.byteLength ?? 0;
}

/** The names of the outputs of the entries, and of all that the script imports but not when asked to. */
function firstLoad({ outputs }: Metafile, { script, style }: PageSource): Omit<FirstLoad, 'icon'> {
  const outputOf = (entry: string): string => {
    const path = relative(ROOT, entry).replaceAll('\\', '/');
    const found = Object.entries(outputs).find(([, output]) => output.entryPoint === path);
    if (found === undefined) throw new Error(`${path} became no file`);
    return found[0];
  };
  const main = outputOf(script);
  const needed = new Set([main]);
  for (const path of needed) {
    for (const imported of outputs[path]?.imports ?? []) {
      if (imported.kind === 'import-statement') needed.add(imported.path);
    }
  }
  return {
    script: basename(main),
    style: basename(outputOf(style)),
    imported: [...needed]
      .filter((path) => path !== main)
      .map((path) => basename(path))
      .sort(),
  };
}

async function fileOf(name: string, contents: Uint8Array): Promise<PageFile> {
  const extension = extname(name);
  const contentType = CONTENT_TYPES[extension];
  if (contentType === undefined) throw new Error(`${basename(name)} is of no known kind`);
  const bytes = new Uint8Array(contents);
  // Fonts are compressed in themselves.
  const candidates = extension === '.woff2' ? [] : await compressed(bytes);
  return {
    contentType,
    bytes,
    encoded: new Map(candidates.filter(([, one]) => one.byteLength < bytes.byteLength)),
  };
}

async function compressed(
  bytes: Uint8Array,
): Promise<readonly (readonly [Encoding, Uint8Array<ArrayBuffer>])[]> {
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  return [
    ['br', new Uint8Array(br)],
    ['gzip', new Uint8Array(gz)],
  ];
}
