// Drafts company.json and mapping.json from a vendor's CSV file. A person corrects both before the import.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { readCompanyFile } from '../data-set/company-file.ts';
import { DataSetError, errorCode } from '../data-set/data-set-problem.ts';
import { detectDialect, readRecords } from './csv-file.ts';
import { normalizeNumber } from './csv-row.ts';
import { allFormats, fittingFormats, guessColumns } from './guess-columns.ts';

export interface Draft {
  readonly surveys: number;
  readonly clientId: string;
  /** Its hash is in company.json; it is nowhere else. */
  readonly token: string;
  /** What a person has to look at. */
  readonly notes: readonly string[];
}

/** More are values of a wrong column rather than places. */
const maxPlaces = 2_000;
const maxFollowUps = 50;
const maxButtons = 5;

interface Findings {
  /** Paths by their text. */
  readonly places: Map<string, readonly string[]>;
  readonly buttons: Set<string>;
  readonly followUps: Set<string>;
  readonly formats: readonly (string | undefined)[];
}

/** Writes both files into the directory, which is created. Throws a DataSetError when one of them exists. */
export async function draftCompany(
  path: string,
  directory: string,
  timeZone: string,
): Promise<Draft> {
  const name = relative(directory, path);
  const dialect = await detectDialect(path, name, {});
  let header: readonly string[] | undefined;
  let columns = guessColumns([]);
  let findings: Findings = {
    ...{ places: new Map(), buttons: new Set(), followUps: new Set(), formats: allFormats() },
  };
  for await (const records of readRecords(path, name, dialect)) {
    for (const { cells } of records) {
      if (header === undefined) {
        header = cells;
        columns = guessColumns(header);
        refuseMissing(name, columns);
        continue;
      }
      const names = header;
      const cellsOf = (wanted: readonly string[]): readonly string[] =>
        wanted.map((column) => cells[names.indexOf(column)]?.trim() ?? '');
      findings = addRecord(findings, cellsOf, columns);
    }
  }
  refuseTooMany(name, findings);
  const { buttons, notes: buttonNotes } = orderButtons([...findings.buttons]);
  const { formats } = findings;
  const notes = [
    ...buttonNotes,
    ...(formats.length === 0
      ? ['no known time format fits all records: set timeFormat in mapping.json']
      : []),
    ...(formats.some((format) => format?.startsWith('M/d') === true) &&
    formats.some((format) => format?.startsWith('d/M') === true)
      ? ['days and months of the times are ambiguous: look at timeFormat in mapping.json']
      : []),
  ];
  const mapping = {
    columns: {
      survey: columns.survey,
      time: columns.time,
      button: columns.button[0],
      ...{ device: columns.device[0], id: columns.id[0] },
      ...{ followUp: columns.followUp[0], text: columns.text[0] },
    },
    timeFormat: formats[0],
    buttons,
  };
  const token = randomBytes(24).toString('base64url');
  const clientId = 'reports';
  const tokenSha256 = createHash('sha256').update(token).digest('hex');
  const company = {
    credentials: [{ clientId, tokenSha256 }],
    ...structureOf(findings, timeZone, Object.keys(buttons).length > 4 ? 'FIVE' : 'FOUR'),
  };
  const companyText = `${JSON.stringify(company, null, 2)}\n`;
  readCompanyFile(companyText);
  await mkdir(directory, { recursive: true });
  refuseExisting(directory);
  await writeNew(directory, 'mapping.json', `${JSON.stringify(mapping, null, 2)}\n`);
  await writeNew(directory, 'company.json', companyText);
  return { surveys: findings.places.size, clientId, token, notes };
}

function refuseMissing(file: string, columns: ReturnType<typeof guessColumns>): void {
  const missing = (['survey', 'time', 'button'] as const).filter(
    (role) => columns[role].length === 0,
  );
  if (missing.length === 0) return;
  throw new DataSetError([
    {
      file,
      line: 1,
      reason: `has no column that looks like ${missing.join(' or ')}: rename the columns, or write company.json and mapping.json by hand`,
    },
  ]);
}

function addRecord(
  findings: Findings,
  cellsOf: (columns: readonly string[]) => readonly string[],
  columns: ReturnType<typeof guessColumns>,
): Findings {
  const { places, buttons, followUps, formats } = findings;
  const place = cellsOf(columns.survey);
  if (places.size <= maxPlaces && place.every((part) => part !== '')) {
    places.set(place.join('\0').toLowerCase(), places.get(place.join('\0').toLowerCase()) ?? place);
  }
  const [button = ''] = cellsOf(columns.button.slice(0, 1));
  if (button !== '' && buttons.size <= maxButtons) buttons.add(button);
  const [followUp = ''] = cellsOf(columns.followUp.slice(0, 1));
  if (followUp !== '' && followUps.size <= maxFollowUps) followUps.add(followUp);
  const time = cellsOf(columns.time).join(' ');
  return { ...findings, formats: fittingFormats(formats, time) };
}

function refuseTooMany(file: string, { places, buttons, followUps }: Findings): void {
  const reasons = [
    ...(places.size === 0 ? ['has no record with a place'] : []),
    ...(places.size > maxPlaces ? [`has more than ${maxPlaces} places`] : []),
    ...(buttons.size > maxButtons ? [`has more than ${maxButtons} different buttons`] : []),
    ...(followUps.size > maxFollowUps ? [`has more than ${maxFollowUps} follow-ups`] : []),
  ];
  if (reasons.length === 0) return;
  throw new DataSetError(reasons.map((reason) => ({ file, reason })));
}

/** Numbers in ascending order, with those that are missing; other names as they appear. */
function orderButtons(names: readonly string[]): {
  readonly buttons: Readonly<Record<string, number>>;
  readonly notes: readonly string[];
} {
  const numbers = names.map((name) => Number(normalizeNumber(name)));
  const worst = numbers.includes(0) ? 0 : 1;
  const isScale = numbers.every((number) => Number.isInteger(number) && number >= worst);
  const best = Math.max(...numbers, worst + 3);
  if (!isScale || best - worst >= maxButtons) {
    const buttons = Object.fromEntries(names.map((name, i) => [name, i]));
    return { buttons, notes: ['order buttons in mapping.json: 0 is the worst'] };
  }
  const all = Array.from({ length: best - worst + 1 }, (_, i) => [String(worst + i), i] as const);
  const note = `button ${worst} is taken for the worst of ${all.length}: look at buttons in mapping.json`;
  return { buttons: Object.fromEntries(all), notes: [note] };
}

interface DraftFolder {
  readonly key: number;
  readonly name: string;
  readonly folders: DraftFolder[];
  readonly surveys: object[];
}

function structureOf(findings: Findings, timeZone: string, feedbackScale: string): object {
  let nextKey = 1;
  const newFolder = (name: string): DraftFolder => {
    const key = nextKey;
    nextKey += 1;
    return { key, name, folders: [], surveys: [] };
  };
  const root = newFolder('Company');
  for (const path of findings.places.values()) {
    let folder = root;
    for (const name of path) {
      const known = folder.folders.find((child) => child.name.toLowerCase() === name.toLowerCase());
      const child = known ?? newFolder(name);
      if (known === undefined) folder.folders.push(child);
      folder = child;
    }
    folder.surveys.push({
      ...{ key: folder.key, question: 1, timeZone, surveyType: 'TERMINAL' },
      ...{ indexType: 'HAPPY', feedbackScale },
    });
  }
  const followUps = [...findings.followUps].map((name, i) => ({
    ...{ key: i + 1, name, kind: 'painPoint' },
  }));
  return { questions: [{ key: 1, name: 'How was it?', locale: 'en', followUps }], root };
}

const exists = 'exists: a draft replaces nothing';

function refuseExisting(directory: string): void {
  const existing = ['company.json', 'mapping.json'].filter((file) =>
    existsSync(join(directory, file)),
  );
  if (existing.length === 0) return;
  throw new DataSetError(existing.map((file) => ({ file, reason: exists })));
}

async function writeNew(directory: string, file: string, text: string): Promise<void> {
  try {
    await writeFile(join(directory, file), text, { flag: 'wx' });
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    const reason = code === 'EEXIST' ? exists : `cannot be written (${code})`;
    throw new DataSetError([{ file, reason }]);
  }
}
