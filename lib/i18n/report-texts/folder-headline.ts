// What a report says of a folder with subfolders: one headline from the counts of its list and what its places have in common,
// then what else there is. Never from one place alone.
import { dateOf, dayOf, daysFrom } from '../../domain/calendar.ts';
import { countUnreadPlaces } from '../../domain/problems.ts';
import type { Report, Subfolder, SurveyGroup } from '../../domain/report.ts';
import { groupName } from '../../domain/ranking.ts';
import type { Attention, Common, Entry, EntryState } from '../../domain/signals/model.ts';
import { isCommonSaid, isSubfolderNamed } from '../../domain/signals/common-week.ts';
import { rangeOf } from '../../domain/signals/presses.ts';
import { findLeadingGroup } from '../../domain/verdict.ts';
import type { Localization } from '../localization.ts';
import { displayText } from '../localization.ts';

export interface FolderHeadline {
  /** What concerns the most places; '' where nothing can be said. */
  readonly headline: string;
  readonly details: readonly string[];
}

export type NamedEntry = Pick<Entry, 'folder' | 'survey'>;

/** What the sentences about a list depend on: of a report, or of the topmost reports of a week. */
export interface ListFacts {
  /** False where something that is due was not read. */
  readonly isComplete: boolean;
  /** The number of surveys and folders of which nothing was read. */
  readonly unread: number;
  readonly attention: Pick<Attention, 'counts' | 'places' | 'weak'> & {
    readonly entries: readonly (NamedEntry & Pick<Entry, 'state'>)[];
  };
}

type FolderReport = Pick<
  Report,
  'from' | 'status' | 'folder' | 'problems' | 'summary' | 'subfolders'
>;

const MAX_CALLED = 2;
const MAX_NAMES = 5;
const NAME_LIMIT = 80;
/** A part of the difference that is at least this part of the scale is told. */
const TOLD_REST = 0.03;

/** The figure of all kinds of index together, its usual level, and what each part contributed to the difference. */
export interface Together {
  readonly value: number;
  readonly usual: number;
  /** Largest first. */
  readonly parts: readonly { readonly folder: number; readonly rate: number }[];
}

/** `together`: null where the level is not known. */
export function folderFinding(
  report: FolderReport,
  together: Together | null,
  localization: Localization,
): FolderHeadline {
  const group = findLeadingGroup(report.summary.groups);
  const [headline = '', ...details] = [
    ...((group === null ? null : commonSentences(report, group, localization)) ??
      (group === null ? null : groupSentences(report, group, together, localization)) ?? [
        listSentence(listFacts(report), localization),
      ]),
  ].filter((sentence) => sentence !== '');
  return { headline, details };
}

function listFacts({ status, problems, summary }: FolderReport): ListFacts {
  return {
    isComplete: status !== 'partial',
    unread: countUnreadPlaces(problems),
    attention: summary.attention,
  };
}

/** Whom to call, or that no place needs a call; '' where nothing can be said. */
function listSentence(facts: ListFacts, localization: Omit<Localization, 'names'>): string {
  return callSentence(facts, localization) ?? quietSentence(facts, localization);
}

/** Null unless the places have fallen or risen together. */
function commonSentences(
  report: FolderReport,
  group: SurveyGroup,
  localization: Localization,
): readonly string[] | null {
  const { common, indexType } = group;
  const range = rangeOf(group);
  if (common === null || range === null || !isCommonSaid(common, range)) return null;
  const { words, formats } = localization;
  const texts = words.signals.folder;
  const { places, below, shift } = common;
  const size = formats.changeSize(shift, indexType);
  const parts = subfolderSentences(report.subfolders, group, { common, range }, localization);
  const calls = callOrStillSentence(listFacts(report), localization);
  if (shift > 0) return [texts.allRose({ above: places - below, places, size }), ...parts, calls];
  const fell = entriesOf(report.summary.attention, 'new');
  const n = report.summary.attention.counts.new;
  const headline = texts.allFell({ below, places, size });
  return n === 0
    ? [headline, noneFellMore(report, localization), ...parts, calls]
    : [headline, texts.fellMore({ n, names: namesOf(fell, localization) }), ...parts];
}

/** A partial report does not speak for places that were not read. */
function noneFellMore({ status }: FolderReport, { words }: Localization): string {
  const texts = words.signals.folder;
  return status === 'partial' ? texts.noneFellMoreRead : texts.noneFellMore;
}

/** Direct subfolders whose places differ from the others together. */
function subfolderSentences(
  subfolders: readonly Subfolder[],
  group: SurveyGroup,
  { common, range }: { readonly common: Common; readonly range: number },
  localization: Localization,
): readonly string[] {
  const { words, formats } = localization;
  const texts = words.signals.folder;
  return subfolders.flatMap(({ name, summary }) => {
    const part = summary.groups.find((other) => groupName(other) === groupName(group))?.common;
    if (part === undefined || part === null || !isSubfolderNamed(part, common, range)) return [];
    const size = formats.changeSize(part.shift, group.indexType);
    // Nothing is said of a part that stayed where it was.
    if (size === formats.changeSize(0, group.indexType)) return [];
    const sentence = part.shift < 0 ? texts.partFell : texts.partRose;
    return [
      sentence({
        name: displayText(name, localization, NAME_LIMIT),
        places: part.places,
        size,
        other: formats.change(common.shift, group.indexType),
      }),
    ];
  });
}

/** A part is named when it has this share of the sizes of all parts. */
const NAMED_SHARE = 0.1;
const MAX_NAMED = 3;

/** Null unless the places together are lower than usual. */
function groupSentences(
  report: FolderReport,
  group: SurveyGroup,
  together: Together | null,
  localization: Localization,
): readonly string[] | null {
  if (group.level.verdict !== 'low' || together === null) return null;
  const { words, formats } = localization;
  const texts = words.signals.folder;
  const { counts } = report.summary.attention;
  const [value, usual] = [together.value, together.usual].map(Math.round);
  if (value === undefined || usual === undefined || value >= usual) return null;
  const values = { value: formats.index(value, 'HAPPY'), usual: formats.index(usual, 'HAPPY') };
  const sizes = together.parts.reduce((sum, { rate }) => sum + Math.abs(rate), 0);
  const named = together.parts
    .filter(({ rate }) => rate < 0 && -rate >= NAMED_SHARE * sizes)
    .slice(0, MAX_NAMED);
  const isListed = counts.new + counts.still > 0;
  // Where no part is known to have fallen, the list says more.
  if (isListed && named.length === 0) return null;
  return [
    isListed ? becauseSentence(named, together, values, localization) : texts.manyLower(values),
    olderSentence(group, localization),
    callOrStillSentence(listFacts(report), localization),
  ];
}

/** A part that is not less than the whole, because others rose, is named without numbers. */
function becauseSentence(
  named: Together['parts'],
  { value, usual }: Together,
  values: { readonly value: string; readonly usual: string },
  { words, formats, names: nameOf }: Localization,
): string {
  const sum = named.reduce((total, { rate }) => total + rate, 0);
  const difference = value - usual;
  const texts = words.signals.folder;
  const names = formats.list(named.map(({ folder }) => nameOf.folder(folder)));
  return sum <= difference
    ? texts.because({ ...values, names })
    : texts.becauseOf({
        ...values,
        names,
        sum: formats.partOfChange(sum, 'HAPPY'),
        difference: formats.partOfChange(difference, 'HAPPY'),
      });
}

function olderSentence(group: SurveyGroup, { words, formats }: Localization): string {
  const { rest, level, indexType } = group;
  const range = rangeOf(group) ?? Infinity;
  if (rest === null || rest > -TOLD_REST * range || (level.difference ?? 0) >= 0) return '';
  return words.signals.folder.older({ rest: formats.change(rest, indexType) });
}

/** The places to call: new ones, else silent ones; null without them. */
function callSentence(
  { attention }: ListFacts,
  localization: Omit<Localization, 'names'>,
): string | null {
  const { words, formats } = localization;
  const texts = words.signals.folder;
  const { counts, places } = attention;
  if (counts.new > 0) {
    const called = entriesOf(attention, 'new').slice(0, MAX_CALLED);
    return texts.newPlaces({
      n: counts.new,
      places,
      names: formats.list(called.map((entry) => entryName(entry, called, localization))),
    });
  }
  if (counts.silent > 0) {
    const names = namesOf(entriesOf(attention, 'silent'), localization);
    return texts.silentPlaces({ n: counts.silent, names });
  }
  return null;
}

/** After a sentence about all places: whom to call, or how many are still low. */
function callOrStillSentence(facts: ListFacts, localization: Omit<Localization, 'names'>): string {
  const { counts } = facts.attention;
  return (
    callSentence(facts, localization) ??
    (counts.still > 0 ? quietSentence(facts, localization) : '')
  );
}

function quietSentence(
  { isComplete, unread, attention }: ListFacts,
  { words }: Pick<Localization, 'words'>,
): string {
  const texts = words.signals.folder;
  const { counts, places, weak } = attention;
  // A partial report never says that all is well.
  if (counts.still > 0) return isComplete ? texts.noNew({ n: counts.still }) : '';
  if (counts.volumeLow > 0) return texts.fewResponses({ n: counts.volumeLow });
  if (counts.inAlarm > 0) return texts.inAlarm({ n: counts.inAlarm });
  if (unread > 0) return words.signals.nothingInWhatWasRead({ unread });
  if (!isComplete) return '';
  if (places === 0) return texts.noLevels;
  const usual = places - counts.recovered - counts.better - weak.length;
  return usual === places
    ? texts.allAsUsual({ n: places })
    : texts.nothingNew({ n: usual, places });
}

/** Each day on which many places were closed, by time zone. */
export function closureSentences(
  { from, summary }: Pick<Report, 'from'> & { readonly summary: Pick<Report['summary'], 'closed'> },
  { words, formats }: Localization,
): readonly string[] {
  const dates = daysFrom(dayOf(from)).map(dateOf);
  return summary.closed
    .filter(({ shared }) => shared.length > 0)
    .map(({ timeZone, open, empty, shared }) => {
      const [most = 1] = shared.toSorted((a, b) => (empty[b - 1] ?? 0) - (empty[a - 1] ?? 0));
      return words.signals.folder.closure({
        days: formats.list(shared.map((day) => formats.weekdayAndDay(dates[day - 1] ?? ''))),
        empty: empty[most - 1] ?? 0,
        open: open[most - 1] ?? 0,
        zone: timeZone,
      });
    });
}

/** Places that are a little low, not clearly among so many; '' without any. */
export function weakSentence(
  { places, weak }: Pick<Attention, 'places' | 'weak'>,
  localization: Localization,
): string {
  if (weak.length === 0) return '';
  return localization.words.signals.folder.weak({
    n: weak.length,
    places,
    names: cutList(
      weak.map(({ folder }) => localization.names.folder(folder)),
      localization,
    ),
  });
}

function entriesOf({ entries }: ListFacts['attention'], state: EntryState): readonly NamedEntry[] {
  return entries.filter((entry) => entry.state === state);
}

function namesOf(
  entries: readonly NamedEntry[],
  localization: Omit<Localization, 'names'>,
): string {
  return cutList(
    entries.map((entry) => entryName(entry, entries, localization)),
    localization,
  );
}

function cutList(
  names: readonly string[],
  { words, formats }: Pick<Localization, 'words' | 'formats'>,
): string {
  const shown = names.slice(0, MAX_NAMES);
  const more = names.length - shown.length;
  return formats.list(more === 0 ? shown : [...shown, words.signals.folder.more({ n: more })]);
}

/** The folder's name; with the question of a survey whose folder has several in the list. */
export function entryName(
  { folder, survey }: NamedEntry,
  entries: readonly Pick<Entry, 'folder'>[],
  localization: Pick<Localization, 'direction'>,
): string {
  const isShared = entries.filter((other) => other.folder.key === folder.key).length > 1;
  return [folder.name, isShared ? survey.name : '']
    .map((name) => displayText(name, localization, NAME_LIMIT))
    .filter((name) => name !== '')
    .join(' › ');
}
