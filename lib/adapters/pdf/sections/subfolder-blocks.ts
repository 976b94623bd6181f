// The direct subfolders of a region, each with the verdict of its largest kind of index and a link to its own report.
import type { GroupFigures, Report, Subfolder } from '../../../domain/report.ts';
import { isDeviation } from '../../../domain/signals/signal.ts';
import { largestFirst } from '../../../domain/verdict.ts';
import { textStyles } from '../../../charts/theme.ts';
import { kindName } from '../../../i18n/report-texts/index-types.ts';
import { verdictText } from '../../../i18n/report-texts/signal-sentences.ts';
import { usualRange } from '../../../i18n/report-texts/usual-level-texts.ts';
import type { Block } from '../block.ts';
import type { PdfColumn } from '../table-columns.ts';
import { numberColumn, rowHeaderColumn, strongText, textColumn } from '../table-columns.ts';
import type { LayoutContext } from '../layout-context.ts';
import { placeCell, table, truncateRows } from '../table-blocks.ts';
import { heading } from './section-heading.ts';

const MAX_ROWS = 20;

interface SubfolderRow {
  readonly subfolder: Subfolder;
  /** Null for a subfolder of which no survey was read. */
  readonly group: GroupFigures | null;
}

export function subfolderTable(
  { subfolders, summary }: Report,
  context: LayoutContext,
): readonly Block[] {
  const { words, formats, width } = context;
  const texts = words.signals.region;
  if (subfolders.length === 0) return [];
  const rows = subfolders.map((subfolder): SubfolderRow => {
    const [group = null] = largestFirst(subfolder.summary.groups);
    return { subfolder, group };
  });
  const hasSeveralKinds = summary.groups.length > 1;
  const columns: readonly PdfColumn<SubfolderRow>[] = [
    rowHeaderColumn(words.columns.place, 4, ({ subfolder: { key }, group }) =>
      placeCell(key, context, group !== null && hasSeveralKinds ? kindName(group, context) : ''),
    ),
    numberColumn(words.columns.index, { min: 34 }, ({ group }) =>
      strongText(group === null ? '' : formats.index(group.index, group.indexType)),
    ),
    numberColumn(words.signals.storeColumns.usual, { min: 44 }, ({ group }) =>
      group === null || group.signal === null
        ? ''
        : usualRange(group.signal, group.indexType, context),
    ),
    textColumn(words.columns.verdict, { width: { share: 3 }, lines: 2 }, ({ group }) => ({
      text: verdictText(group?.signal ?? null, context),
      style: isDeviation(group?.signal?.verdict ?? null) ? textStyles.strong : textStyles.quiet,
    })),
    numberColumn(words.columns.responses, { min: 46 }, ({ subfolder, group }) =>
      formats.count(group?.responses ?? subfolder.summary.responses),
    ),
  ];
  return [
    heading('H2', texts.below, width, { note: hasSeveralKinds ? texts.belowNote : '' }),
    ...table(columns, truncateRows(rows, MAX_ROWS, 0, context), width, context),
  ];
}
