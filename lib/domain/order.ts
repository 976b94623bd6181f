// Sorting that is the same on every machine: by code unit, never by the host's language.

export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** For comparing by one thing, then by the next: the first difference that is one. */
export function firstDifference(...differences: readonly number[]): number {
  return differences.find((difference) => difference !== 0) ?? 0;
}
