// Pain points and highlights in two columns, with count, share and the share of the previous week.
import type { FollowUpOption, PooledOption } from '../../../domain/follow-ups.ts';
import { displayText } from '../../../i18n/localization.ts';
import { textStyles } from '../../../charts/theme.ts';
import type { Block } from '../block.ts';
import { columnsBlock, stackBlocks } from '../block.ts';
import type { Column } from '../table-columns.ts';
import { SPACING } from '../layout-context.ts';
import type { LayoutContext } from '../layout-context.ts';
import { truncateRows, table } from '../table-blocks.ts';
import type { HeadingLevel } from './section-heading.ts';
import { heading, emptyNote } from './section-heading.ts';

/** One line in place of both lists when both are empty. */
function emptyHeading(level: HeadingLevel, text: string, { words, width }: LayoutContext): Block {
  return { ...heading(level, words.followUps, width, { note: text }), keepWithNext: false };
}

type Option = FollowUpOption | PooledOption;

export interface FollowUpLists {
  readonly painPoints: readonly Option[] | null;
  readonly highlights: readonly Option[] | null;
}

const COLUMN_GAP = 24;

/** `places`: the number of surveys, for the column that shows in how many an option was named; null omits it. */
export function followUpsBlock(
  lists: FollowUpLists,
  places: number | null,
  rows: number,
  level: HeadingLevel,
  context: LayoutContext,
): Block {
  const { words } = context;
  const { painPoints, highlights } = lists;
  if (painPoints === null && highlights === null)
    return emptyHeading(level, words.followUpsMissing, context);
  if (painPoints?.length === 0 && highlights?.length === 0) {
    return emptyHeading(level, words.noFollowUps, context);
  }
  const width = (context.width - COLUMN_GAP) / 2;
  const shared = places !== null;
  const column = (title: string, emptyText: string, options: readonly Option[] | null): Block =>
    stackBlocks([
      heading(level, title, width, { before: 0 }),
      ...(options === null
        ? [emptyNote(words.followUpsMissing, width)]
        : options.length === 0
          ? [emptyNote(emptyText, width)]
          : table(
              columnsFor(places, context),
              truncateRows(options, rows, 0, context),
              width,
              context,
            )),
    ]);
  return columnsBlock(
    [
      {
        x: 0,
        block: column(
          shared ? words.sharedPainPoints : words.painPoints,
          words.noPainPoints,
          lists.painPoints,
        ),
      },
      {
        x: width + COLUMN_GAP,
        block: column(
          shared ? words.sharedHighlights : words.highlights,
          words.noHighlights,
          lists.highlights,
        ),
      },
    ],
    { before: SPACING.section },
  );
}

function columnsFor(places: number | null, context: LayoutContext): readonly Column<Option>[] {
  const { words, formats } = context;
  const columns: Column<Option>[] = [
    {
      head: words.columns.name,
      align: 'left',
      width: { share: 1 },
      wraps: true,
      namesRow: true,
      cell: (option) => nameOf(option, context),
    },
    {
      head: words.columns.count,
      align: 'right',
      width: { least: 26 },
      cell: (option) => formats.count(option.responses),
    },
    {
      head: words.columns.share,
      align: 'right',
      width: { least: 28 },
      cell: (option) => ({ text: formats.share(option.share), style: textStyles.strong }),
    },
    {
      head: words.columns.lastWeek,
      align: 'right',
      width: { least: 38 },
      cell: (option) => ({ text: formats.share(option.previousShare), style: textStyles.quiet }),
    },
  ];
  if (places === null) return columns;
  const placesColumn: Column<Option> = {
    head: words.columns.placesNaming,
    align: 'right',
    width: { least: 38 },
    cell: (option) =>
      'places' in option ? words.places(formats.count(option.places), formats.count(places)) : '',
  };
  return [...columns.slice(0, 1), placesColumn, ...columns.slice(1)];
}

function nameOf(option: Option, context: LayoutContext): string {
  const name = displayText(option.name, context);
  return name === '' ? String(option.key) : name;
}
