// Reads the score and the surviving mutants from Stryker's JSON report.
import { readFileSync } from 'node:fs';
import { z } from 'zod';

export interface ChangedCode {
  readonly file: string;
  readonly line: number;
  readonly original: string;
  readonly replacement: string;
}

export interface Score {
  /** Percentage of killed mutants. */
  readonly score: number;
  /** Number of mutants by state. */
  readonly counts: Readonly<Record<string, number>>;
}

export interface MutationReport extends Score {
  readonly files: ReadonlyMap<string, Score>;
  readonly survivors: readonly ChangedCode[];
  /** They count as killed, but on a busy machine a test may have been slow for another reason. */
  readonly timeouts: readonly ChangedCode[];
}

const position = z.object({ line: z.number(), column: z.number() });
const reportSchema = z.object({
  files: z.record(
    z.string(),
    z.object({
      source: z.string(),
      mutants: z.array(
        z.object({
          status: z.string(),
          replacement: z.string().optional(),
          location: z.object({ start: position, end: position }),
        }),
      ),
    }),
  ),
});

const NOTICED: ReadonlySet<string> = new Set(['Killed', 'Timeout']);
const TIMED_OUT: ReadonlySet<string> = new Set(['Timeout']);
const UNNOTICED: ReadonlySet<string> = new Set(['Survived', 'NoCoverage']);
const LONGEST = 120;

export function readReport(path: string): MutationReport {
  const { files } = reportSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  const changesOf = (states: ReadonlySet<string>): readonly ChangedCode[] =>
    Object.entries(files).flatMap(([file, { source, mutants }]) => {
      const lines = source.split('\n');
      return mutants
        .filter(({ status }) => states.has(status))
        .map(({ replacement = '', location }) => ({
          file,
          line: location.start.line,
          original: shorten(textBetween(lines, location)),
          replacement: shorten(replacement),
        }));
    });
  return {
    ...scoreOf(Object.values(files).flatMap(({ mutants }) => mutants)),
    files: new Map(Object.entries(files).map(([file, { mutants }]) => [file, scoreOf(mutants)])),
    survivors: changesOf(UNNOTICED),
    timeouts: changesOf(TIMED_OUT),
  };
}

function scoreOf(mutants: readonly { readonly status: string }[]): Score {
  const counts: Record<string, number> = {};
  for (const { status } of mutants) counts[status] = (counts[status] ?? 0) + 1;
  const sum = (states: ReadonlySet<string>): number =>
    mutants.filter(({ status }) => states.has(status)).length;
  const noticed = sum(NOTICED);
  const countedMutants = noticed + sum(UNNOTICED);
  return { score: countedMutants === 0 ? 100 : (100 * noticed) / countedMutants, counts };
}

interface Location {
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
}

/** Lines and columns are 1-based. */
function textBetween(lines: readonly string[], { start, end }: Location): string {
  const text = lines.slice(start.line - 1, end.line).join('\n');
  const last = lines[end.line - 1] ?? '';
  return text.slice(start.column - 1, text.length - (last.length - (end.column - 1)));
}

/** On one line, truncated. */
function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').replaceAll('`', '´');
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
