// The rows of a folder's lists: every survey below it, in the section that its state at this folder belongs to.
import { memoize } from '../domain/memoize.ts';
import type { PlaceNotes } from '../domain/place-notes.ts';
import { compareInOrder } from '../domain/order.ts';
import type { Report, SurveyGroup } from '../domain/report.ts';
import { buttonScore, indexOf, responsesOf, toButtonScore } from '../domain/scale.ts';
import { keyOf, placeOf } from '../domain/signals/folder-list.ts';
import { listedAt } from '../domain/signals/leaf-columns.ts';
import type { Entry, EntryState, LevelState, ListedFigures } from '../domain/signals/model.ts';
import { joinTexts } from '../i18n/join-texts.ts';
import { indexName, kindName, scaleName } from '../i18n/report-texts/index-types.ts';
import { usualRange, weekNumberText } from '../i18n/report-texts/level-range.ts';
import { stateTexts } from '../i18n/report-texts/entry-texts.ts';
import { reasonSentence } from '../i18n/report-texts/place-additions.ts';
import { MIN_RESPONSES } from '../domain/signals/level/comparison.ts';
import type { Localization } from '../i18n/localization.ts';
import { displayText } from '../i18n/localization.ts';
import { leftToRight } from '../i18n/text-direction.ts';
import { BRIEF_REASON, briefReason } from './brief-reason.ts';
import { STATES_OF_LEVELS } from './finding-view.ts';
import { heatClass } from './heat-class.ts';
import type { NotesOfFolders } from './notes-view.ts';
import { newestNote, ownerView } from './notes-view.ts';
import type { PlaceState, Row, SectionState } from './report-view.ts';

const NAME_LIMIT = 80;
/** The length of all locales whose order is kept. */
const COLLATOR_CHARACTERS = 500;
/** Folders above a place that are named, nearest first. */
const MAX_PATH = 2;
/** Of a reason in half a line. */
const SHORT_REASON = 48;
/** A recovered place is "most of the way back" when more than this part of the way is left. */
const MAX_LEFT = 1 / 4;

type ListedReport = Pick<Report, 'week' | 'folder' | 'summary' | 'surveys'>;

/** A survey with what the row is made from. */
interface Listed {
  readonly folder: number;
  readonly survey: number;
  readonly group: SurveyGroup;
  readonly data: readonly number[];
  readonly figures: ListedFigures | null;
  /** The usual level as the mean of the buttons. */
  readonly usual: number | null;
  readonly entry: Entry | null;
  readonly isWeak: boolean;
  /** Whether the list of the report has more entries than are stored. */
  readonly isTruncated: boolean;
}

/**
 * By what was lost or won, silent places by the usual responses; the others by name, and the surveys of a place by their key.
 * So are the surveys of a place's own report.
 */
export function folderRows(
  report: ListedReport,
  localization: Localization,
  notes: NotesOfFolders,
): readonly Row[] {
  const { entries, weak, truncated } = report.summary.attention;
  const entriesByKey = new Map(entries.map((entry) => [keyOf(placeOf(entry)), entry]));
  const weakKeys = new Set(weak.map(keyOf));
  const listed = report.summary.groups.flatMap((group) =>
    group.leaves.folder.map((folder, i): Listed => {
      const survey = group.leaves.survey[i] ?? 0;
      const key = keyOf({ folder, survey });
      return {
        folder,
        survey,
        group,
        data: group.leaves.data[i] ?? [],
        figures: listedAt(group.leaves, i),
        usual: usualScoreOf(group, i),
        entry: entriesByKey.get(key) ?? null,
        isWeak: weakKeys.has(key),
        isTruncated: truncated > 0,
      };
    }),
  );
  const context = rowContext(report, listed, localization, notes);
  // Reports that were made before lists had all surveys name only some of them.
  const named = new Set(report.summary.places.map(({ folder }) => folder.key));
  const order = collatorOf(localization.formats.locale);
  const positions = new Map(entries.map((entry, i) => [keyOf(placeOf(entry)), i]));
  const positionOf = (row: Row): number => positions.get(keyOf(row)) ?? entries.length;
  return listed
    .filter(({ folder, figures, entry }) => figures !== null || entry !== null || named.has(folder))
    .map((survey) => {
      const row = toRow(survey, context);
      return { row, loss: lossOf(row), position: positionOf(row) };
    })
    .sort((a, b) => {
      const byFigures = compareInOrder(b.loss - a.loss, a.position - b.position);
      return byFigures !== 0
        ? byFigures
        : compareInOrder(order.compare(a.row.name, b.row.name), a.row.survey - b.row.survey);
    })
    .map(({ row }) => row);
}

/** Creating one takes longer than the rows of many places. */
const collatorOf = memoize(
  COLLATOR_CHARACTERS,
  (locale) => new Intl.Collator(locale, { numeric: true }),
);

/** |now − was| times the responses, on the rounded numbers that are printed; 0 without a comparison. */
function lossOf({ values: { now, was }, responses }: Row): number {
  return now === null || was === null ? 0 : Math.abs(now - was) * responses;
}

interface RowContext {
  readonly week: string;
  readonly localization: Localization;
  readonly notes: NotesOfFolders;
  readonly pathOf: (folder: number) => string;
  readonly suffixOf: (listed: Listed) => string;
}

function rowContext(
  { week, folder, summary }: ListedReport,
  listed: readonly Listed[],
  localization: Localization,
  notes: NotesOfFolders,
): RowContext {
  const depth = folder.path.length + 1;
  const paths = new Map(
    summary.places.map((place) => [
      place.folder.key,
      place.path
        .slice(depth)
        .map((name) => displayText(name, localization, NAME_LIMIT))
        .filter((name) => name !== '')
        .slice(-MAX_PATH)
        .reverse()
        .join(', '),
    ]),
  );
  const byFolder = Map.groupBy(listed, (survey) => survey.folder);
  return {
    week,
    localization,
    notes,
    pathOf: (key) => paths.get(key) ?? '',
    suffixOf: (survey) => suffixOf(survey, byFolder.get(survey.folder) ?? [], localization),
  };
}

/** What tells a survey of a place from the first one; '' for the first. */
function suffixOf(
  listed: Listed,
  sameFolder: readonly Listed[],
  localization: Localization,
): string {
  if (sameFolder.length === 1) return '';
  const surveys = sameFolder.toSorted((a, b) => a.survey - b.survey);
  const position = surveys.findIndex(({ survey }) => survey === listed.survey);
  if (position <= 0) return '';
  const others = surveys.filter((other) => other !== listed);
  const { group } = listed;
  if (others.every((other) => other.group.indexType !== group.indexType))
    return indexName(group, localization);
  if (others.every((other) => other.group.feedbackScale !== group.feedbackScale))
    return scaleName(group, localization);
  if (others.every((other) => other.group !== group)) return kindName(group, localization);
  return localization.words.view.surveyOf({ n: position + 1 });
}

const SECTIONS_OF_ENTRIES: Readonly<Record<EntryState, PlaceState | null>> = {
  new: 'new',
  silent: 'noSignal',
  volumeLow: 'noSignal',
  still: 'still',
  recovered: 'recovered',
  better: 'better',
  inAlarm: null,
  standingLow: null,
};

/** Of surveys that a whole list has no entry of. */
const UNLISTED_STATES: Readonly<Record<LevelState, PlaceState>> = {
  silent: 'few',
  newPlace: 'newPlace',
  tooFew: 'few',
  usual: 'usual',
  // Not clear among so many places, or not compared with them.
  new: 'unknown',
  still: 'unknown',
  recovered: 'unknown',
  better: 'unknown',
};

function usualScoreOf({ leaves, indexType, feedbackScale }: SurveyGroup, i: number): number | null {
  const usual = leaves.c[i] ?? null;
  return usual === null
    ? null
    : (toButtonScore(usual, indexType, feedbackScale) ?? leaves.listed?.usualScore?.[i] ?? null);
}

function stateOf({ entry, figures, data, isWeak, isTruncated }: Listed): PlaceState {
  const section = entry === null ? null : SECTIONS_OF_ENTRIES[entry.state];
  if (section !== null) return section;
  if (figures === null || figures.state === null) return 'unknown';
  if (isTruncated && entry === null && !isWeak) return STATES_OF_LEVELS[figures.state];
  const state = isWeak ? 'unknown' : UNLISTED_STATES[figures.state];
  const isFew = responsesOf(data) < MIN_RESPONSES;
  if (isFew) return state === 'usual' ? 'few' : state;
  // With enough responses this week it has figures, but nothing to compare them with.
  return state === 'few' ? 'unknown' : state;
}

/** The last section has all places that are in no other. */
export function sectionOf(state: PlaceState): SectionState {
  return state === 'few' || state === 'unknown' ? 'usual' : state;
}

function toRow(listed: Listed, context: RowContext): Row {
  const { localization, notes } = context;
  const { formats, names, words } = localization;
  const { folder, survey, data } = listed;
  const state = stateOf(listed);
  const responses = responsesOf(data);
  const values = { ...valuesOf(listed, state), usual: listed.usual };
  const now = scoreText(values.now, localization);
  const was = scoreText(values.was, localization);
  const trend = trendOf(listed, values.now);
  const reasons = reasonsOf(listed, state, context).filter((text) => text !== '');
  const name = names.folder(folder);
  const suffix = context.suffixOf(listed);
  const full = fullName({ name, suffix });
  return {
    folder,
    survey,
    name,
    suffix,
    path: context.pathOf(folder),
    state,
    now,
    own: ownOf(listed, values.now, localization),
    was,
    compared: was === '' ? '' : words.signals.was({ level: was }),
    change:
      values.now === null || values.was === null
        ? ''
        : formats.change(values.now - values.was, 'HAPPY'),
    reason: formats.sentences(reasons),
    ...shortReasons(reasons, listed.entry, localization),
    line:
      now === ''
        ? full
        : was === ''
          ? `${full} ${now}`
          : words.signals.folder.alsoPlace({ name: full, value: now, was }),
    responses,
    responsesText: formats.count(responses),
    values,
    trend,
    level: values.was ?? listed.usual,
    heat: trend.map((value) => heatClass(value, listed.usual)),
    ...careOf(notes.get(folder), context.week, localization),
  };
}

/** A week whose figure is not shown has none in charts and in the heat map either. */
function trendOf({ figures }: Listed, now: number | null): Row['trend'] {
  const trend = figures?.trend ?? [];
  return now === null && trend.length > 0 ? trend.with(-1, null) : trend;
}

/** 'Lounge · NPS' */
export function fullName({ name, suffix }: Pick<Row, 'name' | 'suffix'>): string {
  return suffix === '' ? name : `${name} · ${suffix}`;
}

function careOf(
  notes: PlaceNotes | undefined,
  week: string,
  localization: Localization,
): Pick<Row, 'owner' | 'note' | 'noteSignature' | 'care'> {
  const owner = ownerView(notes, week, localization);
  const newest = newestNote(notes, week, localization);
  const { text, signature } = newest ?? { text: '', signature: '' };
  const quoted = text === '' ? '' : localization.words.view.quoted({ text });
  const care = joinTexts([owner?.text ?? '', quoted]);
  return { owner, note: text, noteSignature: signature, care };
}

/** Of a small place, of which four weeks are compared, that it is their figure. */
function ownOf(listed: Listed, now: number | null, localization: Localization): string {
  if (now === null) return '';
  if (listed.entry?.figures.fourWeeksIndex !== undefined) return localization.words.view.fourWeeks;
  return ownText(listed, localization);
}

function scoreText(value: number | null, { formats }: Pick<Localization, 'formats'>): string {
  return value === null ? '' : formats.index(value, 'HAPPY');
}

/** Rounded, so that the change is the difference of what is printed. */
function valuesOf(listed: Listed, state: PlaceState): Omit<Row['values'], 'usual'> {
  const { data, entry, figures, group } = listed;
  if (entry?.state === 'silent') return { now: null, was: null };
  const now = nowOf(listed);
  if (entry === null || now === null) return { now: rounded(now), was: null };
  const was = (index: number | null, fallback: number | null): number | null =>
    index === null
      ? null
      : (toButtonScore(index, group.indexType, group.feedbackScale) ?? fallback);
  switch (state) {
    case 'new':
    case 'still':
    case 'better':
      return {
        now: rounded(now),
        was: rounded(was(entry.figures.usual, listed.usual)),
      };
    case 'recovered':
      return {
        now: rounded(now),
        was: rounded(was(entry.figures.was, lowScore(entry, figures))),
      };
    case 'noSignal':
    case 'newPlace':
    case 'few':
    case 'usual':
    case 'unknown':
      return { now: rounded(responsesOf(data) < MIN_RESPONSES ? null : now), was: null };
  }
}

/** The mean of the buttons; of a small place that of its four weeks, which are compared. Null with too few responses. */
function nowOf({ data, entry, figures, group }: Listed): number | null {
  const fourWeeks = entry?.figures.fourWeeksIndex;
  if (fourWeeks !== undefined) {
    const score = toButtonScore(fourWeeks, group.indexType, group.feedbackScale);
    return score ?? meanOf((figures?.trend ?? []).slice(-4));
  }
  return responsesOf(data) < MIN_RESPONSES ? null : buttonScore(data);
}

/** The mean of the low weeks that a recovered place has left. */
function lowScore({ figures: { weeks } }: Entry, figures: ListedFigures | null): number | null {
  return meanOf((figures?.trend ?? []).slice(0, -1).slice(-Math.max(1, weeks ?? 1)));
}

function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value);
}

/** '2.42 / 4', in this order also where texts are read from right to left. */
export function averageText(
  value: string,
  buttons: number,
  { formats, direction }: Pick<Localization, 'formats' | 'direction'>,
): string {
  return leftToRight(`${value} / ${formats.count(buttons)}`, direction);
}

/** 'NPS +15', '2.42 / 4'; '' for a Happy Index, which is the mean of the buttons, and for an unknown kind. */
function ownText(
  { group, data }: Pick<Listed, 'group' | 'data'>,
  localization: Localization,
): string {
  const { indexType, feedbackScale } = group;
  if (indexType !== 'AVERAGE' && indexType !== 'NPS') return '';
  const index = indexOf(data, indexType, feedbackScale);
  if (index === null) return '';
  const value = localization.formats.index(index, indexType);
  if (indexType === 'AVERAGE') return averageText(value, data.length, localization);
  return `${indexName(group, localization)} ${value}`;
}

/** Sentences, the most important one first, and '' for one that there is not. */
function reasonsOf(listed: Listed, state: PlaceState, context: RowContext): readonly string[] {
  const { localization, week } = context;
  const { words, formats } = localization;
  const { entry, figures, isWeak, data } = listed;
  const texts = words.view;
  const also = entry === null ? [] : alsoSentences(entry, state, localization);
  const stated = entry === null ? '' : reasonSentence(entry, localization);
  switch (state) {
    case 'new':
      return [stated === '' ? texts.noReason : stated, ...also];
    case 'still':
      return [stillReason(entry, localization), stated, ...also];
    case 'recovered':
      return [recoveredReason(listed, localization), ...also];
    case 'better':
      return [betterReason(entry, localization), stated, ...also];
    case 'noSignal':
      return entry === null
        ? []
        : stateTexts(entry, localization).map((text) => words.signals.asSentence({ text }));
    case 'newPlace':
      return [newReason(figures, week, localization)];
    case 'few':
      return [words.signals.place.tooFewUncompared({ n: responsesOf(data) }), ...also];
    case 'usual':
      return [usualReason(listed, localization), ...also];
    case 'unknown':
      return [
        listed.usual !== null && isWeak
          ? texts.weakReason({ level: formats.index(listed.usual, 'HAPPY') })
          : '',
        ...also,
      ];
  }
}

/** The states of an entry that its section does not say. */
function alsoSentences(
  entry: Entry,
  state: PlaceState,
  localization: Localization,
): readonly string[] {
  const others = [entry, ...entry.also].filter(
    (other) => SECTIONS_OF_ENTRIES[other.state] !== state,
  );
  return others.flatMap((other) =>
    stateTexts({ ...entry, state: other.state, also: [] }, localization).map((text) =>
      localization.words.signals.asSentence({ text }),
    ),
  );
}

function stillReason(entry: Entry | null, { words, formats }: Localization): string {
  const { since = null, weeks = null } = entry?.figures ?? {};
  return since === null
    ? ''
    : words.view.stillReason({ weeks: weeks ?? 1, since: weekNumberText(since, formats) });
}

function recoveredReason(
  { entry, group, usual: level }: Listed,
  localization: Localization,
): string {
  const { usual = null, was = null, weeks = null } = entry?.figures ?? {};
  if (entry === null || usual === null) return '';
  const { words, formats } = localization;
  const score = toButtonScore(usual, group.indexType, group.feedbackScale) ?? level;
  if (score === null) return '';
  const text = formats.index(score, 'HAPPY');
  const reached = entry.figures.fourWeeksIndex ?? entry.figures.index ?? usual;
  return was !== null && usual - reached > MAX_LEFT * (usual - was)
    ? words.view.recoveredMost({ usual: text })
    : words.view.recoveredReason({ usual: text, weeks: weeks ?? 1 });
}

function betterReason(entry: Entry | null, { words, formats }: Localization): string {
  const { since = null, weeks = null } = entry?.figures ?? {};
  return since === null || (weeks ?? 1) <= 1
    ? words.view.betterThisWeek
    : words.view.betterReason({ weeks: weeks ?? 1, since: weekNumberText(since, formats) });
}

function newReason(
  figures: ListedFigures | null,
  week: string,
  { words, formats }: Localization,
): string {
  const trend = figures?.trend ?? [];
  const first = trend.findIndex((value) => value !== null);
  const before = trend.length - 1 - first;
  return first === -1 || before === 0
    ? words.view.newThisWeek
    : words.view.newSince({ week: weekNumberText(week, formats, before) });
}

/** The usual range, which is printed for no other state. */
function usualReason(listed: Listed, localization: Localization): string {
  const { figures, group } = listed;
  if (figures === null || figures.state !== 'usual') return '';
  const { usualReason: reason, ownUsualReason: ownReason } = localization.words.view;
  const range = usualRange(figures, group.indexType, localization);
  if (range !== '' && group.indexType === 'HAPPY') return reason({ range });
  const own = ownText(listed, localization);
  return range === '' ? own : ownReason({ own, range });
}

/** The first sentence that is short enough, without its final stop. */
function shortReasons(
  reasons: readonly string[],
  entry: Entry | null,
  localization: Localization,
): Pick<Row, 'shortReason' | 'briefReason'> {
  const unstopped = reasons.map((reason) => reason.replace(/[.。]$/u, ''));
  const [first = ''] = unstopped;
  const shortReason = unstopped.find((reason) => reason.length <= SHORT_REASON) ?? reasons[0] ?? '';
  const brief =
    entry === null || first.length <= BRIEF_REASON ? first : briefReason(entry, localization);
  return { shortReason, briefReason: brief === '' ? shortReason : brief };
}
