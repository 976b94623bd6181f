// What a report says of a folder with subfolders: one headline from the counts of its list and what its places have in common,
// then what else there is. Never from one place alone.
import { dateOf, dayOf, daysFrom } from '../../domain/calendar.ts';
import { countUnreadPlaces } from '../../domain/problems.ts';
import type { Report, ReportSummary, Subfolder, SurveyGroup } from '../../domain/report.ts';
import { groupName } from '../../domain/ranking.ts';
import type { Attention, Common, Entry, EntryState } from '../../domain/signals/model.ts';
import { isCommonSaid, isSubfolderNamed } from '../../domain/signals/common-week.ts';
import { rangeOf } from '../../domain/signals/presses.ts';
import { findLeadingGroup } from '../../domain/verdict.ts';
import type { Localization } from '../localization.ts';
import { displayText } from '../localization.ts';
import { zoneName } from '../report-time.ts';
import { indexName } from './index-types.ts';
import { cutList, listedNames } from './name-list.ts';

export interface FolderHeadline {
  /** What concerns the most places; '' where nothing can be said. */
  readonly headline: string;
  readonly details: readonly string[];
  /** The state whose number of places these tell. */
  readonly counted: CountedState | null;
}

export type CountedState = 'new' | 'silent' | 'volumeLow' | 'still' | 'usual';

/** Numbers of surveys in the lists of a folder. */
export interface ListedPlaces {
  readonly all: number;
  /** With enough responses, and a level to compare them with. */
  readonly compared: number;
  readonly usual: number;
}

interface Sentence {
  readonly text: string;
  readonly counted: CountedState | null;
}

const NOTHING: Sentence = { text: '', counted: null };

type NamedEntry = Pick<Entry, 'folder' | 'survey'>;

type FolderReport = Pick<
  Report,
  'from' | 'status' | 'folder' | 'problems' | 'summary' | 'subfolders'
>;

const MAX_CALLED = 2;
const NAME_LIMIT = 80;
/** A part of the difference that is at least this part of the scale is told. */
const TOLD_REST = 0.03;

/** The figure of all kinds of index together, its usual level, and what each part contributed to the difference. */
export interface Together {
  readonly value: number;
  readonly usual: number;
  /** Largest first. */
  readonly parts: readonly TogetherPart[];
}

interface FolderRate {
  readonly folder: number;
  readonly rate: number;
}

interface TogetherPart extends FolderRate {
  /** The place from which most of it comes, which is named instead where its name is unique; null without one. */
  readonly place: FolderRate | null;
}

/** `together`: null where the level is not known. */
export function folderFinding(
  report: FolderReport,
  listed: ListedPlaces,
  together: Together | null,
  localization: Localization,
): FolderHeadline {
  const group = findLeadingGroup(report.summary.groups);
  const sentences = (group === null
    ? null
    : (commonSentences(report, group, listed, localization) ??
      groupSentences(report, group, { listed, together }, localization))) ?? [
    listSentence(report, listed, localization),
  ];
  const [headline = '', ...details] = sentences
    .map(({ text }) => text)
    .filter((text) => text !== '');
  const counted = sentences.map((sentence) => sentence.counted).find((state) => state !== null);
  return { headline, details, counted: counted ?? null };
}

function uncounted(text: string): Sentence {
  return { text, counted: null };
}

/** Whom to call, or that no place needs a call; '' where nothing can be said. */
function listSentence(
  report: FolderReport,
  listed: ListedPlaces,
  localization: Localization,
): Sentence {
  return callSentence(report, listed, localization) ?? quietSentence(report, listed, localization);
}

/** Null unless the places have fallen or risen together. */
function commonSentences(
  report: FolderReport,
  group: SurveyGroup,
  listed: ListedPlaces,
  localization: Localization,
): readonly Sentence[] | null {
  const { common, indexType } = group;
  const range = rangeOf(group);
  if (common === null || range === null || !isCommonSaid(common, range)) return null;
  const { words, formats } = localization;
  const texts = words.signals.folder;
  const { places, below, shift } = common;
  const size = formats.changeSize(shift, indexType);
  const parts = subfolderSentences(report.subfolders, group, { common, range }, localization).map(
    uncounted,
  );
  const calls = callOrStillSentence(report, listed, localization);
  if (shift > 0)
    return [uncounted(texts.allRose({ above: places - below, places, size })), ...parts, calls];
  const n = report.summary.attention.counts.new;
  const headline = uncounted(texts.allFell({ below, places, size }));
  if (n === 0) {
    const none = hasUnknownStates(report.summary) ? '' : noneFellMore(report, localization);
    return [headline, uncounted(none), ...parts, calls];
  }
  const names = namesOf(report, 'new', localization);
  return [headline, { text: texts.fellMore({ n, names }), counted: 'new' }, ...parts];
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
const MAX_NAMED = 2;

/** Null unless the places together are lower than usual. */
function groupSentences(
  report: FolderReport,
  group: SurveyGroup,
  { listed, together }: { readonly listed: ListedPlaces; readonly together: Together | null },
  localization: Localization,
): readonly Sentence[] | null {
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
    .slice(0, MAX_NAMED)
    .map(({ place, ...part }) =>
      place !== null && isUnique(place.folder, report, localization) ? place : part,
    );
  const isListed = counts.new + counts.still > 0;
  // Where no part is known to have fallen, the list says more.
  if (isListed && named.length === 0) return null;
  return [
    uncounted(
      isListed ? becauseSentence(named, together, values, localization) : texts.manyLower(values),
    ),
    uncounted(olderSentence(group, localization)),
    callOrStillSentence(report, listed, localization),
  ];
}

/** Whether no other place has the name of this one. */
function isUnique(folder: number, { summary }: FolderReport, { names }: Localization): boolean {
  const name = names.folder(folder);
  return summary.places.filter(({ folder: { key } }) => names.folder(key) === name).length === 1;
}

/** A part that is not less than the whole, because others rose, is named without numbers. */
function becauseSentence(
  named: readonly FolderRate[],
  { value, usual }: Together,
  values: { readonly value: string; readonly usual: string },
  localization: Localization,
): string {
  const { words, formats, names: nameOf } = localization;
  const sum = named.reduce((total, { rate }) => total + rate, 0);
  const difference = value - usual;
  const texts = words.signals.folder;
  const names = formats.list(
    listedNames(
      named.map(({ folder }) => nameOf.folder(folder)),
      localization,
    ),
  );
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
  report: FolderReport,
  listed: ListedPlaces,
  localization: Localization,
): Sentence | null {
  const { words, formats } = localization;
  const texts = words.signals.folder;
  const { counts } = report.summary.attention;
  if (counts.new > 0) {
    const called = entriesOf(report, 'new').slice(0, MAX_CALLED);
    const names = formats.list(
      listedNames(
        called.map((entry) => entryName(entry, called, localization)),
        localization,
      ),
    );
    const text = texts.newPlaces({ n: counts.new, places: listed.all, names });
    return { text, counted: 'new' };
  }
  if (counts.silent > 0) {
    const names = namesOf(report, 'silent', localization);
    return { text: texts.silentPlaces({ n: counts.silent, names }), counted: 'silent' };
  }
  return null;
}

/** After a sentence about all places: whom to call, or how many are still low. */
function callOrStillSentence(
  report: FolderReport,
  listed: ListedPlaces,
  localization: Localization,
): Sentence {
  const isStill = report.summary.attention.counts.still > 0;
  return (
    callSentence(report, listed, localization) ??
    (isStill ? quietSentence(report, listed, localization) : NOTHING)
  );
}

function quietSentence(
  { status, problems, summary }: FolderReport,
  { compared, usual }: ListedPlaces,
  localization: Localization,
): Sentence {
  const { words } = localization;
  const texts = words.signals.folder;
  const { still, volumeLow, inAlarm } = summary.attention.counts;
  const unread = countUnreadPlaces(problems);
  const isPartial = status === 'partial';
  // A partial report never says that all is well.
  if (still > 0) return isPartial ? NOTHING : { text: texts.noNew({ n: still }), counted: 'still' };
  if (volumeLow > 0) return { text: texts.fewResponses({ n: volumeLow }), counted: 'volumeLow' };
  if (inAlarm > 0) return uncounted(texts.inAlarm({ n: inAlarm }));
  if (unread > 0) return uncounted(words.signals.nothingInWhatWasRead({ unread }));
  if (isPartial) return NOTHING;
  if (hasUnknownStates(summary)) return uncounted(figureSentence(summary, localization));
  if (compared === 0) return uncounted(texts.noLevels);
  const text =
    usual === compared
      ? texts.allAsUsual({ n: usual })
      : texts.nothingNew({ n: usual, places: compared });
  return { text, counted: 'usual' };
}

/** 'Happy Index 67.' */
function figureSentence({ groups, responses }: ReportSummary, localization: Localization): string {
  const { words, formats } = localization;
  const group = findLeadingGroup(groups);
  return group === null || group.index === null
    ? words.signals.asSentence({ text: words.responses({ n: responses }) })
    : words.signals.place.indexOnly({
        index: indexName(group, localization),
        value: formats.index(group.index, group.indexType),
      });
}

/** Whether lists have surveys whose state this release does not know: nobody can say that all is well. */
export function hasUnknownStates({ groups }: Pick<ReportSummary, 'groups'>): boolean {
  return groups.some(({ leaves }) => leaves.listed?.state.includes(null) === true);
}

/** Each day on which many places were closed, by time zone. */
export function closureSentences(
  { from, summary }: Pick<Report, 'from'> & { readonly summary: Pick<Report['summary'], 'closed'> },
  localization: Localization,
): readonly string[] {
  const { words, formats } = localization;
  const dates = daysFrom(dayOf(from)).map(dateOf);
  return summary.closed
    .filter(({ shared }) => shared.length > 0)
    .map(({ timeZone, open, empty, shared }) => {
      const [most = 1] = shared.toSorted((a, b) => (empty[b - 1] ?? 0) - (empty[a - 1] ?? 0));
      return words.signals.folder.closure({
        days: formats.list(shared.map((day) => formats.weekdayAndDay(dates[day - 1] ?? ''))),
        empty: empty[most - 1] ?? 0,
        open: open[most - 1] ?? 0,
        zone: zoneName(timeZone, localization),
      });
    });
}

/** Places that are a little low, not clearly among all; '' without any. */
export function weakSentence(
  { weak }: Pick<Attention, 'weak'>,
  places: number,
  localization: Localization,
): string {
  if (weak.length === 0) return '';
  return localization.words.signals.folder.weak({
    n: weak.length,
    places,
    names: cutList(
      listedNames(
        weak.map(({ folder }) => localization.names.folder(folder)),
        localization,
      ),
      localization,
    ),
  });
}

function entriesOf({ summary }: FolderReport, state: EntryState): readonly NamedEntry[] {
  return summary.attention.entries.filter((entry) => entry.state === state);
}

function namesOf(report: FolderReport, state: EntryState, localization: Localization): string {
  const entries = entriesOf(report, state);
  return cutList(
    listedNames(
      entries.map((entry) => entryName(entry, entries, localization)),
      localization,
    ),
    localization,
  );
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
