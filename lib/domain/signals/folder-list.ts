// The list of a folder: which surveys need attention among so many, in which order, and which are shown in full.
import { compareInOrder } from '../order.ts';
import type {
  AlsoState,
  Attention,
  Entry,
  EntryFacts,
  EntryState,
  SurveyJudgement,
  SurveyPlace,
  WeakSurvey,
} from './model.ts';
import { ENTRY_STATES } from './model.ts';
import { thresholdOf } from './statistics.ts';

/** Limits the size of stored reports. */
const MAX_ENTRIES = 1000;

/** The sections of a list in their order, with the number of entries that are shown in full. */
const SECTIONS = [
  ['new', 7],
  ['silent', 5],
  ['volumeLow', 3],
  ['still', 5],
  ['inAlarm', 3],
  ['standingLow', 3],
  ['recovered', 3],
  ['better', 3],
] as const satisfies readonly (readonly [EntryState, number])[];
const SECTION_ORDER = SECTIONS.map(([state]) => state);

export interface JudgedSurvey extends SurveyJudgement {
  readonly facts: EntryFacts;
}

export interface FolderList {
  /** Surveys with a known level. */
  readonly places: number;
  /** Each survey once. */
  readonly surveys: readonly JudgedSurvey[];
  /** Surveys that the ranking of the folder finds low, whether or not they are in `surveys` or `weak`. */
  readonly standingLow: readonly { readonly facts: EntryFacts; readonly impact: number }[];
  /** Surveys that are weak in subfolders. */
  readonly weak: readonly WeakSurvey[];
  /** Listed surveys that the lists of subfolders leave out. */
  readonly leftOut: Attention['counts'];
}

export function countsOf(countOf: (state: EntryState) => number): Attention['counts'] {
  return {
    silent: countOf('silent'),
    new: countOf('new'),
    still: countOf('still'),
    volumeLow: countOf('volumeLow'),
    inAlarm: countOf('inAlarm'),
    standingLow: countOf('standingLow'),
    recovered: countOf('recovered'),
    better: countOf('better'),
  };
}

/** The order of the surveys and of all lists given does not matter. */
export function buildAttention(
  { places, surveys, standingLow, weak, leftOut }: FolderList,
  maxEntries = MAX_ENTRIES,
): Attention {
  const threshold = thresholdOf(places);
  const judged = surveys.map((survey) => ({ survey, entry: entryOf(survey, threshold) }));
  const listed = judged.flatMap(({ entry }) => (entry === null ? [] : [entry]));
  const weakSurveys = [
    ...weak,
    ...judged.flatMap(({ survey, entry }) =>
      entry === null && survey.states.some(isCandidate) ? [weakOf(survey.facts)] : [],
    ),
  ];
  const listedKeys = new Set(listed.map((entry) => keyOf(placeOf(entry))));
  const weakKeys = new Set(weakSurveys.map(keyOf));
  const low = standingLow
    .map(({ facts, impact }) => ({ key: keyOf(placeOf(facts)), facts, impact }))
    .filter(({ key }) => !listedKeys.has(key));
  const lowKeys = new Set(low.map(({ key }) => key));
  const all = [
    ...listed,
    ...low.map(({ key, facts, impact }) => standingEntry(facts, impact, weakKeys.has(key))),
  ].sort(compareEntries);
  const entries = all.slice(0, maxEntries);
  const counts = countsOf(
    (state) => leftOut[state] + all.filter((entry) => entry.state === state).length,
  );
  return {
    places,
    threshold,
    counts,
    entries,
    weak: weakSurveys.filter((survey) => !lowKeys.has(keyOf(survey))).sort(comparePlaces),
    truncated: Object.values(counts).reduce((sum, count) => sum + count, 0) - entries.length,
  };
}

/** The states of an entry of a subfolder that the folder above may list. */
export function judgementOf(entry: Entry): JudgedSurvey {
  const { state, strength, impact, held, also, weak: _, ...facts } = entry;
  return {
    facts,
    states: [{ state, strength, impact, held }, ...also],
    material: entry.material,
    peerFolder: entry.peerFolder,
    relative: entry.relative,
    common: entry.common,
  };
}

export function weakOf({ folder, survey }: Pick<EntryFacts, 'folder' | 'survey'>): WeakSurvey {
  return { folder: folder.key, survey: survey.key, name: survey.name };
}

/** An entry for the first of the listed states; null without one. */
function entryOf({ facts, ...judgement }: JudgedSurvey, threshold: number): Entry | null {
  const [first, ...also] = judgement.states
    .filter((state) => isListed(state, judgement.material, threshold))
    .sort((a, b) => ENTRY_STATES.indexOf(a.state) - ENTRY_STATES.indexOf(b.state));
  if (first === undefined) return null;
  const { states: _, ...comparison } = judgement;
  const reason = isReasonOf(first.state, facts.reason) ? facts.reason : null;
  return { ...facts, reason, ...first, ...comparison, also, weak: false };
}

/** Whether a reason, which is of the survey's own state, says why a place is listed as low or better. */
function isReasonOf(state: EntryState, reason: EntryFacts['reason']): boolean {
  if (reason === null) return true;
  const isOfLow = 'option' in reason ? reason.kind === 'painPoint' : reason.index < reason.usual;
  if (state === 'better') return !isOfLow;
  return isOfLow || (state !== 'new' && state !== 'still');
}

function standingEntry(facts: EntryFacts, impact: number, weak: boolean): Entry {
  return {
    ...facts,
    state: 'standingLow',
    strength: 0,
    impact,
    material: false,
    held: false,
    also: [],
    weak,
    peerFolder: null,
    relative: null,
    common: null,
  };
}

function isListed(
  { state, strength, held }: AlsoState,
  material: boolean,
  threshold: number,
): boolean {
  switch (state) {
    case 'silent':
    case 'inAlarm':
    case 'standingLow':
      return true;
    case 'new':
    case 'better':
      return strength > threshold;
    case 'still':
      return strength > threshold || material;
    case 'volumeLow':
    case 'recovered':
      return strength > threshold || held;
  }
}

function isCandidate({ state }: AlsoState): boolean {
  return state === 'new' || state === 'still' || state === 'better' || state === 'volumeLow';
}

type OrderedEntry = Pick<Entry, 'state' | 'impact' | 'folder' | 'survey'>;

export function compareEntries(a: OrderedEntry, b: OrderedEntry): number {
  return compareInOrder(
    SECTION_ORDER.indexOf(a.state) - SECTION_ORDER.indexOf(b.state),
    b.impact - a.impact,
    comparePlaces(placeOf(a), placeOf(b)),
  );
}

export function comparePlaces(a: SurveyPlace, b: SurveyPlace): number {
  return compareInOrder(a.survey - b.survey, a.folder - b.folder);
}

export function placeOf({ folder, survey }: Pick<EntryFacts, 'folder' | 'survey'>): SurveyPlace {
  return { folder: folder.key, survey: survey.key };
}

/** An identifier of a survey in a folder, for use as a map key. */
export function keyOf({ folder, survey }: SurveyPlace): string {
  return `${String(folder)}/${String(survey)}`;
}

export interface ListSection<E extends Pick<Entry, 'state'> = Entry> {
  readonly state: EntryState;
  readonly inFull: readonly E[];
  /** Named together in one line. */
  readonly inOneLine: readonly E[];
}

/** The sections that have entries, in their order. */
export function sectionsOf<E extends Pick<Entry, 'state'>>(
  entries: readonly E[],
): readonly ListSection<E>[] {
  return SECTIONS.map(([state, most]) => {
    const section = entries.filter((entry) => entry.state === state);
    return { state, inFull: section.slice(0, most), inOneLine: section.slice(most) };
  }).filter(({ inFull }) => inFull.length > 0);
}
