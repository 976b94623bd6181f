// Makes what is deployed: for each function a folder, the zip of it and its size, and the bill of materials of all.
//   node infra/bundle.ts [FOLDER]      default: dist
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Bundle } from './bundle-function.ts';
import { bundleFunction, ROOT } from './bundle-function.ts';
import { billOfMaterials, describePackages } from './sbom.ts';
import { zip } from './zip.ts';

/** The functions of serverless.yml by the names of their folders. */
export const FUNCTIONS = [
  { name: 'plan-week', draws: false },
  { name: 'make-report', draws: true },
  { name: 'reports-api', draws: false },
  { name: 'authorizer', draws: false },
] as const;

/** Of a module without the fonts beside it: more means that something was packed by mistake. */
export const MAX_MODULE_BYTES = 5 * 1024 * 1024;

export interface Packed extends Bundle {
  readonly name: string;
  readonly zipBytes: number;
}

/** Bundles and zips every function into `folder`: NAME/index.mjs, NAME.zip, sbom.json. */
export async function bundleAll(folder: string): Promise<readonly Packed[]> {
  mkdirSync(folder, { recursive: true });
  const packed = await Promise.all(
    FUNCTIONS.map(async ({ name, draws }) => {
      const target = join(folder, name);
      const entry = join(ROOT, 'functions', name, 'index.ts');
      const bundle = await bundleFunction({ entry, folder: target, draws });
      if (bundle.bytes > MAX_MODULE_BYTES) {
        throw new Error(`${name} has ${bundle.bytes} bytes of code, over ${MAX_MODULE_BYTES}`);
      }
      const archive = await zip(filesIn(target));
      writeFileSync(join(folder, `${name}.zip`), archive);
      return { name, zipBytes: archive.length, ...bundle };
    }),
  );
  const shipped = describePackages(packed.flatMap(({ packages }) => packages));
  writeFileSync(join(folder, 'sbom.json'), billOfMaterials(shipped));
  return packed;
}

function filesIn(folder: string): readonly { name: string; bytes: Uint8Array }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => ({ name: name.replaceAll('\\', '/'), bytes: readFileSync(join(folder, name)) }));
}

if (import.meta.main) {
  for (const { name, bytes, zipBytes } of await bundleAll(resolve(process.argv[2] ?? 'dist'))) {
    const code = (bytes / 1024).toFixed(0).padStart(6);
    const archive = (zipBytes / 1024).toFixed(0).padStart(6);
    process.stdout.write(`${name.padEnd(12)} ${code} KiB of code ${archive} KiB zipped\n`);
  }
}
