// The buttons of a draft: their order and the scale of the survey.
import { orderButtonNames, rankButtonName } from './button-names.ts';
import { normalizeNumber } from './csv-row.ts';

export interface DraftButtons {
  /** By name; null where a person has to say the index, 0 for the worst. */
  readonly buttons: Readonly<Record<string, number | null>>;
  readonly feedbackScale: 'FOUR' | 'FIVE';
  readonly note: string;
}

export const maxButtons = 5;

/** Numbers in ascending order with those that are missing on their scale, names by their meaning. */
export function draftButtons(names: readonly string[]): DraftButtons {
  const numbers = names.map((name) => Number(normalizeNumber(name)));
  const drafted = numbers.every(Number.isFinite) ? fromNumbers(names, numbers) : fromNames(names);
  if (drafted !== undefined) return drafted;
  return {
    buttons: Object.fromEntries(names.map((name) => [name, null])),
    feedbackScale: names.length > 4 ? 'FIVE' : 'FOUR',
    note: `set buttons in mapping.json to numbers, 0 for the worst: ${names.join(', ')}`,
  };
}

/** The columns of hourly sums, worst first. */
export function draftCounts(columns: readonly string[]): DraftButtons {
  return inOrder('counts', columns);
}

function fromNumbers(names: readonly string[], numbers: readonly number[]): DraftButtons {
  const first = numbers.includes(0) ? 0 : 1;
  const last = Math.max(...numbers, first + 3);
  const isScale =
    numbers.every((number) => Number.isInteger(number) && number >= first) &&
    last - first < maxButtons;
  return inOrder(
    'buttons',
    isScale
      ? Array.from({ length: last - first + 1 }, (_, i) => String(first + i))
      : names.toSorted((a, b) => Number(normalizeNumber(a)) - Number(normalizeNumber(b))),
  );
}

function fromNames(names: readonly string[]): DraftButtons | undefined {
  const ordered = orderButtonNames(names);
  if (ordered === undefined) return undefined;
  const ranks = ordered.flatMap((name) => rankButtonName(name) ?? []);
  if (ranks.length < names.length) return inOrder('buttons', ordered);
  const isFive = ranks.includes(0);
  // Without `very` there are only good and bad: they are the ends of the scale.
  const factor = ranks.some((rank) => Math.abs(rank) === 2) ? 1 : 2;
  const indexes = ranks.map((rank) => rank * factor + (isFive || rank < 0 ? 2 : 1));
  return inOrder('buttons', ordered, indexes, isFive);
}

function inOrder(
  field: 'buttons' | 'counts',
  names: readonly string[],
  indexes: readonly number[] = [...names.keys()],
  isFive = names.length > 4,
): DraftButtons {
  return {
    buttons: Object.fromEntries(names.map((name, i) => [name, indexes[i] ?? i])),
    feedbackScale: isFive ? 'FIVE' : 'FOUR',
    note: `${field} in mapping.json, worst first: ${names.join(', ')}`,
  };
}
