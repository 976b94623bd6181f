// Judges a week of a simulated company as its reports do: each place by its own weeks, and the list of the company.
import type { GroupLevel } from '../../../lib/domain/signals/group-level.ts';
import { judgeGroup } from '../../../lib/domain/signals/group-level.ts';
import type { OwnSurvey } from '../../../lib/domain/signals/folder-judgement.ts';
import { judgeFolder, ownPart } from '../../../lib/domain/signals/folder-judgement.ts';
import type { JudgedLevel } from '../../../lib/domain/signals/level.ts';
import { judgeLevel } from '../../../lib/domain/signals/level.ts';
import type {
  Attention,
  Common,
  EntryState,
  HistoryWeek,
  Level,
  StandardWeek,
} from '../../../lib/domain/signals/model.ts';
import { addStandardWeeks } from '../../../lib/domain/signals/standard-weeks.ts';
import { factsOfCounts } from '../../../lib/domain/signals/survey-judgement.ts';
import { indexOf, responsesOf, sumCounts } from '../../../lib/domain/scale.ts';
import type { Company } from './simulated-company.ts';
import { HISTORY_WEEKS, KIND } from './simulated-company.ts';

const COMPANY = { key: 1, name: 'Company' };

export interface JudgedCompanyWeek {
  /** By place. */
  readonly levels: readonly Level[];
  /** What the company's list says of each place, below its threshold too; null for nothing. */
  readonly judged: readonly (EntryState | null)[];
  readonly attention: Attention;
  readonly common: Common | null;
}

/** The report of a place for a week. */
export function judgePlace(weeks: readonly HistoryWeek[], week: number): JudgedLevel {
  return judgeLevel(weeks.slice(week - HISTORY_WEEKS + 1, week + 1), KIND, {
    accepted: null,
    hasHistory: true,
    isSilent: false,
    target: null,
  });
}

/** The report of the company for a week. */
export function judgeCompany(company: Company, week: number): JudgedCompanyWeek {
  const places = company.map((weeks) => judgePlace(weeks, week));
  const surveys = places.map((place, i) => surveyOf(i, place, company[i]?.[week]?.data ?? []));
  const { groups, attention } = judgeFolder({
    folder: COMPANY,
    isRoot: true,
    parts: [ownPart(surveys, [])],
    standards: [{ ...KIND, standard: standardOf(places) }],
    names: [{ folder: COMPANY, path: [], surveys: surveys.map(({ facts: { survey } }) => survey) }],
  });
  const stateOf = new Map<number, EntryState>();
  for (const { survey } of attention.weak) stateOf.set(survey, 'new');
  for (const { survey, state } of attention.entries) stateOf.set(survey.key, state);
  return {
    levels: places.map(({ level }) => level),
    judged: places.map((_, i) => stateOf.get(i) ?? null),
    attention,
    common: groups[0]?.common ?? null,
  };
}

/** The report of a company as one group of places. */
export function judgeCompanyGroup(company: Company, week: number): GroupLevel {
  const data = sumCounts(company.map((weeks) => weeks[week]?.data ?? []));
  return judgeGroup(
    {
      ...KIND,
      names: (company[0] ?? [])
        .slice(week - HISTORY_WEEKS + 1, week + 1)
        .map(({ week: name }) => name),
      standard: standardOf(company.map((weeks) => judgePlace(weeks, week))),
      index: indexOf(data, KIND.indexType, KIND.feedbackScale),
    },
    { accepted: null, target: null },
  );
}

function standardOf(places: readonly JudgedLevel[]): readonly StandardWeek[] {
  return addStandardWeeks(
    places.flatMap(({ known }, survey) =>
      known === null ? [] : [{ folder: COMPANY.key, survey, standard: known.standard }],
    ),
  );
}

function surveyOf(key: number, { level, known }: JudgedLevel, data: readonly number[]): OwnSurvey {
  const isRecovered = level.was !== null;
  const facts = factsOfCounts(
    { folder: COMPANY, path: [], survey: { key, name: `Place ${String(key)}` } },
    KIND,
    {
      index: indexOf(data, KIND.indexType, KIND.feedbackScale),
      usual: level.usual,
      responses: responsesOf(data),
    },
  );
  return {
    listed: null,
    facts: {
      ...facts,
      figures: {
        ...facts.figures,
        was: level.was,
        weeks: isRecovered ? level.lowWeeks : level.weeks,
        lossWeek: level.lossWeek,
        lossTotal: isRecovered ? (known?.lastLossTotal ?? null) : level.lossTotal,
      },
    },
    data,
    level: known,
    volume: null,
    historyMissing: false,
  };
}
