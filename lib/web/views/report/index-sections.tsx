// The index of a week with a sentence and the distribution of responses, and the index over weeks and days.
import type { JSX } from 'preact';
import type { GroupKey } from '../../../domain/figures.ts';
import { halfWidthOf } from '../../../domain/figures.ts';
import type {
  JudgedFigures,
  SurveyDay,
  SurveyWeek,
  TrendWeek,
  WeekdayHour,
} from '../../../domain/report.ts';
import { responsesOf, indexOf } from '../../../domain/scale.ts';
import { daysChart } from '../../../charts/day-chart.ts';
import { drawnLevel } from '../../../charts/drawn-level.ts';
import { MAX_SEGMENTS, segmentsOf, sharesBar } from '../../../charts/distribution.ts';
import { indexDomain } from '../../../charts/index-axes.ts';
import { trendChart } from '../../../charts/trend-chart.ts';
import { weekNumber } from '../../../i18n/formats.ts';
import { joinTexts } from '../../../i18n/report-texts/alert-texts.ts';
import {
  findingText,
  responsesText,
  uncertaintyText,
} from '../../../i18n/report-texts/headline-sentence.ts';
import type { AddedFacts } from '../../../i18n/report-texts/place-additions.ts';
import { placeAdditions } from '../../../i18n/report-texts/place-additions.ts';
import type { JudgedPlace } from '../../../i18n/report-texts/place-headline.ts';
import { hasTooFewResponses } from '../../../i18n/report-texts/place-headline.ts';
import { comparedText, partTexts } from '../../../i18n/report-texts/state-texts.ts';
import { indexName } from '../../../i18n/report-texts/index-types.ts';
import type { WeekHours } from '../../../charts/week-hours.ts';
import { weekPartsChart } from '../../../charts/week-parts.ts';
import { useLocalization } from '../../app-context.tsx';
import { useReport } from '../../report-context.tsx';
import { Chart } from '../../ui/chart-figure.tsx';
import type { DataColumn } from '../../ui/data-table.tsx';
import { column, rowHeader, DataTable } from '../../ui/data-table.tsx';
import type { SectionWidth } from '../../ui/page-section.tsx';
import { ChartTable, Section, SECTION_CLASSES } from '../../ui/page-section.tsx';

interface HeadlineProps {
  readonly place: JudgedPlace & AddedFacts;
  /** Replaces the name of the index when a page has several kinds. */
  readonly title?: string;
  readonly note?: string;
  readonly width: SectionWidth;
}

/** A few responses have no index. */
const NO_NUMBERS = { index: null, halfWidth: null, change: null };

export function Headline({ place, title, note = '', width }: HeadlineProps): JSX.Element {
  const { localization } = useReport();
  const { page } = useLocalization();
  const { words, formats } = localization;
  const { indexType, responses, level, data } = place;
  const isTooFew = hasTooFewResponses(place);
  const { index, halfWidth, change } = isTooFew ? NO_NUMBERS : place;
  const isCount = index === null && responses > 0;
  const certainty = halfWidth === null ? '' : uncertaintyText(halfWidth, indexType, localization);
  // The title names the kind, so the unit is part of the note.
  const unit = isCount && title !== undefined ? words.responsesHeading : '';
  return (
    <section class={`${SECTION_CLASSES[width]} headline`}>
      <div class="figure">
        <h2>{title ?? (isCount ? words.responsesHeading : indexName(place, localization))}</h2>
        <p class={responses === 0 ? 'figure-value is-absent' : 'figure-value'}>
          {isCount ? formats.count(responses) : formats.index(index, indexType)}
        </p>
        <p class="muted">{joinTexts([unit, certainty, note])}</p>
        <p class="muted">{comparedText(level, indexType, localization)}</p>
      </div>
      <div class="said">
        <p class="sentence">{findingText(place, localization)}</p>
        {placeAdditions(place, localization).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {level.state !== null && index !== null && (
          <p class="muted">
            {joinTexts([
              change === null
                ? ''
                : page.browse.changed({ change: formats.change(change, indexType) }),
              responsesText(place, localization),
            ])}
          </p>
        )}
        {responses > 0 && !isTooFew && <Distribution data={data} indexType={indexType} />}
      </div>
    </section>
  );
}

function Distribution({
  data,
  indexType,
}: Pick<JudgedFigures & GroupKey, 'data' | 'indexType'>): JSX.Element {
  const { page } = useLocalization();
  const { localization } = useReport();
  const { words, formats } = localization;
  const segments = segmentsOf(data, indexType, localization);
  const hiddenButtons = segments.length - MAX_SEGMENTS;
  return (
    <div class="distribution">
      <Chart draw={(width, setting) => [sharesBar(data, indexType, width, setting)]} />
      <ul class="buttons" aria-label={page.read.responsesByButton}>
        {segments.slice(0, MAX_SEGMENTS).map(({ name, count, share, colour }, i) => (
          <li key={i}>
            <span class="swatch" style={{ backgroundColor: colour }} />
            <span class="button-name">{name}</span>
            <span class="button-count">
              <strong>{formats.count(count)}</strong> <span class="muted">{share}</span>
            </span>
          </li>
        ))}
        {hiddenButtons > 0 && (
          <li class="muted buttons-more">{words.moreInJson({ n: hiddenButtons })}</li>
        )}
      </ul>
    </div>
  );
}

/** In points. */
const PLOT_HEIGHT = 96;

interface TrendProps {
  readonly weeks: readonly TrendWeek[];
  readonly group: GroupKey & Pick<JudgedFigures, 'level'>;
  /** Kind of index, when there are several. */
  readonly kind?: string;
  readonly width: SectionWidth;
}

/** The last thirteen weeks, also as a table. */
export function Trend({ weeks, group, kind = '', width }: TrendProps): JSX.Element {
  const { page } = useLocalization();
  const { localization } = useReport();
  const { words, formats } = localization;
  const { indexType } = group;
  const series = { ...group, trend: weeks };
  const domain = indexDomain([series]);
  const { trendNote, trendNoteWithoutRange } = words.signals;
  const indexNote = drawnLevel(group.level).range === null ? trendNoteWithoutRange : trendNote;
  const note = domain === null ? words.trendNoteCounts : indexNote;
  const title = joinTexts([words.trend, kind]);
  const uncertainty = (data: readonly number[]): string => {
    const halfWidth = halfWidthOf(data, group);
    return halfWidth === null ? '' : uncertaintyText(halfWidth, indexType, localization);
  };
  const columns: readonly DataColumn<TrendWeek>[] = [
    rowHeader(page.shell.week, 'text', ({ week }) =>
      words.weekTick({ week: formats.numeral(weekNumber(week)) }),
    ),
    column(words.columns.index, 'number', ({ index }) => (
      <strong>{formats.index(index, indexType)}</strong>
    )),
    column('±', 'number', ({ data }) => uncertainty(data)),
    column(words.columns.responses, 'number', (week) => formats.count(week.responses)),
  ];
  return (
    <Section title={words.trend} note={kind === '' ? note : kind} width={width}>
      <Chart
        draw={(chartWidth, setting) => [
          trendChart(series, domain, chartWidth, PLOT_HEIGHT, setting),
        ]}
      />
      <ChartTable
        title={title}
        table={() => (
          <DataTable
            caption={title}
            rows={weeks.toReversed()}
            initialRows={weeks.length}
            phoneLayout="table"
            rowKey={({ week }) => week}
            columns={columns}
          />
        )}
      />
    </Section>
  );
}

interface DaysProps {
  readonly days: readonly SurveyDay[];
  readonly group: GroupKey & Pick<SurveyWeek, 'level' | 'trend'>;
}

/** The days of the week, also as a table. */
export function Days({ days, group }: DaysProps): JSX.Element {
  const { page, words, formats } = useLocalization();
  const series = { ...group, days };
  const domain = indexDomain([series]);
  const note = domain === null ? words.trendNoteCounts : words.signals.daysNote;
  const columns: readonly DataColumn<SurveyDay>[] = [
    rowHeader(page.read.columns.day, 'text', ({ date }) => formats.weekdayAndDay(date)),
    column(words.columns.index, 'number', ({ index }) => (
      <strong>{formats.index(index, group.indexType)}</strong>
    )),
    column(words.columns.responses, 'number', (day) => formats.count(day.responses)),
  ];
  return (
    <Section title={words.days} note={note} width="half">
      <Chart draw={(width, setting) => [daysChart(series, domain, width, PLOT_HEIGHT, setting)]} />
      <ChartTable
        title={words.days}
        table={() => (
          <DataTable
            caption={words.days}
            rows={days}
            phoneLayout="table"
            rowKey={({ date }) => date}
            columns={columns}
          />
        )}
      />
    </Section>
  );
}

interface HoursProps {
  /** By weekday and six hours. */
  readonly hours: WeekHours;
  readonly cells: readonly WeekdayHour[];
  readonly group: GroupKey;
  /** Index of the week. */
  readonly index: number | null;
  /** Kind of index, when there are several. */
  readonly kind?: string;
}

/** The index of an hour with fewer responses is not shown. */
const MIN_RESPONSES = 3;

export function Hours({ hours, cells, group, index, kind = '' }: HoursProps): JSX.Element | null {
  const { localization } = useReport();
  const { words } = localization;
  if (cells.length === 0) return null;
  const title = joinTexts([words.signals.partsOfWeek, kind]);
  const note = joinTexts([kind, words.signals.partsNote]);
  return (
    <Section title={words.signals.partsOfWeek} note={note}>
      {hours.cells.length > 0 && (
        <>
          <Chart draw={(width, setting) => [weekPartsChart(hours, group, width, setting)]} />
          {partTexts(hours.parts, group, localization).map((text) => (
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

interface HourTableProps extends Omit<HoursProps, 'kind' | 'hours'> {
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
    return page.read.withDetail({
      text: formats.index(hourIndex, group.indexType),
      detail: formats.count(responses),
    });
  };
  const columns: readonly DataColumn<number>[] = [
    rowHeader(page.read.columns.hour, 'text', (hour) => formats.hour(hour)),
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
