// The order in which a report shows places, alerts, quiet surveys and the parts of a change, and how it tells surveys of one
// place apart.
import { compareText, compareInOrder } from '../../domain/order.ts';
import type { RankedPlace } from '../../domain/ranking.ts';
import { compareGroups, groupName } from '../../domain/ranking.ts';
import type {
  JudgedFigures,
  OpenAlert,
  QuietSurvey,
  Report,
  SurveyAlert,
} from '../../domain/report.ts';
import type { Contribution, SurveyPlace } from '../../domain/signals/why.ts';
import { contributionsOf } from '../../domain/signals/why.ts';
import { largestFirst } from '../../domain/verdict.ts';
import type { Localization, Names } from '../localization.ts';

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

export interface NamedContribution extends Contribution {
  readonly name: string;
  /** Null for sums. */
  readonly folder: number | null;
  /** Question of a survey whose folder has several of the kind; '' for others. */
  readonly question: string;
}

/** The places that changed the index most, the others in sum, and the whole; null without a change to explain. */
export function namedContributions(
  group: Parameters<typeof contributionsOf>[0],
  { words, names }: Pick<Localization, 'words' | 'names'>,
): readonly NamedContribution[] | null {
  const contributions = contributionsOf(group);
  if (contributions === null) return null;
  const { named, others, all } = contributions;
  const { why } = words.signals;
  const questionOf = questionsOfSharedPlaces(group.leaves, names);
  const sum = { folder: null, question: '' };
  return [
    ...named.map((part) => ({
      ...part,
      name: names.folder(part.folder),
      question: questionOf(part),
    })),
    ...(others === null ? [] : [{ ...others, ...sum, name: why.others }]),
    { ...all, ...sum, name: why.allPlaces },
  ];
}

export interface RankedEntry {
  /** From 1, among the places with the same kind of index. */
  readonly rank: number;
  readonly place: RankedPlace;
  /** The figures of the place's own subtree; the ranking itself has no counts by button. */
  readonly figures: JudgedFigures | null;
}

/** The ranking by kind of index; the kind with the most responses comes first. */
export function rankingByKind(
  report: Pick<Report, 'ranking' | 'subfolders' | 'surveys'>,
): readonly (readonly RankedEntry[])[] {
  const folders = new Map(report.subfolders.map((folder) => [folder.key, folder]));
  const surveys = new Map(report.surveys.map((survey) => [survey.key, survey]));
  const figuresOf = (place: RankedPlace): JudgedFigures | null => {
    if (place.folder === undefined) return surveys.get(place.survey ?? 0) ?? null;
    const groups = folders.get(place.folder)?.summary.groups;
    return groups?.find((group) => compareGroups(group, place) === 0) ?? null;
  };
  const kinds = [...Map.groupBy(report.ranking, groupName).values()].map((places) => ({
    places: places.map((place, i) => ({ rank: i + 1, place, figures: figuresOf(place) })),
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
