// Pain points and highlights side by side: count, share, and last week's share beside it.
import type { FollowUpOption, PooledOption } from '../../../domain/follow-ups.ts';
import { displayText } from '../../../i18n/localization.ts';
import { type } from '../../../charts/theme.ts';
import type { Block } from '../block.ts';
import { beside, stacked } from '../block.ts';
import type { Column } from '../table-columns.ts';
import { space } from '../layout-context.ts';
import type { Setting } from '../layout-context.ts';
import { shortened, table } from '../table-blocks.ts';
import type { Level } from './section-heading.ts';
import { heading, nothing } from './section-heading.ts';

/** Both lists in one line when neither has anything. */
function line(level: Level, text: string, { words, width }: Setting): Block {
  return { ...heading(level, words.followUps, width, { note: text }), keepWithNext: false };
}

type Option = FollowUpOption | PooledOption;

export interface FollowUpLists {
  readonly painPoints: readonly Option[] | null;
  readonly highlights: readonly Option[] | null;
}

const COLUMN_GAP = 24;

/** `places`: of how many surveys an option is named, for a folder with several; null leaves the column out. */
export function followUps(
  lists: FollowUpLists,
  places: number | null,
  rows: number,
  level: Level,
  setting: Setting,
): Block {
  const { words } = setting;
  const { painPoints, highlights } = lists;
  if (painPoints === null && highlights === null)
    return line(level, words.followUpsMissing, setting);
  if (painPoints?.length === 0 && highlights?.length === 0) {
    return line(level, words.noFollowUps, setting);
  }
  const width = (setting.width - COLUMN_GAP) / 2;
  const shared = places !== null;
  const column = (title: string, none: string, options: readonly Option[] | null): Block =>
    stacked([
      heading(level, title, width, { before: 0 }),
      ...(options === null
        ? [nothing(words.followUpsMissing, width)]
        : options.length === 0
          ? [nothing(none, width)]
          : table(
              columnsFor(places, setting),
              shortened(options, rows, 0, setting),
              width,
              setting,
            )),
    ]);
  return beside(
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
    { before: space.section },
  );
}

function columnsFor(places: number | null, setting: Setting): readonly Column<Option>[] {
  const { words, formats } = setting;
  const columns: Column<Option>[] = [
    {
      head: words.columns.name,
      align: 'left',
      width: { share: 1 },
      wraps: true,
      namesRow: true,
      cell: (option) => nameOf(option, setting),
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
      cell: (option) => ({ text: formats.share(option.share), style: type.strong }),
    },
    {
      head: words.columns.lastWeek,
      align: 'right',
      width: { least: 38 },
      cell: (option) => ({ text: formats.share(option.previousShare), style: type.quiet }),
    },
  ];
  if (places === null) return columns;
  const of: Column<Option> = {
    head: words.columns.placesNaming,
    align: 'right',
    width: { least: 38 },
    cell: (option) =>
      'places' in option ? words.places(formats.count(option.places), formats.count(places)) : '',
  };
  return [...columns.slice(0, 1), of, ...columns.slice(1)];
}

function nameOf(option: Option, setting: Setting): string {
  const name = displayText(option.name, setting);
  return name === '' ? String(option.key) : name;
}
