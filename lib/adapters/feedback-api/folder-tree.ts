// Hides what can be wrong with a folder tree: entries that occur twice or have no key, cycles, and sheer size.
// What comes out is a tree; what was left out is in its notes.
import { Failure } from '../../app/failures.ts';
import type { Folder, FolderTree, SurveyInFolder } from '../../app/ports.ts';
import type { Problem } from '../../domain/report.ts';
import { nameOr } from './names.ts';
import { toQuestion } from './to-domain.ts';
import type { WireFolder, WireSurveyEntry } from './wire.ts';

export const MAX_FOLDER_DEPTH = 64;
const MAX_FOLDERS = 20_000;
const MAX_SURVEYS = 50_000;

interface Walk {
  readonly folders: Set<number>;
  readonly surveys: Set<number>;
  readonly notes: Problem[];
}

/** Fails with FOLDER_CYCLE, TREE_TOO_LARGE, or KEY_INVALID for the root; of two equal entries the first stays. */
export function toFolderTree(wire: WireFolder): FolderTree {
  const walk: Walk = { folders: new Set(), surveys: new Set(), notes: [] };
  const { key } = wire;
  if (key === null) throw new Failure('KEY_INVALID', { where: '/key' });
  return { root: toFolder(wire, key, [key], walk), notes: walk.notes };
}

function toFolder(wire: WireFolder, key: number, path: readonly number[], walk: Walk): Folder {
  if (path.length > MAX_FOLDER_DEPTH) throw new Failure('TREE_TOO_LARGE', { folder: key });
  walk.folders.add(key);
  if (walk.folders.size > MAX_FOLDERS)
    throw new Failure('TREE_TOO_LARGE', { folders: MAX_FOLDERS });
  const surveys = wire.surveys.flatMap((entry) => toSurvey(entry, key, walk));
  const folders = wire.folders.flatMap((child) => toSubfolder(child, key, path, walk));
  return { key, name: nameOr(`Folder ${key}`, wire.name), folders, surveys };
}

function toSubfolder(
  wire: WireFolder,
  parent: number,
  path: readonly number[],
  walk: Walk,
): readonly Folder[] {
  const { key } = wire;
  if (key === null) {
    const message = 'a subfolder was left out, its key is not a positive whole number';
    walk.notes.push({ code: 'KEY_INVALID', folder: parent, message, missing: true });
    return [];
  }
  if (path.includes(key)) throw new Failure('FOLDER_CYCLE', { folder: key });
  if (walk.folders.has(key)) {
    const message = `folder ${key} occurs twice in the tree, the first place counts`;
    walk.notes.push({ code: 'FOLDER_DUPLICATE', folder: key, message, missing: false });
    return [];
  }
  return [toFolder(wire, key, [...path, key], walk)];
}

function toSurvey(wire: WireSurveyEntry, folder: number, walk: Walk): readonly SurveyInFolder[] {
  const { key } = wire;
  if (key === null) {
    const message = 'a survey was left out, its key is not a positive whole number';
    walk.notes.push({ code: 'KEY_INVALID', folder, message, missing: true });
    return [];
  }
  if (walk.surveys.has(key)) {
    const message = `survey ${key} occurs twice in the tree, the first place counts`;
    walk.notes.push({ code: 'SURVEY_DUPLICATE', survey: key, folder, message, missing: false });
    return [];
  }
  walk.surveys.add(key);
  if (walk.surveys.size > MAX_SURVEYS)
    throw new Failure('TREE_TOO_LARGE', { surveys: MAX_SURVEYS });
  if (wire.question === null) {
    const message = `survey ${key} was left out, its question has no key`;
    walk.notes.push({ code: 'SHAPE_MISMATCH', survey: key, folder, message, missing: true });
    return [];
  }
  return [{ key, question: toQuestion(wire.question), timeZone: wire.timeZone }];
}
