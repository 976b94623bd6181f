// Generates the structure of the sample company for a seed, a quarter and the reported week. A place has the
// same key in every quarter. Surveys get alert specifications by preset, and active periods.
import type {
  FollowUpDefinition,
  ServiceFolder,
  ActiveRange,
  SurveyQuestion,
  Structure,
  Survey,
  FeedbackScale,
  SpecificationContent,
} from '../company.ts';
import { timeZoneOf } from '../time-zone.ts';
import type { SampleLanguage, SampleTheme, Topic, TopicNames } from './languages-latin.ts';
import { topics } from './languages-latin.ts';
import type { Site, SampleSpot, AlertPreset, Trait } from './sample-places.ts';
import { companyName, popUpName, popUpSpot, popUpStop, regions } from './sample-places.ts';
import type { Quarter } from './sample-calendar.ts';
import type { RhythmName } from './sample-calendar.ts';
import {
  dayNumber,
  firstDayOf,
  hashNumbers,
  mondayOf,
  weekdayOf,
  weekNumber,
  yearOf,
} from './sample-calendar.ts';
import type { SampleEvent } from './sample-events.ts';
import { eventsOf, hasFeedback } from './sample-events.ts';
import type { CountryName } from './sample-holidays.ts';
import { isHoliday } from './sample-holidays.ts';

/** A survey with the data from which its feedback is generated. Days are local, since 1970-01-01. */
export interface SurveyProfile {
  readonly survey: Survey;
  readonly question: SurveyQuestion;
  /** By the keys of the follow-ups. */
  readonly topics: ReadonlyMap<number, Topic>;
  readonly spot: SampleSpot;
  readonly language: SampleLanguage;
  readonly weekend: Site['weekend'];
  readonly country: CountryName;
  readonly events: readonly SampleEvent[];
  /** The number of weeks from that of a day to the reported week. */
  readonly weeksBefore: (day: number) => number;
  /** Whether there is feedback. */
  readonly isOpenOn: (day: number) => boolean;
}

export interface SampleStructure {
  readonly structure: Structure;
  readonly profiles: ReadonlyMap<number, SurveyProfile>;
}

const dayMs = 86_400_000;

/** Pop-up shops of this many past quarters are listed, and that of the next quarter. */
const popUpsBack = 5;
const popUpKeys = 900_000;

/** What tells where a survey is. */
interface Place extends Pick<Site, 'timeZone' | 'language' | 'weekend'> {
  /** The name of the folder. */
  readonly place: string;
  readonly country: CountryName;
}

/** `reportedWeek`: the number of the week to which the events of the places relate. */
export function createSampleStructure(
  seed: number,
  quarter: Quarter,
  reportedWeek: number,
): SampleStructure {
  const profiles = new Map<number, SurveyProfile>();
  const nextKey = createKeySource(seed);
  const questions = createQuestions(seed, nextKey);
  const weeksBefore = (day: number): number => reportedWeek - weekNumber(day);

  function addSurvey(
    key: number,
    { place, country, timeZone, language, weekend }: Place,
    spot: SampleSpot,
    activePeriods: readonly ActiveRange[],
    isActiveOn: (day: number) => boolean,
  ): Survey {
    const question = questions.of(language, spot.theme);
    const { surveyType, indexType, feedbackScale, watches } = spot;
    const alertSpecifications = watches
      .flatMap((watch) => alertSpecificationsOf(watch, feedbackScale))
      .map((content) => ({ key: nextKey('specification'), ...content }));
    const survey = {
      key,
      question: question.key,
      timeZone,
      activePeriods,
      surveyType,
      indexType,
      feedbackScale,
      alertSpecifications,
    };
    const events = eventsOf(place, spot.theme);
    const isOpenOn = (day: number): boolean =>
      isActiveOn(day) &&
      !(closesOnHolidays(spot.rhythm) && isHoliday(country, day)) &&
      hasFeedback(events, weeksBefore(day), weekdayOf(day) + 1);
    profiles.set(key, {
      ...{ survey, question, topics: questions.topics, spot, language, weekend, country },
      ...{ events, weeksBefore, isOpenOn },
    });
    return survey;
  }

  function surveyOf(place: Place, spot: SampleSpot): Survey {
    const key = nextKey('survey');
    const opened = eventsOf(place.place, spot.theme).find(({ what }) => what === 'opened');
    const periods =
      opened === undefined
        ? activePeriodsOf(spot.traits, seed, key, place.timeZone, yearOf(quarter))
        : [
            periodFrom(
              place.timeZone,
              mondayOf(reportedWeek - opened.from) * dayMs,
              yearOf(quarter),
            ),
          ];
    const isSeasonal = spot.traits.includes('seasonal');
    return addSurvey(key, place, spot, periods, isSeasonal ? isWinter : () => true);
  }

  function popUp(at: Quarter): Survey {
    const place = { place: popUpName, ...popUpStop(at), weekend: 'saturday' } as const;
    const days = { start: firstDayOf(at), end: firstDayOf(at + 1) };
    const isActiveOn = (day: number): boolean =>
      day >= dayNumber(days.start) && day < dayNumber(days.end);
    const periods = [localPeriod(place.timeZone, days)];
    return addSurvey(popUpKeys + at, place, popUpSpot, periods, isActiveOn);
  }

  const quarters = Array.from({ length: popUpsBack + 2 }, (_, i) => quarter - popUpsBack + i);
  const root = createFolders(nextKey, surveyOf, () => quarters.map(popUp));
  return { structure: { questions: questions.all(), root }, profiles };
}

function closesOnHolidays(rhythm: RhythmName): boolean {
  return rhythm !== 'airport' && rhythm !== 'emergency' && rhythm !== 'online';
}

function createFolders(
  nextKey: (kind: Kind) => number,
  surveyOf: (place: Place, spot: SampleSpot) => Survey,
  popUps: () => readonly Survey[],
): ServiceFolder {
  /** Keys ascend from a folder to its sub-folders, so its content is created after its key. */
  function folder(
    name: string,
    folders: () => readonly ServiceFolder[],
    surveys: () => readonly Survey[] = () => [],
  ): ServiceFolder {
    return { key: nextKey('folder'), name, folders: folders(), surveys: surveys() };
  }

  function siteFolder(site: Site, country: CountryName): ServiceFolder {
    return folder(
      site.name,
      () =>
        site.areas.map(({ name, spots }) =>
          folder(
            name,
            () => [],
            () => spots.map((spot) => surveyOf({ ...site, place: name, country }, spot)),
          ),
        ),
      () => site.spots.map((spot) => surveyOf({ ...site, place: site.name, country }, spot)),
    );
  }

  return folder(companyName, () => [
    ...regions.map(({ name, countries }) =>
      folder(name, () =>
        countries.map(({ name, sites }) =>
          folder(name, () => sites.map((site) => siteFolder(site, name))),
        ),
      ),
    ),
    folder(popUpName, () => [], popUps),
  ]);
}

function createQuestions(seed: number, nextKey: (kind: Kind) => number) {
  const questions = new Map<string, SurveyQuestion>();
  const topicsByKey = new Map<number, Topic>();

  function options(
    names: TopicNames,
    kind: FollowUpDefinition['kind'],
    question: number,
  ): readonly FollowUpDefinition[] {
    const count = 4 + (hashNumbers(seed, question, kind.length) % 4);
    const offered = topics.filter((topic) => names[topic] !== undefined).slice(0, count);
    return offered.map((topic) => {
      const key = nextKey('followUp');
      topicsByKey.set(key, topic);
      return { key, name: names[topic] ?? '', kind };
    });
  }

  return {
    topics: topicsByKey,
    of: (language: SampleLanguage, theme: SampleTheme): SurveyQuestion => {
      const { locale, questions: names, painPoints, highlights } = language;
      const id = `${locale} ${theme}`;
      const existingQuestion = questions.get(id);
      if (existingQuestion !== undefined) return existingQuestion;
      const key = nextKey('question');
      const followUps = [
        ...options(painPoints, 'painPoint', key),
        ...options(highlights, 'highlight', key),
      ];
      const question = { key, name: names[theme], locale, followUps };
      questions.set(id, question);
      return question;
    },
    /** In the order of their first use. */
    all: (): readonly SurveyQuestion[] => [...questions.values()],
  };
}

type Kind = 'folder' | 'survey' | 'question' | 'followUp' | 'specification';

/** Increasing keys with gaps, as in a real service. */
function createKeySource(seed: number): (kind: Kind) => number {
  const next: Record<Kind, number> = {
    folder: 41_000,
    survey: 310_000,
    question: 7_200,
    followUp: 95_000,
    specification: 5_100,
  };
  return (kind) => {
    next[kind] += 1 + (hashNumbers(seed, next[kind]) % 9);
    return next[kind];
  };
}

function alertSpecificationsOf(
  preset: AlertPreset,
  scale: FeedbackScale,
): readonly SpecificationContent[] {
  switch (preset) {
    case 'rough':
      return [negative(140, 55, 5), index(480, 50, 'under'), count(1440, 110, [0, 1])];
    case 'rush':
      return [negative(60, 75, 8)];
    case 'queue':
      return [negative(120, 60, 10), count(60, 14, [0, 1])];
    case 'slump':
      return [index(2 * 1440, 3.4, 'under')];
    case 'praise':
      return [index(1440, 77.5, 'over')];
    case 'delight':
      return [count(120, 35, [scale === 'FOUR' ? 3 : 4])];
  }
}

function negative(
  windowMin: number,
  threshold: number,
  countThreshold: number,
): SpecificationContent {
  return { alertType: 'negative', parameters: { windowMin, threshold, countThreshold } };
}

function index(
  windowMin: number,
  threshold: number,
  thresholdType: 'under' | 'over',
): SpecificationContent {
  return { alertType: 'indexThreshold', parameters: { windowMin, threshold, thresholdType } };
}

function count(
  windowMin: number,
  countThreshold: number,
  responseFilter: readonly number[],
): SpecificationContent {
  return { alertType: 'feedbackCount', parameters: { windowMin, countThreshold, responseFilter } };
}

function activePeriodsOf(
  traits: readonly Trait[],
  seed: number,
  key: number,
  timeZone: string,
  year: number,
): readonly ActiveRange[] {
  if (traits.includes('seasonal')) return winters(timeZone, year);
  return traits.includes('noPeriods') ? [] : [longPeriod(seed, key, timeZone, year)];
}

function localPeriod(timeZone: string, { start, end }: ActiveRange): ActiveRange {
  const zone = timeZoneOf(timeZone);
  return { start: zone.firstInstantOf(start), end: zone.firstInstantOf(end) };
}

/** From a day in the previous decade to the end of the next, so that it always includes the last 52 weeks. */
function longPeriod(seed: number, key: number, timeZone: string, year: number): ActiveRange {
  const decade = Math.floor(year / 10) * 10;
  const month = hashNumbers(seed, key, 1) % 12;
  const from = Date.UTC(
    decade - 8 + (hashNumbers(seed, key, 2) % 5),
    month,
    1 + (hashNumbers(seed, key, 3) % 28),
  );
  return periodFrom(timeZone, from, year);
}

/** To the end of the next decade. */
function periodFrom(timeZone: string, start: number, year: number): ActiveRange {
  const end = Date.UTC((Math.floor(year / 10) + 2) * 10, 0, 1);
  return localPeriod(timeZone, { start, end });
}

/** From 20 November to 6 January of the winters around the year. */
function winters(timeZone: string, year: number): readonly ActiveRange[] {
  return [-3, -2, -1, 0, 1].map((step) =>
    localPeriod(timeZone, {
      start: Date.UTC(year + step, 10, 20),
      end: Date.UTC(year + step + 1, 0, 7),
    }),
  );
}

function isWinter(day: number): boolean {
  const monthAndDay = new Date(day * dayMs).toISOString().slice(5, 10);
  return monthAndDay >= '11-20' || monthAndDay < '01-07';
}
