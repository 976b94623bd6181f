// Generates the structure of the sample company for a seed and a quarter. A place has the same key in
// every quarter.
import type {
  AlertSpecification,
  FollowUpDefinition,
  ServiceFolder,
  ActiveRange,
  SurveyQuestion,
  Structure,
  Survey,
} from '../company.ts';
import type { SampleLanguage, SampleTheme } from './languages-latin.ts';
import {
  companyName,
  popUpSpot,
  popUpStop,
  regions,
  type Site,
  type SampleSpot,
} from './sample-places.ts';
import { firstDayOf, yearOf, type Quarter } from './sample-calendar.ts';
import { hashNumbers } from './random.ts';
import {
  activePeriodsOf,
  alertSpecificationsOf,
  isWinter,
  localPeriod,
} from './survey-settings.ts';

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
      .map((specification): AlertSpecification => ({
        key: nextKey('specification'),
        ...specification,
      }));
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

interface Questions {
  of(language: SampleLanguage, theme: SampleTheme): SurveyQuestion;
  /** In the order of their first use. */
  all(): readonly SurveyQuestion[];
}

function createQuestions(seed: number, nextKey: (kind: Kind) => number): Questions {
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
    of: ({ locale, questions: names, painPoints, highlights }, theme) => {
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
    all: () => [...questions.values()],
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
