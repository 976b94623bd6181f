// The parts of a folder side by side, each with what its difference comes from.
import type { GroupFigures, Report, Subfolder } from '../domain/report.ts';
import { largestFirst } from '../domain/verdict.ts';
import { scoreTrend } from '../domain/score-trend.ts';
import { shownLevel } from '../domain/signals/shown-level.ts';
import type { Localization } from '../i18n/localization.ts';
import { usualRange } from '../i18n/report-texts/level-range.ts';
import { stateText } from '../i18n/report-texts/state-texts.ts';
import { joinTexts } from '../i18n/join-texts.ts';
import type { PartOf } from './contributions.ts';
import { contributionsOf } from './contributions.ts';
import type { FolderFigure } from './folder-figure.ts';
import { folderFigure, isUneven } from './folder-figure.ts';
import { levelState } from './finding-view.ts';
import { fullName } from './rows.ts';
import type { ChildPanel, ChildrenView, PlaceState, Row } from './report-view.ts';

const MAX_CAUSES = 2;
/** Less would be printed as 0. */
const SMALLEST_CAUSE = 0.05;

/** Null for a folder with one part, which says the same, and where the trends of the parts are not known. */
export function childrenView(
  { folder, subfolders, summary }: Report,
  rows: readonly Row[],
  partOf: PartOf,
  localization: Localization,
): ChildrenView | null {
  const { words } = localization;
  if (subfolders.length < 2 || subfolders.some(({ trend }) => trend === undefined)) return null;
  const together: Source = {
    key: folder.key,
    name: words.signals.why.allPlaces,
    groups: summary.groups,
    trend: scoreTrend(summary.groups),
    rows,
  };
  const byPart = Map.groupBy(rows, (row) => partOf(row.folder));
  const parts = subfolders.map((subfolder): Source => ({
    key: subfolder.key,
    name: localization.names.folder(subfolder.key),
    groups: withShownLevels(subfolder, summary),
    trend: subfolder.trend ?? [],
    rows: byPart.get(subfolder.key) ?? [],
  }));
  return {
    title: words.view.childrenTitle,
    note: words.view.childrenNote,
    panels: [together, ...parts]
      .filter(({ trend }) => trend.some((value) => value !== null))
      .map((source) => panelOf(source, localization)),
  };
}

interface Source {
  readonly key: number;
  readonly name: string;
  readonly groups: readonly GroupFigures[];
  readonly trend: readonly (number | null)[];
  readonly rows: readonly Row[];
}

/** A part with one survey of a kind has the level of the survey where its entry tells it. */
function withShownLevels(
  { key, summary }: Subfolder,
  { attention }: Report['summary'],
): readonly GroupFigures[] {
  const entries = attention.entries.filter((entry) => entry.folder.key === key);
  return summary.groups.map((group) => ({
    ...group,
    level: { ...group.level, ...shownLevel(group, [], entries) },
  }));
}

function panelOf(
  { key, name, groups, trend, rows }: Source,
  localization: Localization,
): ChildPanel {
  const { words, formats } = localization;
  const figure = folderFigure(groups);
  const leading = largestFirst(groups)[0] ?? null;
  const [only, second] = rows;
  const isWide = isUneven(figure);
  const state =
    only !== undefined && second === undefined
      ? only.state
      : levelState(leading?.level.state ?? null);
  const isLow = state === 'new' || state === 'still';
  const causes = isLow
    ? contributionsOf(rows)
        .filter(({ value }) => value <= -SMALLEST_CAUSE)
        .slice(0, MAX_CAUSES)
    : [];
  return {
    key,
    name,
    state,
    now: figure === null ? '' : formats.index(figure.value, 'HAPPY'),
    trend,
    band: isWide ? null : (figure?.range ?? null),
    cause: formats.sentences([
      isWide ? words.view.uneven : comparison({ figure, leading, state }, localization),
      ...causes.map(({ row, value }) =>
        words.view.takes({ name: fullName(row), points: formats.partOfChange(value, 'HAPPY') }),
      ),
    ]),
  };
}

/** 'Usually 70–75.', 'Still low · was 71.', or the state alone. */
function comparison(
  {
    figure,
    leading,
    state,
  }: {
    readonly figure: FolderFigure | null;
    readonly leading: GroupFigures | null;
    readonly state: PlaceState;
  },
  localization: Localization,
): string {
  const { words, formats } = localization;
  if (figure !== null && figure.range !== null) {
    return words.view.usualReason({ range: usualRange(figure.range, 'HAPPY', localization) });
  }
  const label = leading === null ? '' : stateText(leading.level, localization);
  const isCompared = state === 'new' || state === 'still' || state === 'better';
  const was =
    isCompared && figure !== null && figure.usual !== null
      ? words.signals.was({ level: formats.index(figure.usual, 'HAPPY') })
      : '';
  const said = joinTexts([label, was]);
  return said === '' ? '' : words.signals.asSentence({ text: said });
}
