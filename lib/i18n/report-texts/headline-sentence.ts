// The headline sentence: index, change, verdict, responses. The verdict comes from the noise test, not from the sign.
import type { Figures, GroupKey } from '../../domain/figures.ts';
import { verdictOfChange } from '../../domain/figures.ts';
import type { Report } from '../../domain/report.ts';
import { buttonsOf, isIndexType } from '../../domain/scale.ts';
import { findLeadingGroup } from '../../domain/verdict.ts';
import { withoutIsolates } from '../text-direction.ts';
import { weekNumber } from '../formats.ts';
import { indexName } from './index-types.ts';
import type { Localization } from '../localization.ts';
import { displayText } from '../localization.ts';

/** 'Helsinki Airport – week 46, 2026', without isolates, which only drawn lines need. */
export function reportTitle(
  { week, folder }: { readonly week: string; readonly folder: { readonly key: number } },
  { words, formats, names }: Pick<Localization, 'words' | 'formats' | 'names'>,
): string {
  return withoutIsolates(
    words.title(
      names.folder(folder.key),
      formats.numeral(weekNumber(week)),
      formats.numeral(Number(week.slice(0, 4))),
    ),
  );
}

/** The headline as one line of plain text: title, notice of missing data, sentence. */
export function headlineMessage(report: Report, localization: Localization): string {
  const { words } = localization;
  const { status, summary } = report;
  const leading = findLeadingGroup(summary.groups);
  const sentence = leading === null ? null : headlineSentence(leading, localization);
  return [
    reportTitle(report, localization),
    // A partial report must be recognizable as partial.
    ...(status === 'partial' ? [words.partialHeading] : []),
    ...(sentence === null ? [] : [withoutIsolates(sentence)]),
    ...(sentence === null && status !== 'partial' ? [words.noResponsesEither] : []),
  ].join(' · ');
}

export function headlineSentence(figures: Figures & GroupKey, localization: Localization): string {
  const { words, formats } = localization;
  const { index, change, responses, previousResponses, indexType } = figures;
  if (responses === 0) {
    if (previousResponses === 0) return words.noResponsesEither;
    return words.noResponsesBefore(formats.count(previousResponses));
  }
  const responsesPart = responsesText(figures, localization);
  if (index === null)
    return words.sentenceWithoutIndex(responsesPart, unknownKind(figures, localization));
  const name = indexName(figures, localization);
  const value = formats.index(index, indexType);
  const verdict = verdictOfChange(figures);
  if (change === null || verdict === null)
    return words.sentenceUncompared(name, value, responsesPart);
  return words.sentence(
    name,
    value,
    changeText(change, indexType, localization),
    words.verdicts[verdict],
    responsesPart,
  );
}

/** '1,204 responses (−2%)', without the percentage when the previous week had no responses. */
export function responsesText(
  figures: Pick<Figures, 'responses' | 'previousResponses'>,
  { words, formats }: Localization,
): string {
  const { responses, previousResponses } = figures;
  const responsesPart = words.responses(formats.count(responses), formats.plural(responses));
  if (previousResponses === 0) return responsesPart;
  const change = (responses - previousResponses) / previousResponses;
  return words.responsesChanged(responsesPart, formats.signedShare(change));
}

function changeText(change: number, indexType: string, { words, formats }: Localization): string {
  if (change === 0) return words.unchanged;
  const size = formats.changeSize(change, indexType);
  if (size !== formats.changeSize(0, indexType)) {
    return change > 0 ? words.up(size) : words.down(size);
  }
  const unit = formats.smallestChange(indexType);
  return change > 0 ? words.upLess(unit) : words.downLess(unit);
}

function unknownKind({ indexType, feedbackScale }: GroupKey, localization: Localization): string {
  const { words } = localization;
  const kinds = [
    ...(isIndexType(indexType) ? [] : [words.indexKind(displayText(indexType, localization, 40))]),
    ...(buttonsOf(feedbackScale) === null
      ? [words.scaleKind(displayText(feedbackScale, localization, 40))]
      : []),
  ];
  return kinds[0] ?? '';
}

/** Never ± 0, because a sample is never certain. */
export function uncertaintyText(
  halfWidth: number,
  indexType: string,
  { words, formats }: Localization,
): string {
  const size = formats.changeSize(halfWidth, indexType);
  if (size !== formats.changeSize(0, indexType)) return words.plusMinus(size);
  return words.plusMinusLess(formats.smallestChange(indexType));
}
