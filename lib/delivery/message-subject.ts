// The subject of a message: the place, what was found there, the week, and whether data are missing.
import type { Report } from '../domain/report.ts';
import type { Entry } from '../domain/signals/entry.ts';
import { splitEntries } from '../domain/signals/entry.ts';
import { findLeadingGroup } from '../domain/verdict.ts';
import { withoutIsolates } from '../i18n/text-direction.ts';
import { isJudged } from '../i18n/report-texts/headline-sentence.ts';
import { attentionStateOf } from '../i18n/report-texts/entry-reasons.ts';
import { weekText } from '../i18n/report-texts/usual-level-texts.ts';
import { folderName, namesAbove, shortName } from './message-names.ts';
import type { MessageTexts } from './message-texts.ts';
import { hasDeviation, shortFinding, shortGroupFinding } from './short-finding.ts';

/** Mail programs show less; longer headers are folded. */
const MAX_LENGTH = 150;
/** Characters of a name, tried in turn until the subject is short enough. */
const NAME_LIMITS = [60, 40, 28, 20, 12] as const;

/** 'Security control, Terminal 2: lowest since week 39 · week 46', without isolates, at most 150 characters. */
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
  const { place, finding } = gravest(report, texts, limit);
  const subject = mail.subject(place, finding ?? mail.dataMissing, weekText(report.week, formats));
  const note = isPartial ? mail.dataMissing : isUpdate ? mail.nowComplete : null;
  // What is missing is not said twice.
  return withoutIsolates(
    note === null || finding === null ? subject : mail.subjectNote(subject, note),
  );
}

/** Null: a partial report in which nothing was found, of which it is not said that all is as usual. */
function gravest(
  report: Report,
  texts: MessageTexts,
  limit: number,
): { readonly place: string; readonly finding: string | null } {
  const { summary, status, week, folder } = report;
  const { urgent, better } = splitEntries(summary.attention.entries);
  const leading = findLeadingGroup(summary.groups);
  const own = folderName(folder, texts, limit);
  const [entry = hasDeviation(leading) ? undefined : better[0]] = urgent;
  if (entry !== undefined) return entryFinding(entry, report, texts, limit);
  if (hasDeviation(leading))
    return { place: own, finding: shortGroupFinding(leading, week, texts) };
  if (status === 'partial') return { place: own, finding: null };
  return { place: own, finding: calmFinding(report, texts) };
}

/** Of a complete report without deviations. */
function calmFinding(report: Report, texts: MessageTexts): string {
  const { findings } = texts.mail;
  const leading = findLeadingGroup(report.summary.groups);
  const finding = shortGroupFinding(leading, report.week, texts);
  if (!hasPlaces(report) || !isJudged(report) || leading?.responses === 0) return finding;
  const { compared, deviations, surveys } = attentionStateOf(report);
  if (compared === 0) return finding;
  return compared - deviations === surveys ? findings.usual : findings.nothingUrgent;
}

/** Whether a report is about more than one survey, so that a finding has to name its place. */
export function hasPlaces({
  subfolders,
  summary,
}: Pick<Report, 'subfolders' | 'summary'>): boolean {
  return subfolders.length > 0 || summary.surveys > 1;
}

/** The place with the folder above it; of the report's own surveys, the folder and the question. */
export function entryFinding(
  entry: Entry,
  report: Pick<Report, 'folder' | 'subfolders' | 'summary' | 'week'>,
  texts: MessageTexts,
  limit?: number,
): { readonly place: string; readonly finding: string } {
  const { mail } = texts;
  const finding = shortFinding(entry, report.week, texts);
  const place = folderName(entry.folder, texts, limit);
  if (entry.folder.key === report.folder.key) {
    const question = hasPlaces(report) ? shortName(entry.survey.name, texts, limit) : '';
    return { place, finding: question === '' ? finding : mail.ofQuestion(finding, question) };
  }
  const above = shortName(namesAbove(entry, report).at(-1) ?? '', texts, limit);
  return { place: above === '' ? place : mail.placeIn(place, above), finding };
}
