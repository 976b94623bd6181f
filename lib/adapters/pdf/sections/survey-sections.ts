// The sections of one survey in several densities. Each part is laid out at most once, and only when a density needs it.
import type { SurveyWeek } from '../../../domain/report.ts';
import { groupName } from '../../../domain/ranking.ts';
import { memoizeByNumber, once } from '../../../domain/memoize.ts';
import { daysChart } from '../../../charts/day-chart.ts';
import { seriesChartHeight, trendChart } from '../../../charts/trend-chart.ts';
import type { Block } from '../block.ts';
import { columnsBlock, figureBlock, stackBlocks } from '../block.ts';
import { heightBelow } from '../page-flow.ts';
import { COLUMN_GAP, SPACING } from '../layout-context.ts';
import type { LayoutContext } from '../layout-context.ts';
import type { AlertTableForm } from './alert-blocks.ts';
import { alertLine, surveyAlerts } from './alert-blocks.ts';
import { followUpLines, followUpsBlock } from './follow-up-blocks.ts';
import { findingBlocks } from './headline-blocks.ts';
import { hoursColumn, hoursSection } from './hour-blocks.ts';
import { HEADING_HEIGHT, heading } from './section-heading.ts';

/** Plot heights and row limits. */
export interface SurveyDensity {
  /** Both lists as tables, or as lines beside the parts of the week. */
  readonly followUpForm: 'tables' | 'lines';
  /** A table with or without the latest trigger of each specification, or the sums in a line. */
  readonly alertForm: AlertTableForm | 'line';
  readonly plot: number;
  readonly followUps: number;
  readonly alerts: number;
}

const WHOLE = { followUpForm: 'tables', alertForm: 'triggers' } as const;
const DENSE = { followUpForm: 'lines', alertForm: 'triggers' } as const;
const HALF = { followUpForm: 'lines', alertForm: 'line', alerts: 0 } as const;
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
  { ...DENSE, alertForm: 'names', plot: 48, followUps: 3, alerts: 3 },
  ...HALF_DENSITIES,
];
const TREND_SHARE = 0.6;
/** Of the headings below the name of a survey. */
const LEVEL = 'H3';
/** More than the different plot heights and row limits. */
const CACHED = 16;

/** Blocks whose height, with the space above them, is known before they are drawn. */
interface Section {
  readonly height: number;
  readonly draw: () => readonly Block[];
}

/** The sections of a survey from top to bottom. */
export type SurveyLayout = (density: SurveyDensity) => Iterable<Section>;

/** `header`: the blocks above the finding. */
export function createSurveyLayout(
  survey: SurveyWeek,
  header: () => readonly Block[],
  asOf: string,
  context: LayoutContext,
): SurveyLayout {
  const { painPoints, highlights, alerts, cells } = survey;
  const longest = Math.max(painPoints?.length ?? 0, highlights?.length ?? 0);
  const options = { level: LEVEL } as const;
  /** Longer limits than the list are all the same. */
  const byRows = (
    most: number,
    layOut: (rows: number) => readonly Block[],
  ): ((rows: number) => Section) => {
    const section = memoizeByNumber(CACHED, (rows) => sectionOf(layOut(rows)));
    return (rows) => section(Math.min(rows, most));
  };
  const alertTable = (form: AlertTableForm): ((rows: number) => Section) =>
    byRows(alerts?.length ?? 0, (rows) =>
      surveyAlerts(survey, { ...options, rows, form }, asOf, context),
    );

  const top = once(() => sectionOf([...header(), ...findingBlocks(survey, options, context)]));
  const charts = memoizeByNumber(CACHED, (plot) => chartsSection(survey, plot, context));
  const hours = once(() => sectionOf(hoursSection(cells, survey, options, context)));
  const followUpTables = byRows(longest, (rows) => [
    followUpsBlock(survey, null, rows, LEVEL, context),
  ]);
  const hoursWidth = Math.round((context.width - COLUMN_GAP) * TREND_SHARE);
  const narrowHours = once(() => hoursColumn(cells, survey, LEVEL, hoursWidth, context));
  const dense = byRows(longest, (rows) => [
    besideHours(narrowHours(), hoursWidth, survey, rows, context),
  ]);
  const alertForms = { triggers: alertTable('triggers'), names: alertTable('names') };
  const line = once(() => sectionOf([alertLine(survey, asOf, LEVEL, context)]));

  return function* ({ followUpForm, alertForm, plot, followUps, alerts: alertRows }) {
    yield top();
    yield charts(plot);
    if (followUpForm === 'lines') {
      yield dense(followUps);
    } else {
      yield hours();
      yield followUpTables(followUps);
    }
    yield alertForm === 'line' ? line() : alertForms[alertForm](alertRows);
  };
}

/** The least dense form that is at most `room` high, with the space above it; null when none is. */
export function fitSurvey(layout: SurveyLayout, room: number): readonly Block[] | null {
  return firstFit([layout], WHOLE_DENSITIES, room);
}

/** The same for two surveys below each other. */
export function fitTwoSurveys(
  layouts: readonly SurveyLayout[],
  room: number,
): readonly Block[] | null {
  // Where the densest form doesn't fit, no other one does.
  return firstFit(layouts, [SMALLEST], room) === null
    ? null
    : firstFit(layouts, HALF_DENSITIES, room);
}

/** For a survey that is taller than a page in every form. */
export function drawSurvey(layout: SurveyLayout, form: 'loosest' | 'smallest'): readonly Block[] {
  return [...layout(form === 'loosest' ? LOOSEST : SMALLEST)].flatMap(({ draw }) => draw());
}

function firstFit(
  layouts: readonly SurveyLayout[],
  densities: readonly SurveyDensity[],
  room: number,
): readonly Block[] | null {
  for (const density of densities) {
    const sections = takeSections(layouts, density, room);
    if (sections !== null) return sections.flatMap(({ draw }) => draw());
  }
  return null;
}

/** Stops at the first section that doesn't fit, so that the others need not be laid out. */
function takeSections(
  layouts: readonly SurveyLayout[],
  density: SurveyDensity,
  room: number,
): readonly Section[] | null {
  const sections: Section[] = [];
  let height = 0;
  for (const layout of layouts) {
    for (const section of layout(density)) {
      height += section.height;
      if (height > room) return null;
      sections.push(section);
    }
  }
  return sections;
}

function sectionOf(blocks: readonly Block[]): Section {
  return { height: heightBelow(blocks), draw: () => blocks };
}

/** The weeks and the days side by side, on the same axis. */
function chartsSection(survey: SurveyWeek, plotHeight: number, context: LayoutContext): Section {
  const before = SPACING.block;
  const height = HEADING_HEIGHT + seriesChartHeight(plotHeight);
  return {
    height: before + height,
    draw: () => [charts(survey, plotHeight, { before }, context)],
  };
}

function charts(
  survey: SurveyWeek,
  plotHeight: number,
  options: Pick<Block, 'before'>,
  context: LayoutContext,
): Block {
  const { words, width, axes } = context;
  const trendWidth = Math.round((width - COLUMN_GAP) * TREND_SHARE);
  const daysWidth = width - COLUMN_GAP - trendWidth;
  const domain = axes.get(groupName(survey)) ?? null;
  const hasRange = survey.signal !== null && survey.signal.usual !== null;
  const [trendNote, daysNote] =
    domain === null
      ? [words.trendNoteCounts, words.trendNoteCounts]
      : [
          hasRange ? words.signals.trendNote : words.signals.trendNoteWithoutRange,
          words.signals.daysNote,
        ];
  return columnsBlock(
    [
      {
        x: 0,
        block: stackBlocks([
          heading(LEVEL, words.trend, trendWidth, { note: trendNote, before: 0 }),
          figureBlock(trendChart(survey, domain, trendWidth, plotHeight, context)),
        ]),
      },
      {
        x: trendWidth + COLUMN_GAP,
        block: stackBlocks([
          heading(LEVEL, words.days, daysWidth, { note: daysNote, before: 0 }),
          figureBlock(daysChart(survey, domain, daysWidth, plotHeight, context)),
        ]),
      },
    ],
    options,
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
  return columnsBlock(
    [
      ...(hours === null ? [] : [{ x: 0, block: hours }]),
      { x: left, block: followUpLines(survey, rows, LEVEL, context.width - left, context) },
    ],
    { before: SPACING.block },
  );
}
