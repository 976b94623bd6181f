// The faults of an import: the first of them with their places, and how many there are in all.
import type { Row } from '../database/database.ts';
import { LineFault } from './line-fields.ts';
import { DataSetError, type DataProblem } from './data-set-problem.ts';

/** A file of another shape has a fault in every line: the rest is counted. */
export const maxReportedFaults = 10;

export interface FaultCollector {
  readonly isEmpty: () => boolean;
  /** The row that is read, or undefined when the line is wrong. */
  readonly readRow: (file: string, line: number, read: () => Row) => Row | undefined;
  /** Takes over a DataSetError; anything else is thrown again. */
  readonly addError: (error: unknown) => void;
  /** Throws a DataSetError when there are faults. */
  readonly throwIfAny: () => void;
}

export function createFaultCollector(): FaultCollector {
  const told: DataProblem[] = [];
  let count = 0;

  function add(problems: readonly DataProblem[]): void {
    told.push(...problems.slice(0, maxReportedFaults - told.length));
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
      if (count > 0) throw new DataSetError(told, count - told.length);
    },
  };
}
