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
import { timeZoneOf } from '../time-zone.ts';
import type { SampleLanguage, SampleTheme } from './language.ts';
import {
  companyName,
  popUpSpot,
  popUpStop,
  regions,
  type Site,
  type SampleSpot,
} from './sample-places.ts';
import { firstDayOf, yearOf, type Quarter } from './quarter.ts';
import { hashNumbers } from './random.ts';
import { alertSpecificationsOf } from './alert-specifications.ts';

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
  const questions = new Map<string, SurveyQuestion>();
  let roughTurn = 0;

  function questionOf(language: SampleLanguage, theme: SampleTheme): SurveyQuestion {
    const id = `${language.locale} ${theme}`;
    const existingQuestion = questions.get(id);
    if (existingQuestion !== undefined) return existingQuestion;
    const key = nextKey('question');
    const question = {
      key,
      name: language.questions[theme],
      locale: language.locale,
      followUps: [
        ...options(language.painPoints, 'painPoint', key),
        ...options(language.highlights, 'highlight', key),
      ],
    };
    questions.set(id, question);
    return question;
  }

  function options(
    names: readonly string[],
    kind: FollowUpDefinition['kind'],
    question: number,
  ): readonly FollowUpDefinition[] {
    const count = Math.min(names.length, 4 + (hashNumbers(seed, question, kind.length) % 4));
    return names.slice(0, count).map((name) => ({ key: nextKey('followUp'), name, kind }));
  }

  function surveyOf({ timeZone, language, weekend }: Omit<Site, 'name'>, spot: SampleSpot): Survey {
    const question = questionOf(language, spot.theme);
    const key = nextKey('survey');
    const isSeasonal = spot.traits.includes('seasonal');
    const survey = {
      key,
      question: question.key,
      timeZone,
      activePeriods: isSeasonal
        ? winters(timeZone, yearOf(quarter))
        : spot.traits.includes('noPeriods')
          ? []
          : [longPeriod(seed, key, timeZone, yearOf(quarter))],
      surveyType: spot.surveyType,
      indexType: spot.indexType,
      feedbackScale: spot.feedbackScale,
      alertSpecifications: spot.watches.flatMap((watch) =>
        alertSpecificationsOf(watch, spot.feedbackScale).map(
          (specification): AlertSpecification => ({
            key: nextKey('specification'),
            ...specification,
          }),
        ),
      ),
    };
    profiles.set(key, {
      survey,
      question,
      spot,
      language,
      weekend,
      roughIndex: spot.traits.includes('rough') ? roughTurn++ : undefined,
      isOpenOn: isSeasonal ? isWinter : () => true,
    });
    return survey;
  }

  function siteFolder(site: Site): ServiceFolder {
    return {
      ...folderHead(nextKey, site.name),
      folders: site.areas.map(({ name, spots }) => ({
        ...folderHead(nextKey, name),
        folders: [],
        surveys: spots.map((spot) => surveyOf(site, spot)),
      })),
      surveys: site.spots.map((spot) => surveyOf(site, spot)),
    };
  }

  function popUp(at: Quarter): Survey {
    const stop = popUpStop(at);
    const question = questionOf(stop.language, popUpSpot.theme);
    const { surveyType, indexType, feedbackScale } = popUpSpot;
    const key = popUpKeys + at;
    const days = { start: firstDayOf(at), end: firstDayOf(at + 1) };
    const survey = {
      key,
      question: question.key,
      timeZone: stop.timeZone,
      activePeriods: [localPeriod(stop.timeZone, days)],
      surveyType,
      indexType,
      feedbackScale,
      alertSpecifications: [],
    };
    profiles.set(key, {
      survey,
      question,
      spot: popUpSpot,
      language: stop.language,
      weekend: 'saturday',
      roughIndex: undefined,
      isOpenOn: (local) => local >= days.start && local < days.end,
    });
    return survey;
  }

  const root: ServiceFolder = {
    ...folderHead(nextKey, companyName),
    folders: regions.map((region) => ({
      ...folderHead(nextKey, region.name),
      folders: region.countries.map((country) => ({
        ...folderHead(nextKey, country.name),
        folders: country.sites.map(siteFolder),
        surveys: [],
      })),
      surveys: [],
    })),
    surveys: [],
  };
  const quarters = Array.from({ length: popUpsBack + 2 }, (_, i) => quarter - popUpsBack + i);
  const popUps: ServiceFolder = {
    ...folderHead(nextKey, 'Pop-up shop on tour'),
    folders: [],
    surveys: quarters.map(popUp),
  };
  const structure = {
    questions: [...questions.values()],
    root: { ...root, folders: [...root.folders, popUps] },
  };
  return { structure, profiles };
}

type Kind = 'folder' | 'survey' | 'question' | 'followUp' | 'specification';

function folderHead(
  nextKey: (kind: Kind) => number,
  name: string,
): { readonly key: number; readonly name: string } {
  return { key: nextKey('folder'), name };
}

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
