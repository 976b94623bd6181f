// Reads all texts, checks them, and generates what the code needs of them.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkCatalogue } from './check-catalogue.ts';
import type { CatalogueFile, TextProblem } from './catalogue-file.ts';
import { describeProblem, readCatalogue } from './catalogue-file.ts';
import type { Languages, TextFileName } from './generate.ts';
import { generateFiles, parseLanguages, TEXT_FILES } from './generate.ts';
import type { DeclaredTexts } from './parameters.ts';
import { declaredTexts } from './parameters.ts';

export interface CheckedTexts {
  /** One line each. */
  readonly problems: readonly string[];
  /** The number of texts that an incomplete language lacks, by its code. */
  readonly missing: ReadonlyMap<string, number>;
  /** By path below lib/i18n/generated. */
  readonly generated: ReadonlyMap<string, string>;
}

/** `folder`: with languages.json and a folder of each language. */
export async function checkTexts(folder: string): Promise<CheckedTexts> {
  const languages = parseLanguages(await readFile(join(folder, 'languages.json'), 'utf8'));
  const problems: string[] = await folderProblems(folder, languages);
  const report = (found: readonly TextProblem[]): void => {
    problems.push(...found.map(describeProblem));
  };
  const read = async (code: string, name: TextFileName): Promise<CatalogueFile> => {
    const file = `${code}/${name}.json`;
    const source = await readFile(join(folder, file), 'utf8');
    const { catalogue, problems: found } = readCatalogue(file, source);
    report(found);
    return catalogue;
  };
  const missing = new Map<string, number>();
  const declared: Partial<Record<TextFileName, DeclaredTexts>> = {};
  for (const name of TEXT_FILES) {
    const english = await read('en', name);
    const texts = declaredTexts(english);
    declared[name] = texts;
    report(texts.problems);
    for (const [code, { complete }] of Object.entries(languages)) {
      const catalogue = code === 'en' ? english : await read(code, name);
      report(checkCatalogue(catalogue, english, texts, { code, isComplete: complete }));
      const count = english.texts.size - catalogue.texts.size;
      if (!complete) missing.set(code, (missing.get(code) ?? 0) + count);
    }
  }
  const parametersOf = (name: TextFileName): DeclaredTexts['parameters'] =>
    declared[name]?.parameters ?? new Map();
  const generated = await generateFiles(languages, {
    report: parametersOf('report'),
    signals: parametersOf('signals'),
    page: parametersOf('page'),
    server: parametersOf('server'),
  });
  return { problems, missing, generated };
}

async function folderProblems(folder: string, languages: Languages): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && !Object.hasOwn(languages, entry.name))
    .map(({ name }) => `languages.json: lacks a line for the folder ${name}`);
}
