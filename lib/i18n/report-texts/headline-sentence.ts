// The headline as a sentence: of a message, whose finding comes from the signals, and of the change from last week.
import type { Figures, GroupKey } from '../../domain/figures.ts';
import { verdictOfChange } from '../../domain/figures.ts';
import type { JudgedFigures, Report, SurveyWeek, TrendWeek } from '../../domain/report.ts';
import { countUrgent, splitEntries } from '../../domain/signals/entry.ts';
import { isIndexType } from '../../domain/scale.ts';
import { findLeadingGroup } from '../../domain/verdict.ts';
import { withoutIsolates } from '../text-direction.ts';
import { weekNumber } from '../formats.ts';
import { indexName } from './index-types.ts';
import { findingSentence } from './signal-sentences.ts';
import type { Localization } from '../localization.ts';
import { displayText } from '../localization.ts';
import { attentionStateOf, attentionSummary, entryReasons } from './entry-reasons.ts';

/** 'Helsinki Airport – week 46, 2026', without isolates, which only drawn lines need. */
export function reportTitle(
  { week, folder }: { readonly week: string; readonly folder: { readonly key: number } },
  { words, formats, names }: Pick<Localization, 'words' | 'formats' | 'names'>,
): string {
  return withoutIsolates(
    words.title({
      name: names.folder(folder.key),
      week: formats.numeral(weekNumber(week)),
      year: formats.numeral(Number(week.slice(0, 4))),
    }),
  );
}

/**
 * The report's finding as one line of plain text: title, notice of missing data, finding. A folder with subfolders names the
 * first place that needs attention. A partial report never says that all is well.
 */
export function headlineMessage(report: Report, localization: Localization): string {
  const place = placesFinding(report, localization);
  const findings = place === '' ? leadingFindings(report, localization) : [place];
  return [
    reportTitle(report, localization),
    // A partial report must be recognizable as partial.
    ...(report.status === 'partial' ? [localization.words.partialHeading] : []),
    ...findings.map(withoutIsolates),
  ].join(' · ');
}

/** '' for a folder without subfolders, and where the verdicts of all its places are not known. */
function placesFinding(report: Report, localization: Localization): string {
  if (report.subfolders.length === 0) return '';
  const attention = firstAttention(report, localization);
  if (attention !== null) return attention;
  return isJudged(report) ? attentionSummary(attentionStateOf(report), localization) : '';
}

/** Whether the verdicts of all places are known; not of places whose reports were made by an earlier version. */
export function isJudged({ summary, problems }: Pick<Report, 'summary' | 'problems'>): boolean {
  return (
    summary.groups.some(({ signal }) => signal !== null) &&
    problems.every(({ code }) => code !== 'SIGNALS_MISSING')
  );
}

/** Null when no place needs attention. */
function firstAttention(
  { summary: { attention } }: Pick<Report, 'summary'>,
  { words, formats, direction }: Localization,
): string | null {
  const [first] = splitEntries(attention.entries).urgent;
  if (first === undefined) return null;
  const names = [first.folder.name, first.survey.name].map((name) =>
    displayText(name, { direction }, NAME_LIMIT),
  );
  const place = names.filter((name) => name !== '').join(' › ');
  const reasons = entryReasons(first, { words, formats }).join('; ');
  const text = words.attentionMessage({ place, reason: reasons });
  const otherCount = countUrgent(attention.counts) - 1;
  return otherCount === 0 ? text : words.attentionMore({ attention: text, n: otherCount });
}

/** Longer names are cut: a message is one line. */
const NAME_LIMIT = 80;

/** What the leading group shows, and its responses; empty for a partial report without groups. */
export function leadingFindings(
  { status, summary, surveys }: Pick<Report, 'status' | 'summary' | 'surveys'>,
  localization: Localization,
): readonly string[] {
  const leading = findLeadingGroup(summary.groups);
  if (leading === null) return status === 'partial' ? [] : [localization.words.noResponsesEither];
  // "As usual" would read as an all-clear although part of the data is missing.
  const wouldReadAsAllClear = status === 'partial' && leading.signal?.verdict === 'usual';
  const silent = surveys.length === 1 ? (surveys[0]?.silent ?? null) : null;
  const signal = wouldReadAsAllClear ? null : leading.signal;
  const finding = findingText({ ...leading, signal, silent }, localization);
  return leading.responses === 0 || leading.index === null
    ? [finding]
    : [finding, responsesText(leading, localization)];
}

export function headlineSentence(figures: Figures & GroupKey, localization: Localization): string {
  const { words, formats } = localization;
  const { index, change, responses, previousResponses, indexType } = figures;
  if (responses === 0) {
    if (previousResponses === 0) return words.noResponsesEither;
    return words.noResponsesBefore({ previous: previousResponses });
  }
  const responsesPart = responsesText(figures, localization);
  if (index === null)
    return words.sentenceWithoutIndex({
      responses: responsesPart,
      ...unknownKind(figures, localization),
    });
  const name = indexName(figures, localization);
  const value = formats.index(index, indexType);
  const verdict = verdictOfChange(figures);
  if (change === null || verdict === null)
    return words.sentenceUncompared({ index: name, value, responses: responsesPart });
  const sentence = { index: name, value, verdict, responses: responsesPart };
  return change === 0
    ? words.sentenceUnchanged(sentence)
    : words.sentence({ ...sentence, ...changeValues(change, indexType, localization) });
}

/** What the week of a survey or of pooled surveys shows; without responses, what was expected. */
export function findingText(
  figures: JudgedFigures &
    GroupKey & { readonly trend: readonly TrendWeek[] } & Partial<Pick<SurveyWeek, 'silent'>>,
  localization: Localization,
): string {
  const finding = findingSentence(figures, localization);
  return finding === '' ? headlineSentence(figures, localization) : finding;
}

/** '1,204 responses (−2%)', without the percentage when the previous week had no responses. */
export function responsesText(
  figures: Pick<Figures, 'responses' | 'previousResponses'>,
  { words, formats }: Localization,
): string {
  const { responses, previousResponses } = figures;
  const responsesPart = words.responses({ n: responses });
  if (previousResponses === 0) return responsesPart;
  const change = (responses - previousResponses) / previousResponses;
  return words.responsesChanged({ n: responses, change: formats.signedShare(change) });
}

/** 'down 5 from last week', which is not a verdict. */
export function changeText(
  change: number,
  indexType: string,
  { words, formats }: Localization,
): string {
  if (change === 0) return words.unchanged;
  const { change: name, size } = changeValues(change, indexType, { formats });
  return words[name]({ size });
}

/** How a change is said, and its size; of a change that would be printed as 0, the smallest size that can be printed. */
function changeValues(
  change: number,
  indexType: string,
  { formats }: Pick<Localization, 'formats'>,
): { readonly change: 'up' | 'down' | 'upLess' | 'downLess'; readonly size: string } {
  const size = formats.changeSize(change, indexType);
  if (size !== formats.changeSize(0, indexType))
    return { change: change > 0 ? 'up' : 'down', size };
  return { change: change > 0 ? 'upLess' : 'downLess', size: formats.displayStep(indexType) };
}

function unknownKind(
  { indexType, feedbackScale }: GroupKey,
  localization: Localization,
): { readonly kind: 'index' | 'scale'; readonly name: string } {
  return isIndexType(indexType)
    ? { kind: 'scale', name: displayText(feedbackScale, localization, 40) }
    : { kind: 'index', name: displayText(indexType, localization, 40) };
}

/** Never ± 0, because a sample is never certain. */
export function uncertaintyText(
  halfWidth: number,
  indexType: string,
  { words, formats }: Pick<Localization, 'words' | 'formats'>,
): string {
  const size = formats.changeSize(halfWidth, indexType);
  if (size !== formats.changeSize(0, indexType)) return words.plusMinus({ halfWidth: size });
  return words.plusMinusLess({ unit: formats.displayStep(indexType) });
}
