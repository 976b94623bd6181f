// The parts of a folder side by side, each with what its difference comes from.
import type { GroupFigures, Report, Subfolder, SurveyGroup } from '../domain/report.ts';
import { findLeadingGroup, largestFirst } from '../domain/verdict.ts';
import { buttonScoreOfKinds } from '../domain/scale.ts';
import { shownLevel } from '../domain/signals/shown-level.ts';
import type { Localization } from '../i18n/localization.ts';
import { displayText } from '../i18n/localization.ts';
import { stateText } from '../i18n/report-texts/state-texts.ts';
import { folderFigure, WIDEST_RANGE } from './folder-figure.ts';
import { levelState } from './finding-view.ts';
import type { ChildPanel, ChildrenView } from './report-view.ts';

const NAME_LIMIT = 60;
const MAX_CAUSES = 2;

/** Null for a folder with one part, which says the same, and where the trends of the parts are not known. */
export function childrenView(
  { folder, subfolders, summary }: Report,
  localization: Localization,
): ChildrenView | null {
  const { words } = localization;
  if (subfolders.length < 2 || subfolders.some(({ trend }) => trend === undefined)) return null;
  const together: Source = {
    key: folder.key,
    name: words.signals.why.allPlaces,
    groups: summary.groups,
    trend: trendOf(summary.groups),
  };
  const parts = subfolders.map((subfolder): Source => ({
    key: subfolder.key,
    name: displayText(subfolder.name, localization, NAME_LIMIT),
    groups: withShownLevels(subfolder, summary),
    trend: subfolder.trend ?? [],
  }));
  const causes = causesBelow(summary.groups, localization);
  return {
    title: words.view.childrenTitle,
    note: words.view.childrenNote,
    panels: [together, ...parts]
      .filter(({ trend }) => trend.some((value) => value !== null))
      .map((source) => panelOf(source, causes.get(source.name) ?? [], localization)),
  };
}

interface Source {
  readonly key: number;
  readonly name: string;
  readonly groups: readonly GroupFigures[];
  readonly trend: readonly (number | null)[];
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

function trendOf(groups: readonly SurveyGroup[]): readonly (number | null)[] {
  return (groups[0]?.trend ?? []).map((_, i) => {
    const score = buttonScoreOfKinds(groups.map(({ trend }) => trend[i]?.data ?? []));
    return score === null ? null : Math.round(score);
  });
}

function panelOf(
  { key, name, groups, trend }: Source,
  causes: readonly string[],
  localization: Localization,
): ChildPanel {
  const { words, formats } = localization;
  const figure = folderFigure(groups);
  const leading = largestFirst(groups)[0] ?? null;
  const state = leading === null ? 'unknown' : levelState(leading.level.state);
  const text = (value: number): string => formats.index(value, 'HAPPY');
  const range = figure?.range ?? null;
  const isWide = range !== null && range.upper - range.lower > WIDEST_RANGE;
  const compared =
    range !== null
      ? isWide
        ? words.view.uneven
        : words.view.usualReason({
            range: words.signals.range({ lower: text(range.lower), upper: text(range.upper) }),
          })
      : figure?.usual == null
        ? ''
        : words.signals.asSentence({ text: words.signals.was({ level: text(figure.usual) }) });
  const label = leading === null ? '' : stateText(leading.level, localization);
  return {
    key,
    name,
    state,
    now: figure === null ? '' : text(figure.value),
    trend,
    band: isWide ? null : range,
    cause: [
      range !== null || label === '' ? '' : words.signals.asSentence({ text: label }),
      compared,
      ...(state === 'new' || state === 'still' ? causes.slice(0, MAX_CAUSES) : []),
    ]
      .filter((part) => part !== '')
      .join(' '),
  };
}

/** The surveys that contribute most to the difference of the leading kind, by the name of the part that they are in. */
function causesBelow(
  groups: readonly SurveyGroup[],
  localization: Localization,
): ReadonlyMap<string, readonly string[]> {
  const { words, formats, names } = localization;
  const group = findLeadingGroup(groups);
  const causes = new Map<string, string[]>();
  if (group === null) return causes;
  for (const { folder, survey, rate } of group.why) {
    if (survey === null || rate >= 0) continue;
    const [part = ''] = names.path(folder).split(' › ');
    const list = causes.get(part) ?? [];
    list.push(
      words.view.takes({
        name: names.folder(folder),
        points: formats.partOfChange(rate, group.indexType),
      }),
    );
    causes.set(part, list);
  }
  return causes;
}
