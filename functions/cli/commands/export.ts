// `export`: writes the figures of stored reports as one table, to a file or to standard output.
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { FigureGrain, FigureQuery } from '../../../lib/analytics/figure-table.ts';
import {
  FIGURE_GRAINS,
  FIGURE_PLACES,
  figureWeeks,
  isFigureRange,
  MAX_FIGURE_WEEKS,
  openFigures,
} from '../../../lib/analytics/figure-table.ts';
import type { TableFormat } from '../../../lib/analytics/table-formats.ts';
import {
  encodeTable,
  openTableWriter,
  TABLE_FORMATS,
} from '../../../lib/analytics/table-formats.ts';
import { openArchive, openFactFiles } from '../../../lib/composition/compose.ts';
import type { ConfigProblem } from '../../../lib/composition/config.ts';
import type { Week } from '../../../lib/domain/calendar.ts';
import { parseWeek } from '../../../lib/domain/calendar.ts';
import type { CellRow } from '../../../lib/ports/fact-tables.ts';
import { WHOLE_COMPANY } from '../../../lib/reports/access.ts';
import { createPlannedTree } from '../../../lib/reports/week-folders.ts';
import { Failure, failureReason } from '../../../lib/shared/failure.ts';
import { withRemovalAtExit } from '../../../lib/shared/remove-at-exit.ts';
import { createCommand } from './command.ts';
import type { Io } from '../terminal.ts';
import { EXIT, printConfigProblems } from '../terminal.ts';
import { showProgress, writeBytes } from '../terminal-output.ts';
import { readChoice, readFolder, readWeek, STORE_OPTION } from '../report-options.ts';

interface ExportOptions {
  readonly from: Week | null;
  readonly to: Week | null;
  readonly below: number | null;
  readonly grain: FigureGrain;
  readonly places: FigureQuery['places'];
  readonly format: TableFormat;
  /** Null for standard output. */
  readonly output: string | null;
}

export const exportCommand = createCommand({
  name: 'export',
  syntax: {
    usage: 'feedback-reports export [options]',
    summary: 'Writes the figures of many weeks and places as one table. It changes no report.',
    options: {
      from: { value: 'YYYY-Www', help: 'the first week; default: 12 weeks before the last one' },
      to: { value: 'YYYY-Www', help: 'the last week; default: the newest that is stored' },
      below: { value: 'KEY', help: 'only this folder and everything below; default: all folders' },
      grain: { value: 'PERIOD', help: `${FIGURE_GRAINS.join(', ')}; default: week` },
      places: {
        value: 'PLACES',
        help: 'surveys, whose rows add up (default), or folders with everything below them',
      },
      format: { value: 'FORMAT', help: `${TABLE_FORMATS.join(', ')}; default: csv` },
      output: {
        value: 'FILE',
        help: 'replaced when the table is complete; default: standard output',
      },
      store: STORE_OPTION,
    },
    notes: `One row for each place, kind of index and period, by week, folder, survey and time; at most ${MAX_FIGURE_WEEKS} weeks. CSV is UTF-8 with a
byte-order mark; an apostrophe precedes texts that a spreadsheet would evaluate. After exit code 1 the table is incomplete.

Exit codes: 0 complete · 1 a report is damaged, or the report store or FILE failed · 2 invalid arguments or configuration.`,
  },
  api: 'none',
  readOptions: (args, _settings, problems): ExportOptions => {
    const week = (name: string): Week | null =>
      args.values.has(name) ? readWeek(args, name, FIRST_WEEK, problems) : null;
    const [from, to] = [week('from'), week('to')];
    if (problems.length === 0 && from !== null && to !== null && !isFigureRange(from, to)) {
      const problem = `must not be after --to, and the range may have at most ${MAX_FIGURE_WEEKS} weeks`;
      problems.push({ name: '--from', problem });
    }
    return {
      from,
      to,
      below: readFolder(args, problems, 'below'),
      grain: readChoice(args, 'grain', FIGURE_GRAINS, problems),
      places: readChoice(args, 'places', FIGURE_PLACES, problems),
      format: readChoice(args, 'format', TABLE_FORMATS, problems),
      output: args.values.get('output') ?? null,
    };
  },
  run: async (options, { config, system, output: { io } }) => {
    const { format, output, below } = options;
    const repository = openArchive(config, system);
    if (format === 'parquet' && output === null && io.stdout.isTTY === true) {
      return refuse(io, { name: '--format', problem: 'parquet is not text: use --output FILE' });
    }
    const files = openFactFiles();
    const tree = createPlannedTree(repository);
    const range = { repository, clock: system.clock, settleHours: config.settleHours };
    const weeks = await figureWeeks(range, options);
    const query = { ...options, ...weeks };
    try {
      const { columns, rows } = await openFigures(
        { repository, tree, files },
        WHOLE_COMPANY,
        query,
      );
      const table = encodeTable(
        withProgress(io, query, rows),
        openTableWriter(format, columns, files),
      );
      if (output === null) await writeBytes(io.stdout, table);
      else return await writeFile(io, output, table);
      return EXIT.done;
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'FOLDER_NOT_FOUND') throw error;
      return refuse(io, {
        name: '--below',
        problem: `${below ?? ''} is not a folder of the report store`,
      });
    }
  },
});

/** Only stands for an invalid week until the problems are printed. */
const FIRST_WEEK: Week = { name: '1970-W01', monday: -3 };

function refuse(io: Io, problem: ConfigProblem): number {
  printConfigProblems(io, 'export', [problem]);
  return EXIT.wrongUsage;
}

/** Shows the week that is being read, unless the table itself goes to the terminal. */
async function* withProgress(
  io: Io,
  { from, to, output }: Pick<ExportOptions, 'output'> & Pick<FigureQuery, 'from' | 'to'>,
  rows: AsyncIterable<readonly CellRow[]>,
): AsyncGenerator<readonly CellRow[]> {
  const isShown = output !== null || io.stdout.isTTY !== true;
  const progress = isShown
    ? showProgress(io, 'Exporting {text} {bar} {value}/{total} weeks')
    : null;
  const total = (to.monday - from.monday) / 7 + 1;
  try {
    for await (const batch of rows) {
      const week = parseWeek(String(batch[0]?.['week']));
      if (week !== null) progress?.update((week.monday - from.monday) / 7, total, week.name);
      yield batch;
    }
  } finally {
    progress?.stop();
  }
}

/** The file gets its name when it is complete. */
async function writeFile(io: Io, path: string, table: AsyncIterable<Uint8Array>): Promise<number> {
  const partialPath = `${path}.part`;
  try {
    await withRemovalAtExit(partialPath, async () => {
      await pipeline(table, createWriteStream(partialPath));
      await rename(partialPath, path);
    });
    return EXIT.done;
  } catch (error) {
    await rm(partialPath, { force: true });
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    io.stderr.write(`Cannot write ${path} (${failureReason(error)}).\n`);
    return EXIT.failed;
  }
}
