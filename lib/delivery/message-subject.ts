// The subject of a message: the places that fell, else what else is new, the week, and whether data are missing.
import type { Report } from '../domain/report.ts';
import type { Entry, EntryState, LevelState } from '../domain/signals/model.ts';
import { weekdayKey } from '../i18n/formats.ts';
import { joinTexts } from '../i18n/report-texts/alert-texts.ts';
import { entryIndex } from '../i18n/report-texts/entry-texts.ts';
import { leadingPlace } from '../i18n/report-texts/headline-sentence.ts';
import { indexName } from '../i18n/report-texts/index-types.ts';
import { weekNumberText } from '../i18n/report-texts/level-range.ts';
import type { JudgedPlace } from '../i18n/report-texts/place-headline.ts';
import { withoutIsolates } from '../i18n/text-direction.ts';
import type { MessageTexts } from './message-texts.ts';
import { folderName, namesAbove, shortName } from './message-texts.ts';

/** Mail programs show less; longer headers are folded. */
const MAX_LENGTH = 150;
/** Characters of a name, tried in turn until the subject is short enough. */
const NAME_LIMITS = [60, 40, 28, 20, 12] as const;

/** 'Security control, Terminal 2 53 (was 70) · 2 more · week 46', without isolates, at most 150 characters. */
export function messageSubject(report: Report, isUpdate: boolean, texts: MessageTexts): string {
  const subjects = NAME_LIMITS.map((limit) => subjectWith(limit, report, isUpdate, texts));
  return subjects.find(({ length }) => length <= MAX_LENGTH) ?? subjects.at(-1) ?? '';
}

function subjectWith(
  limit: number,
  report: Report,
  isUpdate: boolean,
  texts: MessageTexts,
): string {
  const { mail, formats } = texts;
  const isPartial = report.status === 'partial';
  const finding = entriesFinding(report, texts, limit) ?? reportFinding(report, texts, limit);
  const place = folderName(report.folder, texts, limit);
  const subject = mail.subject({
    finding: finding ?? mail.ofPlace({ place, finding: mail.dataMissing }),
    week: weekNumberText(report.week, formats),
  });
  const note = isPartial ? mail.dataMissing : isUpdate ? mail.nowComplete : null;
  // What is missing is not said twice.
  return withoutIsolates(note === null || finding === null ? subject : joinTexts([subject, note]));
}

// ── the list ────────────────────────────────────────────────────────────────────────────────────

/** States after those of which a subject says the number of places, most urgent first. */
const OTHER_STATES: readonly EntryState[] = ['volumeLow', 'inAlarm', 'standingLow'];
const IMPROVED_STATES: readonly EntryState[] = ['recovered', 'better'];

/** Null where the list has nothing that the subject names before the state of the whole report. */
function entriesFinding(report: Report, texts: MessageTexts, limit: number): string | null {
  const { mail } = texts;
  const { entries, counts } = report.summary.attention;
  if (counts.new > 0) return newPlaces(report, texts, limit);
  const silent = entries.filter(({ state }) => state === 'silent');
  const newlySilent = silent.find(({ figures }) => (figures.silentWeeks ?? 1) <= 1);
  if (newlySilent !== undefined) return entryFinding(newlySilent, report, texts, limit);
  // Places that were in the subject of an earlier week are not named again. A partial report never says that nothing is new.
  if (counts.still + counts.silent > 0 && report.status !== 'partial') {
    return counts.still > 0
      ? mail.findings.stillLow({ n: counts.still })
      : mail.findings.stillSilent({ n: counts.silent });
  }
  const isLow = isLowState(leadingPlace(report)?.level.state ?? null);
  const named = isLow ? OTHER_STATES : [...OTHER_STATES, ...IMPROVED_STATES];
  const entry = entries.find(({ state }) => named.includes(state));
  return entry === undefined ? null : entryFinding(entry, report, texts, limit);
}

/** Names one or two places. */
function newPlaces(report: Report, texts: MessageTexts, limit: number): string {
  const { mail, words } = texts;
  const { entries, counts } = report.summary.attention;
  const [first = '', second] = entries
    .filter(({ state }) => state === 'new')
    .slice(0, 2)
    .map((entry) => entryFinding(entry, report, texts, limit));
  const rest = counts.new - (second === undefined ? 1 : 2);
  return joinTexts([
    second === undefined ? first : mail.twoPlaces({ first, second }),
    rest > 0 ? words.signals.folder.more({ n: rest }) : '',
  ]);
}

/** 'Terminal 2 53 (was 70)', 'Terminal 2: no responses'. */
function entryFinding(entry: Entry, report: Report, texts: MessageTexts, limit: number): string {
  const { mail, words, formats } = texts;
  const { state, figures, indexType } = entry;
  const { findings } = mail;
  const place = entryPlace(entry, report, texts, limit);
  const value = formats.index(entryIndex(figures), indexType);
  const of = (finding: string): string => mail.ofPlace({ place, finding });
  switch (state) {
    case 'new':
    case 'still':
    case 'better': {
      const was = formats.index(figures.usual, indexType);
      return words.signals.folder.alsoPlace({ name: place, value, was });
    }
    case 'recovered':
      return of(findings.recovered({ value }));
    case 'silent':
      return of(silenceFinding(figures, texts));
    case 'volumeLow':
      return of(findings.volumeLow);
    case 'inAlarm': {
      const duration = formats.duration(Math.round(figures.badMinutes / 60) * 60);
      return of(findings.inAlarm({ duration }));
    }
    case 'standingLow':
      return of(findings.standingLow);
  }
}

function silenceFinding(
  { silentWeeks, fromDay }: Pick<Entry['figures'], 'silentWeeks' | 'fromDay'>,
  { mail, formats }: MessageTexts,
): string {
  const { findings } = mail;
  return silentWeeks !== null || fromDay === null
    ? findings.noResponses
    : findings.silentSince({ day: formats.weekday(fromDay, 'long'), weekday: weekdayKey(fromDay) });
}

/** The place with the folder above it; of the report's own surveys, the folder and the question. */
function entryPlace(entry: Entry, report: Report, texts: MessageTexts, limit: number): string {
  const { mail } = texts;
  const place = folderName(entry.folder, texts, limit);
  if (entry.folder.key === report.folder.key) {
    const question = hasPlaces(report) ? shortName(entry.survey.name, texts, limit) : '';
    return question === '' ? place : mail.ofQuestion({ finding: place, question });
  }
  const above = shortName(namesAbove(entry, report).at(-1) ?? '', texts, limit);
  return above === '' ? place : mail.placeIn({ place, above });
}

/** Whether a report is about more than one survey, so that a finding has to name its place. */
export function hasPlaces({
  subfolders,
  summary,
}: Pick<Report, 'subfolders' | 'summary'>): boolean {
  return subfolders.length > 0 || summary.surveys > 1;
}

// ── the report ──────────────────────────────────────────────────────────────────────────────────

/** Null: a partial report in which nothing was found, of which it is not said that all is as usual. */
function reportFinding(report: Report, texts: MessageTexts, limit: number): string | null {
  const { mail, words, formats } = texts;
  const place = folderName(report.folder, texts, limit);
  const of = (finding: string): string => mail.ofPlace({ place, finding });
  const leading = leadingPlace(report);
  const isPartial = report.status === 'partial';
  if (leading === null || leading.responses === 0)
    return isPartial ? null : of(mail.findings.noResponses);
  const { index, indexType, responses, level } = leading;
  if (index === null) return isPartial ? null : of(words.responses({ n: responses }));
  const value = formats.index(index, indexType);
  switch (level.state) {
    case 'new':
    case 'still':
    case 'better': {
      const was = formats.index(level.usual, indexType);
      return words.signals.folder.alsoPlace({ name: place, value, was });
    }
    case 'recovered':
      return of(mail.findings.recovered({ value }));
    case 'newPlace':
      return isPartial ? null : of(mail.findings.tooFewWeeks);
    case 'tooFew':
      return isPartial ? null : of(words.verdicts.tooFew);
    case 'usual':
      if (isPartial) return null;
      return of(isAsUsual(leading) ? mail.findings.usual({ value }) : valueText(leading, texts));
    case 'silent':
    case null:
      return isPartial ? null : of(valueText(leading, texts));
  }
}

/** A week after low ones is not called usual. */
function isAsUsual({ level }: JudgedPlace): boolean {
  return !level.settled && level.last?.verdict !== 'low';
}

/** 'Happy Index 68' */
function valueText(place: JudgedPlace, texts: MessageTexts): string {
  return `${indexName(place, texts)} ${texts.formats.index(place.index, place.indexType)}`;
}

function isLowState(state: LevelState | null): boolean {
  return state === 'new' || state === 'still';
}
