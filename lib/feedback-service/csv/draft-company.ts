// Drafts company.json and mapping.json from a vendor's CSV file. A person corrects both before the import.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { buttonCount } from '../company.ts';
import { readCompanyFile } from '../data-set/company-file.ts';
import { DataSetError, errorCode } from '../data-set/data-set-problem.ts';
import { detectDialect, readRecords } from './csv-file.ts';
import { draftButtons, draftCounts, type DraftButtons } from './draft-buttons.ts';
import { createFindings, type Findings } from './draft-findings.ts';
import { draftStructure, type DraftFollowUp } from './draft-structure.ts';
import { columnRoles, guessColumns, type Columns } from './guess-columns.ts';

interface DraftOptions {
  readonly path: string;
  /** The folder of the data set; it is created. */
  readonly directory: string;
  readonly timeZone: string;
  /** Columns that are not guessed, by name in the header. */
  readonly columns?: Partial<Columns>;
}

export interface Draft {
  readonly surveys: number;
  readonly clientId: string;
  /** Its hash is in company.json; it is nowhere else. */
  readonly token: string;
  readonly columns: Columns;
  /** What a person has to look at. */
  readonly notes: readonly string[];
}

/** Writes both files into the directory. Throws a DataSetError when one of them exists. */
export async function draftCompany({
  path,
  directory,
  timeZone,
  columns: named = {},
}: DraftOptions): Promise<Draft> {
  const { columns, findings } = await readFindings(path, relative(directory, path), named);
  const isSums = columns.counts.length > 0;
  const drafted = isSums ? draftCounts(columns.counts) : draftButtons(findings.buttons);
  const token = randomBytes(24).toString('base64url');
  const clientId = 'reports';
  const tokenSha256 = createHash('sha256').update(token).digest('hex');
  const { feedbackScale } = drafted;
  const followUps = followUpsOf(findings, drafted);
  const settings = { name: companyNameOf(directory), timeZone, feedbackScale };
  const structure = draftStructure(findings.places, followUps, settings);
  const companyText = toText({ credentials: [{ clientId, tokenSha256 }], ...structure });
  readCompanyFile(companyText);
  await mkdir(directory, { recursive: true });
  refuseExisting(directory);
  await writeNew(directory, 'mapping.json', toText(mappingOf(columns, findings, drafted.buttons)));
  await writeNew(directory, 'company.json', companyText);
  return {
    ...{ surveys: findings.places.length, clientId, token, columns },
    notes: [drafted.note, ...findings.notes],
  };
}

/** `data/nordic-bakery` is of `Nordic bakery`. */
function companyNameOf(directory: string): string {
  const name = basename(resolve(directory))
    .split(/[-_\s]+/)
    .join(' ')
    .trim();
  return name === '' ? 'Company' : name.charAt(0).toUpperCase() + name.slice(1);
}

async function readFindings(
  path: string,
  name: string,
  named: Partial<Columns>,
): Promise<{ readonly columns: Columns; readonly findings: Findings }> {
  const dialect = await detectDialect(path, name, {});
  let known: { readonly columns: Columns; readonly findings: Findings } | undefined;
  for await (const records of readRecords(path, name, dialect)) {
    let rows = records.map(({ cells }) => cells);
    if (known === undefined) {
      const [header = [], ...others] = rows;
      refuseUnknown(name, header, named);
      const columns = guessColumns(header, others, named);
      refuseMissing(name, header, columns);
      known = { columns, findings: createFindings(header, columns) };
      rows = others;
    }
    for (const cells of rows) known.findings.add(cells);
  }
  if (known === undefined) throw new DataSetError([{ file: name, reason: 'is empty' }]);
  const reasons = known.findings.faults();
  if (reasons.length === 0) return known;
  throw new DataSetError(reasons.map((reason) => ({ file: name, reason })));
}

function refuseUnknown(file: string, header: readonly string[], named: Partial<Columns>): void {
  const unknown = Object.values(named)
    .flat()
    .filter((column) => !header.includes(column));
  if (unknown.length === 0) return;
  const reason = `has no column ${listNames(unknown)}, but ${listNames(header)}`;
  throw new DataSetError([{ file, line: 1, reason }]);
}

function refuseMissing(file: string, header: readonly string[], columns: Columns): void {
  const missing = [
    ...(columns.time.length === 0 ? ['time'] : []),
    ...(columns.button.length + columns.counts.length === 0 ? ['button'] : []),
  ];
  if (missing.length === 0) return;
  const options = missing.map((role) => `${role}=NAME`).join(' ');
  const sums = missing.includes('button') ? ' (counts=NAME for each button of hourly sums)' : '';
  const reason = `has no column that looks like ${missing.join(' or ')}: add --columns ${options}${sums}, with names of ${listNames(header)}`;
  throw new DataSetError([{ file, line: 1, reason }]);
}

function listNames(names: readonly string[]): string {
  return names.map((name) => JSON.stringify(name)).join(', ');
}

/** What comes with the better half of the buttons more often than with the other half is a highlight. */
function followUpsOf(
  { followUps }: Findings,
  { buttons, feedbackScale }: DraftButtons,
): readonly DraftFollowUp[] {
  const middle = (buttonCount(feedbackScale) - 1) / 2;
  return followUps.map(({ name, counts }) => {
    const balance = [...counts].reduce(
      (sum, [button, count]) => sum + count * Math.sign((buttons[button] ?? middle) - middle),
      0,
    );
    return { name, kind: balance > 0 ? 'highlight' : 'painPoint' };
  });
}

/** Roles without a column are left out; `question` belongs to the names of the survey. */
function mappingOf(
  columns: Columns,
  { timeFormat }: Findings,
  buttons: Readonly<Record<string, number | null>>,
): object {
  const { survey, question, time, counts, ...single } = columns;
  const names = [...survey, ...question];
  return {
    columns: {
      ...(names.length === 0 ? {} : { survey: names }),
      time,
      ...(counts.length === 0 ? {} : { counts }),
      ...Object.fromEntries(
        columnRoles.flatMap((role) => {
          const [name] = role in single ? columns[role] : [];
          return name === undefined ? [] : [[role, name]];
        }),
      ),
    },
    timeFormat,
    ...(counts.length === 0 ? { buttons } : {}),
  };
}

function toText(json: object): string {
  return `${JSON.stringify(json, null, 2)}\n`;
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
