// Finds the survey that a CSV file names: by an alias of the mapping, by the end of a folder's path with
// or without the question, by the question alone, or by key.
import type { ServiceFolder, Structure, Survey } from '../company.ts';
import { companyIndexOf } from '../company.ts';
import { LineFault } from '../data-set/json-fields.ts';
import { normalizeName } from './csv-mapping.ts';

/** `names` are the cells of the columns that name the survey. Throws a LineFault without the names. */
export type SurveyFinder = (names: readonly string[]) => Survey;

export function createSurveyFinder(
  structure: Structure,
  aliases: Readonly<Record<string, number>>,
): SurveyFinder {
  const { surveys } = companyIndexOf(structure);
  const keysByName = indexNames(structure);
  const keysByAlias = new Map(
    Object.entries(aliases).map(([name, key]) => [normalizeName(name), key]),
  );
  const found = new Map<string, Survey>();

  function candidates(names: readonly string[]): readonly number[] {
    const alias = keysByAlias.get(normalizeName(names.join('/')));
    if (alias !== undefined) return [alias];
    const keys = new Set([
      ...(keysByName.get(pathName(names)) ?? []),
      ...(keysByName.get(pathName(names.flatMap((name) => name.split(/[/\\>]/)))) ?? []),
    ]);
    const [only = ''] = names;
    if (names.length === 1 && /^\d{1,15}$/.test(only) && surveys.has(Number(only))) {
      keys.add(Number(only));
    }
    return [...keys].sort((a, b) => a - b);
  }

  return (names) => {
    const cacheKey = names.join('\0');
    const known = found.get(cacheKey);
    if (known !== undefined) return known;
    const keys = candidates(names);
    const [key] = keys;
    if (key === undefined) {
      throw new LineFault(
        'names no survey of company.json: add the name to surveys of the mapping',
      );
    }
    if (keys.length > 1) {
      const listed = keys.slice(0, 5).join(', ') + (keys.length > 5 ? ', …' : '');
      throw new LineFault(
        `names more than one survey (${listed}): use more columns, or add the name to surveys of the mapping`,
      );
    }
    const survey = surveys.get(key)?.survey;
    if (survey === undefined)
      throw new LineFault(`names survey ${key}, which is not in company.json`);
    found.set(cacheKey, survey);
    return survey;
  };
}

/** The keys of the surveys that each end of a path may mean. */
function indexNames({ root, questions }: Structure): ReadonlyMap<string, ReadonlySet<number>> {
  const questionNames = new Map(questions.map(({ key, name }) => [key, name]));
  const keys = new Map<string, Set<number>>();
  const addEnds = (path: readonly string[], survey: number): void => {
    for (let from = 0; from < path.length; from += 1) {
      const name = pathName(path.slice(from));
      keys.set(name, (keys.get(name) ?? new Set()).add(survey));
    }
  };
  const visit = (folder: ServiceFolder, parents: readonly string[]): void => {
    const path = [...parents, folder.name];
    for (const { key, question } of folder.surveys) {
      addEnds(path, key);
      addEnds([...path, questionNames.get(question) ?? ''], key);
    }
    for (const child of folder.folders) visit(child, path);
  };
  visit(root, []);
  return keys;
}

function pathName(names: readonly string[]): string {
  return names.map(normalizeName).join('\0');
}
