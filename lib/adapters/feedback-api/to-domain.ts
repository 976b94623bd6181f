// Converts validated API responses to the domain's types. Names and locales are normalized, because they may be missing,
// blank, very long or malformed UTF-16.
import type {
  ActivePeriod,
  Alert,
  FollowUps,
  HourCounts,
  OffsetInstant,
  Question,
  SurveyDetails,
} from '../../domain/report-inputs.ts';
import type { OptionCounts } from '../../domain/follow-ups.ts';
import type { Timestamp } from './timestamps.ts';
import type {
  WireAlert,
  WireFollowUps,
  WireQuestion,
  WireResult,
  WireSurvey,
} from './response-schemas.ts';
import { memoize } from '../../domain/memoize.ts';
import { graphemesOf } from '../../i18n/segments.ts';

export function toQuestion({ key, name, locale }: WireQuestion): Question {
  return { key, name: nameOrFallback(`Question ${key}`, name), locale: localeOrEnglish(locale) };
}

export function toSurveyDetails(wire: WireSurvey): SurveyDetails {
  const { key, folder, timeZone, surveyType, indexType, feedbackScale } = wire;
  return {
    key,
    question: toQuestion(wire.question),
    timeZone,
    folder: { key: folder.key, name: nameOrFallback(`Folder ${folder.key}`, folder.name) },
    activePeriods: toActivePeriods(wire),
    surveyType,
    indexType,
    feedbackScale,
  };
}

export function toActivePeriods({
  activePeriods,
}: Pick<WireSurvey, 'activePeriods'>): readonly ActivePeriod[] {
  return activePeriods.flatMap(toPeriod);
}

/** Empty for a period that ends before it starts. */
function toPeriod(wire: WireSurvey['activePeriods'][number]): readonly ActivePeriod[] {
  const start = wire.start.at;
  const end = wire.end === null ? null : wire.end.at;
  return end !== null && start >= end ? [] : [{ start, end }];
}

export function toHourCounts({ ts, data }: WireResult): HourCounts {
  return { localDay: ts.localDay, hour: ts.hour, offsetMinutes: ts.offsetMinutes, data };
}

export function toFollowUps({ painPoints, highlights }: WireFollowUps): FollowUps {
  return { painPoints: painPoints.map(toOption), highlights: highlights.map(toOption) };
}

function toOption({ key, name, data }: OptionCounts): OptionCounts {
  return { key, name: nameOrFallback(`Follow-up ${key}`, name), data };
}

export function toAlert(wire: WireAlert): Alert {
  return {
    key: wire.key,
    alertType: wire.alertType,
    survey: wire.survey.key,
    alertSpecification: wire.alertSpecification.key,
    beginTime: toOffsetInstant(wire.beginTime),
    endTime: wire.endTime === null ? null : toOffsetInstant(wire.endTime),
    parameters: wire.parameters,
  };
}

function toOffsetInstant({ at, offsetMinutes }: Timestamp): OffsetInstant {
  return { at, offsetMinutes };
}

const MAX_CHARACTERS = 200;

/** The fallback (`Folder 12`) for a blank name; at most 200 characters, truncated at a grapheme boundary. */
export function nameOrFallback(fallback: string, text: string): string {
  const name = text.toWellFormed();
  if (name.trim() === '') return fallback;
  if (name.length <= MAX_CHARACTERS) return name;
  const limit = endOfCodePoints(name, MAX_CHARACTERS);
  if (limit === name.length) return name;
  // 64 more units show whether the limit falls inside a grapheme; a longer grapheme is cut.
  const cutIndex = graphemesOf(name.slice(0, limit + 64)).containing(limit)?.index ?? limit;
  return name.slice(0, cutIndex === 0 ? limit : cutIndex);
}

/** The index after this many code points. */
function endOfCodePoints(text: string, codePoints: number): number {
  let end = 0;
  let remaining = codePoints;
  for (const character of text) {
    if (remaining === 0) break;
    remaining -= 1;
    end += character.length;
  }
  return end;
}

/** Longer than any locale in use; longer texts are not cached. */
const MAX_CACHED_LENGTH = 40;
/** A company uses few locales, a check costs 20 µs, and each survey is checked twice. */
const isCachedLocale = memoize(1000 * MAX_CACHED_LENGTH, isLocale);

/** A BCP 47 tag unchanged; `en` for any other text. */
export function localeOrEnglish(text: string): string {
  const isTag = text.length <= MAX_CACHED_LENGTH ? isCachedLocale(text) : isLocale(text);
  return isTag ? text : 'en';
}

function isLocale(text: string): boolean {
  try {
    return text !== '' && Intl.getCanonicalLocales(text).length > 0;
  } catch {
    return false;
  }
}
