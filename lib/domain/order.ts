// Comparison functions with the same result on every machine: by UTF-16 code unit, independent of the locale.

export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Compares by several criteria: returns the first difference that is not 0. */
export function compareInOrder(...differences: readonly number[]): number {
  return differences.find((difference) => difference !== 0) ?? 0;
}
