// The company of the benchmark upstream: unless told otherwise, ten surveys per store, ten stores per region and ten
// regions per country; twenty kinds of surveys, distinguished by their keys.

export const WEEK = '2026-W46';

const ZONES = [
  'Europe/Helsinki',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Sydney',
] as const;
const FAN_OUT = 10;
export const KINDS = 20;

export interface SurveyKind {
  readonly kind: number;
  readonly timeZone: string;
  readonly feedbackScale: 'FOUR' | 'FIVE';
  readonly buttons: number;
  /** One in five never closes: 168 hours a week instead of 98. */
  readonly isRoundTheClock: boolean;
}

export interface BenchFolder {
  readonly key: number;
  readonly name: string;
  readonly folders: readonly BenchFolder[];
  /** Keys. */
  readonly surveys: readonly number[];
}

export interface BenchCompany {
  readonly root: BenchFolder;
  /** Those with surveys. */
  readonly stores: readonly BenchFolder[];
  readonly surveys: readonly number[];
}

export interface CompanyShape {
  /** Surveys in a store; default 10. */
  readonly perStore?: number | undefined;
  /** Stores in a region, and regions in a country; default 10. */
  readonly fanOut?: number | undefined;
}

export function companyOf(
  surveyCount: number,
  { perStore = FAN_OUT, fanOut = FAN_OUT }: CompanyShape = {},
): BenchCompany {
  const surveys = Array.from({ length: surveyCount }, (_, i) => 100_000 + i);
  const stores = chunksOf(surveys, perStore).map((keys, i): BenchFolder => ({
    key: 10_000 + i,
    name: `Store ${i + 1}`,
    folders: [],
    surveys: keys,
  }));
  const regions = parents(stores, fanOut, { firstKey: 2_000, name: 'Region' });
  const countries = parents(regions, fanOut, { firstKey: 100, name: 'Country' });
  const root = { key: 1, name: 'Northwind Markets', folders: countries, surveys: [] };
  return { root, stores, surveys };
}

export function kindOf(survey: number): SurveyKind {
  const kind = survey % KINDS;
  const isFive = kind % 5 === 1;
  return {
    kind,
    timeZone: ZONES[kind % ZONES.length] ?? ZONES[0],
    feedbackScale: isFive ? 'FIVE' : 'FOUR',
    buttons: isFive ? 5 : 4,
    isRoundTheClock: kind % 5 === 0,
  };
}

function parents(
  children: readonly BenchFolder[],
  fanOut: number,
  { firstKey, name }: { readonly firstKey: number; readonly name: string },
): readonly BenchFolder[] {
  return chunksOf(children, fanOut).map((folders, i) => ({
    key: firstKey + i,
    name: `${name} ${i + 1}`,
    folders,
    surveys: [],
  }));
}

function chunksOf<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) =>
    items.slice(i * size, (i + 1) * size),
  );
}
