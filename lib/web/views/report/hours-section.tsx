// Heat map of the week with its best and worst hours, and all hours as a table.
import type { JSX } from 'preact';
import type { GroupKey } from '../../../domain/figures.ts';
import type { WeekdayHour } from '../../../domain/report.ts';
import { indexOf, responsesOf } from '../../../domain/scale.ts';
import { joinTexts } from '../../../i18n/report-texts/alert-texts.ts';
import { dayColumnWidth, heatMap } from '../../../charts/heat-map.ts';
import type { HourSlot } from '../../../charts/best-worst-hours.ts';
import {
  MIN_RESPONSES,
  bestAndWorstHours,
  slotName,
  hourSlots,
} from '../../../charts/best-worst-hours.ts';
import type { Localization } from '../../../i18n/localization.ts';
import { Chart } from '../../ui/chart-figure.tsx';
import type { DataColumn } from '../../ui/data-table.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { useLocalization } from '../../app-context.tsx';
import { ChartTable, Section } from '../../ui/page-section.tsx';

interface HoursProps {
  readonly cells: readonly WeekdayHour[];
  readonly group: GroupKey;
  /** Index of the week. */
  readonly index: number | null;
  readonly localization: Localization;
  /** Kind of index, when there are several. */
  readonly kind?: string;
}

/** Minimum width for 24 readable columns, in CSS pixels. */
const MIN_WIDTH = 600;
/** Larger than for other charts, because heat map numbers have the smallest font. */
const SCALE = 1.85;

export function Hours({
  cells,
  group,
  index,
  localization,
  kind = '',
}: HoursProps): JSX.Element | null {
  const { words } = localization;
  if (cells.length === 0) return null;
  const slots = bestAndWorstHours(hourSlots(cells, group));
  const title = joinTexts([words.heatMap, kind]);
  const note = joinTexts([kind, index === null ? words.heatCountNote : words.heatIndexNote]);
  return (
    <Section title={words.heatMap} note={note}>
      <div class="hours">
        <Chart
          localization={localization}
          title={title}
          minWidth={MIN_WIDTH}
          scale={SCALE}
          scrolling={{ frozenWidth: dayColumnWidth, initialOffset: firstBusyHour(cells) / 24 }}
          draw={(width, setting) => {
            const { grid, legend } = heatMap(cells, group, index, slots, width, setting);
            return legend === null ? [grid] : [grid, legend];
          }}
        />
        {slots.best.length > 0 && (
          <div class="slots">
            <SlotList
              title={words.bestHours}
              slots={slots.best}
              group={group}
              localization={localization}
            />
            <SlotList
              title={words.worstHours}
              slots={slots.worst}
              group={group}
              localization={localization}
            />
          </div>
        )}
      </div>
      <ChartTable
        title={title}
        table={() => (
          <HourTable
            cells={cells}
            group={group}
            index={index}
            localization={localization}
            title={title}
          />
        )}
      />
    </Section>
  );
}

/** The earliest hour with enough responses on any weekday; single presses at night do not count. */
function firstBusyHour(cells: readonly WeekdayHour[]): number {
  const busy = cells.filter(({ data }) => responsesOf(data) >= MIN_RESPONSES);
  const nonEmpty = cells.filter(({ data }) => responsesOf(data) > 0);
  const hours = (busy.length > 0 ? busy : nonEmpty).map(({ hour }) => hour);
  return hours.reduce((first, hour) => Math.min(first, hour), 24) % 24;
}

interface SlotListProps {
  readonly title: string;
  readonly slots: readonly HourSlot[];
  readonly group: GroupKey;
  readonly localization: Localization;
}

function SlotList({ title, slots, group, localization }: SlotListProps): JSX.Element {
  const { words, formats } = localization;
  return (
    <div>
      <h3>{title}</h3>
      <ol class="slot-list">
        {slots.map((slot) => (
          <li key={`${slot.weekday} ${slot.hour}`}>
            <span>{slotName(slot, localization)}</span>
            <strong class="number">{formats.index(slot.index, group.indexType)}</strong>
            <span class="muted">
              {words.responses(formats.count(slot.responses), formats.plural(slot.responses))}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

function HourTable({
  cells,
  group,
  index,
  localization,
  title,
}: HoursProps & { readonly title: string }): JSX.Element {
  const { page } = useLocalization();
  const { formats } = localization;
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
    ...WEEKDAYS.map((weekday): DataColumn<number> => ({
      header: formats.weekday(weekday, 'short'),
      kind: 'number',
      cell: (hour) => cellText(dataByHour.get(weekday * 24 + hour)),
    })),
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
