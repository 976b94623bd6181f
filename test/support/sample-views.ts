// Views of folders of any size for tests of renderers, without a report.
import type {
  FolderView,
  PlaceState,
  Row,
  Section,
  SectionState,
} from '../../lib/view/report-view.ts';
import { SECTION_STATES } from '../../lib/view/report-view.ts';

export interface FolderViewSketch {
  /** The number of rows by section. */
  readonly rows: Partial<Record<SectionState, number>>;
  readonly groups?: number;
  readonly hasMoved?: boolean;
  /** Reasons and sentences are lengthened by this text. */
  readonly padding?: string;
  /** Before the number of each place. */
  readonly placeName?: string;
}

const TITLES: Readonly<Record<SectionState, string>> = {
  new: 'New or worse',
  noSignal: 'No signal',
  still: 'Still low',
  recovered: 'Recovered',
  better: 'Better',
  newPlace: 'New place',
  usual: 'As usual',
};

const WEEKS = Array.from({ length: 13 }, (_, i) => i + 35);
const LEVEL = 70;

/** Rows are numbered over all sections. */
export function createFolderView({
  rows: counts,
  groups = 4,
  hasMoved = false,
  padding = '',
  placeName = 'Place',
}: FolderViewSketch): FolderView {
  let key = 100;
  const sections = SECTION_STATES.map((state): Section => {
    const rows = Array.from({ length: counts[state] ?? 0 }, () => {
      key += 1;
      return createRow(`${placeName} ${key}`, key, state, padding);
    });
    return { state, title: TITLES[state], rows };
  });
  const all = sections.flatMap(({ rows }) => rows);
  const points = WEEKS.map((week, i) => ({
    week: `2026-W${week}`,
    label: `W${week}`,
    number: String(week),
    name: `Week ${week}`,
    value: 66 + (i % 3),
    text: String(66 + (i % 3)),
    heat: 0,
    responses: 35_000 + i,
    responsesText: '35,000',
  }));
  const groupOf = (i: number): number => i % groups;
  return {
    kind: 'folder',
    language: 'en-GB',
    direction: 'ltr',
    folder: 1,
    week: '2026-W47',
    revision: 1,
    asOf: '2026-11-26T07:36:00Z',
    name: 'Meridian Stores & Services',
    path: [],
    period: 'Week 47 · 16–22 November 2026',
    weekName: 'Week 47',
    notices: [],
    isPartial: false,
    offers: [],
    indexKinds: [],
    finding: {
      state: 'new',
      label: '',
      headline: `Five places got worse, Place 101 and Place 102 most.${padding}`,
      details: [`Two places are still low, 44 are as usual. All together 67, as usual.${padding}`],
    },
    notes: null,
    method: `Each button counts from 0 (worst) to 100 (best) in equal steps.${padding}`,
    source: 'Data as of 26 November 2026, 07:36 UTC · Revision 1',
    figure: {
      text: '67',
      value: 67,
      label: `All places together, 0–100${padding}`,
      uncertainty: '',
      compared: 'usually 63–72',
      responses: '35,675 responses (+2%)',
      usualResponses: '',
    },
    buttons: {
      buttons: [18, 10, 2, 21, 49].map((percent, i) => ({
        name: `Button ${i + 1}`,
        count: percent * 10,
        countText: String(percent * 10),
        share: percent / 100,
        shareText: `${percent}%`,
        position: i,
      })),
      worst: 'very unhappy 18%',
      best: 'very happy 49%',
      description: 'Responses from worst to best.',
    },
    trend: {
      title: 'Last 13 weeks',
      note: 'Blue band: usual range.',
      points,
      axis: {
        min: 40,
        max: 100,
        ticks: [40, 70, 100].map((value) => ({ value, text: String(value) })),
      },
      band: { lower: 63, upper: 72, fromWeek: '2026-W35', label: '' },
      levels: [],
      description: 'As usual in all weeks.',
    },
    sections: sections.filter(({ rows }) => rows.length > 0),
    counts: sections
      .filter(({ state, rows }) => rows.length > 0 || state === 'noSignal')
      .map(({ state, title, rows }) => ({
        ...{ state, title, shortTitle: title },
        ...{ count: rows.length, countText: String(rows.length) },
      })),
    lines: [
      {
        kind: 'openAlerts',
        lead: '5 alerts are still open:',
        text: `Place 101 (3, the oldest since Sunday).${padding}`,
      },
    ],
    moved: hasMoved
      ? {
          title: 'What moved Meridian',
          note: '18 points below usual, by place; the parts add up.',
          parts: all.slice(0, 8).map(({ name }, i) => ({
            name,
            value: 4 - 2 * i,
            text: String(4 - 2 * i),
            detail: `29 instead of 68, 35% of the responses${padding}`,
          })),
        }
      : null,
    children: {
      title: 'Regions on one scale',
      note: 'Mean of all responses, last 13 weeks. Band: usual range.',
      panels: Array.from({ length: groups + 1 }, (_, i) => ({
        key: 10 + i,
        name: i === 0 ? 'All places' : `Region ${i}`,
        state: i === 1 ? 'new' : 'usual',
        now: '67',
        trend: WEEKS.map((week) => 60 + (week % 5)),
        band: { lower: 58, upper: 72 },
        cause: `As usual (58–72).${padding}`,
      })),
    },
    heat: {
      title: 'Every place, 13 weeks',
      note: 'Difference from the place’s own level.',
      weeks: WEEKS.map(String),
      legend: [
        { value: -2, text: '20 or more below', sample: '29' },
        { value: -1, text: '8 to 19 below', sample: '61' },
        { value: 0, text: 'less than 8', sample: '' },
        { value: 1, text: '8 to 19 above (framed)', sample: '82' },
        { value: 2, text: '20 or more above', sample: '90' },
      ],
      groups: Array.from({ length: groups }, (_, group) => ({
        name: `Region ${group + 1}`,
        rows: all.filter((_row, i) => groupOf(i) === group),
      })).filter(({ rows }) => rows.length > 0),
    },
  };
}

function createRow(name: string, key: number, section: SectionState, padding: string): Row {
  const state: PlaceState = section;
  const isLow = section === 'new' || section === 'still';
  const hasNow = section !== 'noSignal';
  const now = isLow ? 30 + (key % 30) : LEVEL + (key % 9);
  const trend = WEEKS.map((week, i) => (i === 12 ? (hasNow ? now : null) : LEVEL + (week % 4)));
  return {
    folder: key,
    survey: key + 10_000,
    name,
    suffix: key % 10 === 0 ? 'NPS' : '',
    path: 'Helsinki Airport, Finland',
    state,
    now: hasNow ? String(now) : '',
    own: key % 4 === 0 ? '2.42 / 4' : '',
    was: isLow ? String(LEVEL) : '',
    compared: isLow ? `was ${LEVEL}` : '',
    change: isLow ? `−${LEVEL - now}` : '',
    reason: `Waiting time: 101 presses (30 last week); staff were hard to find.${padding}`,
    shortReason: 'Waiting time: 101 presses',
    briefReason: 'Waiting time 101 (was 30)',
    line: hasNow ? `${name} ${now}${isLow ? ` (was ${LEVEL})` : ''}` : name,
    responses: 500,
    responsesText: '500',
    values: { now: hasNow ? now : null, was: isLow ? LEVEL : null, usual: LEVEL },
    trend,
    level: LEVEL,
    heat: trend.map((value) =>
      value === null ? null : value <= LEVEL - 20 ? -2 : value <= LEVEL - 8 ? -1 : 0,
    ),
    owner: null,
    note: '',
    noteSignature: '',
    care: '',
  };
}
