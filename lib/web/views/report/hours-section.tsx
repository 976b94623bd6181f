// The parts of the week, those that clearly differ in words, and all hours as a table.
import type { JSX } from 'preact';
import type { GroupKey } from '../../../domain/figures.ts';
import type { WeekdayHour } from '../../../domain/report.ts';
import type { SurveyCell } from '../../../domain/signals/hour-cells.ts';
import { indexOf, responsesOf } from '../../../domain/scale.ts';
import { joinTexts } from '../../../i18n/report-texts/alert-texts.ts';
import { weekPartsChart } from '../../../charts/week-parts.ts';
import { clearHoursTexts } from '../../../i18n/report-texts/hour-texts.ts';
import { Chart } from '../../ui/chart-figure.tsx';
import type { DataColumn } from '../../ui/data-table.tsx';
import { column, DataTable } from '../../ui/data-table.tsx';
import { useLocalization } from '../../app-context.tsx';
import { ChartTable, Section } from '../../ui/page-section.tsx';
import { useReport } from '../../report-context.tsx';

interface HoursProps {
  /** Parts of the week. */
  readonly parts: readonly SurveyCell[];
  readonly cells: readonly WeekdayHour[];
  readonly group: GroupKey;
  /** Index of the week. */
  readonly index: number | null;
  /** Kind of index, when there are several. */
  readonly kind?: string;
}

/** The index of an hour with fewer responses is not shown. */
const MIN_RESPONSES = 3;

export function Hours({ parts, cells, group, index, kind = '' }: HoursProps): JSX.Element | null {
  const { localization } = useReport();
  const { words } = localization;
  if (cells.length === 0) return null;
  const title = joinTexts([words.signals.partsOfWeek, kind]);
  const note = joinTexts([kind, words.signals.partsNote]);
  return (
    <Section title={words.signals.partsOfWeek} note={note}>
      {parts.length > 0 && (
        <>
          <Chart draw={(width, setting) => [weekPartsChart(parts, group, width, setting)]} />
          {clearHoursTexts(parts, group, localization).map((text) => (
            <p key={text}>{text}</p>
          ))}
        </>
      )}
      <ChartTable
        title={title}
        table={() => <HourTable cells={cells} group={group} index={index} title={title} />}
      />
    </Section>
  );
}

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

interface HourTableProps extends Omit<HoursProps, 'kind' | 'parts'> {
  readonly title: string;
}

function HourTable({ cells, group, index, title }: HourTableProps): JSX.Element {
  const { page, formats } = useLocalization();
  const dataByHour = new Map(cells.map((cell) => [cell.weekday * 24 + cell.hour, cell.data]));
  const hours = [...new Set(cells.map(({ hour }) => hour))].sort((a, b) => a - b);
  const cellText = (data: readonly number[] | undefined): string => {
    if (data === undefined) return '';
    const responses = responsesOf(data);
    const hourIndex = indexOf(data, group.indexType, group.feedbackScale);
    if (index === null || hourIndex === null || responses < MIN_RESPONSES)
      return formats.count(responses);
    return page.read.cell(formats.index(hourIndex, group.indexType), formats.count(responses));
  };
  const columns: readonly DataColumn<number>[] = [
    { header: page.read.columns.hour, isRowHeader: true, cell: (hour) => formats.hour(hour) },
    ...WEEKDAYS.map((weekday) =>
      column(formats.weekday(weekday, 'short'), 'number', (hour: number) =>
        cellText(dataByHour.get(weekday * 24 + hour)),
      ),
    ),
  ];
  return (
    <DataTable
      caption={title}
      rows={hours}
      initialRows={24}
      phoneLayout="four"
      rowKey={String}
      columns={columns}
    />
  );
}
