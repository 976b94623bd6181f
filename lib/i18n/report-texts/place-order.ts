// The order in which a report shows places, alerts and quiet surveys.
import type { Figures, GroupKey } from '../../domain/figures.ts';
import { isMover } from '../../domain/figures.ts';
import { compareText, compareInOrder } from '../../domain/order.ts';
import type { RankedPlace } from '../../domain/ranking.ts';
import { compareGroups } from '../../domain/ranking.ts';
import type { OpenAlert, QuietSurvey, Report, SurveyAlert } from '../../domain/report.ts';
import { largestFirst } from '../../domain/verdict.ts';
import type { Names, Localization } from '../localization.ts';
import { displayText } from '../localization.ts';

export interface RankedEntry {
  /** From 1, among the places with the same kind of index. */
  readonly rank: number;
  readonly place: RankedPlace;
  /** The figures of the place's own subtree; the ranking itself has no counts by button. */
  readonly figures: Figures | null;
}

/** The ranking by kind of index; the kind with the most responses comes first. */
export function rankingByKind(
  report: Pick<Report, 'ranking' | 'subfolders' | 'surveys'>,
): readonly (readonly RankedEntry[])[] {
  const folders = new Map(report.subfolders.map((folder) => [folder.key, folder]));
  const surveys = new Map(report.surveys.map((survey) => [survey.key, survey]));
  const figuresOf = (place: RankedPlace): Figures | null => {
    const sameKind = (group: GroupKey): boolean => compareGroups(group, place) === 0;
    if (place.folder === undefined) return surveys.get(place.survey ?? 0) ?? null;
    return folders.get(place.folder)?.summary.groups.find((group) => sameKind(group)) ?? null;
  };
  const kinds: RankedEntry[][] = [];
  for (const place of report.ranking) {
    const last = kinds.at(-1);
    const peer = last?.[0]?.place;
    const isAlike = last !== undefined && peer !== undefined && compareGroups(peer, place) === 0;
    const kind = isAlike ? last : [];
    if (!isAlike) kinds.push(kind);
    kind.push({ rank: kind.length + 1, place, figures: figuresOf(place) });
  }
  const kindsWithResponses = kinds.map((places) => ({
    places,
    responses: places.reduce((sum, { place }) => sum + place.responses, 0),
  }));
  return largestFirst(kindsWithResponses).map(({ places }) => places);
}

const MOVERS = 3;

/** The largest clear rises, then the largest clear falls. */
export function selectMovers(places: readonly RankedEntry[]): readonly RankedEntry[] {
  const movers = places
    .filter(({ figures }) => figures !== null && isMover(figures))
    .toSorted((a, b) =>
      compareInOrder((b.place.change ?? 0) - (a.place.change ?? 0), a.rank - b.rank),
    );
  const rises = movers.filter(({ place }) => (place.change ?? 0) > 0).slice(0, MOVERS);
  const falls = movers.filter(({ place }) => (place.change ?? 0) < 0).slice(-MOVERS);
  return [...rises, ...falls];
}

export function placeName(place: RankedPlace, localization: Localization): string {
  const { names } = localization;
  const name = displayText(place.name, localization);
  if (name !== '') return name;
  return place.folder === undefined ? names.survey(place.survey ?? 0) : names.folder(place.folder);
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
