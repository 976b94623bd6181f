// The page of one survey in its own time zone: headline, days, hours, follow-ups and alerts.
import type { SurveyWeek } from '../../../domain/report.ts';
import { daysChart } from '../../../charts/day-chart.ts';
import { weekdayHours } from '../../../charts/best-worst-hours.ts';
import { trendChart } from '../../../charts/trend-chart.ts';
import { kindName } from '../../../i18n/report-texts/index-types.ts';
import { displayText } from '../../../i18n/localization.ts';
import { textStyles } from '../../../charts/theme.ts';
import type { Block } from '../block.ts';
import { columnsBlock, figureBlock, paragraph, stackBlocks } from '../block.ts';
import { fitOnePage } from '../page-flow.ts';
import { SPACING } from '../layout-context.ts';
import type { LayoutContext } from '../layout-context.ts';
import { truncateRows, table } from '../table-blocks.ts';
import { surveyAlerts } from './alert-blocks.ts';
import { followUpsBlock } from './follow-up-blocks.ts';
import { headlineBlock } from './headline-blocks.ts';
import { hoursSection } from './hour-blocks.ts';
import { heading } from './section-heading.ts';

const COLUMN_GAP = 24;
/** Row limits and chart heights; reduced until the survey fits on one page. */
const DENSITIES = [
  { followUps: 8, alerts: 8, chart: 72 },
  { followUps: 5, alerts: 5, chart: 72 },
  { followUps: 4, alerts: 4, chart: 64 },
  { followUps: 3, alerts: 3, chart: 56 },
  { followUps: 2, alerts: 2, chart: 48 },
] as const;
const SILENT_TOP = 10;
/** More pages would not be read; the JSON has every survey. */
const MAX_SURVEY_PAGES = 100;

/** A page for each survey with content, one at a time; silent surveys share a table. */
export function* surveyPages(
  surveys: readonly SurveyWeek[],
  context: LayoutContext,
): Generator<readonly Block[], undefined> {
  const silent = surveys.filter((survey) => isSilent(survey));
  const withContent = surveys.filter((survey) => !isSilent(survey));
  for (const survey of withContent.slice(0, MAX_SURVEY_PAGES)) yield surveyPage(survey, context);
  yield surveysWithoutPage(withContent.length - MAX_SURVEY_PAGES, context);
  yield silentSurveys(silent, context);
}

function surveysWithoutPage(
  count: number,
  { words, formats, width }: LayoutContext,
): readonly Block[] {
  if (count <= 0) return [];
  const text = words.surveysWithoutPage(formats.count(count), formats.plural(count));
  return [paragraph('P', text, textStyles.quiet, width, { before: SPACING.section })];
}

function isSilent(survey: SurveyWeek): boolean {
  const { painPoints, highlights, alerts } = survey;
  return (
    survey.responses === 0 &&
    [painPoints, highlights, alerts].every((list) => list === null || list.length === 0)
  );
}

function surveyPage(survey: SurveyWeek, context: LayoutContext): readonly Block[] {
  const hours = hoursSection(weekdayHours(survey.hours), survey, survey.index, 'H3', '', context);
  // Parts that do not depend on the density are laid out once.
  const top = [surveyHeader(survey, context), headlineBlock(survey, { level: 'H3' }, context)];
  return fitOnePage(
    DENSITIES.map((density) => () => [
      ...top,
      charts(survey, density.chart, context),
      ...hours,
      followUpsBlock(survey, null, density.followUps, 'H3', context),
      ...surveyAlerts(survey, density.alerts, context),
    ]),
    context.pageSize,
  );
}

function surveyHeader(survey: SurveyWeek, context: LayoutContext): Block {
  const { words, formats, names, width } = context;
  const { start, end, hours } = survey.period;
  const kinds = kindName(survey, context);
  const span = words.periodSpan(
    formats.wallClock(start),
    formats.wallClock(end),
    formats.hours(hours),
  );
  return stackBlocks(
    [
      paragraph('H2', names.survey(survey.key), textStyles.subtitle, width, { maxLines: 3 }),
      paragraph(
        'P',
        `${span}  ·  ${displayText(survey.timeZone, context, 60)}  ·  ${kinds}`,
        textStyles.quiet,
        width,
        {
          maxLines: 2,
          before: 2,
        },
      ),
    ],
    { startsPage: true, before: SPACING.section },
  );
}

function charts(survey: SurveyWeek, height: number, context: LayoutContext): Block {
  const { words, width } = context;
  const daysWidth = Math.round((width - COLUMN_GAP) * 0.42);
  const trendWidth = width - COLUMN_GAP - daysWidth;
  const hasIndex = survey.trend.some((week) => week.index !== null);
  return columnsBlock(
    [
      {
        x: 0,
        block: stackBlocks([
          heading('H3', words.days, daysWidth, {
            note: hasIndex ? words.daysNote : words.trendNoteCounts,
            before: 0,
          }),
          figureBlock(daysChart(survey.days, survey, daysWidth, height, context)),
        ]),
      },
      {
        x: daysWidth + COLUMN_GAP,
        block: stackBlocks([
          heading('H3', words.trend, trendWidth, {
            note: hasIndex ? words.trendNote : words.trendNoteCounts,
            before: 0,
          }),
          figureBlock(trendChart(survey.trend, survey, trendWidth, height, context)),
        ]),
      },
    ],
    { before: SPACING.section },
  );
}

function silentSurveys(surveys: readonly SurveyWeek[], context: LayoutContext): readonly Block[] {
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
