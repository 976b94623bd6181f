// The results of a benchmark, and their format in RESULTS.md and on a terminal.

export interface Target {
  readonly what: string;
  readonly value: number;
  readonly digits: number;
  readonly bound: { readonly atMost: number } | { readonly atLeast: number };
  readonly unit?: string;
}

export interface Section {
  readonly title: string;
  /** Describes the comparison and the work. */
  readonly text: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly targets: readonly Target[];
}

export interface Bench {
  readonly name: string;
  readonly summary: string;
  run(options: BenchOptions): Promise<Section>;
}

export interface BenchOptions {
  /** Repetitions of each measurement, alternating with the others. */
  readonly rounds: number;
  /** Whether what takes many minutes is measured too. */
  readonly full: boolean;
  /** A folder for CPU profiles of the measured processes. */
  readonly profiles: string | null;
  readonly progress: (text: string) => void;
}

/** As it is written, with its digits. */
export function isMet({ value, digits, bound }: Target): boolean {
  const written = Number(value.toFixed(digits));
  return 'atMost' in bound ? written <= bound.atMost : written >= bound.atLeast;
}

export function markdownOf(section: Section, circumstances: string): string {
  const { title, text, columns, rows, targets } = section;
  return [
    `## ${title}`,
    circumstances,
    text,
    tableOf(columns, rows),
    tableOf(['target', 'measured', 'bound', 'met'], targets.map(targetRow)),
  ].join('\n\n');
}

function targetRow(target: Target): readonly string[] {
  const { what, value, digits, bound, unit = '' } = target;
  const boundText = 'atMost' in bound ? `≤ ${bound.atMost}` : `≥ ${bound.atLeast}`;
  return [
    what,
    `${value.toFixed(digits)}${unit}`,
    `${boundText}${unit}`,
    isMet(target) ? 'yes' : '**NO**',
  ];
}

/** Pads the cells for reading in a terminal. */
function tableOf(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map((column, i) =>
    Math.max(column.length, 3, ...rows.map((row) => (row[i] ?? '').length)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, i) => (cells[i] ?? '').padEnd(width)).join(' | ')} |`;
  return [line(columns), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join(
    '\n',
  );
}
