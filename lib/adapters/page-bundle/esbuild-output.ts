// Reads esbuild's metafile: which packages contribute to a bundle, and which imports it leaves external.
import { builtinModules } from 'node:module';
import { resolve } from 'node:path';
import type { Metafile } from 'esbuild';

/** The root folder of the project. */
export const PROJECT_ROOT = resolve(import.meta.dirname, '../../..');

/** Imports that the bundle does not contain, except Node's built-in modules. */
export function externalImports({ outputs }: Metafile): readonly string[] {
  const paths = Object.values(outputs)
    .flatMap(({ imports }) => imports)
    .filter(({ external }) => external === true)
    .map(({ path }) => path)
    .filter((path) => !path.startsWith('node:') && !builtinModules.includes(path));
  return [...new Set(paths)].sort();
}

/** Names of the packages that contribute bytes, without those removed by tree shaking. */
export function packagesInBundle({ outputs }: Metafile): readonly string[] {
  return Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs)
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .flatMap(([path]) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []),
  );
}
