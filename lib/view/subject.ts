// The subject of a message about a report, and what lists of mails show after it. A subject names the places that changed this
// week, with now and was, so that no place is named again for the state of an earlier week.
import type { Report } from '../domain/report.ts';
import { keyOf, placeOf } from '../domain/signals/folder-list.ts';
import type { Entry } from '../domain/signals/model.ts';
import { shorten } from '../i18n/clean-text.ts';
import { weekdayKey } from '../i18n/formats.ts';
import type { ServerTexts } from '../i18n/generated/texts.ts';
import type { Localization } from '../i18n/localization.ts';
import { joinTexts } from '../i18n/join-texts.ts';
import { hasUnknownStates } from '../i18n/report-texts/folder-headline.ts';
import { leadingPlace } from '../i18n/report-texts/headline-sentence.ts';
import { weekNumberText } from '../i18n/report-texts/level-range.ts';
import { withoutIsolates } from '../i18n/text-direction.ts';
import { folderFigure } from './folder-figure.ts';
import type { FolderView, PlaceView, ReportView, Row, SectionState } from './report-view.ts';

export interface SubjectTexts extends Pick<Localization, 'words' | 'formats'> {
  readonly mail: ServerTexts;
}

interface SubjectParts {
  readonly report: Report;
  readonly texts: SubjectTexts;
  /** A name within the limit of characters that is tried. */
  readonly short: (name: string) => string;
}

/** Mail programs show less; longer headers are folded. */
const MAX_LENGTH = 150;
/** Characters of a name, tried in turn until the subject is short enough. */
const NAME_LIMITS = [60, 40, 28, 20, 12] as const;

/** 'Security control 53 (was 70) · 2 more · week 46', without isolates, at most 150 characters. */
export function subjectOf(
  view: ReportView,
  report: Report,
  isUpdate: boolean,
  texts: SubjectTexts,
): string {
  const subjects = NAME_LIMITS.map((limit) => {
    const short = (name: string): string => shorten(withoutIsolates(name), limit);
    return subjectWith(view, isUpdate, { report, texts, short });
  });
  return subjects.find(({ length }) => length <= MAX_LENGTH) ?? subjects.at(-1) ?? '';
}

function subjectWith(view: ReportView, isUpdate: boolean, parts: SubjectParts): string {
  const { mail, formats } = parts.texts;
  const finding = view.kind === 'folder' ? folderSubject(view, parts) : placeSubject(view, parts);
  const subject = mail.subject({
    finding: finding ?? named(view.name, mail.dataMissing, parts),
    week: weekNumberText(view.week, formats),
  });
  const note = view.isPartial ? mail.dataMissing : isUpdate ? mail.nowComplete : null;
  // What is missing is not said twice.
  return withoutIsolates(note === null || finding === null ? subject : joinTexts([subject, note]));
}

/** What a list of mails shows after the subject: the reason of the first place, and what else the report says. */
export function preheaderOf(
  { finding: { headline, details }, ...view }: ReportView,
  { mail, formats }: SubjectTexts,
): string {
  const [first] = view.kind === 'folder' ? rowsOf(view, 'new') : [];
  const reason =
    first === undefined ? '' : mail.ofPlace({ place: first.name, finding: first.reason });
  const text = formats.sentences([reason, ...details]);
  const figure = view.kind === 'folder' ? view.figure : (view.surveys[0]?.figure ?? null);
  return text === '' ? (figure?.responses ?? headline) : text;
}

// ── folders ─────────────────────────────────────────────────────────────────────────────────────

type Sections = Pick<FolderView, 'sections'>;

function rowsOf({ sections }: Sections, state: SectionState): readonly Row[] {
  return sections.find((section) => section.state === state)?.rows ?? [];
}

/** Null: a partial report in which nothing was found, of which it is not said that all is as usual. */
function folderSubject(view: FolderView, parts: SubjectParts): string | null {
  const { mail } = parts.texts;
  const fallen = rowsOf(view, 'new');
  if (fallen.length > 0) return fallenPlaces(fallen, parts);
  const { entries } = parts.report.summary.attention;
  const entryOf = new Map(entries.map((entry) => [keyOf(placeOf(entry)), entry]));
  const noSignal = rowsOf(view, 'noSignal');
  const silent = noSignal.find((row) => isNewSilence(entryOf.get(keyOf(row))));
  if (silent !== undefined) {
    return named(rowName(silent, noSignal), silenceOf(entryOf.get(keyOf(silent)), parts), parts);
  }
  const still = rowsOf(view, 'still').length;
  const silences = noSignal.filter((row) => entryOf.get(keyOf(row))?.state === 'silent').length;
  if (still + silences > 0 && !view.isPartial) {
    return still > 0
      ? mail.findings.stillLow({ n: still })
      : mail.findings.stillSilent({ n: silences });
  }
  const [few] = noSignal;
  if (few !== undefined && !view.isPartial)
    return named(rowName(few, noSignal), mail.findings.few, parts);
  const risen = [...rowsOf(view, 'recovered'), ...rowsOf(view, 'better')];
  const news = risen.find(
    (row) => row.state === 'recovered' || (entryOf.get(keyOf(row))?.figures.weeks ?? 1) <= 1,
  );
  return news === undefined ? wholeFinding(view, parts) : risenPlace(news, risen, parts);
}

/** Names one or two places. */
function fallenPlaces(rows: readonly Row[], parts: SubjectParts): string {
  const { mail, words } = parts.texts;
  const [first = '', second] = rows.slice(0, 2).map((row) => comparedPlace(row, rows, parts));
  const rest = rows.length - (second === undefined ? 1 : 2);
  return joinTexts([
    second === undefined ? first : mail.pair({ first, second }),
    rest > 0 ? words.signals.folder.more({ n: rest }) : '',
  ]);
}

function risenPlace(row: Row, rows: readonly Row[], parts: SubjectParts): string {
  const { findings } = parts.texts.mail;
  return row.state === 'recovered'
    ? named(rowName(row, rows), findings.recovered({ value: row.now }), parts)
    : comparedPlace(row, rows, parts);
}

/** 'Security control 53 (was 70)' */
function comparedPlace(row: Row, rows: readonly Row[], { texts, short }: SubjectParts): string {
  const { now: value, was } = row;
  return texts.words.signals.folder.alsoPlace({ name: short(rowName(row, rows)), value, was });
}

/** With the folder above where another row has the same name. */
function rowName({ name, suffix, path }: Row, rows: readonly Row[]): string {
  const isAmbiguous = rows.filter((other) => other.name === name).length > 1;
  return [name, suffix, isAmbiguous ? path : ''].filter((text) => text !== '').join(', ');
}

/** The figure of all places together. */
function wholeFinding(view: FolderView, parts: SubjectParts): string | null {
  const { mail } = parts.texts;
  const { figure, name, isPartial } = view;
  if (figure === null) {
    return isPartial ? null : named(name, fewOrNone(parts), parts);
  }
  const { text: value, compared } = figure;
  const { summary } = parts.report;
  const { range = null, usual = null } = folderFigure(summary.groups) ?? {};
  if (range !== null && !hasUnknownStates(summary))
    return isPartial ? null : named(name, mail.findings.usual({ value }), parts);
  if (usual === null) return isPartial ? null : named(name, value, parts);
  return named(name, mail.pair({ first: value, second: compared }), parts);
}

// ── places ──────────────────────────────────────────────────────────────────────────────────────

function placeSubject(view: PlaceView, parts: SubjectParts): string | null {
  const { report, texts } = parts;
  const { mail } = texts;
  const { name, isPartial, finding, surveys } = view;
  const of = (text: string): string => named(name, text, parts);
  const [survey] = surveys;
  const figure = survey?.figure ?? null;
  const value = figure?.text ?? '';
  switch (finding.state) {
    case 'new':
    case 'better':
      return of(mail.pair({ first: value, second: figure?.compared ?? '' }));
    case 'still':
      return isPartial
        ? of(mail.pair({ first: value, second: figure?.compared ?? '' }))
        : mail.findings.stillLow({ n: 1 });
    case 'recovered':
      return of(mail.findings.recovered({ value }));
    case 'noSignal': {
      if (isPartial) return null;
      const entry = report.summary.attention.entries.find(({ state }) => state === 'silent');
      return entry === undefined || isNewSilence(entry)
        ? of(silenceOf(entry, parts))
        : mail.findings.stillSilent({ n: 1 });
    }
    case 'newPlace':
      return isPartial ? null : of(mail.findings.tooFewWeeks);
    case 'few':
      return isPartial ? null : of(fewOrNone(parts));
    case 'usual':
    case 'unknown': {
      if (isPartial) return null;
      if (figure === null) {
        // Of an index that this release doesn't know.
        const { responses: n } = report.summary;
        return of(n === 0 ? mail.findings.noResponses : texts.words.responses({ n }));
      }
      const level = leadingPlace(report)?.level;
      const isAsUsual =
        finding.state === 'usual' && level?.settled !== true && level?.last?.verdict !== 'low';
      return of(isAsUsual ? mail.findings.usual({ value }) : value);
    }
  }
}

// ── texts ───────────────────────────────────────────────────────────────────────────────────────

function named(name: string, finding: string, { texts, short }: SubjectParts): string {
  return texts.mail.ofPlace({ place: short(name), finding });
}

/** Of fewer than ten responses. */
function fewOrNone({ report: { summary }, texts: { mail } }: SubjectParts): string {
  return summary.responses === 0 ? mail.findings.noResponses : mail.findings.few;
}

function isNewSilence(entry: Entry | undefined): boolean {
  return entry?.state === 'silent' && (entry.figures.silentWeeks ?? 1) <= 1;
}

/** 'no responses', 'no responses since Saturday' */
function silenceOf(entry: Entry | undefined, { texts: { mail, formats } }: SubjectParts): string {
  const { silentWeeks = null, fromDay = null } = entry?.figures ?? {};
  const { findings } = mail;
  return silentWeeks !== null || fromDay === null
    ? findings.noResponses
    : findings.silentSince({ day: formats.weekday(fromDay), weekday: weekdayKey(fromDay) });
}
