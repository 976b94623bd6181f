// Compares the surviving mutants of a run with those that test/campaigns/mutants/unnoticed-mutants.md lists.
import type { Survivor } from './mutation-report.ts';

/** Number of accepted surviving mutants by entry. */
export type Listed = ReadonlyMap<string, number>;

export interface Unlisted {
  /** E.g. "lib/domain/alerts.ts:50, 61". */
  readonly lines: string;
  /** As an entry of the list. */
  readonly entry: string;
}

/** Parses "- `file`: `original` → `replacement`: reason", or "… (2×): reason" for equal mutants. */
const ENTRY = /^- (`[^`]+`: `[^`]*` → `[^`]*`)(?: \((\d+)×\))?: \S/;

export function readListed(document: string): Listed {
  const listed = new Map<string, number>();
  for (const line of document.split('\n')) {
    const [, entry, times] = ENTRY.exec(line) ?? [];
    if (entry === undefined) continue;
    listed.set(entry, (listed.get(entry) ?? 0) + Number(times ?? 1));
  }
  return listed;
}

/** Equal changes in a file are distinguished by their number only, because line numbers change often. */
export function unlistedOf(survivors: readonly Survivor[], listed: Listed): readonly Unlisted[] {
  const byEntry = Map.groupBy(
    survivors,
    ({ file, original, replacement }) => `\`${file}\`: \`${original}\` → \`${replacement}\``,
  );
  return [...byEntry]
    .filter(([entry, alike]) => alike.length > (listed.get(entry) ?? 0))
    .map(([entry, alike]) => ({
      lines: `${alike[0]?.file ?? ''}:${alike.map(({ line }) => line).join(', ')}`,
      entry: alike.length === 1 ? entry : `${entry} (${alike.length}×)`,
    }));
}
