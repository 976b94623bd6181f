// Writes the types and imports of the texts, so that a new text or language needs no code.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'prettier';
import { z } from 'zod';
import { pathOf } from '../../lib/i18n/texts.ts';
import type { Parameters } from './parameters.ts';

/** Files of each language. The texts of `signals` are part of those of reports. */
export const TEXT_FILES = ['report', 'signals', 'page', 'server'] as const;
export type TextFileName = (typeof TEXT_FILES)[number];
const SERVER_FILES = ['report', 'signals', 'server'] as const;
const PAGE_FILES = ['page'] as const;

const Languages = z.record(
  z.string().regex(/^[a-z]{2,3}$/),
  z.strictObject({
    name: z.string().min(1),
    direction: z.enum(['ltr', 'rtl']),
    /** Whether every text is translated. Missing texts of other languages are shown in English. */
    complete: z.boolean(),
    /** Whether there is a space between sentences. */
    separatesSentences: z.boolean().default(true),
  }),
);
export type Languages = z.infer<typeof Languages>;

/** Throws when the file is not valid. */
export function parseLanguages(source: string): Languages {
  const languages = Languages.parse(JSON.parse(source));
  if (languages['en']?.complete !== true) throw new Error('en must be there, and complete');
  return languages;
}

/** The content of each generated file, by its path below lib/i18n/generated. */
export async function generateFiles(
  languages: Languages,
  parameters: Readonly<Record<TextFileName, ReadonlyMap<string, Parameters>>>,
): Promise<ReadonlyMap<string, string>> {
  const codes = Object.keys(languages);
  const sources: readonly (readonly [string, string])[] = [
    ['languages.ts', languagesSource(languages)],
    ['texts.ts', typesSource(parameters)],
    ['server-files.ts', serverFilesSource(codes)],
    ['page-files.ts', pageFilesSource(codes)],
    ...codes.map((code) => [`page/${code}.ts`, pageFileSource(code)] as const),
  ];
  const formatted = sources.map(async ([path, source]) => {
    const content = `// Written by npm run texts.\n${source}`;
    const options = { parser: 'typescript', singleQuote: true, printWidth: 100 };
    return [path, await format(content, options)] as const;
  });
  return new Map(await Promise.all(formatted));
}

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

function languagesSource(languages: Languages): string {
  const details = Object.entries(languages).map(
    ([code, { name, direction, complete, separatesSentences }]) =>
      `${code}: { name: ${JSON.stringify(name)}, direction: '${direction}', isComplete: ${String(complete)}, separatesSentences: ${String(separatesSentences)} },`,
  );
  return `export const LANGUAGES = ${JSON.stringify(Object.keys(languages))} as const;
export type Language = (typeof LANGUAGES)[number];

interface LanguageDetails {
  /** The language's own name. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
  /** Whether all texts are translated. */
  readonly isComplete: boolean;
  /** Whether there is a space between sentences. */
  readonly separatesSentences: boolean;
}

export const LANGUAGE_DETAILS: Readonly<Record<Language, LanguageDetails>> = {
  ${details.join('\n')}
};`;
}

interface Tree {
  [name: string]: string | Tree;
}

function typesSource(
  parameters: Readonly<Record<TextFileName, ReadonlyMap<string, Parameters>>>,
): string {
  const types = {
    report: 'ReportTexts',
    signals: 'SignalTexts',
    page: 'PageTexts',
    server: 'ServerTexts',
  } as const;
  const interfaces = TEXT_FILES.map((file) => {
    const tree: Tree = {};
    for (const [key, values] of parameters[file]) putType(tree, key, textType(values));
    return `export interface ${types[file]} ${treeSource(tree)}`;
  });
  const byFile = TEXT_FILES.map((file) => `readonly ${file}: ${types[file]};`);
  return `${interfaces.join('\n\n')}

/** The texts of reports. */
export interface Messages extends ReportTexts { readonly signals: SignalTexts; }

export interface TextsByFile { ${byFile.join('\n')} }`;
}

function putType(tree: Tree, key: string, type: string): void {
  const names = pathOf(key);
  let group = tree;
  for (const name of names.slice(0, -1)) {
    const inner = group[name] ?? {};
    if (typeof inner === 'string') throw new Error(`${key}: ${name} is also a text`);
    group[name] = inner;
    group = inner;
  }
  group[names.at(-1) ?? key] = type;
}

function treeSource(tree: Tree): string {
  const entries = Object.entries(tree).map(
    ([name, inner]) =>
      `readonly ${name}: ${typeof inner === 'string' ? inner : treeSource(inner)};`,
  );
  return `{\n${entries.join('\n')}\n}`;
}

function textType(parameters: Parameters): string {
  if (parameters.size === 0) return 'string';
  const values = [...parameters].map(([name, parameter]) => {
    const types = { text: 'string', number: 'number' } as const;
    const type =
      parameter.kind === 'choice'
        ? parameter.values.map((value) => `'${value}'`).join(' | ')
        : types[parameter.kind];
    return `readonly ${name}: ${type};`;
  });
  return `(values: { ${values.join(' ')} }) => string`;
}

function serverFilesSource(codes: readonly string[]): string {
  const imports = codes.flatMap((code) =>
    SERVER_FILES.map(
      (file) =>
        `import ${code}_${file} from '../locales/${code}/${file}.json' with { type: 'json' };`,
    ),
  );
  const entries = codes.map(
    (code) => `${code}: { ${SERVER_FILES.map((file) => `${file}: ${code}_${file}`).join(', ')} },`,
  );
  return `import type { TextFiles } from '../texts.ts';
import type { Language } from './languages.ts';
${imports.join('\n')}

export const SERVER_FILES: Readonly<Record<Language, TextFiles<${typeUnion(SERVER_FILES)}>>> = {
  ${entries.join('\n')}
};`;
}

function pageFilesSource(codes: readonly string[]): string {
  const cases = codes.map(
    (code) => `case '${code}': return (await import('./page/${code}.ts')).default;`,
  );
  return `import type { TextFiles } from '../texts.ts';
import type { Language } from './languages.ts';

/** Each language is a file of its own, so that a reader downloads one. */
export async function loadPageFiles(
  language: Language,
): Promise<TextFiles<${typeUnion(PAGE_FILES)}>> {
  switch (language) { ${cases.join('\n')} }
}`;
}

function typeUnion(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(' | ');
}

function pageFileSource(code: string): string {
  const imports = PAGE_FILES.map(
    (file) => `import ${file} from '../../locales/${code}/${file}.json' with { type: 'json' };`,
  );
  return `${imports.join('\n')}\n\nexport default { ${PAGE_FILES.join(', ')} };`;
}
