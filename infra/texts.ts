// Checks the texts of all languages, and writes the types and imports that the code needs of them.
//   node infra/texts.ts             writes lib/i18n/generated
//   node infra/texts.ts --check     fails when a file there is not current
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { checkTexts } from './texts/check-texts.ts';
import { staleFiles } from './texts/generate.ts';

const I18N = resolve(import.meta.dirname, '../lib/i18n');

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
    process.stdout.write(`lib/i18n/generated/${path} is written again.\n`);
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
if (lines.length === 0) {
  process.stdout.write('All texts are valid, and lib/i18n/generated is current.\n');
}
process.exitCode = lines.length === 0 ? 0 : 1;
