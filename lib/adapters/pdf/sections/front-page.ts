// The front page of a store or a region: headline, trend, rankings, follow-ups, alerts and data quality.
import type { SurveyGroup, Report } from '../../../domain/report.ts';
import { largestFirst } from '../../../domain/verdict.ts';
import { trendChart } from '../../../charts/trend-chart.ts';
import { kindName } from '../../../i18n/report-texts/index-types.ts';
import type { Block } from '../block.ts';
import { columnsBlock, figureBlock, stackBlocks } from '../block.ts';
import { fitOnePage } from '../page-flow.ts';
import { SPACING } from '../layout-context.ts';
import type { LayoutContext } from '../layout-context.ts';
import { folderAlerts, openAlertsByPlace } from './alert-blocks.ts';
import { followUpsBlock } from './follow-up-blocks.ts';
import { frontPageHeader } from './page-header.ts';
import { headlineBlock } from './headline-blocks.ts';
import { hoursSection } from './hour-blocks.ts';
import { moversTable, rankingTables } from './ranking-blocks.ts';
import { dataQuality, statusNotice } from './quality-blocks.ts';
import { quietPlaces } from './quiet-places.ts';
import { heading } from './section-heading.ts';

const COLUMN_GAP = 24;
const MAX_FOLLOW_UPS = 6;
const MAX_NOTES = 10;
/** A store with more surveys gets a ranking on the front page. */
const FEW_SURVEYS = 3;
const MAX_QUIET_PLACES = 10;
const MAX_OPEN_ALERTS = 20;

/** Row limits and chart heights of a store's front page; reduced until everything fits on one page. */
interface Density {
  readonly trend: number;
  readonly smallTrend: number;
  readonly followUps: number;
  readonly alerts: number;
  readonly notes: number;
}

/** The parts of a store's front page that are the same for every density. */
interface FixedContent {
  readonly groups: readonly SurveyGroup[];
  readonly top: readonly Block[];
  readonly ranking: readonly Block[];
}

const FULL_DENSITY: Density = {
  trend: 96,
  smallTrend: 64,
  followUps: 6,
  alerts: 6,
  notes: MAX_NOTES,
};
const DENSITIES: readonly Density[] = [
  FULL_DENSITY,
  { trend: 84, smallTrend: 56, followUps: 4, alerts: 4, notes: 6 },
  { trend: 72, smallTrend: 48, followUps: 3, alerts: 3, notes: 3 },
];

export function frontPage(report: Report, context: LayoutContext): readonly Block[] {
  if (report.subfolders.length > 0) return regionFrontPage(report, context);
  const groups = largestFirst(report.summary.groups);
  // Parts that do not depend on the density are laid out once.
  const top = [
    frontPageHeader(report, context),
    ...statusNotice(report, context),
    ...headlines(groups, context),
  ];
  const ranking = report.surveys.length > FEW_SURVEYS ? rankingTables(report, 2, context) : [];
  return fitOnePage(
    DENSITIES.map(
      (density) => () => storeFrontPage(report, { groups, top, ranking }, density, context),
    ),
    context.pageSize,
  );
}

function storeFrontPage(
  report: Report,
  fixedContent: FixedContent,
  density: Density,
  context: LayoutContext,
): readonly Block[] {
  const { painPoints, highlights } = report;
  const hasFollowUps = painPoints.length > 0 || highlights.length > 0;
  return [
    ...fixedContent.top,
    ...trends(fixedContent.groups, density, context),
    ...(hasFollowUps
      ? [followUpsBlock({ painPoints, highlights }, null, density.followUps, 'H2', context)]
      : []),
    ...(report.surveys.length > 0 ? folderAlerts(report, density.alerts, context) : []),
    ...fixedContent.ranking,
    ...dataQuality(report, density.notes, context),
  ];
}

/** One headline for each kind of index. */
function headlines(groups: readonly SurveyGroup[], context: LayoutContext): readonly Block[] {
  const { words, formats } = context;
  const several = groups.length > 1;
  return groups.map((group) => {
    const surveys = words.surveysIn(formats.count(group.surveys), formats.plural(group.surveys));
    const notes = several ? { over: kindName(group, context), under: surveys } : {};
    return headlineBlock(group, { level: 'H2', ...notes }, context);
  });
}

/** A trend chart for each kind with responses; several charts are placed two in a row. */
function trends(
  allGroups: readonly SurveyGroup[],
  density: Density,
  context: LayoutContext,
): readonly Block[] {
  const { words, width } = context;
  const groups = allGroups.filter((group) => group.trend.some((week) => week.responses > 0));
  const [first] = groups;
  if (first === undefined) return [];
  const noteFor = (group: SurveyGroup): string =>
    group.trend.some((week) => week.index !== null) ? words.trendNote : words.trendNoteCounts;
  if (groups.length === 1) {
    return [
      heading('H2', words.trend, width, { note: noteFor(first) }),
      figureBlock(trendChart(first.trend, first, width, density.trend, context)),
    ];
  }
  const half = (width - COLUMN_GAP) / 2;
  const charts = groups.map((group) =>
    stackBlocks([
      heading('H2', words.trend, half, {
        note: kindName(group, context),
        before: 0,
        title: `${words.trend} · ${kindName(group, context)}`,
      }),
      figureBlock(trendChart(group.trend, group, half, density.smallTrend, context)),
    ]),
  );
  return Array.from({ length: Math.ceil(charts.length / 2) }, (_, row) =>
    columnsBlock(
      charts
        .slice(row * 2, row * 2 + 2)
        .map((chart, i) => ({ x: i * (half + COLUMN_GAP), block: chart })),
      { before: SPACING.section },
    ),
  );
}

function regionFrontPage(report: Report, context: LayoutContext): readonly Block[] {
  const { painPoints, highlights, summary } = report;
  const hasFollowUps = painPoints.length > 0 || highlights.length > 0;
  const groups = largestFirst(summary.groups);
  return [
    frontPageHeader(report, context),
    ...statusNotice(report, context),
    ...headlines(groups, context),
    ...trends(groups, FULL_DENSITY, context),
    ...rankingTables(report, 1, context),
    ...moversTable(report, context),
    ...(hasFollowUps
      ? [followUpsBlock({ painPoints, highlights }, summary.surveys, MAX_FOLLOW_UPS, 'H2', context)]
      : []),
    ...openAlertsByPlace(report, MAX_OPEN_ALERTS, context),
    ...quietPlaces(report, MAX_QUIET_PLACES, context),
    ...groups.flatMap((group) => {
      const kind = groups.length > 1 ? kindName(group, context) : '';
      return hoursSection(group.hours, group, group.index, 'H2', kind, context);
    }),
    ...dataQuality(report, MAX_NOTES, context),
  ];
}
