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
  const { words, formats, names, width } = context;
  const texts = words.signals.region;
  if (subfolders.length === 0) return [];
  const rows = subfolders.map((subfolder): SubfolderRow => {
    const [group = null] = largestFirst(subfolder.summary.groups);
    return { subfolder, group };
  });
  const hasSeveralKinds = summary.groups.length > 1;
  const columns: readonly PdfColumn<SubfolderRow>[] = [
    {
      head: words.columns.place,
      align: 'left',
      width: { share: 4 },
      lines: 2,
      namesRow: true,
      cell: ({ subfolder: { key }, group }) =>
        placeCell(
          key,
          names.folder(key),
          context,
          group !== null && hasSeveralKinds ? kindName(group, context) : '',
        ),
    },
    {
      head: words.columns.index,
      align: 'right',
      width: { least: 34 },
      cell: ({ group }) => ({
        text: group === null ? '' : formats.index(group.index, group.indexType),
        style: textStyles.strong,
      }),
    },
    {
      head: words.signals.storeColumns.usual,
      align: 'right',
      width: { least: 44 },
      cell: ({ group }) =>
        group === null || group.signal === null
          ? ''
          : usualRange(group.signal, group.indexType, context),
    },
    {
      head: words.columns.verdict,
      align: 'left',
      width: { share: 3 },
      lines: 2,
      cell: ({ group }) => ({
        text: verdictText(group?.signal ?? null, context),
        style: isDeviation(group?.signal?.verdict ?? null) ? textStyles.strong : textStyles.quiet,
      }),
    },
    {
      head: words.columns.responses,
      align: 'right',
      width: { least: 46 },
      cell: ({ subfolder, group }) =>
        formats.count(group?.responses ?? subfolder.summary.responses),
    },
  ];
  return [
    heading('H2', texts.below, width, { note: hasSeveralKinds ? texts.belowNote : '' }),
    ...table(columns, truncateRows(rows, MAX_ROWS, 0, context), width, context),
  ];
}
