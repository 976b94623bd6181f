// The sections of surveys: a sheet of its own, or two surveys packed on a page.
import type { SurveyWeek } from '../../../domain/report.ts';
import { groupName } from '../../../domain/ranking.ts';
import { daysChart } from '../../../charts/day-chart.ts';
import { trendChart } from '../../../charts/trend-chart.ts';
import { kindName } from '../../../i18n/report-texts/index-types.ts';
import { displayText } from '../../../i18n/localization.ts';
import { joinTexts } from '../../../i18n/report-texts/alert-texts.ts';
import { textStyles } from '../../../charts/theme.ts';
import type { Block } from '../block.ts';
import { columnsBlock, figureBlock, paragraph, stackBlocks } from '../block.ts';
import { heightOf } from '../page-flow.ts';
import { COLUMN_GAP, SPACING } from '../layout-context.ts';
import type { LayoutContext } from '../layout-context.ts';
import { truncateRows, table } from '../table-blocks.ts';
import type { AlertTableForm } from './alert-blocks.ts';
import { alertLine, surveyAlerts } from './alert-blocks.ts';
import { followUpLines, followUpsBlock } from './follow-up-blocks.ts';
import { findingBlocks } from './headline-blocks.ts';
import { hoursColumn, hoursSection } from './hour-blocks.ts';
import { heading } from './section-heading.ts';

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
/** For a survey with a page of its own. */
export const WHOLE_DENSITIES: readonly SurveyDensity[] = [
  { ...WHOLE, plot: 104, followUps: 8, alerts: 8 },
  { ...WHOLE, plot: 96, followUps: 5, alerts: 5 },
  { ...WHOLE, plot: 84, followUps: 4, alerts: 4 },
  { ...WHOLE, plot: 64, followUps: 3, alerts: 4 },
  { ...DENSE, plot: 96, followUps: 6, alerts: 6 },
  { ...DENSE, plot: 72, followUps: 5, alerts: 4 },
  { ...DENSE, plot: 52, followUps: 4, alerts: 3 },
  { ...DENSE, alertForm: 'names', plot: 48, followUps: 3, alerts: 3 },
];
const SMALLEST: SurveyDensity = { ...HALF, plot: 40, followUps: 3 };
export const HALF_DENSITIES: readonly SurveyDensity[] = [
  { ...HALF, plot: 72, followUps: 6 },
  { ...HALF, plot: 60, followUps: 5 },
  { ...HALF, plot: 48, followUps: 4 },
  SMALLEST,
];
const TREND_SHARE = 0.6;
/** Of the headings below the name of a survey. */
const LEVEL = 'H3';
const SILENT_TOP = 10;
/** More surveys would not be read; the JSON has every survey. */
const MAX_SURVEYS = 100;

/** What shares the pages with surveys. */
export interface SurveySpace {
  /** The height that is left on the page before. */
  readonly room: number;
  /** Below the surveys. */
  readonly others: readonly Block[];
  /** At the bottom of the last page. */
  readonly note: Block;
}

/** As many surveys on each page as fit, at most two. */
export function* surveyPages(
  surveys: readonly SurveyWeek[],
  { room, note, others }: SurveySpace,
  asOf: string,
  context: LayoutContext,
): Generator<readonly Block[], undefined> {
  const { pageSize } = context;
  const withContent = surveys.filter(hasContent);
  const end = [...surveysWithoutPage(withContent.length - MAX_SURVEYS, context), ...others];
  const endHeight = heightBelow([...end, note]);
  let rest = withContent.slice(0, MAX_SURVEYS);
  let free = room;
  while (rest.length > 0) {
    const page = fittingPage(rest, free, endHeight, asOf, context);
    // A survey taller than a page is broken where it must be.
    const isTooTall = page === null && free === pageSize.bottom - pageSize.top;
    const blocks = isTooTall ? sectionsOf(rest.slice(0, 1), SMALLEST, asOf, context) : page?.blocks;
    if (blocks !== undefined) {
      const isLast = rest.length === (page?.count ?? 1) && end.length === 0;
      const kept = isLast ? keepLastWithNext(blocks) : blocks;
      yield free === room ? kept : startPage(kept);
      rest = rest.slice(page?.count ?? 1);
    }
    free = pageSize.bottom - pageSize.top;
  }
  yield keepLastWithNext(end);
}

interface SurveysOfPage {
  readonly count: number;
  readonly blocks: readonly Block[];
}

/** The most surveys that fit, in the least dense form; `endHeight` is kept free below the last one. */
function fittingPage(
  surveys: readonly SurveyWeek[],
  free: number,
  endHeight: number,
  asOf: string,
  context: LayoutContext,
): SurveysOfPage | null {
  const forms = [
    { count: 2, densities: HALF_DENSITIES },
    { count: 1, densities: [...WHOLE_DENSITIES, ...HALF_DENSITIES] },
  ];
  for (const { count, densities } of forms) {
    if (count > surveys.length) continue;
    const height = count === surveys.length ? free - endHeight : free;
    const layOut = (density: SurveyDensity): SurveysOfPage | null => {
      const blocks = sectionsOf(surveys.slice(0, count), density, asOf, context);
      return heightBelow(blocks) <= height ? { count, blocks } : null;
    };
    // Laying out takes most of the time of a page: where the densest form doesn't fit, no other one does.
    if (count > 1 && layOut(SMALLEST) === null) continue;
    for (const density of densities) {
      const page = layOut(density);
      if (page !== null) return page;
    }
  }
  return null;
}

function sectionsOf(
  surveys: readonly SurveyWeek[],
  density: SurveyDensity,
  asOf: string,
  context: LayoutContext,
): readonly Block[] {
  return surveys.flatMap((survey) => [
    surveyHeader(survey, context),
    ...surveySections(survey, density, asOf, context),
  ]);
}

/** The height of blocks that follow others. */
function heightBelow(blocks: readonly Block[]): number {
  return heightOf(blocks) + (blocks[0]?.before ?? 0);
}

function startPage([first, ...others]: readonly Block[]): readonly Block[] {
  return first === undefined ? [] : [{ ...first, startsPage: true }, ...others];
}

/** Keeps the note, which follows, from being alone on its page. */
export function keepLastWithNext(blocks: readonly Block[]): readonly Block[] {
  const last = blocks.at(-1);
  return last === undefined ? [] : [...blocks.slice(0, -1), { ...last, keepWithNext: true }];
}

function hasContent({ responses, painPoints, highlights, alerts }: SurveyWeek): boolean {
  const lists = [painPoints, highlights, alerts];
  return responses > 0 || lists.some((list) => list !== null && list.length > 0);
}

function surveysWithoutPage(
  count: number,
  { words, formats, width }: LayoutContext,
): readonly Block[] {
  if (count <= 0) return [];
  const text = words.surveysWithoutPage(formats.count(count), formats.plural(count));
  return [paragraph('P', text, textStyles.quiet, width, { before: SPACING.section })];
}

function surveyHeader(survey: SurveyWeek, context: LayoutContext): Block {
  const { names, width } = context;
  const zone = displayText(survey.timeZone, context, 60);
  return stackBlocks(
    [
      paragraph('H2', names.survey(survey.key), textStyles.subtitle, width, { maxLines: 2 }),
      paragraph('P', joinTexts([zone, kindName(survey, context)]), textStyles.quiet, width, {
        maxLines: 2,
      }),
    ],
    { before: SPACING.section, keepWithNext: true },
  );
}

/** All figures of a survey, below its header. */
export function surveySections(
  survey: SurveyWeek,
  density: SurveyDensity,
  asOf: string,
  context: LayoutContext,
): readonly Block[] {
  const { followUpForm, alertForm, plot, followUps, alerts } = density;
  return [
    ...findingBlocks(survey, { level: LEVEL }, context),
    charts(survey, plot, context),
    ...(followUpForm === 'tables'
      ? [
          ...hoursSection(survey.cells, survey, { level: LEVEL }, context),
          followUpsBlock(survey, null, followUps, LEVEL, context),
        ]
      : [hoursAndFollowUps(survey, followUps, context)]),
    ...(alertForm === 'line'
      ? [alertLine(survey, asOf, LEVEL, context)]
      : surveyAlerts(survey, { rows: alerts, form: alertForm, level: LEVEL }, asOf, context)),
  ];
}

/** The weeks and the days side by side, on the same axis. */
function charts(survey: SurveyWeek, plotHeight: number, context: LayoutContext): Block {
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
    { before: SPACING.block },
  );
}

/** In little space: the parts of the week beside both lists. */
function hoursAndFollowUps(survey: SurveyWeek, rows: number, context: LayoutContext): Block {
  const { width } = context;
  const hoursWidth = Math.round((width - COLUMN_GAP) * TREND_SHARE);
  const hours = hoursColumn(survey.cells, survey, LEVEL, hoursWidth, context);
  const left = hours === null ? 0 : hoursWidth + COLUMN_GAP;
  return columnsBlock(
    [
      ...(hours === null ? [] : [{ x: 0, block: hours }]),
      { x: left, block: followUpLines(survey, rows, LEVEL, width - left, context) },
    ],
    { before: SPACING.block },
  );
}

/** A table of the surveys without a section of their own. */
export function silentSurveys(
  allSurveys: readonly SurveyWeek[],
  context: LayoutContext,
): readonly Block[] {
  const surveys = allSurveys.filter((survey) => !hasContent(survey));
  const { words, formats, names, width } = context;
  if (surveys.length === 0) return [];
  return [
    heading('H2', words.silentSurveys, width),
    ...table<SurveyWeek>(
      [
        {
          head: words.columns.survey,
          align: 'left',
          width: { share: 2 },
          namesRow: true,
          cell: (survey) => names.survey(survey.key),
        },
        {
          head: words.columns.timeZone,
          align: 'left',
          width: { share: 1 },
          cell: (survey) => displayText(survey.timeZone, context, 60),
        },
        {
          head: words.columns.lastWeek,
          align: 'right',
          width: 80,
          cell: (survey) => formats.count(survey.previousResponses),
        },
      ],
      truncateRows(surveys, SILENT_TOP, SILENT_TOP, context),
      width,
      context,
    ),
  ];
}
