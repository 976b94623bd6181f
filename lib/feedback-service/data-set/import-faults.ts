// Collects the faults of an import: the first ten with their places, and the number of the others.
import type { Row } from '../database/database.ts';
import { LineFault } from './line-fields.ts';
import { DataSetError, type DataProblem } from './data-set-problem.ts';

/** A file of a wrong format has a fault in every line; further faults are only counted. */
export const maxReportedFaults = 10;

export interface FaultCollector {
  readonly isEmpty: () => boolean;
  /** Returns the row, or undefined after a LineFault. */
  readonly readRow: (file: string, line: number, read: () => Row) => Row | undefined;
  /** Adds the problems of a DataSetError and throws any other error again. */
  readonly addError: (error: unknown) => void;
  /** Throws a DataSetError if there are faults. */
  readonly throwIfAny: () => void;
}

export function createFaultCollector(): FaultCollector {
  const reported: DataProblem[] = [];
  let count = 0;

  function add(problems: readonly DataProblem[]): void {
    reported.push(...problems.slice(0, maxReportedFaults - reported.length));
    count += problems.length;
  }

  return {
    isEmpty: () => count === 0,
    readRow: (file, line, read) => {
      try {
        return read();
      } catch (error) {
        if (!(error instanceof LineFault)) throw error;
        add([{ file, line, reason: error.message }]);
        return undefined;
      }
    },
    addError: (error) => {
      if (!(error instanceof DataSetError)) throw error;
      add(error.problems);
    },
    throwIfAny: () => {
      if (count > 0) throw new DataSetError(reported, count - reported.length);
    },
  };
}
