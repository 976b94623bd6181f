// The faults that docs/mutants.md lists as unnoticed for a reason, and which of a run are not among them.
import type { Survivor } from './mutation-report.ts';

/** How often each entry may go unnoticed. */
export type Listed = ReadonlyMap<string, number>;

export interface Unlisted {
  /** Where they are, e.g. "lib/domain/alerts.ts:50, 61". */
  readonly lines: string;
  /** As the list would have it. */
  readonly entry: string;
}

/** An entry of the list: "- `file`: `original` → `replacement`: reason", or "… (2×): reason" for equal ones. */
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

/** Equal changes of one file are told apart by their number alone: line numbers change too often to be listed. */
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
