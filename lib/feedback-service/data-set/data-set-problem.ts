// Problems of a data set, each with its place and how to correct it. Messages never contain values of
// the data, such as feedback or names.

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

  constructor(problems: readonly DataProblem[], more = 0) {
    const rest = more === 0 ? [] : [`and ${more} more`];
    super([...problems.map(describeProblem), ...rest].join('\n'));
    this.name = 'DataSetError';
    this.problems = problems;
    this.more = more;
  }
}

function describeProblem({ file, line, reason }: DataProblem): string {
  return line === undefined ? `${file}: ${reason}` : `${file}, line ${line}: ${reason}`;
}
