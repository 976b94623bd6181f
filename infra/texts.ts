// Checks the texts of all languages, and writes the types and imports that the code needs of them.
//   node infra/texts.ts             writes lib/i18n/generated
//   node infra/texts.ts --check     fails when a file there is not current
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { checkTexts } from './texts/check-texts.ts';

const I18N = resolve(import.meta.dirname, '../lib/i18n');

/** What is not current in a folder of generated files. */
export async function staleFiles(
  folder: string,
  generated: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const present = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = present
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    );
  const superfluous = paths.filter((path) => !generated.has(path));
  const changed = [];
  for (const [path, content] of generated) {
    const current = await readFile(join(folder, path), 'utf8').catch(() => null);
    if (current !== content) changed.push(path);
  }
  return [...superfluous, ...changed];
}

if (import.meta.main) {
  const isCheck = process.argv.includes('--check');
  const folder = join(I18N, 'generated');
  const { problems, missing, generated } = await checkTexts(join(I18N, 'locales'));
  const stale = await staleFiles(folder, generated);
  if (!isCheck) {
    for (const path of stale) {
      const content = generated.get(path);
      await mkdir(dirname(join(folder, path)), { recursive: true });
      if (content === undefined) await rm(join(folder, path));
      else await writeFile(join(folder, path), content);
    }
  }
  const lines = [
    ...problems,
    ...(isCheck ? stale : []).map(
      (path) => `lib/i18n/generated/${path}: is not current; run npm run texts`,
    ),
  ];
  for (const [code, count] of missing) {
    process.stdout.write(`${code}: ${count} texts are missing and shown in English\n`);
  }
  for (const line of lines) process.stderr.write(`${line}\n`);
  process.exitCode = lines.length === 0 ? 0 : 1;
}
