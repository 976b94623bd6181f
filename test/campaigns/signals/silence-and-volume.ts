// Devices that stop, days that are closed at random, and fewer responses than usual.
import { findSilence } from '../../../lib/domain/signals/silence.ts';
import type { DailyWeek } from '../../../lib/domain/signals/silence.ts';
import { judgeVolume } from '../../../lib/domain/signals/volume-level.ts';
import type { Experiment, Measurement } from './measurement.ts';
import { countOf, range, rateOf } from './measurement.ts';
import { normal, poisson } from './random-values.ts';
import { HISTORY_WEEKS, weekNames } from './simulated-company.ts';

const DAYS = range(0, 6);
const NEVER_OUTSIDE = DAYS.map(() => false);
const MIN_PROVING = 3;
const FIRST = HISTORY_WEEKS - 1;

/** Weeks of a survey; `isOpen` by day from the first Monday on. */
function drawWeeks(
  weeks: number,
  meanOfDay: number,
  isOpen: (day: number) => boolean,
  random: () => number,
): readonly DailyWeek[] {
  return range(0, weeks - 1).map((week) => ({
    responses: DAYS.map((day) => (isOpen(7 * week + day) ? poisson(meanOfDay, random) : 0)),
    outside: NEVER_OUTSIDE,
  }));
}

function silenceOf(weeks: readonly DailyWeek[], week: number): ReturnType<typeof findSilence> {
  return findSilence(weeks.slice(week - FIRST, week + 1), null);
}

/** Devices that die on a random day: told in each report from the third day on that usually has three responses. */
export const deadDevices: Experiment = {
  name: 'dead device',
  quick: 40,
  full: 300,
  run: (repetitions, random) => {
    const weeks = range(1, 60);
    const told = range(1, repetitions).map(() => {
      const death = 7 * FIRST + Math.floor(7 * random());
      const days = drawWeeks(
        FIRST + Math.max(...weeks),
        3 + 20 * random() ** 2,
        (day) => day < death,
        random,
      );
      return weeks.map((week) => {
        const silence = silenceOf(days, FIRST + week - 1);
        const firstDay = week === 1 ? death - 7 * FIRST : 0;
        const proving = silence.usual
          .slice(firstDay)
          .filter((usual) => (usual ?? 0) >= MIN_PROVING);
        return week > 1 || proving.length >= 3 ? silence.spell?.ongoing === true : null;
      });
    });
    const rate = (name: string, from: number, to: number): Measurement =>
      rateOf(
        `dead device: told ${name}`,
        told
          .map((device) =>
            countOf(
              device
                .filter((isTold, i) => {
                  const week = weeks[i] ?? NaN;
                  return isTold !== null && week >= from && week <= to;
                })
                .map((isTold) => isTold === true),
            ),
          )
          .filter(({ total }) => total > 0),
      );
    return [
      rate('in the first week', 1, 1),
      rate('in weeks 2–30', 2, 30),
      rate('in weeks 31–55', 31, 55),
      rate('in weeks 56–60', 56, 60),
    ];
  },
};

/** Places that are closed on random days. */
export const closedDays: Experiment = {
  name: 'closed days',
  quick: 40,
  full: 300,
  run: (repetitions, random) =>
    [2, 5, 10, 20].map((percent) =>
      rateOf(
        `closed on ${percent} % of days: called silent`,
        range(1, repetitions).map(() => {
          const days = drawWeeks(FIRST + 53, 20, () => random() >= percent / 100, random);
          return countOf(
            range(FIRST, FIRST + 52).map((week) => silenceOf(days, week).spell?.ongoing === true),
          );
        }),
      ),
    ),
};

/** 60 % fewer responses for good, of usually 300 a week. */
export const lowVolumes: Experiment = {
  name: 'volume −60 %',
  quick: 60,
  full: 400,
  run: (repetitions, random) => {
    const weeks = [1, 2, 4, 10, 20, 30, 40] as const;
    const names = weekNames(FIRST + Math.max(...weeks));
    const verdicts = range(1, repetitions).map(() => {
      const volumes = names.map((week, i) => ({
        week,
        responses: poisson(300 * Math.exp(0.15 * normal(random)) * (i >= FIRST ? 0.4 : 1), random),
        isPartial: false,
      }));
      return weeks.map(
        (week) => judgeVolume(volumes.slice(week - 1, FIRST + week), null).level.verdict,
      );
    });
    return weeks.map((week, i) =>
      rateOf(
        `volume −60 %, 300 responses, week ${week}`,
        verdicts.map((device) => countOf([device[i] === 'low'])),
      ),
    );
  },
};
