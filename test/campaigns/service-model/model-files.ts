// The files of a data set, which arrive over several starts: feedback in shuffled order, in several
// files, packed or not.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { fc } from '../../support/property-settings.ts';
import {
  isPress,
  type ModelCompanyFile,
  type ModelLine,
  type ReadyAlert,
} from './model-company.ts';
import { parse } from './model-zones.ts';

const start = fc.constantFrom(0, 0, 0, 1, 2);
export const filePicks = fc.record({
  /** For each line where it goes, by its place modulo the length. */
  scatter: fc.array(fc.record({ file: fc.nat(2), order: fc.nat(99), again: fc.boolean() }), {
    minLength: 1,
    maxLength: 30,
    size: 'max',
  }),
  files: fc.array(fc.record({ packed: fc.boolean(), start, newline: fc.boolean() }), {
    minLength: 1,
    maxLength: 3,
    size: 'max',
  }),
  alertsStart: start,
  /** When a second file tells of the same alerts; what the first tells of each, by its place modulo the length. */
  alertsAgain: fc.option(start, { nil: undefined }),
  alertsFirst: fc.array(fc.constantFrom('as it is', 'open', 'nothing'), {
    minLength: 1,
    maxLength: 4,
    size: 'max',
  }),
  /** A start that finds nothing new, at the end. */
  again: fc.constantFrom(false, false, false, true),
});
export type FilePicks = ReturnType<typeof filePicks.generate>['value'];

export interface ModelDataFile {
  readonly name: string;
  readonly content: string;
  readonly packed: boolean;
  /** In the order of the generator, not of the file; without those that come again. */
  readonly lines: readonly ModelLine[];
  /** As the file tells them. */
  readonly alerts: readonly ReadyAlert[];
}

/** The files that each start of the service finds new; the first start is always there. */
export function starts(
  { scatter, files, alertsStart, alertsAgain, alertsFirst, again }: FilePicks,
  lines: readonly ModelLine[],
  alerts: readonly ReadyAlert[] | undefined,
): readonly (readonly ModelDataFile[])[] {
  const scattered = scatterLines(lines, scatter, files.length);
  // Files come by start, then by name; what comes again comes after the first time.
  const [lastFile] = files
    .map(({ start }, index) => ({ start, index }))
    .toSorted((a, b) => (a.start === b.start ? b.index - a.index : b.start - a.start));
  const repeated = scattered.filter(({ again, line }) => again && line.id !== undefined);
  const datedFiles = files.flatMap(({ packed, start, newline }, index): readonly Dated[] => {
    const fileLines = scattered.filter(({ file }) => file === index);
    const inFile = [
      ...fileLines.toSorted((a, b) => a.order - b.order),
      ...(index === lastFile?.index ? repeated : []),
    ].map(({ line }) => line);
    if (inFile.length === 0) return [];
    const name = `feedback-${index}.ndjson${packed ? '.gz' : ''}`;
    // A file is known by its content: blank lines keep those with equal lines apart.
    const content = '\n'.repeat(index) + asLines(inFile, newline);
    return [
      {
        start,
        file: { name, content, packed, lines: fileLines.map(({ line }) => line), alerts: [] },
      },
    ];
  });
  if (alerts !== undefined) {
    const addAlerts = (name: string, start: number, readyAlerts: readonly ReadyAlert[]): void => {
      // Blank lines keep files with equal lines apart.
      const content = '\n'.repeat(datedFiles.length) + asLines(readyAlerts, true);
      datedFiles.push({
        start,
        file: { name, content, packed: false, lines: [], alerts: readyAlerts },
      });
    };
    const first = alertsAgain === undefined ? alerts : toldFirst(alerts, alertsFirst);
    addAlerts('alerts.ndjson', alertsStart, first);
    if (alertsAgain !== undefined) addAlerts('alerts-again.ndjson', alertsAgain, alerts);
  }
  const numbers = [...new Set(datedFiles.map(({ start }) => start))].sort();
  const plan = numbers.map((number) =>
    datedFiles.filter(({ start }) => start === number).map(({ file }) => file),
  );
  return plan.length === 0 || again ? [...plan, []] : plan;
}

function toldFirst(
  alerts: readonly ReadyAlert[],
  first: FilePicks['alertsFirst'],
): readonly ReadyAlert[] {
  return alerts.flatMap((alert, index) => {
    switch (first[index % first.length] ?? 'as it is') {
      case 'as it is':
        return [alert];
      case 'open': {
        const { endTime: _, ...open } = alert;
        return [open];
      }
      case 'nothing':
        return [];
    }
  });
}

export async function writeFiles(
  directory: string,
  files: readonly ModelDataFile[],
): Promise<void> {
  for (const { name, content, packed } of files) {
    await writeFile(join(directory, name), packed ? gzipSync(content, { level: 1 }) : content);
  }
}

export async function writeCompany(directory: string, company: ModelCompanyFile): Promise<void> {
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, 'company.json'), JSON.stringify(company));
}

interface Dated {
  readonly start: number;
  readonly file: ModelDataFile;
}

interface Scattered {
  readonly again: boolean;
  readonly line: ModelLine;
  readonly file: number;
  readonly order: number;
}

/** Presses of one device at one instant stay together, in their order: which is first counts. */
function scatterLines(
  lines: readonly ModelLine[],
  scatter: FilePicks['scatter'],
  files: number,
): readonly Scattered[] {
  const ties = new Map<string, Scattered>();
  return lines.map((line, index) => {
    const { file = 0, order = 0, again = false } = scatter[index % scatter.length] ?? {};
    const key = tieOf(line) ?? `line ${index}`;
    const place = ties.get(key) ?? { again, line, file: file % files, order };
    ties.set(key, place);
    return { ...place, again, line };
  });
}

function tieOf(line: ModelLine): string | undefined {
  return isPress(line) && line.device !== undefined
    ? `${line.survey} ${line.device} ${parse(line.ts)}`
    : undefined;
}

function asLines(objects: readonly object[], newline: boolean): string {
  return objects.map((object) => JSON.stringify(object)).join('\n') + (newline ? '\n' : '');
}
