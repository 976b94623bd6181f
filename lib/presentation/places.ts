// Which places a report shows first: ranked and moving by kind of index, and alerts and quiet surveys by what they ask for.
import type { Figures, GroupKey } from '../domain/figures.ts';
import { isMover } from '../domain/figures.ts';
import { compareText, firstDifference } from '../domain/order.ts';
import type { RankedPlace } from '../domain/ranking.ts';
import { compareGroups } from '../domain/ranking.ts';
import type { OpenAlert, QuietSurvey, Report, SurveyAlert } from '../domain/report.ts';
import { largestFirst } from '../domain/verdict.ts';
import type { Names, Reading } from './reading.ts';
import { shown } from './reading.ts';

export interface Ranked {
  /** From 1, among the places of its kind. */
  readonly rank: number;
  readonly place: RankedPlace;
  /** Of the place's own subtree; the ranking itself has no counts by button. */
  readonly figures: Figures | null;
}

const MOVERS = 3;

/** A list for each kind, in the order of the summary's groups: by the kind's responses. */
export function rankedByKind(report: Report): readonly (readonly Ranked[])[] {
  const groups: Ranked[][] = [];
  for (const place of report.ranking) {
    const last = groups.at(-1);
    const peer = last?.[0]?.place;
    const alike = last !== undefined && peer !== undefined && compareGroups(peer, place) === 0;
    const group = alike ? last : [];
    if (!alike) groups.push(group);
    group.push({ rank: group.length + 1, place, figures: figuresOf(report, place) });
  }
  const counted = groups.map((places) => ({
    places,
    responses: places.reduce((sum, { place }) => sum + place.responses, 0),
  }));
  return largestFirst(counted).map(({ places }) => places);
}

/** For each kind the places whose change is clear by the stricter test for many places: the most risen, the most fallen. */
export function moversByKind(report: Report): readonly (readonly Ranked[])[] {
  return rankedByKind(report).map((places) => {
    const clear = places.filter(({ figures }) => figures !== null && isMover(figures));
    const ordered = clear.toSorted((a, b) =>
      firstDifference((b.place.change ?? 0) - (a.place.change ?? 0), a.rank - b.rank),
    );
    const rises = ordered.filter(({ place }) => (place.change ?? 0) > 0).slice(0, MOVERS);
    const falls = ordered.filter(({ place }) => (place.change ?? 0) < 0).slice(-MOVERS);
    return [...rises, ...falls];
  });
}

function figuresOf(report: Report, place: RankedPlace): Figures | null {
  const alike = (group: GroupKey): boolean => compareGroups(group, place) === 0;
  if (place.folder !== undefined) {
    const child = report.subfolders.find(({ key }) => key === place.folder);
    return child?.summary.groups.find((group) => alike(group)) ?? null;
  }
  return report.surveys.find((survey) => survey.key === place.survey) ?? null;
}

export function placeName(place: RankedPlace, reading: Reading): string {
  const { names } = reading;
  const own = shown(place.name, reading);
  if (own !== '') return own;
  return place.folder === undefined ? names.survey(place.survey ?? 0) : names.folder(place.folder);
}

/** What is still open, then the longest. */
export function burningFirst<Alert extends SurveyAlert>(
  alerts: readonly Alert[],
): readonly Alert[] {
  const state = (alert: SurveyAlert): number => (alert.state === 'open' ? 0 : 1);
  return alerts.toSorted((a, b) =>
    firstDifference(state(a) - state(b), b.minutesInWeek - a.minutesInWeek, a.key - b.key),
  );
}

/** By the name of the place, then the longest. */
export function byPlace(alerts: readonly OpenAlert[], names: Names): readonly OpenAlert[] {
  const place = (alert: OpenAlert): string => names.place(alert.folder, alert.survey);
  return alerts.toSorted((a, b) =>
    firstDifference(compareText(place(a), place(b)), b.minutesInWeek - a.minutesInWeek),
  );
}

export function quietestFirst(quiet: readonly QuietSurvey[]): readonly QuietSurvey[] {
  return quiet.toSorted((a, b) =>
    firstDifference(a.responses - b.responses, b.silentDays - a.silentDays, a.survey - b.survey),
  );
}
