// Finds which of the known names a misspelt one is meant to be.
import { distance } from 'fastest-levenshtein';

/** The first of the closest known names that differ in at most two characters. */
export function closestName(name: string, knownNames: readonly string[]): string | undefined {
  const [closest] = knownNames
    .map((candidate) => ({ candidate, edits: distance(candidate, name) }))
    .filter(({ edits }) => edits <= 2)
    .toSorted((a, b) => a.edits - b.edits);
  return closest?.candidate;
}
