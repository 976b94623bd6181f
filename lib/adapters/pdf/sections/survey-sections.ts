// The sections of one survey in several densities. A density is laid out only when the least heights of its sections fit,
// and each part at most once.
import type { SurveyWeek } from '../../../domain/report.ts';
import { groupName } from '../../../domain/ranking.ts';
import { memoizeByNumber, once } from '../../../domain/memoize.ts';
import type { Drawing } from '../../../charts/chart.ts';
import { drawnLevel } from '../../../charts/drawn-level.ts';
import { daysChart } from '../../../charts/day-chart.ts';
import { seriesChartHeight, trendChart } from '../../../charts/trend-chart.ts';
import { hoursOfSurvey } from '../../../charts/week-hours.ts';
import { weekPartsHeight } from '../../../charts/week-parts.ts';
import type { Block } from '../block.ts';
import { columnsBlock, figureBlock, stackBlocks } from '../block.ts';
import { heightBelow } from '../page-flow.ts';
import { COLUMN_GAP, SPACING } from '../layout-context.ts';
import type { LayoutContext } from '../layout-context.ts';
import { leastTableHeight } from '../table-blocks.ts';
import type { AlertForm } from './alert-blocks.ts';
import { alarmOf, surveyAlerts } from './alert-blocks.ts';
import { followUpLines, followUpsBlock, leastLinesHeight } from './follow-up-blocks.ts';
import { findingBlocks } from './headline-blocks.ts';
import { hoursColumn, hoursSection } from './hour-blocks.ts';
import { fitsOnOneLine, HEADING_HEIGHT, NOTE_HEIGHT, heading } from './section-heading.ts';

/** Plot heights and row limits. */
export interface SurveyDensity {
  /** Both lists as tables, or as lines beside the parts of the week. */
  readonly followUpForm: 'tables' | 'lines';
  readonly alertForm: AlertForm;
  readonly plot: number;
  readonly followUps: number;
  readonly alerts: number;
}

const WHOLE = { followUpForm: 'tables', alertForm: 'tableWithWorst' } as const;
const DENSE = { followUpForm: 'lines', alertForm: 'tableWithWorst' } as const;
const HALF = { followUpForm: 'lines', alertForm: 'summary', alerts: 0 } as const;
const LOOSEST: SurveyDensity = { ...WHOLE, plot: 104, followUps: 8, alerts: 8 };
const SMALLEST: SurveyDensity = { ...HALF, plot: 40, followUps: 3 };
/** For surveys that share a page. */
const HALF_DENSITIES: readonly SurveyDensity[] = [
  { ...HALF, plot: 72, followUps: 6 },
  { ...HALF, plot: 60, followUps: 5 },
  { ...HALF, plot: 48, followUps: 4 },
  SMALLEST,
];
/** For a survey with a page of its own. */
const WHOLE_DENSITIES: readonly SurveyDensity[] = [
  LOOSEST,
  { ...WHOLE, plot: 96, followUps: 5, alerts: 5 },
  { ...WHOLE, plot: 84, followUps: 4, alerts: 4 },
  { ...WHOLE, plot: 64, followUps: 3, alerts: 4 },
  { ...DENSE, plot: 96, followUps: 6, alerts: 6 },
  { ...DENSE, plot: 72, followUps: 5, alerts: 4 },
  { ...DENSE, plot: 52, followUps: 4, alerts: 3 },
  { ...DENSE, alertForm: 'table', plot: 48, followUps: 3, alerts: 3 },
  ...HALF_DENSITIES,
];
const TREND_SHARE = 0.6;
/** More than the different plot heights and row limits. */
const CACHED = 16;

/** Blocks from the top to the bottom; heights include the space above. */
interface Section {
  /** Known without laying out the blocks, and at most their height. */
  readonly least: number;
  readonly height: () => number;
  readonly blocks: () => readonly Block[];
}

/** The sections of a survey from top to bottom. */
export type SurveyLayout = (density: SurveyDensity) => readonly Section[];

/** `header`: the blocks above the finding. */
export function createSurveyLayout(
  survey: SurveyWeek,
  header: () => readonly Block[],
  asOf: string,
  context: LayoutContext,
): SurveyLayout {
  const { painPoints, highlights, alerts } = survey;
  const weekHours = hoursOfSurvey(survey);
  const hasHours = weekHours.cells.length > 0;
  const longest = Math.max(painPoints?.length ?? 0, highlights?.length ?? 0);
  /** Longer limits than the list are all the same. */
  const byRows = (
    most: number,
    least: (rows: number) => number,
    layOut: (rows: number) => readonly Block[],
  ): ((rows: number) => Section) => {
    const section = memoizeByNumber(CACHED, (rows) => sectionOf(least(rows), () => layOut(rows)));
    return (rows) => section(Math.min(rows, most));
  };
  const specifications = alarmOf(survey, asOf)?.groups.length ?? 0;
  const alertSection = (form: AlertForm): ((rows: number) => Section) =>
    byRows(
      alerts?.length ?? 0,
      (rows) => LEAST_HEIGHT + (form === 'summary' ? 0 : leastTableHeight(specifications, rows)),
      (rows) => surveyAlerts(survey, form, rows, asOf, context),
    );

  const top = sectionOf(0, () => [...header(), ...findingBlocks(survey, context)]);
  const charts = memoizeByNumber(CACHED, (plot) => chartsSection(survey, plot, context));
  const hoursHeight = hasHours ? HEADING_HEIGHT + weekPartsHeight(weekHours) : 0;
  const hours = sectionOf(hasHours ? SPACING.section + hoursHeight : 0, () =>
    hoursSection(weekHours, survey, { level: 'H3' }, context),
  );
  const followUpTables = byRows(
    longest,
    (rows) => LEAST_HEIGHT + leastTableHeight(longest, rows),
    (rows) => [followUpsBlock(survey, null, rows, context)],
  );
  const hoursWidth = Math.round((context.width - COLUMN_GAP) * TREND_SHARE);
  const narrowHours = once(() => hoursColumn(weekHours, survey, hoursWidth, context));
  const denseSection = byRows(
    longest,
    (rows) => SPACING.block + Math.max(hoursHeight, leastLinesHeight(survey, rows)),
    (rows) => [besideHours(narrowHours(), hoursWidth, survey, rows, context)],
  );
  const alertSections = {
    tableWithWorst: alertSection('tableWithWorst'),
    table: alertSection('table'),
    summary: alertSection('summary'),
  };

  return ({ followUpForm, alertForm, plot, followUps, alerts: alertRows }) => [
    top,
    charts(plot),
    ...(followUpForm === 'lines' ? [denseSection(followUps)] : [hours, followUpTables(followUps)]),
    alertSections[alertForm](alertRows),
  ];
}

/** A section with a heading only. */
const LEAST_HEIGHT = SPACING.section + HEADING_HEIGHT;

/** The least dense form that is at most `availableHeight` high, with the space above it; null when none is. */
export function fitSurvey(layout: SurveyLayout, availableHeight: number): readonly Block[] | null {
  return firstFit([layout], WHOLE_DENSITIES, availableHeight);
}

/** The same for two surveys below each other. */
export function fitTwoSurveys(
  layouts: readonly SurveyLayout[],
  availableHeight: number,
): readonly Block[] | null {
  // Where the densest form doesn't fit, no other one does.
  return firstFit(layouts, [SMALLEST], availableHeight) === null
    ? null
    : firstFit(layouts, HALF_DENSITIES, availableHeight);
}

/** For a survey that is taller than a page in every form. */
export function drawSurvey(layout: SurveyLayout, form: 'loosest' | 'smallest'): readonly Block[] {
  return layout(form === 'loosest' ? LOOSEST : SMALLEST).flatMap(({ blocks }) => blocks());
}

function firstFit(
  layouts: readonly SurveyLayout[],
  densities: readonly SurveyDensity[],
  availableHeight: number,
): readonly Block[] | null {
  for (const density of densities) {
    const sections = layouts.flatMap((layout) => layout(density));
    if (fits(sections, availableHeight)) return sections.flatMap(({ blocks }) => blocks());
  }
  return null;
}

/** Stops at the first section that doesn't fit, so that the others need not be laid out. */
function fits(sections: readonly Section[], availableHeight: number): boolean {
  let leastBelow = sections.reduce((sum, { least }) => sum + least, 0);
  let height = 0;
  for (const { least, height: heightOfSection } of sections) {
    if (height + leastBelow > availableHeight + ROUNDING) return false;
    height += heightOfSection();
    leastBelow -= least;
  }
  return height <= availableHeight;
}

/** More than the rounding of a sum of heights, in points. */
const ROUNDING = 0.001;

function sectionOf(least: number, layOut: () => readonly Block[]): Section {
  const blocks = once(layOut);
  return { least, height: () => heightBelow(blocks()), blocks };
}

interface TitledChart {
  readonly title: string;
  readonly note: string;
  readonly width: number;
}

/** The weeks and the days side by side, on the same axis. */
function chartsSection(survey: SurveyWeek, plotHeight: number, context: LayoutContext): Section {
  const titles = chartTitles(survey, context);
  const isNoteBelow = titles.some(({ title, note, width }) => !fitsOnOneLine(title, note, width));
  const titleHeight = HEADING_HEIGHT + (isNoteBelow ? NOTE_HEIGHT : 0);
  const height = SPACING.block + titleHeight + seriesChartHeight(plotHeight);
  return {
    least: height,
    height: () => height,
    blocks: () => [charts(survey, plotHeight, titles, isNoteBelow, context)],
  };
}

function chartTitles(
  survey: SurveyWeek,
  { words, width, axes }: LayoutContext,
): readonly [trend: TitledChart, days: TitledChart] {
  const trendWidth = Math.round((width - COLUMN_GAP) * TREND_SHARE);
  const daysWidth = width - COLUMN_GAP - trendWidth;
  const { signals, trendNoteCounts } = words;
  const hasAxis = (axes.get(groupName(survey)) ?? null) !== null;
  const hasRange = drawnLevel(survey.level).range !== null;
  const indexNote = hasRange ? signals.trendNote : signals.trendNoteWithoutRange;
  const trendNote = hasAxis ? indexNote : trendNoteCounts;
  const daysNote = hasAxis ? signals.daysNote : trendNoteCounts;
  return [
    { title: words.trend, note: trendNote, width: trendWidth },
    { title: words.days, note: daysNote, width: daysWidth },
  ];
}

function charts(
  survey: SurveyWeek,
  plotHeight: number,
  [trendTitle, daysTitle]: readonly [trend: TitledChart, days: TitledChart],
  isNoteBelow: boolean,
  context: LayoutContext,
): Block {
  const domain = context.axes.get(groupName(survey)) ?? null;
  const chartWithTitle = ({ title, note, width }: TitledChart, chart: Drawing): Block =>
    stackBlocks([
      heading('H3', title, width, { note, before: 0, isNoteBelow }),
      figureBlock(chart),
    ]);
  const trend = trendChart(survey, domain, trendTitle.width, plotHeight, context);
  const days = daysChart(survey, domain, daysTitle.width, plotHeight, context);
  return columnsBlock(
    [chartWithTitle(trendTitle, trend), chartWithTitle(daysTitle, days)],
    trendTitle.width + COLUMN_GAP,
    { before: SPACING.block },
  );
}

/** In little space: the parts of the week, if there are any, beside both lists. */
function besideHours(
  hours: Block | null,
  hoursWidth: number,
  survey: SurveyWeek,
  rows: number,
  context: LayoutContext,
): Block {
  const left = hours === null ? 0 : hoursWidth + COLUMN_GAP;
  const lines = followUpLines(survey, rows, context.width - left, context);
  return columnsBlock(hours === null ? [lines] : [hours, lines], left, { before: SPACING.block });
}
