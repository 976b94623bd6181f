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
  /** Second places of folders, with their keys. */
  readonly again: (readonly [key: number, wire: WireFolder])[];
}

/** Fails with FOLDER_CYCLE, TREE_TOO_LARGE, or KEY_INVALID for the root; of two equal entries the first stays. */
export function toFolderTree(wire: WireFolder): FolderTree {
  const walk: Walk = { folders: new Set(), surveys: new Set(), notes: [], again: [] };
  const { key } = wire;
  if (key === null) throw new Failure('KEY_INVALID', { where: '/key' });
  const root = toFolder(wire, key, [key], walk);
  return { root, notes: [...walk.notes, ...lostAgain(walk)].map(toWhoReports(root)) };
}

/**
 * A folder without surveys has no report to say anything in: what is about it goes to the nearest one above that
 * holds some, or to the root. That the folder itself stands twice is not said then: nothing is lost by it.
 */
function toWhoReports(root: Folder): (note: Problem) => Problem {
  const holding = new Set<number>();
  const reporting = new Map<number, number>();
  const gather = ({ key, surveys, folders }: Folder): boolean => {
    const isBelow = folders.map(gather).includes(true);
    if (isBelow || surveys.length > 0) holding.add(key);
    return holding.has(key);
  };
  const settle = ({ key, folders }: Folder, above: number): void => {
    const home = holding.has(key) ? key : above;
    reporting.set(key, home);
    for (const folder of folders) settle(folder, home);
  };
  return (note) => {
    if (note.folder === undefined || note.code === 'FOLDER_DUPLICATE') return note;
    if (reporting.size === 0) {
      gather(root);
      settle(root, root.key);
    }
    return { ...note, folder: reporting.get(note.folder) ?? root.key };
  };
}

/** Places of one folder should hold the same; what only a later one holds is in no report. */
function lostAgain({ again, folders, surveys }: Walk): readonly Problem[] {
  const isLost = (wire: WireFolder): boolean =>
    wire.surveys.some(({ key }) => key === null || !surveys.has(key)) ||
    wire.folders.some((child) => child.key === null || !folders.has(child.key) || isLost(child));
  const lost = new Set(again.flatMap(([key, wire]) => (isLost(wire) ? [key] : [])));
  return [...lost].map((key) => {
    const message = `a later place of folder ${key} held what the first does not, it was left out`;
    return { code: 'SHAPE_MISMATCH', folder: key, message, missing: true };
  });
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
    const message = `a subfolder of folder ${parent} was left out, its key is not a positive whole number`;
    walk.notes.push({ code: 'KEY_INVALID', folder: parent, message, missing: true });
    return [];
  }
  if (path.includes(key)) throw new Failure('FOLDER_CYCLE', { folder: key });
  if (walk.folders.has(key)) {
    const message = `folder ${key} occurs twice in the tree, the first place counts`;
    walk.notes.push({ code: 'FOLDER_DUPLICATE', folder: key, message, missing: false });
    walk.again.push([key, wire]);
    return [];
  }
  return [toFolder(wire, key, [...path, key], walk)];
}

function toSurvey(wire: WireSurveyEntry, folder: number, walk: Walk): readonly SurveyInFolder[] {
  const { key } = wire;
  if (key === null) {
    const message = `a survey of folder ${folder} was left out, its key is not a positive whole number`;
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
