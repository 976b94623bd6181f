// What people have set for reports, and which part of it one report depends on.
import { compareInOrder, compareText } from '../order.ts';
import type { Accepted } from './accepted.ts';
import { acceptedInWeek } from './accepted.ts';
import type { Target } from './targets.ts';
import { findTarget } from './targets.ts';

export interface ReportSettings {
  readonly accepted: readonly Accepted[];
  readonly targets: readonly Target[];
}

export const NO_SETTINGS: ReportSettings = { accepted: [], targets: [] };

/**
 * The settings that a report of a folder and week depends on, in a fixed order: what is accepted in the folder itself, and
 * the target of the nearest folder upwards for each kind of index.
 */
export type FolderSettings = ReportSettings;

/** `path`: root first, ends with the folder itself. */
export type SettingsOfFolder = (path: readonly number[]) => FolderSettings;

/** Prepares the settings of a week for many folders. */
export function settingsOfWeek(
  { accepted, targets }: ReportSettings,
  week: string,
): SettingsOfFolder {
  const acceptedByFolder = Map.groupBy(acceptedInWeek(accepted, week), ({ folder }) => folder);
  const targetsByFolder = Map.groupBy(targets, ({ folder }) => folder);
  return (path) => {
    const above = path.flatMap((folder) => targetsByFolder.get(folder) ?? []);
    const nearest = new Set(above.flatMap((target) => findTarget(above, path, target) ?? []));
    const own = acceptedByFolder.get(path.at(-1) ?? 0) ?? [];
    return {
      accepted: own.toSorted((a, b) =>
        compareInOrder((a.survey ?? 0) - (b.survey ?? 0), compareText(a.kind, b.kind)),
      ),
      targets: [...nearest].toSorted((a, b) =>
        compareInOrder(
          compareText(a.indexType, b.indexType),
          compareText(a.feedbackScale, b.feedbackScale),
        ),
      ),
    };
  };
}
