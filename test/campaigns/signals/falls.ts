// How often places that have fallen are called low, week by week, and told as settled.
import type { EntryState, Level } from '../../../lib/domain/signals/model.ts';
import { plain, realistic } from './company-models.ts';
import { judgeCompany, judgePlace } from './judge-company.ts';
import type { Count, Experiment, Measurement } from './measurement.ts';
import { countOf, minus, range, rateOf } from './measurement.ts';
import type { CompanyModel } from './simulated-company.ts';
import { HISTORY_WEEKS, simulateCompany } from './simulated-company.ts';

const PLACES = 200;
const FALLEN = 10;
/** The position of the first week of a fall: 60 weeks are before it. */
const FALL = HISTORY_WEEKS - 1;
const LOW_ENTRIES: readonly (EntryState | null)[] = ['new', 'still'];
const REPORTED_WEEKS = [1, 2, 4, 10, 20, 26, 40] as const;

export const fallsForGood: readonly Experiment[] = [
  fallForGood('realistic 300', realistic(300), -16),
  fallForGood('plain 300', plain(300), -16),
  fallForGood('realistic 100', realistic(100), -16),
  fallForGood('plain 300', plain(300), -10),
  fallForGood('plain 15', plain(15), -20),
];

/** In ten of 200 places. */
function fallForGood(places: string, model: CompanyModel, fall: number): Experiment {
  const name = `${places}, ${minus(fall)}`;
  return {
    name: `fall for good, ${name}`,
    quick: 6,
    full: 40,
    run: (companies, random) => {
      const results = range(1, companies).map(() => judgeFall(model, fall, random));
      return REPORTED_WEEKS.flatMap((week) => [
        rateOf(
          `${name}, week ${week}: own page`,
          results.map(({ ownPages }) => countLow(ownPages, week)),
        ),
        rateOf(
          `${name}, week ${week}: company`,
          results.map(({ lists }) => countOf(lists.get(week) ?? [])),
        ),
      ]).concat(
        leastOf(
          `${name}, weeks 4–26, least: own page`,
          range(4, 26).map((week) =>
            rateOf(
              '',
              results.map(({ ownPages }) => countLow(ownPages, week)),
            ),
          ),
        ),
      );
    },
  };
}

interface JudgedFall {
  /** By fallen place, by week of the fall. */
  readonly ownPages: readonly (readonly Level[])[];
  /** By week of the fall: whether the company judges its places low. */
  readonly lists: ReadonlyMap<number, readonly boolean[]>;
}

function judgeFall(model: CompanyModel, fall: number, random: () => number): JudgedFall {
  const weeks = Math.max(...REPORTED_WEEKS);
  const company = simulateCompany(
    model,
    { places: PLACES, weeks: FALL + weeks },
    (place, week) => (place < FALLEN && week >= FALL ? fall : 0),
    random,
  );
  return {
    ownPages: company
      .slice(0, FALLEN)
      .map((place) => range(1, weeks).map((week) => judgePlace(place, FALL + week - 1).level)),
    lists: new Map(
      REPORTED_WEEKS.map((week) => [
        week,
        judgeCompany(company, FALL + week - 1)
          .judged.slice(0, FALLEN)
          .map((state) => LOW_ENTRIES.includes(state)),
      ]),
    ),
  };
}

function countLow(places: readonly (readonly Level[])[], week: number): Count {
  return countOf(places.map((levels) => levels[week - 1]?.verdict === 'low'));
}

function leastOf(name: string, rates: readonly Measurement[]): Measurement {
  const [least] = rates.toSorted((a, b) => a.value - b.value);
  return { name, value: least?.value ?? NaN, error: least?.error ?? NaN };
}

/** A fall of some points a week, in ten places of 300 responses. */
export const slowFalls: Experiment = {
  name: 'slow fall',
  quick: 10,
  full: 40,
  run: (companies, random) => [
    ...measureSlowFall(-1, [20, 30, 50], companies, random),
    ...measureSlowFall(-0.5, [40], companies, random),
  ],
};

function measureSlowFall(
  fall: number,
  weeks: readonly number[],
  companies: number,
  random: () => number,
): readonly Measurement[] {
  const simulated = range(1, companies).map(() =>
    simulateCompany(
      plain(300),
      { places: FALLEN, weeks: FALL + Math.max(...weeks) },
      (_, week) => fall * Math.max(0, week - FALL + 1),
      random,
    ),
  );
  return weeks.map((week) =>
    rateOf(
      `slow fall, ${minus(fall)} a week, week ${week}`,
      simulated.map((company) =>
        countOf(company.map((place) => judgePlace(place, FALL + week - 1).level.verdict === 'low')),
      ),
    ),
  );
}

/** A fall for good becomes usual, and is told once. */
export const settledFalls: Experiment = {
  name: 'settled',
  quick: 12,
  full: 60,
  run: (companies, random) => [
    ...measureSettled(plain(300), 'plain 300', -16, companies, random),
    ...measureSettled(plain(100), 'plain 100', -16, companies, random),
    ...measureSettled(plain(100), 'plain 100', -25, companies, random),
    ...measureSettled(plain(20), 'plain 20', -35, companies, random),
    ...measureSettled(realistic(300), 'realistic 300', -16, companies, random),
  ],
};

const WEEKS_TO_SETTLE = 60;

function measureSettled(
  model: CompanyModel,
  name: string,
  fall: number,
  companies: number,
  random: () => number,
): readonly Measurement[] {
  const places = range(1, companies).map(() =>
    simulateCompany(
      model,
      { places: FALLEN, weeks: FALL + WEEKS_TO_SETTLE },
      (_, week) => (week >= FALL ? fall : 0),
      random,
    ).map((place) => range(0, WEEKS_TO_SETTLE - 1).map((i) => judgePlace(place, FALL + i).level)),
  );
  return [
    rateOf(
      `${name}, ${minus(fall)}: settled exactly once`,
      places.map((company) =>
        countOf(company.map((levels) => levels.filter(({ settled }) => settled).length === 1)),
      ),
    ),
  ];
}
