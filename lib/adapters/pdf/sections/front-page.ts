// The front page: are we better or worse, when, why, and what is still burning; for a region, which places need me.
import type { SurveyGroup, Report } from '../../../domain/report.ts';
import { largestFirst } from '../../../domain/verdict.ts';
import { trendChart } from '../../../charts/trend-chart.ts';
import { kindName } from '../../../i18n/report-texts/index-types.ts';
import type { Block } from '../block.ts';
import { beside, figureOf, stacked } from '../block.ts';
import { onOnePage } from '../page-flow.ts';
import { space } from '../layout-context.ts';
import type { Setting } from '../layout-context.ts';
import { folderAlerts, openAlertsByPlace } from './alert-blocks.ts';
import { followUps } from './follow-up-blocks.ts';
import { frontHead } from './page-header.ts';
import { headline } from './headline-blocks.ts';
import { hoursSection } from './hour-blocks.ts';
import { moversTable, rankingTables } from './ranking-blocks.ts';
import { dataQuality, notice } from './quality-blocks.ts';
import { quietPlaces } from './quiet-places.ts';
import { heading } from './section-heading.ts';

const COLUMN_GAP = 24;
const FOLLOW_UPS = 6;
const NOTES = 10;
/** As many surveys as a reader compares by turning pages. */
const FEW_SURVEYS = 3;
const QUIET = 10;
const OPEN_ALERTS = 20;

/** How much a store's front page shows of each list; it gives way until the page holds everything. */
interface Density {
  readonly trend: number;
  readonly smallTrend: number;
  readonly followUps: number;
  readonly alerts: number;
  readonly notes: number;
}

/** What every density of a store's front page has alike. */
interface Fixed {
  readonly groups: readonly SurveyGroup[];
  readonly top: readonly Block[];
  readonly ranking: readonly Block[];
}

const ROOMY: Density = { trend: 96, smallTrend: 64, followUps: 6, alerts: 6, notes: NOTES };
const DENSITIES: readonly Density[] = [
  ROOMY,
  { trend: 84, smallTrend: 56, followUps: 4, alerts: 4, notes: 6 },
  { trend: 72, smallTrend: 48, followUps: 3, alerts: 3, notes: 3 },
];

export function frontPage(report: Report, setting: Setting): readonly Block[] {
  if (report.subfolders.length > 0) return regionFront(report, setting);
  const groups = largestFirst(report.summary.groups);
  // What gives way to nothing is laid out once.
  const top = [
    frontHead(report, setting),
    ...notice(report, setting),
    ...headlines(groups, setting),
  ];
  const ranking = report.surveys.length > FEW_SURVEYS ? rankingTables(report, 2, setting) : [];
  return onOnePage(
    DENSITIES.map(
      (density) => () => storeFront(report, { groups, top, ranking }, density, setting),
    ),
    setting.sheet,
  );
}

function storeFront(
  report: Report,
  fixed: Fixed,
  density: Density,
  setting: Setting,
): readonly Block[] {
  const { painPoints, highlights } = report;
  const said = painPoints.length > 0 || highlights.length > 0;
  return [
    ...fixed.top,
    ...trends(fixed.groups, density, setting),
    ...(said
      ? [followUps({ painPoints, highlights }, null, density.followUps, 'H2', setting)]
      : []),
    ...(report.surveys.length > 0 ? folderAlerts(report, density.alerts, setting) : []),
    ...fixed.ranking,
    ...dataQuality(report, density.notes, setting),
  ];
}

/** One for each kind. */
function headlines(groups: readonly SurveyGroup[], setting: Setting): readonly Block[] {
  const { words, formats } = setting;
  const several = groups.length > 1;
  return groups.map((group) => {
    const surveys = words.surveysIn(formats.count(group.surveys), formats.plural(group.surveys));
    const notes = several ? { over: kindName(group, setting), under: surveys } : {};
    return headline(group, { level: 'H2', ...notes }, setting);
  });
}

/** A chart for each kind that was heard of; they share rows when there are several. */
function trends(all: readonly SurveyGroup[], density: Density, setting: Setting): readonly Block[] {
  const { words, width } = setting;
  const groups = all.filter((group) => group.trend.some((week) => week.responses > 0));
  const [only] = groups;
  if (only === undefined) return [];
  const noteFor = (group: SurveyGroup): string =>
    group.trend.some((week) => week.index !== null) ? words.trendNote : words.trendNoteCounts;
  if (groups.length === 1) {
    return [
      heading('H2', words.trend, width, { note: noteFor(only) }),
      figureOf(trendChart(only.trend, only, width, density.trend, setting)),
    ];
  }
  const half = (width - COLUMN_GAP) / 2;
  const charts = groups.map((group) =>
    stacked([
      heading('H2', words.trend, half, {
        note: kindName(group, setting),
        before: 0,
        title: `${words.trend} · ${kindName(group, setting)}`,
      }),
      figureOf(trendChart(group.trend, group, half, density.smallTrend, setting)),
    ]),
  );
  return Array.from({ length: Math.ceil(charts.length / 2) }, (_, row) =>
    beside(
      charts
        .slice(row * 2, row * 2 + 2)
        .map((chart, i) => ({ x: i * (half + COLUMN_GAP), block: chart })),
      { before: space.section },
    ),
  );
}

function regionFront(report: Report, setting: Setting): readonly Block[] {
  const { painPoints, highlights, summary } = report;
  const said = painPoints.length > 0 || highlights.length > 0;
  const groups = largestFirst(summary.groups);
  return [
    frontHead(report, setting),
    ...notice(report, setting),
    ...headlines(groups, setting),
    ...trends(groups, ROOMY, setting),
    ...rankingTables(report, 1, setting),
    ...moversTable(report, setting),
    ...(said
      ? [followUps({ painPoints, highlights }, summary.surveys, FOLLOW_UPS, 'H2', setting)]
      : []),
    ...openAlertsByPlace(report, OPEN_ALERTS, setting),
    ...quietPlaces(report, QUIET, setting),
    ...groups.flatMap((group) => {
      const kind = groups.length > 1 ? kindName(group, setting) : '';
      return hoursSection(group.hours, group, group.index, 'H2', kind, setting);
    }),
    ...dataQuality(report, NOTES, setting),
  ];
}
