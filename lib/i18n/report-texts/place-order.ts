// The order in which a report shows places, alerts, quiet surveys and the parts of a change, and how it tells surveys of one
// place apart.
import type { Figures } from '../../domain/figures.ts';
import { compareText, compareInOrder } from '../../domain/order.ts';
import type { RankedPlace } from '../../domain/ranking.ts';
import { compareGroups, groupName } from '../../domain/ranking.ts';
import type { OpenAlert, QuietSurvey, Report, SurveyAlert } from '../../domain/report.ts';
import type { Level, SurveyPlace } from '../../domain/signals/model.ts';
import { shownLevel } from '../../domain/signals/shown-level.ts';
import { largestFirst } from '../../domain/verdict.ts';
import type { Names } from '../localization.ts';

/** Gives the question of a survey whose folder has other surveys in the list, too; '' for others. */
export function questionsOfSharedPlaces(
  places: readonly SurveyPlace[],
  names: Pick<Names, 'question'>,
): (place: SurveyPlace) => string {
  const folders = new Set<number>();
  const sharedFolders = new Set<number>();
  for (const { folder } of places) (folders.has(folder) ? sharedFolders : folders).add(folder);
  return ({ folder, survey }) => (sharedFolders.has(folder) ? names.question(survey) : '');
}

export interface RankedEntry {
  /** From 1, among the places with the same kind of index. */
  readonly rank: number;
  readonly place: RankedPlace;
  /** The figures of the place's own subtree; the ranking itself has no counts by button. */
  readonly figures: Figures | null;
  readonly level: Pick<Level, 'state'> | null;
}

/** The ranking by kind of index; the kind with the most responses comes first. */
export function rankingByKind(
  report: Pick<Report, 'ranking' | 'subfolders' | 'surveys' | 'summary'>,
): readonly (readonly RankedEntry[])[] {
  const folders = new Map(report.subfolders.map((folder) => [folder.key, folder]));
  const surveys = new Map(report.surveys.map((survey) => [survey.key, survey]));
  const { entries } = report.summary.attention;
  const judged = (place: RankedPlace): Pick<RankedEntry, 'figures' | 'level'> => {
    if (place.folder === undefined) {
      const survey = surveys.get(place.survey ?? 0) ?? null;
      return { figures: survey, level: survey?.level ?? null };
    }
    const groups = folders.get(place.folder)?.summary.groups ?? [];
    const group = groups.find((other) => compareGroups(other, place) === 0) ?? null;
    const ofFolder = entries.filter(({ folder }) => folder.key === place.folder);
    return { figures: group, level: group === null ? null : shownLevel(group, [], ofFolder) };
  };
  const kinds = [...Map.groupBy(report.ranking, groupName).values()].map((places) => ({
    places: places.map((place, i) => ({ rank: i + 1, place, ...judged(place) })),
    responses: places.reduce((sum, { responses }) => sum + responses, 0),
  }));
  return largestFirst(kinds).map(({ places }) => places);
}

/** Open alerts first, then the longest. */
export function openAlertsFirst<Alert extends SurveyAlert>(
  alerts: readonly Alert[],
): readonly Alert[] {
  const state = (alert: SurveyAlert): number => (alert.state === 'open' ? 0 : 1);
  return alerts.toSorted((a, b) =>
    compareInOrder(state(a) - state(b), b.minutesInWeek - a.minutesInWeek, a.key - b.key),
  );
}

/** By name of the place, then the longest. */
export function alertsByPlace(alerts: readonly OpenAlert[], names: Names): readonly OpenAlert[] {
  const place = (alert: OpenAlert): string => names.place(alert.folder, alert.survey);
  return alerts.toSorted((a, b) =>
    compareInOrder(compareText(place(a), place(b)), b.minutesInWeek - a.minutesInWeek),
  );
}

export function quietSurveysFirst(quiet: readonly QuietSurvey[]): readonly QuietSurvey[] {
  return quiet.toSorted((a, b) =>
    compareInOrder(a.responses - b.responses, b.silentDays - a.silentDays, a.survey - b.survey),
  );
}
