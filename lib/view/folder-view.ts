// What the report of a folder with folders below it says.
import type { Report, SurveyGroup } from '../domain/report.ts';
import { buttonScoreOfKinds } from '../domain/scale.ts';
import { joinTexts } from '../i18n/join-texts.ts';
import { responsesText } from '../i18n/report-texts/headline-sentence.ts';
import type { Localization } from '../i18n/localization.ts';
import { asFiveButtons, buttonsView } from './buttons-view.ts';
import { contributionsOf, contributionsOfParts, partsOf } from './contributions.ts';
import { childrenView } from './children-view.ts';
import { findingOfFolder } from './finding-view.ts';
import type { FolderFigure } from './folder-figure.ts';
import { folderFigure, rangeText, scoreAxis, WIDEST_RANGE } from './folder-figure.ts';
import { folderLines } from './folder-lines.ts';
import { heatView } from './heat-view.ts';
import { movedView } from './moved-view.ts';
import type { NotesOfFolders } from './notes-view.ts';
import type {
  CommonView,
  Figure,
  Finding,
  FolderView,
  PlaceState,
  Row,
  Section,
  SectionCount,
  SectionState,
  Trend,
} from './report-view.ts';
import { SECTION_STATES } from './report-view.ts';
import { folderRows } from './rows.ts';
import { trendDescription, trendPoints } from './trend-view.ts';

type FolderParts = Omit<FolderView, keyof CommonView>;

export function folderParts(
  report: Report,
  localization: Localization,
  notes: NotesOfFolders,
): { readonly parts: FolderParts; readonly finding: Finding } {
  const figure = folderFigure(report.summary.groups);
  const rows = folderRows(report, localization, notes);
  const sections = sectionsOf(rows, localization);
  const counts = sectionCounts(sections, localization);
  const contributions = contributionsOf(rows);
  const partOf = partsOf(report);
  const parts: FolderParts = {
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
  const together =
    figure === null || figure.usual === null
      ? null
      : {
          value: figure.value,
          usual: figure.usual,
          parts: contributionsOfParts(contributions, partOf),
        };
  return { parts, finding: findingOfFolder(report, sections, together, localization) };
}

// ── sections ────────────────────────────────────────────────────────────────────────────────────

const SECTIONS: Readonly<Record<PlaceState, SectionState>> = {
  new: 'new',
  noSignal: 'noSignal',
  still: 'still',
  recovered: 'recovered',
  better: 'better',
  newPlace: 'newPlace',
  few: 'usual',
  usual: 'usual',
  unknown: 'usual',
};

function sectionsOf(rows: readonly Row[], localization: Localization): readonly Section[] {
  const byState = Map.groupBy(rows, ({ state }) => SECTIONS[state]);
  return SECTION_STATES.flatMap((state) => {
    const sectionRows = byState.get(state) ?? [];
    return sectionRows.length === 0
      ? []
      : [
          {
            ...{ state, rows: sectionRows },
            title: joinTexts(sectionTitles(state, sectionRows, localization)),
          },
        ];
  });
}

/** Of one or two states. */
function sectionTitles(
  state: SectionState,
  rows: readonly Row[],
  { words }: Localization,
): readonly string[] {
  const { states } = words.signals;
  switch (state) {
    case 'noSignal':
      // Places with few responses are among those that send nothing.
      return rows.some(({ now }) => now !== '')
        ? [states.silent, states.volumeLow]
        : [states.silent];
    case 'usual': {
      const compared = rows.filter((row) => row.state === 'usual').length;
      return [
        ...(compared > 0 || rows.length === 0 ? [states.usual] : []),
        ...(compared < rows.length ? [words.view.notCompared] : []),
      ];
    }
    case 'new':
    case 'still':
    case 'recovered':
    case 'better':
    case 'newPlace':
      return [states[state]];
  }
}

function sectionCounts(
  sections: readonly Section[],
  localization: Localization,
): readonly SectionCount[] {
  return SECTION_STATES.map((state) => {
    const rows = sections.find((section) => section.state === state)?.rows ?? [];
    const titles = sectionTitles(state, rows, localization);
    return { state, title: joinTexts(titles), shortTitle: titles[0] ?? '', count: rows.length };
  });
}

// ── the figure ──────────────────────────────────────────────────────────────────────────────────

function scoreText({ formats }: Localization): (value: number) => string {
  return (value) => formats.index(value, 'HAPPY');
}

function toFigure(
  { summary }: Pick<Report, 'summary'>,
  { value, usual, range }: FolderFigure,
  localization: Localization,
): Figure {
  const { words } = localization;
  const text = scoreText(localization);
  return {
    text: text(value),
    value,
    label: words.view.together,
    uncertainty: '',
    compared:
      range !== null
        ? words.signals.usualRange({ range: rangeText(range, localization) })
        : usual === null
          ? ''
          : words.signals.was({ level: text(usual) }),
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
  const { words } = localization;
  const text = scoreText(localization);
  const { range = null, usual = null } = figure ?? {};
  const points = trendPoints(weeks, 'HAPPY', { level: usual, range: 100 }, localization);
  const isWide = range !== null && range.upper - range.lower > WIDEST_RANGE;
  const [first] = weeks;
  const last = weeks.at(-1);
  const band =
    range === null || isWide || first === undefined
      ? null
      : {
          ...range,
          fromWeek: first.week,
          label: words.signals.usualRange({ range: rangeText(range, localization) }),
        };
  return {
    title: words.trend,
    note: isWide ? words.view.uneven : band === null ? '' : words.view.bandNote,
    points,
    axis: scoreAxis([...weeks.map(({ value }) => value), range?.lower ?? null], text),
    band,
    levels:
      range !== null || usual === null || first === undefined || last === undefined
        ? []
        : [
            {
              value: usual,
              fromWeek: first.week,
              toWeek: last.week,
              label: words.signals.was({ level: text(usual) }),
            },
          ],
    description: trendDescription(points, words.view.together, localization),
  };
}
