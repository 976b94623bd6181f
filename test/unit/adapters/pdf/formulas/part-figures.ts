// The responses of a week by weekday and six hours, and which weekdays and parts of the day differ, computed from the JSON by
// the rules.
import type { GroupKey } from '../../../../../lib/domain/figures.ts';
import type { Counts, SurveyGroup, SurveyWeek } from '../../../../../lib/domain/report.ts';
import type { WeekPart } from '../../../../../lib/domain/signals/model.ts';
import { rangeOf, sum } from './recomputed.ts';

interface Hour {
  readonly weekday: number;
  readonly hour: number;
  readonly data: Counts;
}

export interface PartFigures {
  /** The rows of the chart: responses by weekday of six hours each. */
  readonly rows: readonly (readonly number[])[];
  readonly parts: readonly WeekPart[];
}

const NOTHING: PartFigures = { rows: [], parts: [] };

export function surveyParts({ hours, parts }: SurveyWeek): PartFigures {
  const byWeekday = hours.map(({ date, hour, data }) => ({
    weekday: ((new Date(`${date}T12:00:00Z`).getUTCDay() + 6) % 7) + 1,
    hour,
    data,
  }));
  return hours.length === 0 ? NOTHING : { rows: rowsOf(byWeekday), parts };
}

export function groupParts(group: SurveyGroup): PartFigures {
  return group.hours.length === 0
    ? NOTHING
    : { rows: rowsOf(group.hours), parts: judgedParts(group) };
}

function rowsOf(hours: readonly Hour[]): PartFigures['rows'] {
  return [0, 1, 2, 3].map((part) =>
    [1, 2, 3, 4, 5, 6, 7].map((weekday) =>
      sum(
        hours
          .filter((cell) => cell.weekday === weekday && Math.floor(cell.hour / 6) === part)
          .flatMap(({ data }) => data),
      ),
    ),
  );
}

/** A part is new above three standard errors from its usual difference, and constant above four and 3 % of the range. */
function judgedParts({ parts, data, ...group }: SurveyGroup): readonly WeekPart[] {
  const range = rangeOf(group satisfies GroupKey, data.length);
  if (range === null) return [];
  const least = 0.03 * (range.high - range.low);
  return parts
    .filter(({ n, m }) => n >= 10 && m >= 30)
    .map(({ weekday, part, n, nD, nE, v, a }) => {
      const z = (nD - nE) / Math.sqrt(v);
      const isConstant =
        Math.abs(nE) > 4 * Math.sqrt(a) && Math.abs(nE / n) >= least && nD * nE > 0;
      const says = Math.abs(z) > 3 ? 'new' : isConstant ? 'always' : null;
      return { weekday, part, responses: n, difference: nD / n, usual: nE / n, z, says };
    });
}
