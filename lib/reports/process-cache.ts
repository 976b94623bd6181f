// What a process that lives on remembers of the store between jobs, within bounds. All of it only saves requests:
// a report is never made or kept by what is remembered, and whoever forgets everything decides the same, a little later.
import type { Plan } from '../ports/stored-records.ts';
import type { ReportId } from './report-repository.ts';

export interface ProcessCache {
  /** The plan that was read last, if it had that version. */
  planOf(key: string, version: string): Plan | null;
  keepPlan(key: string, version: string, plan: Plan): void;

  /** Whether a report was seen to stand: it still does, unless its week was taken away meanwhile. */
  hasStood(id: ReportId): boolean;
  saw(id: ReportId, stands: boolean): void;

  /** Grows with every `asked`; what was asked later has a greater one. */
  moment(): number;
  /** What was asked for under that name after that moment, while it is on its way and later; null when nothing was. */
  askedAfter(name: string, moment: number): Promise<void> | null;
  /** Asks, and remembers that it did. */
  asked(name: string, ask: () => Promise<void>): Promise<void>;
}

/** A megabyte or two: four weeks of a large company. */
const MOST_REPORTS = 10_000;
/** Only those count that are as old as the job that looks for them. */
const MOST_ASKED = 1_000;

export function createProcessCache(): ProcessCache {
  let last: { readonly key: string; readonly version: string; readonly plan: Plan } | null = null;
  const stood = new Set<string>();
  const asked = new Map<string, { readonly at: number; readonly sent: Promise<void> }>();
  let moment = 0;
  return {
    planOf: (key, version) => (last?.key === key && last.version === version ? last.plan : null),
    keepPlan: (key, version, plan) => {
      last = { key, version, plan };
    },

    hasStood: (id) => stood.has(nameOf(id)),
    saw: (id, stands) => {
      const name = nameOf(id);
      stood.delete(name);
      if (stands) stood.add(name);
      dropOldest(stood, MOST_REPORTS);
    },

    moment: () => moment,
    askedAfter: (name, after) => {
      const known = asked.get(name);
      return known !== undefined && known.at > after ? known.sent : null;
    },
    asked: (name, ask) => {
      moment += 1;
      const sent = ask();
      asked.delete(name);
      asked.set(name, { at: moment, sent });
      dropOldest(asked, MOST_ASKED);
      return sent;
    },
  };
}

function nameOf({ week, folder }: ReportId): string {
  return `${week}/${folder}`;
}

function dropOldest(
  from: { readonly size: number; keys(): Iterable<string>; delete(name: string): boolean },
  most: number,
): void {
  for (const name of from.keys()) {
    if (from.size <= most) return;
    from.delete(name);
  }
}
