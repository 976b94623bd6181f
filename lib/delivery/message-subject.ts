// The subject of a message: the place, what was found there, the week, and whether data are missing.
import type { Report, SurveyGroup } from '../domain/report.ts';
import type { AttentionEntry } from '../domain/signals/entry.ts';
import { splitEntries } from '../domain/signals/entry.ts';
import { findLeadingGroup } from '../domain/verdict.ts';
import { weekdayKey } from '../i18n/formats.ts';
import { withoutIsolates } from '../i18n/text-direction.ts';
import { joinTexts } from '../i18n/report-texts/alert-texts.ts';
import { isJudged } from '../i18n/report-texts/headline-sentence.ts';
import { attentionStateOf } from '../i18n/report-texts/entry-reasons.ts';
import { earlierLevelText, weekNumberText } from '../i18n/report-texts/usual-level-texts.ts';
import { MIN_RESPONSES } from '../charts/index-axes.ts';
import { parseWeek, weeksFrom } from '../domain/calendar.ts';
import { isDeviation } from '../domain/signals/signal.ts';
import { indexName } from '../i18n/report-texts/index-types.ts';
import type { MessageTexts } from './message-texts.ts';
import { folderName, namesAbove, shortName } from './message-texts.ts';

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
  const { place, finding } = mostSevereFinding(report, texts, limit);
  const subject = mail.subject({
    place,
    finding: finding ?? mail.dataMissing,
    week: weekNumberText(report.week, formats),
  });
  const note = isPartial ? mail.dataMissing : isUpdate ? mail.nowComplete : null;
  // What is missing is not said twice.
  return withoutIsolates(note === null || finding === null ? subject : joinTexts([subject, note]));
}

/** Null: a partial report in which nothing was found, of which it is not said that all is as usual. */
function mostSevereFinding(
  report: Report,
  texts: MessageTexts,
  limit: number,
): { readonly place: string; readonly finding: string | null } {
  const { summary, status, week, folder } = report;
  const { urgent, better } = splitEntries(summary.attention.entries);
  const leading = findLeadingGroup(summary.groups);
  const ownName = folderName(folder, texts, limit);
  const [entry = hasDeviation(leading) ? undefined : better[0]] = urgent;
  if (entry !== undefined) return entryFinding(entry, report, texts, limit);
  if (hasDeviation(leading))
    return { place: ownName, finding: shortGroupFinding(leading, week, texts) };
  if (status === 'partial') return { place: ownName, finding: null };
  return { place: ownName, finding: calmFinding(report, texts) };
}

/** The finding of a complete report without deviations. */
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
  entry: AttentionEntry,
  report: Pick<Report, 'folder' | 'subfolders' | 'summary' | 'week'>,
  texts: MessageTexts,
  limit?: number,
): { readonly place: string; readonly finding: string } {
  const { mail } = texts;
  const finding = shortFinding(entry, report.week, texts);
  const place = folderName(entry.folder, texts, limit);
  if (entry.folder.key === report.folder.key) {
    const question = hasPlaces(report) ? shortName(entry.survey.name, texts, limit) : '';
    return { place, finding: question === '' ? finding : mail.ofQuestion({ finding, question }) };
  }
  const above = shortName(namesAbove(entry, report).at(-1) ?? '', texts, limit);
  return { place: above === '' ? place : mail.placeIn({ place, above }), finding };
}

const DAYS_OF_WEEK = 7;

type Deviation = Pick<AttentionEntry, 'figures' | 'trend'>;

/** 'lowest since week 39' */
function shortFinding(entry: AttentionEntry, week: string, texts: MessageTexts): string {
  const { kind, figures } = entry;
  const { findings } = texts.mail;
  const { formats } = texts;
  switch (kind) {
    case 'worse':
    case 'better':
      return deviationText(kind === 'worse', entry, week, texts);
    case 'inAlarm':
      return findings.inAlarm({
        duration: formats.duration(Math.round((figures.badMinutes ?? 0) / 60) * 60),
      });
    case 'silent':
      return shortSilenceText(figures, texts);
    case 'volumeLow':
      return findings.volumeLow;
    case 'standingLow':
      return findings.standingLow;
  }
}

/** The finding of a report's leading group. */
function shortGroupFinding(group: SurveyGroup | null, week: string, texts: MessageTexts): string {
  const { mail, formats, words } = texts;
  if (group === null || group.responses === 0) return mail.findings.noResponses;
  const { index, indexType, signal, responses, trend } = group;
  if (index === null) return words.responses({ n: responses });
  switch (signal?.verdict) {
    case 'worse':
    case 'better': {
      const { usual, lower, upper, since, weeks, earlierUsual } = signal;
      const figures = {
        index,
        earlierUsual,
        ...(usual === null || lower === null || upper === null ? {} : { usual, lower, upper }),
        ...(since === null || weeks === null ? {} : { since, weeks }),
      };
      const indexes = trend.map((past) => (past.responses < MIN_RESPONSES ? null : past.index));
      return deviationText(signal.verdict === 'worse', { figures, trend: indexes }, week, texts);
    }
    case 'usual':
      return mail.findings.usual;
    case 'new':
      return mail.findings.tooFewWeeks;
    case 'tooFew':
      return words.verdicts.tooFew;
    case undefined:
      return `${indexName(group, texts)} ${formats.index(index, indexType)}`;
  }
}

/** Whether the leading group is better or worse than usual. */
function hasDeviation(group: SurveyGroup | null): boolean {
  return isDeviation(group?.signal?.verdict ?? null);
}

function deviationText(
  isWorse: boolean,
  { figures, trend }: Deviation,
  week: string,
  { mail, formats }: MessageTexts,
): string {
  const { findings } = mail;
  const { usual = null, lower = null, upper = null, earlierUsual = null } = figures;
  const index = figures.index ?? 0;
  const since = figures.since === undefined ? '' : weekNumberText(figures.since, formats);
  if (usual !== null && earlierUsual !== null) {
    if (isWorse ? usual < earlierUsual : usual > earlierUsual) {
      return (isWorse ? findings.downSince : findings.upSince)({ week: since });
    }
    const found = earlierLevelText(
      {
        ...{ index, usual, lower, upper, earlierUsual },
        since: figures.since ?? null,
        weeks: figures.weeks ?? null,
        indexes: trend,
      },
      formats,
    );
    if (found === 'back') return findings.backToEarlier;
    if (found !== null) return findings.asLowUntil({ week: found.until });
  }
  if ((figures.weeks ?? 1) > 1) {
    return (isWorse ? findings.belowSince : findings.aboveSince)({ week: since });
  }
  const earlier = trend
    .slice(0, -1)
    .flatMap((value, position) => (value === null ? [] : [{ value, position }]));
  const [first] = earlier;
  const lastAsExtreme = earlier.findLast(({ value }) =>
    isWorse ? value <= index : value >= index,
  );
  if (first !== undefined && lastAsExtreme === undefined) {
    const weeks = trend.length - first.position;
    const ofWeeks = isWorse ? findings.lowestOfWeeks : findings.highestOfWeeks;
    return ofWeeks({ weeks });
  }
  const reportWeek = parseWeek(week);
  if (lastAsExtreme === undefined || lastAsExtreme === earlier.at(-1) || reportWeek === null) {
    return isWorse ? findings.below : findings.above;
  }
  const { name } = weeksFrom(reportWeek, lastAsExtreme.position - trend.length + 1);
  return (isWorse ? findings.lowestSince : findings.highestSince)({
    week: weekNumberText(name, formats),
  });
}

/** `fromDay`: 0 = Monday. */
function shortSilenceText(
  { fromDay = 0, days = 1, ongoing = fromDay + days >= DAYS_OF_WEEK }: AttentionEntry['figures'],
  { mail, formats }: MessageTexts,
): string {
  const { findings } = mail;
  const day = formats.weekday(fromDay + 1, 'long');
  const weekday = weekdayKey(fromDay + 1);
  if (!ongoing) {
    return days === 1 ? findings.silentOn({ day, weekday }) : findings.silentDays({ days });
  }
  return fromDay === 0 ? findings.noResponses : findings.silentSince({ day, weekday });
}
