// The direct subfolders of a region, each with the state of its largest kind of index and a link to its own report.
import type { GroupFigures, Report, Subfolder } from '../../../domain/report.ts';
import type { Entry } from '../../../domain/signals/model.ts';
import type { ShownLevel } from '../../../domain/signals/shown-level.ts';
import { shownLevel } from '../../../domain/signals/shown-level.ts';
import { largestFirst } from '../../../domain/verdict.ts';
import { kindName } from '../../../i18n/report-texts/index-types.ts';
import { usualText } from '../../../i18n/report-texts/state-texts.ts';
import type { Block } from '../block.ts';
import type { PdfColumn } from '../table-columns.ts';
import { numberColumn, rowHeaderColumn, strongText, textColumn } from '../table-columns.ts';
import type { LayoutContext } from '../layout-context.ts';
import { placeCell, table, truncateRows } from '../table-blocks.ts';
import { heading } from './section-heading.ts';
import { stateCell } from './state-cell.ts';

const MAX_ROWS = 20;

interface SubfolderRow {
  readonly subfolder: Subfolder;
  /** Null for a subfolder of which no survey was read. */
  readonly group: (GroupFigures & { readonly shown: ShownLevel }) | null;
}

export function subfolderTable(report: Report, context: LayoutContext): readonly Block[] {
  const { subfolders, summary } = report;
  const { words, formats, width } = context;
  const texts = words.signals.region;
  if (subfolders.length === 0) return [];
  const rows = subfolders.map((subfolder): SubfolderRow => {
    const [group = null] = largestFirst(subfolder.summary.groups);
    if (group === null) return { subfolder, group };
    const shown = shownLevel(group, [], entriesBelow(subfolder, report));
    return { subfolder, group: { ...group, shown } };
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
      group === null ? '' : usualText(group.shown, group.indexType, context),
    ),
    textColumn(words.columns.verdict, { width: { share: 3 }, lines: 2 }, ({ group }) =>
      group === null ? '' : stateCell(group.shown, group, context),
    ),
    numberColumn(words.columns.responses, { min: 46 }, ({ subfolder, group }) =>
      formats.count(group?.responses ?? subfolder.summary.responses),
    ),
  ];
  return [
    heading('H2', texts.below, width, { note: hasSeveralKinds ? texts.belowNote : '' }),
    ...table(columns, truncateRows(rows, MAX_ROWS, 0, context), width, context),
  ];
}

/** The entries of a direct subfolder; folders below it are known by the names of the folders above them. */
function entriesBelow({ key, name }: Subfolder, { folder, summary }: Report): readonly Entry[] {
  const depth = folder.path.length + 1;
  return summary.attention.entries.filter(
    (entry) => entry.folder.key === key || entry.path[depth] === name,
  );
}
