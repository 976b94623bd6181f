// The headline of a report or group, whose finding comes from the levels, and sentences of the change from last week.
import type { Figures, GroupKey } from '../../domain/figures.ts';
import { verdictOfChange } from '../../domain/figures.ts';
import type { Report, SurveyWeek } from '../../domain/report.ts';
import { compareInOrder } from '../../domain/order.ts';
import { isIndexType } from '../../domain/scale.ts';
import { findLeadingGroup } from '../../domain/verdict.ts';
import { withoutIsolates } from '../text-direction.ts';
import { weekNumber } from '../formats.ts';
import { indexName } from './index-types.ts';
import type { Localization } from '../localization.ts';
import { displayText } from '../localization.ts';
import type { JudgedPlace } from './place-headline.ts';
import { placeHeadline } from './place-headline.ts';

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

/** Whether the levels of all places are known; not of places whose reports were made by an earlier version. */
export function isJudged({ summary, problems }: Pick<Report, 'summary' | 'problems'>): boolean {
  return (
    summary.groups.some(({ level }) => level.state !== null) &&
    problems.every(({ code }) => code !== 'SIGNALS_MISSING')
  );
}

/**
 * What a report of a place speaks of: its only survey, or all surveys of the kind with the most responses; null without
 * surveys.
 */
export function leadingPlace({
  summary,
  surveys,
}: Pick<Report, 'summary' | 'surveys'>): JudgedPlace | null {
  const [survey] = surveys;
  if (survey === undefined || summary.surveys > surveys.length) {
    return findLeadingGroup(summary.groups);
  }
  return surveys.length === 1
    ? survey
    : (wholeSilence(surveys) ?? findLeadingGroup(summary.groups));
}

/** The silence of a place of which every survey is silent; null for others. */
export function wholeSilence(surveys: readonly SurveyWeek[]): JudgedPlace | null {
  const silences = surveys.flatMap((survey) =>
    survey.level.state === 'silent' && survey.silent !== null
      ? [{ survey, silent: survey.silent }]
      : [],
  );
  // The place is silent since its last survey fell silent.
  const [shortest] = silences.toSorted((a, b) =>
    compareInOrder(
      (a.silent.weeks ?? 0) - (b.silent.weeks ?? 0),
      b.silent.fromDay - a.silent.fromDay,
    ),
  );
  if (shortest === undefined || silences.length < surveys.length) return null;
  const expected = silences.reduce((sum, { silent }) => sum + silent.expected, 0);
  const responses = surveys.reduce((sum, survey) => sum + survey.responses, 0);
  return {
    ...shortest.survey,
    responses,
    // Indexes of several surveys are not one.
    index: null,
    silent: { ...shortest.silent, expected },
    isWholePlaceSilent: true,
  };
}

/** What the place shows, and its responses; empty for a partial report without groups. */
export function leadingFindings(
  report: Pick<Report, 'status' | 'summary' | 'surveys'>,
  localization: Localization,
): readonly string[] {
  const place = leadingPlace(report);
  if (place === null) {
    return report.status === 'partial' ? [] : [localization.words.noResponsesEither];
  }
  // "As usual" would read as an all-clear although part of the data is missing.
  const wouldReadAsAllClear = report.status === 'partial' && place.level.state === 'usual';
  const finding = wouldReadAsAllClear
    ? localization.words.signals.place.indexOnly({
        index: indexName(place, localization),
        value: localization.formats.index(place.index, place.indexType),
      })
    : findingText(place, localization);
  return place.responses === 0 || place.index === null
    ? [finding]
    : [finding, responsesText(place, localization)];
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

/** What the week of a survey or of pooled surveys shows; of an unknown kind of index its responses. */
export function findingText(place: JudgedPlace, localization: Localization): string {
  const { level, responses } = place;
  if (level.state === 'tooFew' && responses === 0) return headlineSentence(place, localization);
  const finding = placeHeadline(place, localization);
  return finding === '' ? headlineSentence(place, localization) : finding;
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
