// Reads the settings that reports depend on, and identifies them in manifests and plans by digests.
import type { Week } from '../domain/calendar.ts';
import { lastSettledWeek } from '../domain/calendar.ts';
import type { ReportProblem } from '../domain/report.ts';
import type { Instant } from '../domain/report-inputs.ts';
import type { ReportSettings, SettingsOfFolder } from '../domain/signals/folder-settings.ts';
import { settingsOfWeek } from '../domain/signals/folder-settings.ts';
import type { Plan } from '../ports/stored-records.ts';
import { pathIn } from './access.ts';
import type { ReportRepository } from './report-repository.ts';
import { contentName, sha256Of } from './report-repository.ts';
import { readEntries } from './stored-list.ts';

export type SettingsRepository = Pick<ReportRepository, 'store' | 'settings'>;

export const ACCEPTED_KEY = 'settings/accepted.json';
export const TARGETS_KEY = 'settings/targets.json';

/** Null when one of the records is damaged. Fails as the store does. */
export async function readSettings(repository: SettingsRepository): Promise<ReportSettings | null> {
  const { store, settings } = repository;
  const [accepted, targets] = await Promise.all([
    readEntries({ store, codec: settings.accepted, key: ACCEPTED_KEY }),
    readEntries({ store, codec: settings.targets, key: TARGETS_KEY }),
  ]);
  return accepted === null || targets === null ? null : { accepted, targets };
}

/** The settings of a week's reports. */
export interface WeekSettings {
  /** Of all settings, for the plan. */
  readonly digest: string | undefined;
  /** Those that a folder's report depends on; `path`: root first, ends with the folder itself. */
  readonly ofFolder: SettingsOfFolder;
}

/** Null when they can't be read. */
export async function readWeekSettings(
  repository: SettingsRepository,
  week: Week,
): Promise<WeekSettings | null> {
  const settings = await readSettings(repository);
  if (settings === null) return null;
  return { digest: settingsDigest(settings), ofFolder: settingsOfWeek(settings, week.name) };
}

/** Identifies settings in a manifest or a plan; undefined without any, as in those of earlier releases. */
export function settingsDigest({ accepted, targets }: ReportSettings): string | undefined {
  if (accepted.length === 0 && targets.length === 0) return undefined;
  // Without the time: what is set to the same again changes no report.
  const content = JSON.stringify([
    accepted.map(({ folder, survey, kind, week, by }) => [folder, survey, kind, week, by]),
    targets.map(({ folder, indexType, feedbackScale, value }) => [
      ...[folder, indexType, feedbackScale, value],
    ]),
  ]);
  return contentName(sha256Of(new TextEncoder().encode(content)));
}

/** Whether a change of the settings makes the reports of a week outdated: only from the last settled week on. */
export function followsSettings(week: Week, now: Instant, settleHours: number): boolean {
  return week.monday >= lastSettledWeek(now, settleHours).monday;
}

/** The path to each folder of a plan, as `WeekSettings` takes it. */
export function pathsInPlan({ folders }: Plan): (folder: number) => readonly number[] {
  const parents = new Map(folders.map(({ key, parent }) => [key, parent]));
  return (folder) => pathIn(parents, folder)?.toReversed() ?? [folder];
}

/** A problem of each report that was made while its settings could not be read. */
export const SETTINGS_PROBLEM: ReportProblem = {
  code: 'SETTINGS_UNREADABLE',
  message: 'Accepted changes and targets could not be read; this report was made without them.',
  missing: true,
};
