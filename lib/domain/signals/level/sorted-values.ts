// Values that are kept in ascending order while a window slides over weeks, because sorting every window takes too long.

export function insertSorted(sorted: number[], value: number): void {
  let i = sorted.length;
  for (; i > 0 && (sorted[i - 1] ?? value) > value; i -= 1) sorted[i] = sorted[i - 1] ?? value;
  sorted[i] = value;
}

/** Removes one of the values that are equal to `value`. */
export function removeSorted(sorted: number[], value: number): void {
  sorted.splice(sorted.indexOf(value), 1);
}
