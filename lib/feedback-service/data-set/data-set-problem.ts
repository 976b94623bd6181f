// Why a data set cannot be served: where each fault is and how to mend it. It hides nothing but never
// holds a value of the data: feedback and names stay out of messages.

export interface DataProblem {
  /** The file's name within the data set. */
  readonly file: string;
  /** From 1, in files of lines. */
  readonly line?: number;
  readonly reason: string;
}

/** A data set that cannot be imported as it is; nothing of it has been. */
export class DataSetError extends Error {
  readonly problems: readonly DataProblem[];
  /** How many further problems there are. */
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
