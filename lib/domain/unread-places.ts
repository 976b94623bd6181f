// Names what a report could not read: the place and the question of each problem that left data missing.
import type { PartKey } from './problems.ts';
import { affectedPart } from './problems.ts';
import type { FolderName, Report, ReportProblem } from './report.ts';

export interface UnreadPlace {
  /** Null where the report has no name for it. */
  readonly folder: FolderName | null;
  /** Names of the folders between the report's own folder and this one. */
  readonly path: readonly string[];
  /** With the name of its question; null where the problem concerns the whole folder. */
  readonly survey: FolderName | null;
  /** What of it is missing; null for all. */
  readonly part: PartKey | null;
  readonly code: string;
}

/** In the order of the report's problems, each place and part once. */
export function findUnreadPlaces(
  report: Pick<Report, 'folder' | 'subfolders' | 'surveys' | 'problems'> & {
    readonly summary: Pick<Report['summary'], 'places'>;
  },
): readonly UnreadPlace[] {
  const places = new Map<string, UnreadPlace>();
  for (const problem of report.problems) {
    if (!problem.missing) continue;
    const place = toUnreadPlace(problem, report);
    const id = JSON.stringify([problem.folder, problem.survey, place.part ?? place.code]);
    if (!places.has(id)) places.set(id, place);
  }
  return [...places.values()];
}

function toUnreadPlace(
  problem: ReportProblem,
  { folder, subfolders, surveys, summary }: Parameters<typeof findUnreadPlaces>[0],
): UnreadPlace {
  const place = summary.places.find(
    (candidate) =>
      candidate.folder.key === problem.folder ||
      candidate.surveys.some(({ key }) => key === problem.survey),
  );
  const child = subfolders.find(({ key }) => key === problem.folder);
  const isOwn =
    problem.folder === folder.key ||
    (problem.folder === undefined &&
      (problem.survey === undefined || surveys.some(({ key }) => key === problem.survey)));
  const namedSurveys = [
    ...(place?.surveys ?? []),
    ...surveys.map(({ key, question }) => ({ key, name: question.name })),
  ];
  return {
    folder:
      place?.folder ??
      (child !== undefined
        ? { key: child.key, name: child.name }
        : isOwn
          ? { key: folder.key, name: folder.name }
          : null),
    path: place?.path.slice(folder.path.length + 1) ?? [],
    survey: namedSurveys.find(({ key }) => key === problem.survey) ?? null,
    part: affectedPart(problem),
    code: problem.code,
  };
}
