// The folder tree of the simulated company, and functions that change it.
import type { Instant } from '../../../lib/domain/report-inputs.ts';

export interface SimulatedSurvey {
  readonly key: number;
  readonly timeZone: string;
  /** End of its only active period; absent: active. */
  readonly endedAt?: Instant;
  /** Absent: always. */
  readonly hasResponsesAt?: (at: Instant) => boolean;
}

export interface SimulatedFolder {
  readonly key: number;
  readonly surveys: readonly SimulatedSurvey[];
  readonly folders: readonly SimulatedFolder[];
}

/** The folder and all folders below it. */
export function listFolders(folder: SimulatedFolder): readonly SimulatedFolder[] {
  return [folder, ...folder.folders.flatMap(listFolders)];
}

export function findFolder(folder: SimulatedFolder, key: number): SimulatedFolder | undefined {
  return listFolders(folder).find((candidate) => candidate.key === key);
}

export function withoutFolder(folder: SimulatedFolder, key: number): SimulatedFolder {
  const remainingFolders = folder.folders.filter((subfolder) => subfolder.key !== key);
  return { ...folder, folders: remainingFolders.map((subfolder) => withoutFolder(subfolder, key)) };
}

export function withoutSurvey(folder: SimulatedFolder, survey: number): SimulatedFolder {
  return {
    ...folder,
    surveys: folder.surveys.filter(({ key }) => key !== survey),
    folders: folder.folders.map((subfolder) => withoutSurvey(subfolder, survey)),
  };
}

export function withSurvey(
  folder: SimulatedFolder,
  survey: SimulatedSurvey,
  to: number,
): SimulatedFolder {
  return {
    ...folder,
    surveys: folder.key === to ? [...folder.surveys, survey] : folder.surveys,
    folders: folder.folders.map((subfolder) => withSurvey(subfolder, survey, to)),
  };
}

/** Without the folder itself: the folders below it take its place. */
export function withoutLevel(folder: SimulatedFolder, key: number): SimulatedFolder {
  return {
    ...folder,
    folders: folder.folders.flatMap((subfolder) =>
      subfolder.key === key ? subfolder.folders : [withoutLevel(subfolder, key)],
    ),
  };
}

/** Moves a folder with all below it; unchanged when one of the two is not there or the parent is below the folder. */
export function moveFolder(root: SimulatedFolder, key: number, to: number): SimulatedFolder {
  const moved = findFolder(root, key);
  const remaining = withoutFolder(root, key);
  if (moved === undefined || findFolder(remaining, to) === undefined) return root;
  const add = (folder: SimulatedFolder): SimulatedFolder => ({
    ...folder,
    folders: [...folder.folders.map(add), ...(folder.key === to ? [moved] : [])],
  });
  return add(remaining);
}
