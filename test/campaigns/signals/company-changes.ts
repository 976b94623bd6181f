// What a company's list names when some of its places change, or all of them.
import { isCommonSaid } from '../../../lib/domain/signals/common-week.ts';
import { rangeOf } from '../../../lib/domain/signals/presses.ts';
import { plain } from './company-models.ts';
import type { JudgedCompanyWeek } from './judge-company.ts';
import { judgeCompany, judgeCompanyGroup } from './judge-company.ts';
import type { Experiment, Measurement } from './measurement.ts';
import { countOf, meanOf, minus, range, rateOf } from './measurement.ts';
import type { CompanyModel, Effect } from './simulated-company.ts';
import { HISTORY_WEEKS, KIND, simulateCompany } from './simulated-company.ts';
import { listLength } from './stable-companies.ts';

const FIRST = HISTORY_WEEKS - 1;

function judgeWeeks(
  model: CompanyModel,
  places: number,
  weeks: readonly number[],
  effect: Effect,
  random: () => number,
): readonly JudgedCompanyWeek[] {
  const size = { places, weeks: FIRST + Math.max(...weeks) };
  const company = simulateCompany(model, size, effect, random);
  return weeks.map((week) => judgeCompany(company, FIRST + week - 1));
}

/** One week of −20 in a few places of 100 responses. */
export const oneWeekFalls: readonly Experiment[] = [
  oneWeekFall(54, 2, { quick: 40, full: 200 }),
  oneWeekFall(400, 8, { quick: 10, full: 60 }),
  oneWeekFall(2000, 20, { quick: 4, full: 20 }),
];

function oneWeekFall(
  places: number,
  fallen: number,
  repetitions: Pick<Experiment, 'quick' | 'full'>,
): Experiment {
  const name = `one week of −20 in ${places} places`;
  return {
    name,
    ...repetitions,
    run: (companies, random) => {
      const weeks = range(1, companies).flatMap(() =>
        judgeWeeks(
          plain(100),
          places,
          [1],
          (place, week) => (place < fallen && week === FIRST ? -20 : 0),
          random,
        ),
      );
      return [
        rateOf(
          `${name}: listed`,
          weeks.map((week) =>
            countOf(range(0, fallen - 1).map((place) => isListedLow(week, place))),
          ),
        ),
        meanOf(
          `${name}: others listed`,
          weeks.map((week) => countOthers(week, fallen)),
        ),
      ];
    },
  };
}

function isListedLow({ attention }: JudgedCompanyWeek, place: number): boolean {
  return attention.entries.some(
    ({ survey, state }) => survey.key === place && (state === 'new' || state === 'still'),
  );
}

function countOthers(week: JudgedCompanyWeek, changed: number): number {
  return listLength({
    ...week,
    attention: {
      ...week.attention,
      entries: week.attention.entries.filter(({ survey }) => survey.key >= changed),
    },
  });
}

function countEntries({ attention }: JudgedCompanyWeek, states: readonly string[]): number {
  return attention.entries.filter(({ state }) => states.includes(state)).length;
}

/** All 400 places −10 for good, four of them −20 more in the first week. */
export const fallOfAll: Experiment = {
  name: 'all 400 places −10',
  quick: 4,
  full: 30,
  run: (companies, random) => {
    const name = 'all 400 places −10, four −20 more';
    const results = range(1, companies).map(() =>
      judgeWeeks(
        { ...plain(150), equalSizes: false },
        400,
        [1, 2, 3, 4, 8],
        (place, week) => (week < FIRST ? 0 : -10 - (place < FOUR && week === FIRST ? 20 : 0)),
        random,
      ),
    );
    const firstWeeks = results.flatMap(([week]) => week ?? []);
    return [
      meanOf(
        `${name}: of the four listed`,
        firstWeeks.map(
          (week) => range(0, FOUR - 1).filter((place) => isListedLow(week, place)).length,
        ),
      ),
      meanOf(
        `${name}: others listed`,
        firstWeeks.map((week) => countOthers(week, FOUR)),
      ),
      meanOf(`${name}: entries`, firstWeeks.map(listLength)),
      meanOf(
        `${name}: entries in weeks 2, 3, 4, 8, most`,
        results.map((weeks) =>
          Math.max(
            ...weeks
              .slice(1)
              .map((week) => countEntries(week, ['new', 'still', 'recovered', 'better'])),
          ),
        ),
      ),
      rateOf(
        `${name}: common fall said`,
        firstWeeks.map((week) => countOf([isFallSaid(week)])),
      ),
    ];
  },
};

const FOUR = 4;

function isFallSaid({ common }: JudgedCompanyWeek): boolean {
  return common !== null && common.shift < 0 && isCommonSaid(common, rangeOf(KIND) ?? NaN);
}

/** 60 places that all fall by 12 for two weeks. */
export const twoWeeksOfAll: Experiment = {
  name: 'two weeks of −12 in all 60 places',
  quick: 10,
  full: 60,
  run: (companies, random) => {
    const weeks = range(1, companies).map(() =>
      judgeWeeks(
        { ...plain(150), equalSizes: false },
        60,
        range(1, 6),
        (_, week) => (week === FIRST || week === FIRST + 1 ? -12 : 0),
        random,
      ),
    );
    return (
      [
        ['low', ['new', 'still']],
        ['recovered', ['recovered']],
      ] as const
    ).map(([name, states]) =>
      meanOf(
        `two weeks of −12 in all 60 places: ${name} listed, most`,
        weeks.map((company) => Math.max(...company.map((week) => countEntries(week, states)))),
      ),
    );
  },
};

/** 60 small places: one week of −8 in all, and four that fall by 25 for good. */
export const smallPlaces: Experiment = {
  name: 'four of 60 small places −25',
  quick: 10,
  full: 60,
  run: (companies, random) => {
    const weeks = range(1, companies).flatMap(() =>
      judgeWeeks(
        plain(15),
        60,
        [4],
        (place, week) => (week === FIRST ? -8 : 0) + (place < FOUR && week >= FIRST ? -25 : 0),
        random,
      ),
    );
    return [
      meanOf(
        'four of 60 small places −25: listed in week 4',
        weeks.map((week) => range(0, FOUR - 1).filter((place) => isListedLow(week, place)).length),
      ),
      meanOf(
        'four of 60 small places −25: others listed in week 4',
        weeks.map((week) => countOthers(week, FOUR)),
      ),
    ];
  },
};

/** Groups of places of 300 responses that all fall by 4. */
export const groups: Experiment = {
  name: 'groups',
  quick: 60,
  full: 400,
  run: (repetitions, random) =>
    [3, 8, 30].flatMap((places) =>
      [-4, 0].flatMap((fall) => measureGroup(places, fall, repetitions, random)),
    ),
};

function measureGroup(
  places: number,
  fall: number,
  repetitions: number,
  random: () => number,
): readonly Measurement[] {
  const weeks = [1, 4] as const;
  const verdicts = range(1, repetitions).map(() => {
    const company = simulateCompany(
      plain(300),
      { places, weeks: FIRST + 4 },
      (_, week) => (week >= FIRST ? fall : 0),
      random,
    );
    return weeks.map((week) => judgeCompanyGroup(company, FIRST + week - 1).level.verdict);
  });
  return weeks.map((week, i) =>
    rateOf(
      `group of ${places} places, ${fall === 0 ? 'no change' : minus(fall)}, week ${week}`,
      verdicts.map((group) => countOf([group[i] === 'low' || (fall === 0 && group[i] === 'high')])),
    ),
  );
}
