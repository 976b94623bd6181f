// Reports of a folder, each of which has another headline.
import type { Report } from '../../../lib/domain/report.ts';
import type {
  Attention,
  Common,
  Entry,
  EntryFigures,
  EntryState,
  Level,
} from '../../../lib/domain/signals/model.ts';
import { ENTRY_STATES } from '../../../lib/domain/signals/model.ts';
import { factsOfCounts } from '../../../lib/domain/signals/survey-judgement.ts';
import { createReport } from '../../support/test-reports.ts';
import { HAPPY } from './place-cases.ts';

const REGION = createReport({
  key: 20,
  name: 'Finland',
  folders: ['Helsinki', 'Tampere', 'Turku'].map((name, i) => ({
    key: 100 + i,
    name,
    surveys: [{ key: 1000 + i, name: 'How was it?', volume: 900 }],
  })),
});

const FIGURES: Partial<EntryFigures> = {
  was: null,
  since: '2026-W41',
  weeks: 6,
  basis: 'week',
  volumeUsual: 300,
  badMinutes: 1870,
};

/** An entry of a place with its number: 61, was 70. */
export function entryOf(
  state: EntryState,
  n: number,
  figures: Partial<EntryFigures> = {},
  also: readonly EntryState[] = [],
): Entry {
  const facts = factsOfCounts(
    {
      folder: { key: 500 + n, name: `Store ${n}` },
      path: [],
      survey: { key: n, name: 'How was it?' },
    },
    HAPPY,
    { index: 61, usual: 70, responses: 120 },
  );
  return {
    ...facts,
    figures: { ...facts.figures, ...FIGURES, ...figures },
    state,
    strength: 4,
    impact: 0,
    material: false,
    held: false,
    also: also.map((other) => ({ state: other, strength: 4, impact: 0, held: false })),
    weak: false,
    peerFolder: null,
    relative: null,
    common: null,
  };
}

/** So many entries of each state. */
function entriesOf(counts: Partial<Record<EntryState, number>>): readonly Entry[] {
  return ENTRY_STATES.flatMap((state, i) =>
    Array.from({ length: counts[state] ?? 0 }, (_, n) => entryOf(state, 100 * i + n + 1)),
  );
}

interface FolderChanges {
  readonly counts?: Partial<Record<EntryState, number>>;
  readonly places?: number;
  readonly weak?: readonly string[];
  readonly level?: Partial<Level>;
  readonly common?: Common | null;
  /** What the folders of the region have in common, by their position. */
  readonly parts?: readonly (Common | null)[];
  readonly rest?: number;
  readonly closed?: Report['summary']['closed'];
  readonly report?: Partial<Report>;
}

function attentionOf({ counts = {}, places = 54, weak = [] }: FolderChanges): Attention {
  const entries = entriesOf(counts);
  const count = (state: EntryState): number => counts[state] ?? 0;
  return {
    places,
    threshold: 3,
    counts: {
      silent: count('silent'),
      new: count('new'),
      still: count('still'),
      volumeLow: count('volumeLow'),
      inAlarm: count('inAlarm'),
      standingLow: count('standingLow'),
      recovered: count('recovered'),
      better: count('better'),
    },
    entries,
    weak: weak.map((name, i) => ({ folder: 900 + i, survey: 900 + i, name })),
    truncated: 0,
  };
}

export function folderOf(changes: FolderChanges): Report {
  const { level = {}, common = null, parts = [], rest = 0, closed = [], report = {} } = changes;
  const why = [
    { folder: 100, survey: null, rate: -3.1 },
    { folder: 101, survey: null, rate: -1.4 },
    { folder: 102, survey: null, rate: 0.1 },
  ];
  return {
    ...REGION,
    ...report,
    subfolders: REGION.subfolders.map((subfolder, i) => ({
      ...subfolder,
      summary: {
        ...subfolder.summary,
        groups: subfolder.summary.groups.map((group) => ({ ...group, common: parts[i] ?? null })),
      },
    })),
    summary: {
      ...REGION.summary,
      attention: attentionOf(changes),
      closed,
      groups: REGION.summary.groups.map((group) => ({
        ...group,
        common,
        rest,
        why,
        index: 66,
        level: { ...group.level, state: 'usual', verdict: 'usual', ...level },
      })),
    },
  };
}

function commonOf(shift: number, below = 350): Common {
  return { shift, se: 0.3, median: shift, places: 400, below };
}

const LOW: Partial<Level> = { state: 'new', verdict: 'low', usual: 70.5, difference: -4.5 };
const HELSINKI_CLOSED = {
  timeZone: 'Europe/Helsinki',
  open: [90, 90, 90, 90, 92, 60, 40],
  empty: [0, 1, 0, 2, 88, 0, 0],
  shared: [5],
};

const UNREAD = {
  code: 'UPSTREAM_TIMEOUT',
  folder: 100,
  survey: 1000,
  message: 'The survey is missing: the reporting API did not respond in time.',
  missing: true,
};

/** Of each row of the table of a folder's headline. */
export const FOLDERS: Readonly<Record<string, Report>> = {
  'all fell, none more': folderOf({ common: commonOf(-10), counts: { recovered: 1 } }),
  'all fell, some more': folderOf({ common: commonOf(-10), counts: { new: 4, silent: 1 } }),
  'all fell, none more, silent places': folderOf({ common: commonOf(-10), counts: { silent: 2 } }),
  'all fell, partial': folderOf({ common: commonOf(-10), report: { status: 'partial' } }),
  'all fell, subfolders named': folderOf({
    common: commonOf(-6),
    parts: [{ ...commonOf(-14), places: 30 }, { ...commonOf(2), places: 1 }, commonOf(-6)],
  }),
  'all rose': folderOf({ common: commonOf(5, 40), counts: { new: 1 } }),
  'lower because of folders': folderOf({ level: LOW, counts: { new: 2 } }),
  'lower, no place listed': folderOf({ level: LOW }),
  'lower, part of it older': folderOf({ level: LOW, rest: -3.2, counts: { still: 1 } }),
  'new places': folderOf({ counts: { new: 3, still: 2 } }),
  'one new place': folderOf({ counts: { new: 1 } }),
  'silent places': folderOf({ counts: { silent: 7, still: 1 } }),
  'places that are still low': folderOf({ counts: { still: 3 } }),
  'places that are still low, partial': folderOf({
    counts: { still: 3 },
    report: { status: 'partial' },
  }),
  'only few responses': folderOf({ counts: { volumeLow: 1 } }),
  'all as usual': folderOf({ counts: { standingLow: 1 } }),
  'nearly all as usual': folderOf({ counts: { better: 2 }, weak: ['Store A'] }),
  'no levels': folderOf({ places: 0 }),
  'nothing in what was read': folderOf({ report: { status: 'partial', problems: [UNREAD] } }),
  'recovered places': folderOf({ counts: { recovered: 2 } }),
  closed: folderOf({ closed: [HELSINKI_CLOSED, { ...HELSINKI_CLOSED, shared: [] }] }),
  weak: folderOf({ counts: { new: 1 }, weak: ['Store A', 'Store B'] }),
};

/** Of each row of the table of entries. */
export const ENTRIES: Readonly<Record<string, Entry>> = {
  new: entryOf('new', 1, { weeks: 1 }),
  'new, a slow fall': entryOf('new', 1, { basis: 'year' }),
  still: entryOf('still', 1),
  better: entryOf('better', 1, { index: 90, weeks: 1 }),
  'better for weeks': entryOf('better', 1, { index: 90 }),
  recovered: entryOf('recovered', 1, { index: 69, was: 54 }),
  'silent, the first week': entryOf('silent', 1, { silentWeeks: 1, fromDay: 1, expected: 300 }),
  'silent, for weeks': entryOf('silent', 1, { silentWeeks: 5, fromDay: 1, expected: 300 }),
  'silent, since a day': entryOf('silent', 1, { fromDay: 3, expected: 120.4 }, ['volumeLow']),
  'few responses': entryOf('volumeLow', 1),
  'in alarm, few responses': entryOf('inAlarm', 1, {}, ['volumeLow']),
  'below the others': entryOf('standingLow', 1),
};
