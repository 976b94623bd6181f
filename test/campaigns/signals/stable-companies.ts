// How often stable places are called better or worse.
import type { EntryState } from '../../../lib/domain/signals/model.ts';
import { STABLE } from './company-models.ts';
import type { JudgedCompanyWeek } from './judge-company.ts';
import { judgeCompany } from './judge-company.ts';
import type { Count, Experiment, Measurement } from './measurement.ts';
import { countOf, meanOf, range, rateOf } from './measurement.ts';
import type { CompanyModel } from './simulated-company.ts';
import { HISTORY_WEEKS, simulateCompany } from './simulated-company.ts';

const PLACES = 200;
const WEEKS = 53;
const CALLED: readonly (EntryState | null)[] = ['new', 'still', 'better'];

export const stableCompanies: readonly Experiment[] = Object.entries(STABLE).map(
  ([name, model]) => ({
    name: `stable, ${name}`,
    quick: 4,
    full: 24,
    run: (companies, random) =>
      measure(
        name,
        range(1, companies).map(() => judgeYear(model, random)),
      ),
  }),
);

/** What one company's year of reports says of its places. */
interface JudgedYear {
  readonly called: Count;
  readonly judged: Count;
  readonly differingLasts: Count;
  /** By week, in percent of the places. */
  readonly low: readonly number[];
  /** By week. */
  readonly listLengths: readonly number[];
}

function judgeYear(model: CompanyModel, random: () => number): JudgedYear {
  const first = HISTORY_WEEKS - 1;
  const size = { places: PLACES, weeks: first + WEEKS };
  const company = simulateCompany(model, size, () => 0, random);
  const weeks = range(first, first + WEEKS - 1).map((week) => judgeCompany(company, week));
  return {
    called: countOf(
      weeks.flatMap(({ levels }) =>
        levels.map(({ verdict }) => verdict === 'low' || verdict === 'high'),
      ),
    ),
    judged: countOf(weeks.flatMap(({ judged }) => judged.map((state) => CALLED.includes(state)))),
    differingLasts: countDifferingLasts(weeks),
    low: weeks.map(
      ({ levels }) => (100 * levels.filter(({ verdict }) => verdict === 'low').length) / PLACES,
    ),
    listLengths: weeks.map(listLength),
  };
}

function measure(name: string, years: readonly JudgedYear[]): readonly Measurement[] {
  return [
    rateOf(
      `${name}: own page`,
      years.map(({ called }) => called),
    ),
    meanOf(
      `${name}: own page, worst week`,
      years.map(({ low }) => Math.max(...low)),
    ),
    rateOf(
      `${name}: company`,
      years.map(({ judged }) => judged),
    ),
    meanOf(
      `${name}: list`,
      years.map(({ listLengths }) => listLengths.reduce((sum, length) => sum + length, 0) / WEEKS),
    ),
    meanOf(
      `${name}: longest list`,
      years.map(({ listLengths }) => Math.max(...listLengths)),
    ),
    rateOf(
      `${name}: last differs`,
      years.map(({ differingLasts }) => differingLasts),
    ),
  ];
}

/** Places that the list calls better or worse. */
export function listLength({ attention }: Pick<JudgedCompanyWeek, 'attention'>): number {
  return attention.entries.filter(({ state }) => CALLED.includes(state)).length;
}

/** Places whose last week is judged otherwise than that week's report did. */
function countDifferingLasts(weeks: readonly JudgedCompanyWeek[]): Count {
  return countOf(
    weeks.slice(1).flatMap(({ levels }, i) =>
      levels.flatMap(({ last }, place) => {
        const before = weeks[i]?.levels[place]?.verdict;
        return last === null || before === undefined || before === 'tooFew'
          ? []
          : [last.verdict !== before];
      }),
    ),
  );
}
