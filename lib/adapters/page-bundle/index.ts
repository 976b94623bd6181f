// Builds the report library: scripts, styles, fonts and an icon, with names that contain a hash of the content.
// The same source always gives the same bytes and names.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, extname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Metafile } from 'esbuild';
import { build as runEsbuild } from 'esbuild';
import type { Encoding, FirstLoad, PageFile, PageFiles } from '../../ports/page-bundle.ts';
import { pageTheme } from './page-theme.ts';
import { parsedTexts } from './parsed-texts.ts';
import {
  externalImports,
  packagesInBundle,
  PROJECT_ROOT,
  thirdPartyNotices,
} from './shipped-packages.ts';

export {
  describePackages,
  externalImports,
  packagesInBundle,
  thirdPartyNotices,
} from './shipped-packages.ts';
export type { ShippedPackage } from './shipped-packages.ts';

/** Limit of the script and its static imports, gzipped. */
export const MAX_FIRST_SCRIPT_BYTES = 80_000;

export interface PageSource {
  readonly script: string;
  readonly style: string;
  readonly icon: string;
  /** File names of the fonts that the first view needs in every language. */
  readonly fonts: readonly string[];
}

export interface BuiltPage extends PageFiles {
  /** Size of the script and its static imports, gzipped. */
  readonly firstScriptBytes: number;
  /** Sorted names of the packages whose code or files are in the page. */
  readonly packages: readonly string[];
}

const SOURCE: PageSource = {
  script: join(PROJECT_ROOT, 'lib/web/main.tsx'),
  style: join(PROJECT_ROOT, 'lib/web/styles.css'),
  icon: join(PROJECT_ROOT, 'lib/web/icon.svg'),
  fonts: ['noto-sans-latin-400-normal.woff2', 'noto-sans-latin-600-normal.woff2'],
};

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** Throws when the first script is larger than the limit. */
export async function buildPage(source: PageSource = SOURCE): Promise<BuiltPage> {
  const { outputFiles, metafile } = await runEsbuild({
    absWorkingDir: PROJECT_ROOT,
    entryPoints: [source.script, source.style],
    outdir: join(PROJECT_ROOT, 'dist/page'),
    write: false,
    bundle: true,
    // Each language is a chunk that is loaded when a reader chooses it.
    splitting: true,
    platform: 'browser',
    target: ['es2023', 'chrome123', 'firefox124', 'safari17.5'],
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    // The project's tsconfig.json is for editors and checks.
    tsconfigRaw: '{}',
    loader: { '.woff2': 'file' },
    plugins: [parsedTexts, pageTheme],
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    minify: true,
    sourcemap: false,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  });
  const external = externalImports(metafile);
  if (external.length > 0) throw new Error(`the page would load ${external.join(', ')}`);
  const packages = [...new Set(packagesInBundle(metafile))].sort();
  const notices = Buffer.from(thirdPartyNotices(packages));
  const noticesName = hashedName('notices.txt', notices);
  const icon = await readFile(source.icon);
  const iconName = hashedName('icon.svg', icon);
  const first = findFirstLoad(metafile, source);
  const script = appendNotices(noticesName, 'main.js', outputFiles, first.script);
  const style = appendNotices(noticesName, 'styles.css', outputFiles, first.style);
  const contents: readonly NamedContent[] = [
    ...outputFiles
      .map(({ path, contents: bytes }) => ({ name: basename(path), bytes }))
      .filter(({ name }) => name !== first.script && name !== first.style),
    script,
    style,
    { name: iconName, bytes: icon },
    { name: noticesName, bytes: notices },
  ];
  const files = await Promise.all(
    contents.map(async ({ name, bytes }) => [name, await createPageFile(name, bytes)] as const),
  );
  const page = {
    files: new Map(files.toSorted(([a], [b]) => (a < b ? -1 : 1))),
    first: { ...first, script: script.name, style: style.name, icon: iconName },
    packages,
  };
  const firstScriptBytes = [page.first.script, ...page.first.imported]
    .map((name) => encodedSize(page.files.get(name), 'gzip'))
    .reduce((sum, bytes) => sum + bytes, 0);
  if (firstScriptBytes > MAX_FIRST_SCRIPT_BYTES) {
    throw new Error(
      `the page's first script has ${firstScriptBytes} bytes gzipped, over ${MAX_FIRST_SCRIPT_BYTES}`,
    );
  }
  return { ...page, firstScriptBytes };
}

/** Bytes sent to a client that accepts the encoding. */
export function encodedSize(file: PageFile | undefined, encoding: Encoding): number {
  return (file?.encoded.get(encoding) ?? file?.bytes)?.byteLength ?? 0;
}

/** File names of the entry points, of the script's static imports, of the texts and of the first fonts. */
function findFirstLoad(
  { outputs }: Metafile,
  { script, style, fonts }: PageSource,
): Omit<FirstLoad, 'icon'> {
  const findOutput = (entry: string): string => {
    const path = relative(PROJECT_ROOT, entry).replaceAll('\\', '/');
    const [output] =
      Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === path) ?? [];
    if (output === undefined) throw new Error(`${path} has no output file`);
    // The entry point is renamed later; an import in another file would still use the old name.
    if (
      Object.values(outputs).some(({ imports }) => imports.some((entry) => entry.path === output))
    ) {
      throw new Error(`${path} is imported by another file`);
    }
    return output;
  };
  const findFont = (fileName: string): string => {
    const [output] =
      Object.entries(outputs).find(
        ([path, { inputs }]) =>
          path.endsWith('.woff2') &&
          Object.keys(inputs).some((input) => input.endsWith(`/${fileName}`)),
      ) ?? [];
    if (output === undefined) throw new Error(`${fileName} is not a font of the page`);
    return basename(output);
  };
  const main = findOutput(script);
  const loadedPaths = new Set([main]);
  // A Set visits entries that are added during the loop.
  for (const path of loadedPaths) {
    for (const imported of outputs[path]?.imports ?? []) {
      if (imported.kind === 'import-statement') loadedPaths.add(imported.path);
    }
  }
  return {
    script: basename(main),
    style: basename(findOutput(style)),
    imported: [...loadedPaths]
      .filter((path) => path !== main)
      .map((path) => basename(path))
      .sort(),
    texts: Object.fromEntries(
      Object.entries(outputs).flatMap(([path, { entryPoint = '' }]) => {
        const language = TEXTS_ENTRY.exec(entryPoint)?.[1];
        return language === undefined ? [] : [[language, basename(path)]];
      }),
    ),
    fonts: fonts.map((fileName) => findFont(fileName)),
  };
}

/** The script that has the texts of a language. */
const TEXTS_ENTRY = /^lib\/i18n\/generated\/page\/(.+)\.ts$/;

interface NamedContent {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Appends a comment that refers to the notices, and renames the file by its new content. */
function appendNotices(
  notices: string,
  plainName: string,
  outputs: readonly { readonly path: string; readonly contents: Uint8Array }[],
  outputName: string,
): NamedContent {
  const output = outputs.find(({ path }) => basename(path) === outputName);
  if (output === undefined) throw new Error(`${outputName} was not built`);
  const bytes = Buffer.concat([
    output.contents,
    Buffer.from(`/*! Third-party notices: ${notices} */\n`),
  ]);
  return { name: hashedName(plainName, bytes), bytes };
}

/** "icon.svg" → "icon-1A2B3C4D.svg". */
function hashedName(name: string, bytes: Uint8Array): string {
  const extension = extname(name);
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8).toUpperCase();
  return `${basename(name, extension)}-${hash}${extension}`;
}

async function createPageFile(name: string, contents: Uint8Array): Promise<PageFile> {
  const extension = extname(name);
  const contentType = CONTENT_TYPES[extension];
  if (contentType === undefined) throw new Error(`${basename(name)} has no known content type`);
  const bytes = new Uint8Array(contents);
  // WOFF2 files are already compressed.
  const variants = extension === '.woff2' ? [] : await compress(bytes);
  return {
    contentType,
    bytes,
    encoded: new Map(variants.filter(([, variant]) => variant.byteLength < bytes.byteLength)),
  };
}

async function compress(
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
