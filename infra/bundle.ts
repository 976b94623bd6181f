// Makes what is deployed: for each function a folder, the zip of it and its size, and the bill of materials of all.
//   node infra/bundle.ts [FOLDER]      default: dist
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Bundle } from './bundle-function.ts';
import type { BuiltPage } from './build-page.ts';
import { buildPage, MAX_FIRST_SCRIPT_BYTES, encodedSize } from './build-page.ts';
import { bundleFunction, ROOT } from './bundle-function.ts';
import { billOfMaterials, describePackages } from './sbom.ts';
import { zip } from './zip.ts';

/** The functions of serverless.yml by the names of their folders. */
export const FUNCTIONS = [
  { name: 'plan-week', draws: false, serves: false },
  { name: 'make-report', draws: true, serves: false },
  { name: 'reports-api', draws: false, serves: true },
  { name: 'authorizer', draws: false, serves: false },
] as const;

/** Of a module without the fonts beside it: more means that something was packed by mistake. */
export const MAX_MODULE_BYTES = 5 * 1024 * 1024;

export interface BundledFunction extends Bundle {
  readonly name: string;
  readonly zipBytes: number;
  /** Null where the function serves none. */
  readonly page: BuiltPage | null;
}

/** Bundles and zips every function into `folder`: NAME/index.mjs and what lies beside it, NAME.zip, sbom.json. */
export async function bundleAll(folder: string): Promise<readonly BundledFunction[]> {
  mkdirSync(folder, { recursive: true });
  const built = await buildPage();
  const packed = await Promise.all(
    FUNCTIONS.map(async ({ name, draws, serves }) => {
      const target = join(folder, name);
      const entry = join(ROOT, 'functions', name, 'index.ts');
      const page = serves ? built : null;
      const bundle = await bundleFunction({ entry, folder: target, draws, page });
      if (bundle.bytes > MAX_MODULE_BYTES) {
        throw new Error(`${name} has ${bundle.bytes} bytes of code, over ${MAX_MODULE_BYTES}`);
      }
      const archive = await zip(filesIn(target));
      writeFileSync(join(folder, `${name}.zip`), archive);
      return { name, zipBytes: archive.length, page, ...bundle };
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

/** What people wait for at their first visit, and what it is made of. */
function describePage({ files, first, firstScriptBytes }: BuiltPage): string {
  const kib = (bytes: number): string => `${(bytes / 1024).toFixed(1).padStart(6)} KiB`;
  const lines = [...files].map(([name, file]) => {
    const isFirst = [first.script, first.style, ...first.imported].includes(name);
    const smallest = encodedSize(file, 'br');
    return `  ${name.padEnd(48)} ${kib(file.bytes.byteLength)} ${kib(smallest)} sent${isFirst ? ', at first' : ''}\n`;
  });
  return `page: ${kib(firstScriptBytes).trim()} of script gzipped before it runs, of ${kib(MAX_FIRST_SCRIPT_BYTES).trim()}\n${lines.join('')}`;
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
