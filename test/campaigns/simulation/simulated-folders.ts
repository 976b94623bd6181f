// The folders and surveys of a simulated company, and how a tree of them changes.
import type { Instant } from '../../../lib/domain/facts.ts';

export interface SimSurvey {
  readonly key: number;
  readonly timeZone: string;
  /** When its one active period ended; absent while it lasts. */
  readonly endedAt?: Instant;
  /** Whether anybody presses then; absent: always. */
  readonly isPressed?: (at: Instant) => boolean;
}

export interface SimFolder {
  readonly key: number;
  readonly surveys: readonly SimSurvey[];
  readonly folders: readonly SimFolder[];
}

/** A folder and all below it. */
export function foldersIn(folder: SimFolder): readonly SimFolder[] {
  return [folder, ...folder.folders.flatMap(foldersIn)];
}

export function findFolder(folder: SimFolder, key: number): SimFolder | undefined {
  return foldersIn(folder).find((one) => one.key === key);
}

export function without(folder: SimFolder, key: number): SimFolder {
  const left = folder.folders.filter((one) => one.key !== key);
  return { ...folder, folders: left.map((one) => without(one, key)) };
}

export function withoutSurvey(folder: SimFolder, survey: number): SimFolder {
  return {
    ...folder,
    surveys: folder.surveys.filter(({ key }) => key !== survey),
    folders: folder.folders.map((one) => withoutSurvey(one, survey)),
  };
}

export function withSurvey(folder: SimFolder, survey: SimSurvey, to: number): SimFolder {
  return {
    ...folder,
    surveys: folder.key === to ? [...folder.surveys, survey] : folder.surveys,
    folders: folder.folders.map((one) => withSurvey(one, survey, to)),
  };
}
