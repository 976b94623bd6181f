// Converts validated API responses to the domain's types.
import type {
  ActivePeriod,
  Alert,
  FollowUps,
  HourCounts,
  OffsetInstant,
  Question,
  SurveyDetails,
} from '../../domain/facts.ts';
import type { OptionCounts } from '../../domain/follow-ups.ts';
import { localeOrEnglish, nameOrFallback } from './names.ts';
import type { Timestamp } from './timestamps.ts';
import type {
  WireAlert,
  WireFollowUps,
  WireQuestion,
  WireResult,
  WireSurvey,
} from './response-schemas.ts';

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
