// Problems of a data set, each with its place and how to correct it. Messages never contain values of
// the data, such as feedback or names.
import type { DatabaseRow } from '../database/database.ts';
import { LineFault } from './json-fields.ts';

export interface DataProblem {
  /** The file's name within the data set. */
  readonly file: string;
  /** From 1; only in files of lines. */
  readonly line?: number;
  readonly reason: string;
}

/** The data set cannot be imported; nothing of it has been. */
export class DataSetError extends Error {
  readonly problems: readonly DataProblem[];
  /** The number of further problems. */
  readonly more: number;
  /** The names of all files that have problems. */
  readonly files: ReadonlySet<string>;

  constructor(
    problems: readonly DataProblem[],
    more = 0,
    files: Iterable<string> = problems.map(({ file }) => file),
  ) {
    const omission = more === 0 ? [] : [`and ${more} more`];
    super([...problems.map(describeProblem), ...omission].join('\n'));
    this.name = 'DataSetError';
    this.problems = problems;
    this.more = more;
    this.files = new Set(files);
  }
}

/** The code of an error of the file system or of another part of Node. */
export function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

function describeProblem({ file, line, reason }: DataProblem): string {
  return line === undefined ? `${file}: ${reason}` : `${file}, line ${line}: ${reason}`;
}

/** A file of a wrong format has a fault in every line; further faults are only counted. */
export const defaultMaxFaults = 10;

export type FaultCollector = ReturnType<typeof createFaultCollector>;

/** Keeps at most `maxFaults` problems and counts the others. */
export function createFaultCollector(maxFaults = defaultMaxFaults) {
  const reportedProblems: DataProblem[] = [];
  const files = new Set<string>();
  let count = 0;

  function add(problems: readonly DataProblem[]): void {
    for (const { file } of problems) files.add(file);
    reportedProblems.push(...problems.slice(0, maxFaults - reportedProblems.length));
    count += problems.length;
  }

  /** Undefined when there are no faults. */
  function error(): DataSetError | undefined {
    if (count === 0) return undefined;
    return new DataSetError(reportedProblems, count - reportedProblems.length, files);
  }

  return {
    add,
    isEmpty: (): boolean => count === 0,
    /** Returns the row; undefined after a LineFault and for a line that is skipped. */
    readRow: (
      file: string,
      line: number,
      read: () => DatabaseRow | undefined,
    ): DatabaseRow | undefined => {
      try {
        return read();
      } catch (error) {
        if (!(error instanceof LineFault)) throw error;
        add([{ file, line, reason: error.message }]);
        return undefined;
      }
    },
    /** Adds the problems of a DataSetError and throws any other error again. */
    addError: (error: unknown): void => {
      if (!(error instanceof DataSetError)) throw error;
      add(error.problems);
      count += error.more;
    },
    error,
    /** Throws a DataSetError if there are faults. */
    throwIfAny: (): void => {
      const found = error();
      if (found !== undefined) throw found;
    },
  };
}
