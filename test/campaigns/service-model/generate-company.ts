// Random companies: what company.json says. Picks are numbers that are resolved afterwards, so that
// fast-check can shrink a company without ever breaking it.
import { fc } from '../../support/property-settings.ts';
import type {
  ModelAlertSpecification,
  ModelCompanyFile,
  ModelFolder,
  ModelQuestion,
  ModelSurvey,
} from './model-company.ts';
import { dayMs, hourMs, minuteMs, spell, stretchAt } from './model-zones.ts';

const zones = [
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'America/St_Johns',
  'Africa/Cairo',
  'Europe/Helsinki',
  'Asia/Tehran',
  'America/Scoresbysund',
  'Antarctica/Troll',
  'Pacific/Chatham',
  'America/Santiago',
  'America/Havana',
  'Atlantic/Azores',
  'Antarctica/Casey',
  'Asia/Beirut',
  'Asia/Pyongyang',
  'America/Caracas',
  'Pacific/Kiritimati',
  'Europe/London',
  'UTC',
] as const;

/** The choices of a negative alert; other types know no limits, but need none. */
const windows = [15, 30, 60, 120, 140] as const;

const texts = [
  'Clean',
  'Slow "service"',
  'Käsienpesu 😀',
  ' two  spaces ',
  'back\\slash\nand line',
  'null',
  '\u2028é',
  "Robert'); DROP TABLE",
] as const;

const small = fc.nat(11);
const specificationPicks = fc.record({
  type: fc.constantFrom('negative', 'indexThreshold', 'feedbackCount'),
  negative: fc.boolean(),
  windowMin: fc.constantFrom(...windows),
  share: fc.constantFrom(1, 20, 25, 29, 50, 57, 66.5, 100),
  index: fc.constantFrom(-50, 0, 1.5, 2.5, 3, 25, 50, 75, 100),
  over: fc.boolean(),
  count: fc.integer({ min: 1, max: 5 }),
  filter: fc.uniqueArray(fc.nat(4), { minLength: 1, maxLength: 4 }),
});

const surveyPicks = fc.record({
  folder: small,
  question: small,
  zone: fc.nat(zones.length - 1),
  surveyType: fc.constantFrom('TERMINAL', 'TABLET', 'WEB'),
  indexType: fc.constantFrom('HAPPY', 'AVERAGE', 'NPS'),
  feedbackScale: fc.constantFrom('FOUR', 'FIVE', 'FIVE_REVERSED'),
  before: fc.constantFrom(0, hourMs, dayMs, 40 * dayMs),
  periods: fc.array(
    fc.record({
      gap: fc.constantFrom(0, 1000, hourMs, dayMs),
      length: fc.constantFrom(1000, hourMs, dayMs, 39 * dayMs),
    }),
    { maxLength: 3 },
  ),
  specifications: fc.array(specificationPicks, { maxLength: 3 }),
});

export const companyPicks = fc.record({
  firstKey: fc.constantFrom(1, 40, 5_000_000_000),
  descending: fc.boolean(),
  tamperDelaySeconds: fc.constantFrom(undefined, undefined, 3, 0, 1, 2, 5),
  questions: fc.array(
    fc.record({
      name: small,
      locale: fc.constantFrom('en', 'fi', 'pt-BR', 'zh-Hant-TW'),
      followUps: fc.array(fc.record({ name: small, highlight: fc.boolean() }), { maxLength: 5 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  folders: fc.array(fc.record({ parent: small, name: small }), { maxLength: 6 }),
  surveys: fc.oneof(
    { weight: 19, arbitrary: fc.array(surveyPicks, { minLength: 1, maxLength: 4 }) },
    { weight: 1, arbitrary: fc.array(surveyPicks, { maxLength: 0 }) },
  ),
});
export type CompanyPicks = ReturnType<typeof companyPicks.generate>['value'];

export function companyFile(
  picks: CompanyPicks,
  credential: ModelCompanyFile['credentials'][number],
  now: number,
): ModelCompanyFile {
  const questionKeys = keysOf(picks, picks.questions.length);
  const followUpKeys = keysOf(
    picks,
    picks.questions.flatMap((question) => question.followUps).length,
  );
  const specificationKeys = keysOf(
    picks,
    picks.surveys.flatMap((survey) => survey.specifications).length,
  );
  let [followUpsMade, specificationsMade] = [0, 0];
  const surveyKeys = keysOf(picks, picks.surveys.length);
  const questions = picks.questions.map(({ name, locale, followUps }, index): ModelQuestion => ({
    key: pick(questionKeys, index),
    name: `${pick(texts, name)}?`,
    locale,
    followUps: followUps.map((option) => ({
      key: pick(followUpKeys, followUpsMade++),
      name: pick(texts, option.name),
      kind: option.highlight ? 'highlight' : 'painPoint',
    })),
  }));
  const surveys = picks.surveys.map((survey, index): ModelSurvey => {
    const timeZone = pick(zones, survey.zone);
    const activePeriods = periodsOf(survey, timeZone, now);
    const k = survey.feedbackScale === 'FOUR' ? 4 : 5;
    const alertSpecifications = survey.specifications.map((specification) =>
      specificationOf(specification, pick(specificationKeys, specificationsMade++), k),
    );
    return {
      key: pick(surveyKeys, index),
      question: pick(questionKeys, survey.question),
      timeZone,
      ...(activePeriods.length === 0 ? {} : { activePeriods }),
      surveyType: survey.surveyType,
      indexType: survey.indexType,
      feedbackScale: survey.feedbackScale,
      ...(alertSpecifications.length === 0 ? {} : { alertSpecifications }),
    };
  });
  const { tamperDelaySeconds } = picks;
  return {
    credentials: [credential],
    ...(tamperDelaySeconds === undefined ? {} : { misuse: { tamperDelaySeconds } }),
    questions: picks.surveys.length === 0 ? [] : questions,
    root: treeOf(picks, surveys),
  };
}

/** Takes any number for any list, so that a shrunk list still has what it is asked for. */
export function pick<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}

function treeOf(picks: CompanyPicks, surveys: readonly ModelSurvey[]): ModelFolder {
  const names = [0, ...picks.folders.map(({ name }) => name)];
  const keys = keysOf(picks, names.length);
  const folderAt = (index: number): ModelFolder => {
    const folders = picks.folders
      .map(({ parent }, position) => ({ parent: parent % (position + 1), index: position + 1 }))
      .filter(({ parent }) => parent === index)
      .map((child) => folderAt(child.index));
    const folderSurveys = surveys.filter(
      (_, position) => (picks.surveys[position]?.folder ?? 0) % names.length === index,
    );
    return {
      key: pick(keys, index),
      name: pick(texts, pick(names, index)),
      ...(folders.length === 0 ? {} : { folders }),
      ...(folderSurveys.length === 0 ? {} : { surveys: folderSurveys }),
    };
  };
  return folderAt(0);
}

function keysOf({ firstKey, descending }: CompanyPicks, length: number): readonly number[] {
  return Array.from({ length }, (_, index) => firstKey + (descending ? length - index : index));
}

function periodsOf(
  { before, periods }: CompanyPicks['surveys'][number],
  zone: string,
  now: number,
): readonly { start: string; end: string }[] {
  let at = now - before;
  return periods.map(({ gap, length }) => {
    const start = at + gap;
    at = start + length;
    const show = (instant: number): string =>
      spell(instant, stretchAt(zone, instant).offset, '', true);
    return { start: show(start), end: show(at) };
  });
}

function specificationOf(
  picks: CompanyPicks['surveys'][number]['specifications'][number],
  key: number,
  k: number,
): ModelAlertSpecification {
  const { negative, windowMin, share, index, over, count, filter } = picks;
  const sharedParameters = { negative, windowMin };
  switch (picks.type) {
    case 'negative':
      return {
        key,
        alertType: picks.type,
        parameters: { ...sharedParameters, threshold: share, countThreshold: count },
      };
    case 'indexThreshold':
      return {
        key,
        alertType: picks.type,
        parameters: {
          ...sharedParameters,
          threshold: index,
          thresholdType: over ? 'over' : 'under',
          ...(negative ? { countThreshold: count } : {}),
        },
      };
    case 'feedbackCount': {
      const responseFilter = [...new Set(filter.map((r) => r % k))];
      return {
        key,
        alertType: picks.type,
        parameters: { ...sharedParameters, countThreshold: count, responseFilter },
      };
    }
  }
}

/** In milliseconds: what bounds and events like to be away from each other. */
export const gaps = [0, 1, 1000, ...windows.map((minutes) => minutes * minuteMs), hourMs, dayMs];
