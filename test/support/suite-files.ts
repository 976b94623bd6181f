// Which test files a run has: those of the given kinds, folders or files, or of "all".
import { globSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

/** The folder of the project. */
export const ROOT = resolve(import.meta.dirname, '../..');

const KINDS = ['e2e', 'integration', 'unit', 'architecture'] as const;
/** Names all tests, also the long ones. */
export const ALL = 'all';
/** Names of tests that are no folders or files. */
export const TEST_NAMES = [...KINDS, ALL] as const;

/** Tests that take long for what only they show. */
const LONG_TESTS = '**/*.long.test.ts';

/** Paths in the project, in no order; without names all but the long tests. */
export function suiteFiles(names: readonly string[]): readonly string[] {
  const areAll = names.length === 0 || names.includes(ALL);
  const patterns = (areAll ? KINDS : names).map((name) => {
    const path = KINDS.some((kind) => kind === name)
      ? `test/${name}`
      : relative(ROOT, resolve(ROOT, name));
    const isFolder = statSync(join(ROOT, path), { throwIfNoEntry: false })?.isDirectory() === true;
    return isFolder ? `${path}/**/*.test.ts` : path;
  });
  return globSync(patterns, { cwd: ROOT, exclude: names.length === 0 ? [LONG_TESTS] : [] });
}
