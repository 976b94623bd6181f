// Compares the surviving mutants of a run with those that test/campaigns/mutants/unnoticed-mutants.md lists.
import type { ChangedCode } from './mutation-report.ts';

/** Number of accepted surviving mutants by entry. */
export type Listed = ReadonlyMap<string, number>;

export interface Unlisted {
  /** E.g. "lib/domain/alerts.ts:50, 61". */
  readonly lines: string;
  /** E.g. "`lib/domain/alerts.ts`: `a < b` → `<=` (2×)". */
  readonly entry: string;
}

const FILE = /^### (\S+)$/;
/** "- `original` → `replacement`, `replacement` (2×); `original` → `replacement`: reason" below the heading of its file. */
const ENTRY = /^- (`[^`]*` → .*`(?: \(\d+×\))?): \S/;
const MUTANTS = /`([^`]*)` → (`[^`]*`(?: \(\d+×\))?(?:, `[^`]*`(?: \(\d+×\))?)*)/g;
const REPLACEMENT = /(`[^`]*`)(?: \((\d+)×\))?/g;

export function readListed(document: string): Listed {
  const listedCounts = new Map<string, number>();
  let file = '';
  for (const line of document.split('\n')) {
    file = FILE.exec(line)?.[1] ?? file;
    const [, mutants = ''] = ENTRY.exec(line) ?? [];
    for (const [, original = '', replacements = ''] of mutants.matchAll(MUTANTS)) {
      for (const [, replacement = '', times = '1'] of replacements.matchAll(REPLACEMENT)) {
        const entry = `\`${file}\`: \`${original}\` → ${replacement}`;
        listedCounts.set(entry, (listedCounts.get(entry) ?? 0) + Number(times));
      }
    }
  }
  return listedCounts;
}

/** Equal changes in a file are distinguished by their number only, because line numbers change often. */
export function unlistedOf(survivors: readonly ChangedCode[], listed: Listed): readonly Unlisted[] {
  const byEntry = Map.groupBy(
    survivors,
    ({ file, original, replacement }) =>
      `\`${file}\`: \`${original}\` → \`${changedWords(original, replacement)}\``,
  );
  return [...byEntry]
    .filter(([entry, alike]) => alike.length > (listed.get(entry) ?? 0))
    .map(([entry, alike]) => ({
      lines: `${alike[0]?.file ?? ''}:${alike.map(({ line }) => line).join(', ')}`,
      entry: alike.length === 1 ? entry : `${entry} (${alike.length}×)`,
    }));
}

/** The replacement without the words at its beginning and end that are equal in the original: "a < b" → "<=". */
function changedWords(original: string, replacement: string): string {
  const before = original.split(' ');
  const after = replacement.split(' ');
  const shorter = Math.min(before.length, after.length);
  let first = 0;
  while (first < shorter && before[first] === after[first]) first += 1;
  let last = 0;
  while (last < shorter - first && before.at(-1 - last) === after.at(-1 - last)) last += 1;
  const changed = after.slice(first, after.length - last);
  return changed.length === 0 ? replacement : changed.join(' ');
}
