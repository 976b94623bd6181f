// Generates the structure of the sample company for a seed and a quarter. A place has the same key in
// every quarter. Surveys get alert specifications by preset, and active periods.
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
import type { SampleLanguage, SampleTheme } from './languages-latin.ts';
import type { Site, SampleSpot, AlertPreset, Trait } from './sample-places.ts';
import { companyName, popUpSpot, popUpStop, regions } from './sample-places.ts';
import type { Quarter } from './sample-calendar.ts';
import { firstDayOf, yearOf, hashNumbers } from './sample-calendar.ts';

/** A survey with the data from which its feedback is generated. */
export interface SurveyProfile {
  readonly survey: Survey;
  readonly question: SurveyQuestion;
  readonly spot: SampleSpot;
  readonly language: SampleLanguage;
  readonly weekend: Site['weekend'];
  /** The index among the rough places; undefined for other places. */
  readonly roughIndex: number | undefined;
  /** Whether there is feedback on the local day of this midnight, in ms as if UTC. */
  readonly isOpenOn: (midnight: number) => boolean;
}

export interface SampleStructure {
  readonly structure: Structure;
  readonly profiles: ReadonlyMap<number, SurveyProfile>;
}

/** Pop-up shops of this many past quarters are listed, and that of the next quarter. */
const popUpsBack = 5;
const popUpKeys = 900_000;

export function createSampleStructure(seed: number, quarter: Quarter): SampleStructure {
  const profiles = new Map<number, SurveyProfile>();
  const nextKey = createKeySource(seed);
  const questions = createQuestions(seed, nextKey);
  let roughCount = 0;

  function addSurvey(
    key: number,
    { timeZone, language, weekend }: Pick<Site, 'timeZone' | 'language' | 'weekend'>,
    spot: SampleSpot,
    activePeriods: readonly ActiveRange[],
    isOpenOn: SurveyProfile['isOpenOn'],
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
    const roughIndex = spot.traits.includes('rough') ? roughCount++ : undefined;
    profiles.set(key, { survey, question, spot, language, weekend, roughIndex, isOpenOn });
    return survey;
  }

  function surveyOf(site: Site, spot: SampleSpot): Survey {
    const key = nextKey('survey');
    const periods = activePeriodsOf(spot.traits, seed, key, site.timeZone, yearOf(quarter));
    const isSeasonal = spot.traits.includes('seasonal');
    return addSurvey(key, site, spot, periods, isSeasonal ? isWinter : () => true);
  }

  function popUp(at: Quarter): Survey {
    const site = { ...popUpStop(at), weekend: 'saturday' } as const;
    const days = { start: firstDayOf(at), end: firstDayOf(at + 1) };
    const isOpenOn = (local: number): boolean => local >= days.start && local < days.end;
    const periods = [localPeriod(site.timeZone, days)];
    return addSurvey(popUpKeys + at, site, popUpSpot, periods, isOpenOn);
  }

  const quarters = Array.from({ length: popUpsBack + 2 }, (_, i) => quarter - popUpsBack + i);
  const root = createFolders(nextKey, surveyOf, () => quarters.map(popUp));
  return { structure: { questions: questions.all(), root }, profiles };
}

function createFolders(
  nextKey: (kind: Kind) => number,
  surveyOf: (site: Site, spot: SampleSpot) => Survey,
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

  function siteFolder(site: Site): ServiceFolder {
    return folder(
      site.name,
      () =>
        site.areas.map(({ name, spots }) =>
          folder(
            name,
            () => [],
            () => spots.map((spot) => surveyOf(site, spot)),
          ),
        ),
      () => site.spots.map((spot) => surveyOf(site, spot)),
    );
  }

  return folder(companyName, () => [
    ...regions.map(({ name, countries }) =>
      folder(name, () =>
        countries.map(({ name, sites }) => folder(name, () => sites.map(siteFolder))),
      ),
    ),
    folder('Pop-up shop on tour', () => [], popUps),
  ]);
}

function createQuestions(seed: number, nextKey: (kind: Kind) => number) {
  const questions = new Map<string, SurveyQuestion>();

  function options(
    names: readonly string[],
    kind: FollowUpDefinition['kind'],
    question: number,
  ): readonly FollowUpDefinition[] {
    const count = Math.min(names.length, 4 + (hashNumbers(seed, question, kind.length) % 4));
    return names.slice(0, count).map((name) => ({ key: nextKey('followUp'), name, kind }));
  }

  return {
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
      return [negative(140, 45, 5), index(480, 50, 'under'), count(1440, 110, [0, 1])];
    case 'rush':
      return [negative(60, 75, 8)];
    case 'queue':
      return [negative(120, 60, 10), count(60, 14, [0, 1])];
    case 'slump':
      return [index(2 * 1440, 3.4, 'under')];
    case 'praise':
      return [index(1440, 82, 'over')];
    case 'delight':
      return [count(120, 50, [scale === 'FOUR' ? 3 : 4])];
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
  return localPeriod(timeZone, { start: from, end: Date.UTC(decade + 20, 0, 1) });
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

function isWinter(local: number): boolean {
  const date = new Date(local);
  const day = date.getUTCMonth() * 100 + date.getUTCDate();
  return day >= 1020 || day < 7;
}
