// The heat map with its best and worst hours named beside it, and every hour as a table.
import type { JSX } from 'preact';
import type { GroupKey } from '../../../domain/figures.ts';
import type { WeekdayHour } from '../../../domain/report.ts';
import { indexOf, responsesOf } from '../../../domain/scale.ts';
import { joined } from '../../../i18n/report-texts/alert-texts.ts';
import { dayColumn, heatMap } from '../../../charts/heat-map.ts';
import type { Slot } from '../../../charts/best-worst-hours.ts';
import { THIN, extremes, slotName, slotsOf } from '../../../charts/best-worst-hours.ts';
import type { Localization } from '../../../i18n/localization.ts';
import { Chart } from '../../ui/chart-figure.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { useSpeech } from '../../app-context.tsx';
import { AsTable, Section } from '../../ui/page-section.tsx';

interface HoursProps {
  readonly cells: readonly WeekdayHour[];
  readonly group: GroupKey;
  /** Of the week. */
  readonly index: number | null;
  readonly reading: Localization;
  /** Which kind, where there are several. */
  readonly kind?: string;
}

/** As narrow as 24 columns can be read, in CSS pixels. */
const LEAST = 600;
/** Its numbers are the smallest print of a report. */
const SCALE = 1.85;

export function Hours({ cells, group, index, reading, kind = '' }: HoursProps): JSX.Element | null {
  const { words } = reading;
  if (cells.length === 0) return null;
  const slots = extremes(slotsOf(cells, group));
  const title = joined([words.heatMap, kind]);
  const note = joined([kind, index === null ? words.heatCountNote : words.heatIndexNote]);
  return (
    <Section title={words.heatMap} note={note}>
      <div class="hours">
        <Chart
          reading={reading}
          title={title}
          least={LEAST}
          scale={SCALE}
          scrolling={{ frozen: dayColumn, from: firstHour(cells) / 24 }}
          draw={(width, setting) => {
            const { grid, legend } = heatMap(cells, group, index, slots, width, setting);
            return legend === null ? [grid] : [grid, legend];
          }}
        />
        {slots.best.length > 0 && (
          <div class="slots">
            <SlotList title={words.bestHours} slots={slots.best} group={group} reading={reading} />
            <SlotList
              title={words.worstHours}
              slots={slots.worst}
              group={group}
              reading={reading}
            />
          </div>
        )}
      </div>
      <AsTable
        title={title}
        table={() => (
          <HourTable cells={cells} group={group} index={index} reading={reading} title={title} />
        )}
      />
    </Section>
  );
}

/** In which a weekday begins to be busy; nights have a stray press at most. */
function firstHour(cells: readonly WeekdayHour[]): number {
  const busy = cells.filter(({ data }) => responsesOf(data) >= THIN);
  const heard = cells.filter(({ data }) => responsesOf(data) > 0);
  const hours = (busy.length > 0 ? busy : heard).map(({ hour }) => hour);
  return hours.reduce((first, hour) => Math.min(first, hour), 24) % 24;
}

interface SlotListProps {
  readonly title: string;
  readonly slots: readonly Slot[];
  readonly group: GroupKey;
  readonly reading: Localization;
}

function SlotList({ title, slots, group, reading }: SlotListProps): JSX.Element {
  const { words, formats } = reading;
  return (
    <div>
      <h3>{title}</h3>
      <ol class="slot-list">
        {slots.map((slot) => (
          <li key={`${slot.weekday} ${slot.hour}`}>
            <span>{slotName(slot, reading)}</span>
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
  reading,
  title,
}: HoursProps & { readonly title: string }): JSX.Element {
  const { page } = useSpeech();
  const { formats } = reading;
  const byPlace = new Map(cells.map((cell) => [cell.weekday * 24 + cell.hour, cell.data]));
  const hours = [...new Set(cells.map(({ hour }) => hour))].sort((a, b) => a - b);
  const said = (data: readonly number[] | undefined): string => {
    if (data === undefined) return '';
    const responses = responsesOf(data);
    const own = indexOf(data, group.indexType, group.feedbackScale);
    if (index === null || own === null || responses < THIN) return formats.count(responses);
    return page.read.cell(formats.index(own, group.indexType), formats.count(responses));
  };
  const columns: readonly Column<number>[] = [
    { head: page.read.columns.hour, namesRow: true, cell: (hour) => formats.hour(hour) },
    ...WEEKDAYS.map((weekday): Column<number> => ({
      head: formats.weekday(weekday, 'short'),
      kind: 'number',
      cell: (hour) => said(byPlace.get(weekday * 24 + hour)),
    })),
  ];
  return (
    <DataTable
      caption={title}
      rows={hours}
      first={24}
      onPhones="four"
      keyOf={String}
      columns={columns}
    />
  );
}
