// Index over time: the last thirteen weeks and the days of this week, each also as a table.
import type { JSX } from 'preact';
import type { GroupKey } from '../../../domain/figures.ts';
import { halfWidthOf } from '../../../domain/figures.ts';
import type { SurveyDay, TrendWeek } from '../../../domain/report.ts';
import { joinTexts } from '../../../i18n/report-texts/alert-texts.ts';
import { daysChart } from '../../../charts/day-chart.ts';
import { trendChart } from '../../../charts/trend-chart.ts';
import { weekNumber } from '../../../i18n/formats.ts';
import type { Localization } from '../../../i18n/localization.ts';
import { uncertaintyText } from '../../../i18n/report-texts/headline-sentence.ts';
import { Chart } from '../../ui/chart-figure.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { useLocalization } from '../../app-context.tsx';
import type { SectionWidth } from '../../ui/page-section.tsx';
import { ChartTable, Section } from '../../ui/page-section.tsx';

/** In points. */
const PLOT_HEIGHT = 96;

interface TrendProps {
  readonly weeks: readonly TrendWeek[];
  readonly group: GroupKey;
  readonly localization: Localization;
  /** Kind of index, when there are several. */
  readonly kind?: string;
  readonly width: SectionWidth;
}

export function Trend({ weeks, group, localization, kind = '', width }: TrendProps): JSX.Element {
  const { words } = localization;
  const isIndexed = weeks.some((week) => week.index !== null);
  const note = isIndexed ? words.trendNote : words.trendNoteCounts;
  const title = joinTexts([words.trend, kind]);
  return (
    <Section title={words.trend} note={kind === '' ? note : kind} width={width}>
      <Chart
        localization={localization}
        title={title}
        draw={(width, setting) => [trendChart(weeks, group, width, PLOT_HEIGHT, setting)]}
      />
      <ChartTable
        title={title}
        table={() => (
          <WeekTable weeks={weeks} group={group} localization={localization} title={title} />
        )}
      />
    </Section>
  );
}

interface TableProps {
  readonly group: GroupKey;
  readonly localization: Localization;
  readonly title: string;
}

function WeekTable({
  weeks,
  group,
  localization,
  title,
}: TableProps & { readonly weeks: readonly TrendWeek[] }): JSX.Element {
  const { page } = useLocalization();
  const { words, formats } = localization;
  return (
    <DataTable
      caption={title}
      rows={weeks.toReversed()}
      initialRows={weeks.length}
      phoneLayout="table"
      rowKey={({ week }) => week}
      columns={[
        {
          header: page.read.columns.week,
          isRowHeader: true,
          cell: ({ week }) => words.weekTick(formats.numeral(weekNumber(week))),
        },
        {
          header: words.columns.index,
          kind: 'number',
          cell: ({ index }) => <strong>{formats.index(index, group.indexType)}</strong>,
        },
        {
          header: page.read.columns.certainty,
          kind: 'number',
          cell: ({ data }) => {
            const halfWidth = halfWidthOf(data, group);
            return halfWidth === null
              ? ''
              : uncertaintyText(halfWidth, group.indexType, localization);
          },
        },
        {
          header: words.columns.responses,
          kind: 'number',
          cell: ({ responses }) => formats.count(responses),
        },
      ]}
    />
  );
}

interface DaysProps {
  readonly days: readonly SurveyDay[];
  readonly group: GroupKey;
  readonly localization: Localization;
}

export function Days({ days, group, localization }: DaysProps): JSX.Element {
  const { words } = localization;
  const isIndexed = days.some((day) => day.index !== null);
  return (
    <Section
      title={words.days}
      note={isIndexed ? words.daysNote : words.trendNoteCounts}
      width="half"
    >
      <Chart
        localization={localization}
        title={words.days}
        draw={(width, setting) => [daysChart(days, group, width, PLOT_HEIGHT, setting)]}
      />
      <ChartTable
        title={words.days}
        table={() => (
          <DayTable days={days} group={group} localization={localization} title={words.days} />
        )}
      />
    </Section>
  );
}

function DayTable({
  days,
  group,
  localization,
  title,
}: TableProps & { readonly days: readonly SurveyDay[] }): JSX.Element {
  const { page } = useLocalization();
  const { words, formats } = localization;
  return (
    <DataTable
      caption={title}
      rows={days}
      phoneLayout="table"
      rowKey={({ date }) => date}
      columns={[
        {
          header: page.read.columns.day,
          isRowHeader: true,
          cell: ({ date }) => formats.dayOfWeek(date),
        },
        {
          header: words.columns.index,
          kind: 'number',
          cell: ({ index }) => <strong>{formats.index(index, group.indexType)}</strong>,
        },
        {
          header: words.columns.responses,
          kind: 'number',
          cell: ({ responses }) => formats.count(responses),
        },
      ]}
    />
  );
}
