// Parts of views made by hand, for tests of what draws them.
import type {
  ButtonsView,
  DaysView,
  OptionsView,
  Trend,
  TrendPoint,
} from '../../lib/view/report-view.ts';

const AXIS = {
  min: 0,
  max: 100,
  ticks: [0, 50, 100].map((value) => ({ value, text: String(value) })),
} as const;

/** Weeks 35 to 47 with these values; null is not measured. */
export function sampleTrend(
  values: readonly (number | null)[],
  changes: Partial<Trend> = {},
): Trend {
  const points = values.map((value, i): TrendPoint => {
    const number = String(47 - values.length + 1 + i);
    return {
      week: `2026-W${number}`,
      label: `W${number}`,
      name: `Week ${number}`,
      number,
      value,
      text: value === null ? '' : String(Math.round(value)),
      heat: value === null ? null : 0,
      responses: value === null ? 0 : 100 + i,
      responsesText: `${100 + i} responses`,
    };
  });
  return {
    ...{ title: 'Last 13 weeks', note: '', points, axis: AXIS, band: null, levels: [] },
    description: 'Happy Index by week.',
    ...changes,
  };
}

type Day = DaysView['days'][number];

/** A day with an interval of 5 to both sides; null is a day without responses. */
function sampleDay(value: number | null, i: number): Day {
  const responses = value === null ? 0 : 200 + i;
  return {
    date: `2026-11-${16 + i}`,
    label: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'][i] ?? '',
    name: `Day ${i + 1}`,
    value,
    text: value === null ? '' : String(value),
    lower: value === null ? null : value - 5,
    upper: value === null ? null : value + 5,
    responses,
    responsesText: `${responses} responses`,
    countText: String(responses),
    usualCount: null,
    isFew: false,
    isSilent: false,
    isMissing: false,
  };
}

export function sampleDays(
  values: readonly (number | null)[],
  changes: Partial<DaysView> = {},
  changeDay: (i: number) => Partial<Day> = () => ({}),
): DaysView {
  return {
    ...{ title: 'Day by day', note: '', axis: AXIS, usual: null, band: null, showsCounts: false },
    days: values.map((value, i) => ({ ...sampleDay(value, i), ...changeDay(i) })),
    description: 'Happy Index by day.',
    ...changes,
  };
}

/** Positions of four buttons on a scale of five. */
const FOUR = [0, 1, 3, 4];

export function sampleButtons(counts: readonly number[]): ButtonsView {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return {
    buttons: counts.map((count, i) => {
      const share = total === 0 ? 0 : count / total;
      return {
        name: `Button ${i + 1}`,
        count,
        countText: String(count),
        share,
        shareText: `${Math.round(100 * share)}%`,
        position: counts.length === 4 ? (FOUR[i] ?? null) : i,
      };
    }),
    ...{ worst: 'worst', best: 'best', description: 'Responses from worst to best.' },
  };
}

/** `presses`: of this week and of the last. */
export function sampleOptions(
  presses: readonly (readonly [now: number, before: number])[],
  changes: Partial<OptionsView> = {},
): OptionsView {
  return {
    ...{ title: 'Pain points', note: 'Presses this week; tick: last week.', empty: '' },
    options: presses.map(([now, before], i) => ({
      key: i + 1,
      name: `Option ${i + 1}`,
      presses: now,
      pressesText: String(now),
      before,
      change: String(now - before),
      isReason: false,
    })),
    ...changes,
  };
}
