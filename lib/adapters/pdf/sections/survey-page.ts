// One survey's page, in its own zone: what it says, day by day and hour by hour, what people named, what burned.
import type { SurveyWeek } from '../../../domain/report.ts';
import { daysChart } from '../../../charts/day-chart.ts';
import { weekdayHours } from '../../../charts/best-worst-hours.ts';
import { trendChart } from '../../../charts/trend-chart.ts';
import { kindName } from '../../../i18n/report-texts/index-types.ts';
import { displayText } from '../../../i18n/localization.ts';
import { type } from '../../../charts/theme.ts';
import type { Block } from '../block.ts';
import { beside, figureOf, paragraph, stacked } from '../block.ts';
import { onOnePage } from '../page-flow.ts';
import { space } from '../layout-context.ts';
import type { Setting } from '../layout-context.ts';
import { shortened, table } from '../table-blocks.ts';
import { surveyAlerts } from './alert-blocks.ts';
import { followUps } from './follow-up-blocks.ts';
import { headline } from './headline-blocks.ts';
import { hoursSection } from './hour-blocks.ts';
import { heading } from './section-heading.ts';

const COLUMN_GAP = 24;
/** Rows of the lists and the charts' height; they give way until the survey has one page. */
const DENSITIES = [
  { followUps: 8, alerts: 8, chart: 72 },
  { followUps: 5, alerts: 5, chart: 72 },
  { followUps: 4, alerts: 4, chart: 64 },
  { followUps: 3, alerts: 3, chart: 56 },
  { followUps: 2, alerts: 2, chart: 48 },
] as const;
const SILENT_TOP = 10;
/** More pages nobody turns; the JSON has every survey. */
const MOST_SURVEYS = 100;

/** A page for each survey that has something to show; the silent ones share a table. */
/** One page after the other. */
export function* surveyPages(
  surveys: readonly SurveyWeek[],
  setting: Setting,
): Generator<readonly Block[], undefined> {
  const silent = surveys.filter((survey) => isSilent(survey));
  const heard = surveys.filter((survey) => !isSilent(survey));
  for (const survey of heard.slice(0, MOST_SURVEYS)) yield surveyPage(survey, setting);
  yield surveysWithoutPage(heard.length - MOST_SURVEYS, setting);
  yield silentSurveys(silent, setting);
}

function surveysWithoutPage(count: number, { words, formats, width }: Setting): readonly Block[] {
  if (count <= 0) return [];
  const text = words.surveysWithoutPage(formats.count(count), formats.plural(count));
  return [paragraph('P', text, type.quiet, width, { before: space.section })];
}

function isSilent(survey: SurveyWeek): boolean {
  const { painPoints, highlights, alerts } = survey;
  return (
    survey.responses === 0 &&
    [painPoints, highlights, alerts].every((list) => list === null || list.length === 0)
  );
}

function surveyPage(survey: SurveyWeek, setting: Setting): readonly Block[] {
  const hours = hoursSection(weekdayHours(survey.hours), survey, survey.index, 'H3', '', setting);
  // What gives way to nothing is laid out once.
  const top = [surveyHead(survey, setting), headline(survey, { level: 'H3' }, setting)];
  return onOnePage(
    DENSITIES.map((density) => () => [
      ...top,
      charts(survey, density.chart, setting),
      ...hours,
      followUps(survey, null, density.followUps, 'H3', setting),
      ...surveyAlerts(survey, density.alerts, setting),
    ]),
    setting.sheet,
  );
}

function surveyHead(survey: SurveyWeek, setting: Setting): Block {
  const { words, formats, names, width } = setting;
  const { start, end, hours } = survey.period;
  const kinds = kindName(survey, setting);
  const span = words.periodSpan(
    formats.wallClock(start),
    formats.wallClock(end),
    formats.hours(hours),
  );
  return stacked(
    [
      paragraph('H2', names.survey(survey.key), type.subtitle, width, { maxLines: 3 }),
      paragraph(
        'P',
        `${span}  ·  ${displayText(survey.timeZone, setting, 60)}  ·  ${kinds}`,
        type.quiet,
        width,
        {
          maxLines: 2,
          before: 2,
        },
      ),
    ],
    { startsPage: true, before: space.section },
  );
}

function charts(survey: SurveyWeek, height: number, setting: Setting): Block {
  const { words, width } = setting;
  const left = Math.round((width - COLUMN_GAP) * 0.42);
  const right = width - COLUMN_GAP - left;
  const known = survey.trend.some((week) => week.index !== null);
  return beside(
    [
      {
        x: 0,
        block: stacked([
          heading('H3', words.days, left, {
            note: known ? words.daysNote : words.trendNoteCounts,
            before: 0,
          }),
          figureOf(daysChart(survey.days, survey, left, height, setting)),
        ]),
      },
      {
        x: left + COLUMN_GAP,
        block: stacked([
          heading('H3', words.trend, right, {
            note: known ? words.trendNote : words.trendNoteCounts,
            before: 0,
          }),
          figureOf(trendChart(survey.trend, survey, right, height, setting)),
        ]),
      },
    ],
    { before: space.section },
  );
}

function silentSurveys(surveys: readonly SurveyWeek[], setting: Setting): readonly Block[] {
  const { words, formats, names, width } = setting;
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
          cell: (survey) => displayText(survey.timeZone, setting, 60),
        },
        {
          head: words.columns.lastWeek,
          align: 'right',
          width: 80,
          cell: (survey) => formats.count(survey.previousResponses),
        },
      ],
      shortened(surveys, SILENT_TOP, SILENT_TOP, setting),
      width,
      setting,
    ),
  ];
}
