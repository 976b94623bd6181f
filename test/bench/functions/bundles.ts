// Bundles the deployed functions and the functions that they are compared with.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { bundleFunction } from '../../../infra/bundle-function.ts';
import { bundleAll } from '../../../infra/bundle.ts';

export interface Size {
  readonly codeBytes: number;
  /** Null: not deployed. */
  readonly zipBytes: number | null;
}

const HERE = import.meta.dirname;

/** Folders below `folder`, by the name of the function or of the file here; the sizes by the same names. */
export async function bundleThem(folder: string): Promise<ReadonlyMap<string, Size>> {
  const sizes = new Map<string, Size>();
  for (const { name, bytes, zipBytes } of await bundleAll(folder)) {
    sizes.set(name, { codeBytes: bytes, zipBytes });
  }
  for (const [name, file] of [
    ['empty', 'empty.ts'],
    ['client-alone', 'client-alone.ts'],
    ['drawing', 'functions-drawing.ts'],
  ] as const) {
    const request = { entry: join(HERE, file), folder: join(folder, name) };
    const { bytes } = await bundleFunction({ ...request, rendersPdf: name === 'drawing' });
    sizes.set(name, { codeBytes: bytes, zipBytes: null });
  }
  sizes.set('plainly', { codeBytes: await bundlePlainly(join(folder, 'plainly')), zipBytes: null });
  return sizes;
}

/** Bundles with esbuild's defaults; copies pdfkit's standard fonts next to the bundle. */
async function bundlePlainly(folder: string): Promise<number> {
  mkdirSync(folder);
  const { metafile } = await build({
    entryPoints: [join(HERE, 'plain-handler.ts')],
    outfile: join(folder, 'index.mjs'),
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    minify: true,
    keepNames: true,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
    banner: {
      js: "import{createRequire as nodeRequire}from'node:module';const require=nodeRequire(import.meta.url);",
    },
  });
  const pdfkit = dirname(createRequire(import.meta.url).resolve('pdfkit'));
  cpSync(join(pdfkit, 'standard-fonts'), join(folder, 'standard-fonts'), { recursive: true });
  const imports = { '#standard-fonts/*': './standard-fonts/*.cjs' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ imports }));
  return Object.values(metafile.outputs)[0]?.bytes ?? 0;
}
