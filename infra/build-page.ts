// Turns the report library into the files that browsers load: scripts, styles, fonts and an icon, named by their
// content. It hides esbuild; the same source gives the same bytes and names.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, extname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Metafile } from 'esbuild';
import { build as runEsbuild } from 'esbuild';
import type { Encoding, FirstLoad, PageFile, PageFiles } from '../lib/http/page-files.ts';
import { externalImports, packagesInBundle, ROOT } from './bundle-function.ts';
import { thirdPartyNotices } from './notices.ts';

/** Of the script with all that it imports before it runs, gzipped. */
export const MAX_FIRST_SCRIPT_BYTES = 100_000;

export interface PageSource {
  readonly script: string;
  readonly style: string;
  readonly icon: string;
  /** Ends of the paths of fonts that the first picture needs in every language. */
  readonly fonts: readonly string[];
}

export interface BuiltPage extends PageFiles {
  /** Gzipped. */
  readonly firstScriptBytes: number;
  /** Names of the packages whose code or files are in it, sorted. */
  readonly packages: readonly string[];
}

const SOURCE: PageSource = {
  script: join(ROOT, 'lib/web/main.tsx'),
  style: join(ROOT, 'lib/web/styles.css'),
  icon: join(ROOT, 'lib/web/icon.svg'),
  fonts: ['noto-sans-latin-400-normal.woff2', 'noto-sans-latin-600-normal.woff2'],
};

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
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
  const strangers = externalImports(metafile);
  if (strangers.length > 0) throw new Error(`the page would load ${strangers.join(', ')}`);
  const packages = [...new Set(packagesInBundle(metafile))].sort();
  const notices = Buffer.from(thirdPartyNotices(packages));
  const noticesName = nameByContent('notices.txt', notices);
  const icon = await readFile(source.icon);
  const iconName = nameByContent('icon.svg', icon);
  const first = firstLoad(metafile, source);
  const script = naming(noticesName, 'main.js', outputFiles, first.script);
  const style = naming(noticesName, 'styles.css', outputFiles, first.style);
  const contents: readonly Named[] = [
    ...outputFiles
      .map(({ path, contents: bytes }) => ({ name: basename(path), bytes }))
      .filter(({ name }) => name !== first.script && name !== first.style),
    script,
    style,
    { name: iconName, bytes: icon },
    { name: noticesName, bytes: notices },
  ];
  const files = await Promise.all(
    contents.map(async ({ name, bytes }) => [name, await fileOf(name, bytes)] as const),
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

/** Of a file as it is sent to whoever takes an encoding. */
export function encodedSize(file: PageFile | undefined, encoding: Encoding): number {
  return (file?.encoded.get(encoding) ?? file?.bytes)?.byteLength ?? 0;
}

/** The names of the outputs of the entries, and of all that the script imports but not when asked to. */
function firstLoad(
  { outputs }: Metafile,
  { script, style, fonts }: PageSource,
): Omit<FirstLoad, 'icon'> {
  const outputOf = (entry: string): string => {
    const path = relative(ROOT, entry).replaceAll('\\', '/');
    const found = Object.entries(outputs).find(([, output]) => output.entryPoint === path);
    if (found === undefined) throw new Error(`${path} became no file`);
    // It gets another name than the one an import would use.
    if (Object.values(outputs).some(({ imports }) => imports.some((it) => it.path === found[0]))) {
      throw new Error(`${path} is imported by another file`);
    }
    return found[0];
  };
  const fontNamed = (end: string): string => {
    const found = Object.entries(outputs).find(
      ([path, { inputs }]) =>
        path.endsWith('.woff2') && Object.keys(inputs).some((input) => input.endsWith(`/${end}`)),
    );
    if (found === undefined) throw new Error(`${end} is no font of the page`);
    return basename(found[0]);
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
    fonts: fonts.map((end) => fontNamed(end)),
  };
}

interface Named {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** An output that only the HTML loads, with a comment that names the notices at its end, under its new name. */
function naming(
  notices: string,
  plainName: string,
  outputs: readonly { readonly path: string; readonly contents: Uint8Array }[],
  wanted: string,
): Named {
  const found = outputs.find(({ path }) => basename(path) === wanted);
  if (found === undefined) throw new Error(`${wanted} was not built`);
  const bytes = Buffer.concat([
    found.contents,
    Buffer.from(`/*! Third-party notices: ${notices} */\n`),
  ]);
  return { name: nameByContent(plainName, bytes), bytes };
}

/** "icon.svg" becomes "icon-1A2B3C4D.svg". */
function nameByContent(name: string, bytes: Uint8Array): string {
  const extension = extname(name);
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8).toUpperCase();
  return `${basename(name, extension)}-${hash}${extension}`;
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
