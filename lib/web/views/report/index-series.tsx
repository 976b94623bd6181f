// The index over time: the last thirteen weeks, and the days of this one; each with its numbers as a table.
import type { JSX } from 'preact';
import type { GroupKey } from '../../../domain/figures.ts';
import { halfWidthOf } from '../../../domain/figures.ts';
import type { SurveyDay, TrendWeek } from '../../../domain/report.ts';
import { joined } from '../../../i18n/report-texts/alert-texts.ts';
import { daysChart } from '../../../charts/day-chart.ts';
import { trendChart } from '../../../charts/trend-chart.ts';
import { weekNumber } from '../../../i18n/formats.ts';
import type { Localization } from '../../../i18n/localization.ts';
import { certaintyText } from '../../../i18n/report-texts/headline-sentence.ts';
import { Chart } from '../../ui/chart-figure.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { useSpeech } from '../../app-context.tsx';
import type { Room } from '../../ui/page-section.tsx';
import { AsTable, Section } from '../../ui/page-section.tsx';

/** Of the plot, in points. */
const PLOT = 96;

interface TrendProps {
  readonly weeks: readonly TrendWeek[];
  readonly group: GroupKey;
  readonly reading: Localization;
  /** Which kind, where there are several. */
  readonly kind?: string;
  readonly room: Room;
}

export function Trend({ weeks, group, reading, kind = '', room }: TrendProps): JSX.Element {
  const { words } = reading;
  const isIndexed = weeks.some((week) => week.index !== null);
  const note = isIndexed ? words.trendNote : words.trendNoteCounts;
  const title = joined([words.trend, kind]);
  return (
    <Section title={words.trend} note={kind === '' ? note : kind} room={room}>
      <Chart
        reading={reading}
        title={title}
        draw={(width, setting) => [trendChart(weeks, group, width, PLOT, setting)]}
      />
      <AsTable
        title={title}
        table={() => <WeekTable weeks={weeks} group={group} reading={reading} title={title} />}
      />
    </Section>
  );
}

interface TableProps {
  readonly group: GroupKey;
  readonly reading: Localization;
  readonly title: string;
}

function WeekTable({
  weeks,
  group,
  reading,
  title,
}: TableProps & { readonly weeks: readonly TrendWeek[] }): JSX.Element {
  const { page } = useSpeech();
  const { words, formats } = reading;
  return (
    <DataTable
      caption={title}
      rows={weeks.toReversed()}
      first={weeks.length}
      onPhones="table"
      keyOf={({ week }) => week}
      columns={[
        {
          head: page.read.columns.week,
          namesRow: true,
          cell: ({ week }) => words.weekTick(formats.numeral(weekNumber(week))),
        },
        {
          head: words.columns.index,
          kind: 'number',
          cell: ({ index }) => <strong>{formats.index(index, group.indexType)}</strong>,
        },
        {
          head: page.read.columns.certainty,
          kind: 'number',
          cell: ({ data }) => {
            const halfWidth = halfWidthOf(data, group);
            return halfWidth === null ? '' : certaintyText(halfWidth, group.indexType, reading);
          },
        },
        {
          head: words.columns.responses,
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
  readonly reading: Localization;
}

export function Days({ days, group, reading }: DaysProps): JSX.Element {
  const { words } = reading;
  const isIndexed = days.some((day) => day.index !== null);
  return (
    <Section
      title={words.days}
      note={isIndexed ? words.daysNote : words.trendNoteCounts}
      room="half"
    >
      <Chart
        reading={reading}
        title={words.days}
        draw={(width, setting) => [daysChart(days, group, width, PLOT, setting)]}
      />
      <AsTable
        title={words.days}
        table={() => <DayTable days={days} group={group} reading={reading} title={words.days} />}
      />
    </Section>
  );
}

function DayTable({
  days,
  group,
  reading,
  title,
}: TableProps & { readonly days: readonly SurveyDay[] }): JSX.Element {
  const { page } = useSpeech();
  const { words, formats } = reading;
  return (
    <DataTable
      caption={title}
      rows={days}
      onPhones="table"
      keyOf={({ date }) => date}
      columns={[
        {
          head: page.read.columns.day,
          namesRow: true,
          cell: ({ date }) => formats.dayOfWeek(date),
        },
        {
          head: words.columns.index,
          kind: 'number',
          cell: ({ index }) => <strong>{formats.index(index, group.indexType)}</strong>,
        },
        {
          head: words.columns.responses,
          kind: 'number',
          cell: ({ responses }) => formats.count(responses),
        },
      ]}
    />
  );
}
