// The parts of the week and which of them clearly differ, computed from the counts of hours by the rules.
import assert from 'node:assert/strict';
import type { GroupKey } from '../../../../../lib/domain/figures.ts';
import type { Counts, SurveyGroup, SurveyWeek } from '../../../../../lib/domain/report.ts';
import type { GroupCell, SurveyCell } from '../../../../../lib/domain/signals/hour-cells.ts';
import { agreed, indexOf, sum } from './recomputed.ts';
import { errorOf, median } from './usual-levels.ts';

interface Hour {
  readonly weekday: number;
  readonly hour: number;
  readonly data: Counts;
}

/** The parts with responses, by weekday and time. */
interface Part {
  readonly weekday: number;
  readonly part: number;
  readonly responses: number;
  /** Responses times their index. */
  readonly observed: number | null;
}

/** The cells in the JSON; throws when they do not follow from the hours. */
export function surveyCells(survey: SurveyWeek): readonly SurveyCell[] {
  const hours = survey.hours.map(({ date, hour, data }) => ({
    weekday: ((new Date(`${date}T12:00:00Z`).getUTCDay() + 6) % 7) + 1,
    hour,
    data,
  }));
  const [index, error] = [indexOf(survey.data, survey), errorOf(survey.data, survey)];
  const variance = error === null ? null : error ** 2 * sum(survey.data);
  const cells = partsOf(hours, survey).map(({ responses: n, ...part }) => ({
    ...part,
    n,
    expected: index === null ? null : n * index,
    variance: variance === null ? null : n * variance,
  }));
  // A report of version "1" has hours without cells.
  if (survey.volume === null) return [];
  const judgedCells = judge(cells);
  assert.equal(survey.cells.length, judgedCells.length, 'the number of parts with responses');
  judgedCells.forEach((cell, i) => {
    const storedCell = survey.cells[i];
    assert.ok(storedCell !== undefined);
    const { weekday, part, responses, clear } = storedCell;
    assert.deepEqual(
      [weekday, part, responses, clear],
      [cell.weekday, cell.part, cell.responses, cell.clear],
    );
    agreed(storedCell.difference, cell.difference, 'the difference of a part');
  });
  return survey.cells;
}

/** The cells of pooled surveys, whose expected values only the surveys have. */
export function groupCells(group: SurveyGroup): readonly SurveyCell[] {
  // A report of version "1" has hours without cells.
  if (group.signal === null) return [];
  const parts = partsOf(group.hours, group);
  assert.equal(group.cells.length, parts.length, 'the number of parts with responses');
  parts.forEach(({ weekday, part, responses, observed }, i) => {
    const storedCell = group.cells[i];
    assert.ok(storedCell !== undefined);
    assert.deepEqual(
      [storedCell.weekday, storedCell.part, storedCell.n],
      [weekday, part, responses],
    );
    agreed(storedCell.observed, observed, 'what a part observed');
  });
  return judge(group.cells);
}

function partsOf(hours: readonly Hour[], group: GroupKey): readonly Part[] {
  const places = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) =>
    [0, 1, 2, 3].map((part) => ({ weekday, part })),
  );
  return places.flatMap(({ weekday, part }) => {
    const counts = hours
      .filter((cell) => cell.weekday === weekday && Math.floor(cell.hour / 6) === part)
      .map(({ data }) => data);
    const data = (counts[0] ?? []).map((_, i) => sum(counts.map((of) => of[i] ?? 0)));
    const responses = sum(data);
    if (responses === 0) return [];
    const index = indexOf(data, group);
    return [{ weekday, part, responses, observed: index === null ? null : responses * index }];
  });
}

function judge(cells: readonly GroupCell[]): readonly SurveyCell[] {
  const zs = cells.map(({ n, observed, expected, variance }) =>
    n < 10 || observed === null || expected === null || variance === null || variance === 0
      ? null
      : (observed - expected) / Math.sqrt(variance),
  );
  const tested = zs.flatMap((z) => z ?? []);
  const spread = Math.max(1, median(tested.map((z) => z ** 2)) / 0.455);
  const ps = zs.map((z) =>
    z === null || tested.length < 4 ? null : twoSided(z / Math.sqrt(spread)),
  );
  const sorted = ps.flatMap((p) => p ?? []).toSorted((a, b) => a - b);
  // The largest p that is small enough for its rank decides for all smaller ones.
  const limit = sorted.findLast((p, i) => p <= (0.1 * (i + 1)) / sorted.length) ?? -1;
  return cells.map(({ weekday, part, n, observed, expected }, i) => {
    const p = ps[i] ?? null;
    return {
      weekday,
      part,
      responses: n,
      difference: observed === null || expected === null ? null : (observed - expected) / n,
      p,
      clear: p !== null && p <= limit,
    };
  });
}

/** The two-sided p of a standard normal value, by Simpson's rule. */
function twoSided(z: number): number {
  const [from, steps, width] = [Math.abs(z), 200, 10];
  const density = (x: number): number => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  const terms = Array.from({ length: steps + 1 }, (_, i) => {
    const weight = i === 0 || i === steps ? 1 : i % 2 === 0 ? 2 : 4;
    return weight * density(from + (i * width) / steps);
  });
  return (2 * sum(terms) * width) / steps / 3;
}
