// What the report of a folder with folders below it says.
import type { Report, SurveyGroup } from '../domain/report.ts';
import { buttonScoreOfKinds } from '../domain/scale.ts';
import { keyOf, placeOf } from '../domain/signals/folder-list.ts';
import { joinTexts } from '../i18n/join-texts.ts';
import { responsesText } from '../i18n/report-texts/headline-sentence.ts';
import { usualRange } from '../i18n/report-texts/level-range.ts';
import type { Localization } from '../i18n/localization.ts';
import { asFiveButtons, buttonsView } from './buttons-view.ts';
import { contributionsOf, contributionsOfParts, partsOf } from './contributions.ts';
import { childrenView } from './children-view.ts';
import { findingOfFolder } from './finding-view.ts';
import type { FolderFigure } from './folder-figure.ts';
import { folderFigure, isUneven, scoreAxis } from './folder-figure.ts';
import { folderLines } from './folder-lines.ts';
import { heatView } from './heat-view.ts';
import { movedView } from './moved-view.ts';
import type { NotesOfFolders } from './notes-view.ts';
import type { Figure, FolderView, PartsBesides, Row, SectionState, Trend } from './report-view.ts';
import { SECTION_STATES } from './report-view.ts';
import { folderRows, sectionOf } from './rows.ts';
import { trendDescription, trendPoints } from './trend-view.ts';

export function folderParts(
  report: Report,
  localization: Localization,
  notes: NotesOfFolders,
): PartsBesides<FolderView> {
  const figure = folderFigure(report.summary.groups);
  const rows = folderRows(report, localization, notes);
  const { sections, counts } = sectionsOf(report, rows, localization);
  const contributions = contributionsOf(rows);
  const partOf = partsOf(report);
  const together =
    figure === null || figure.usual === null
      ? null
      : {
          value: figure.value,
          usual: figure.usual,
          parts: contributionsOfParts(contributions, partOf),
        };
  return {
    finding: findingOfFolder(report, sections, together, localization),
    kind: 'folder',
    figure: figure === null ? null : toFigure(report, figure, localization),
    buttons: buttonsView(
      asFiveButtons(report.summary.groups.map(({ data }) => data)),
      localization,
    ),
    trend: folderTrend(report.summary.groups, figure, localization),
    sections,
    counts,
    lines: folderLines(report, rows.length, localization),
    moved: movedView(report, figure, contributions, localization),
    children: childrenView(report, rows, partOf, localization),
    heat: heatView(report, rows, partOf, localization),
  };
}

// ── sections ────────────────────────────────────────────────────────────────────────────────────

function sectionsOf(
  { summary }: Pick<Report, 'summary'>,
  rows: readonly Row[],
  localization: Localization,
): Pick<FolderView, 'sections' | 'counts'> {
  const { entries } = summary.attention;
  const few = new Set(
    entries.filter(({ state }) => state === 'volumeLow').map((entry) => keyOf(placeOf(entry))),
  );
  const byState = Map.groupBy(rows, ({ state }) => sectionOf(state));
  const all = SECTION_STATES.map((state) => {
    const sectionRows = byState.get(state) ?? [];
    const titles = sectionTitles(state, sectionRows, few, localization);
    return {
      section: { state, rows: sectionRows, title: joinTexts(titles.map(({ title }) => title)) },
      shortTitle: state === 'new' ? localization.words.view.newShort : (titles[0]?.title ?? ''),
      countText: titles.map(({ count }) => localization.formats.count(count)).join(' + '),
    };
  });
  return {
    sections: all.map(({ section }) => section).filter((section) => section.rows.length > 0),
    counts: all.map(({ section: { state, title, rows: ofState }, ...texts }) => ({
      ...{ state, title, count: ofState.length },
      ...texts,
    })),
  };
}

/** Of one state or two. `few`: the keys of places with few responses, which are among those that send nothing. */
function sectionTitles(
  state: SectionState,
  rows: readonly Row[],
  few: ReadonlySet<string>,
  { words }: Localization,
): readonly CountedTitle[] {
  const { states } = words.signals;
  switch (state) {
    case 'noSignal':
      return countedTitles(rows, (row) => !few.has(keyOf(row)), [states.silent, states.volumeLow]);
    case 'usual':
      return countedTitles(rows, (row) => row.state === 'usual', [
        states.usual,
        words.view.notCompared,
      ]);
    case 'new':
    case 'still':
    case 'recovered':
    case 'better':
    case 'newPlace':
      return [{ title: states[state], count: rows.length }];
  }
}

interface CountedTitle {
  readonly title: string;
  readonly count: number;
}

/** Those with rows, at least one; the other rows have the second title. */
function countedTitles(
  rows: readonly Row[],
  isFirst: (row: Row) => boolean,
  [title, otherTitle]: readonly [first: string, other: string],
): readonly CountedTitle[] {
  const count = rows.filter(isFirst).length;
  const others = rows.length - count;
  return [
    ...(count > 0 || others === 0 ? [{ title, count }] : []),
    ...(others > 0 ? [{ title: otherTitle, count: others }] : []),
  ];
}

// ── the figure ──────────────────────────────────────────────────────────────────────────────────

function toFigure(
  { summary }: Pick<Report, 'summary'>,
  { value, usual, range }: FolderFigure,
  localization: Localization,
): Figure {
  const { words, formats } = localization;
  return {
    text: formats.index(value, 'HAPPY'),
    value,
    label: words.view.together,
    uncertainty: '',
    compared:
      range !== null
        ? words.signals.usualRange({ range: usualRange(range, 'HAPPY', localization) })
        : usual === null
          ? ''
          : words.signals.was({ level: formats.index(usual, 'HAPPY') }),
    responses: responsesText(summary, localization),
    usualResponses: '',
  };
}

function folderTrend(
  groups: readonly SurveyGroup[],
  figure: FolderFigure | null,
  localization: Localization,
): Trend | null {
  const weeks = (groups[0]?.trend ?? []).map(({ week }, i) => {
    const ofWeek = groups.flatMap(({ trend }) => trend[i] ?? []);
    return {
      week,
      value: buttonScoreOfKinds(ofWeek.map(({ data }) => data)),
      responses: ofWeek.reduce((sum, { responses }) => sum + responses, 0),
    };
  });
  if (weeks.every(({ value }) => value === null)) return null;
  const { words, formats } = localization;
  const text = (score: number): string => formats.index(score, 'HAPPY');
  const { range = null, usual = null } = figure ?? {};
  const points = trendPoints(weeks, 'HAPPY', { level: usual, range: 100 }, localization);
  const isWide = isUneven(figure);
  const fromWeek = weeks[0]?.week ?? '';
  const toWeek = weeks.at(-1)?.week ?? '';
  const band =
    range === null || isWide
      ? null
      : {
          ...range,
          fromWeek,
          label: words.signals.usualRange({ range: usualRange(range, 'HAPPY', localization) }),
        };
  return {
    title: words.trend,
    note: isWide ? words.view.uneven : band === null ? '' : words.view.bandNote,
    points,
    axis: scoreAxis([...weeks.map(({ value }) => value), range?.lower ?? null], text),
    band,
    levels:
      range !== null || usual === null
        ? []
        : [{ value: usual, fromWeek, toWeek, label: words.signals.was({ level: text(usual) }) }],
    description: trendDescription(points, words.view.together, localization),
  };
}
