// Hides what can be wrong with a folder tree: entries that occur twice or have no key, cycles, and sheer size.
// What comes out is a tree; what was left out is in its notes.
import { Failure } from '../../shared/failure.ts';
import type { SurveyInFolder } from '../../domain/facts.ts';
import type { Folder, FolderTree } from '../../ports/feedback-source.ts';
import type { ReportProblem } from '../../domain/report.ts';
import { nameOr } from './names.ts';
import { toQuestion } from './to-domain.ts';
import type { Keyed, WireFolder } from './response-schemas.ts';

export const MAX_FOLDER_DEPTH = 64;
const MAX_FOLDERS = 20_000;
const MAX_SURVEYS = 50_000;
// Further ones are counted in one note, since a note is in the manifest of every folder above.
const MAX_NOTES_OF_REPEATED_SURVEYS = 1_000;
const MAX_NOTES_OF_ONE_FOLDER = 10;

interface Walk {
  readonly folders: Set<number>;
  readonly surveys: Set<number>;
  readonly notes: ReportProblem[];
  /** Further places of surveys, as `survey folder`. */
  readonly surveysAgain: Set<string>;
  /** Further places of folders. */
  readonly again: Keyed<WireFolder>[];
}

/** Fails with FOLDER_CYCLE, TREE_TOO_LARGE, or KEY_INVALID for the root; of two equal entries the first stays. */
export function toFolderTree(wire: WireFolder): FolderTree {
  const walk: Walk = {
    folders: new Set(),
    surveys: new Set(),
    notes: [],
    surveysAgain: new Set(),
    again: [],
  };
  const { key } = wire;
  if (key === null) throw new Failure('KEY_INVALID', { where: '/key' });
  const root = toFolder({ ...wire, key }, [key], walk);
  const notes = [...walk.notes, ...surveysAgain(walk, key), ...foldersAgain(walk)];
  return { root, notes: notes.map(toWhoReports(root)) };
}

/** A note for each folder that a survey is repeated in, up to a limit; nothing is lost by it. */
function surveysAgain({ surveysAgain: places }: Walk, root: number): readonly ReportProblem[] {
  const notes = [...places].slice(0, MAX_NOTES_OF_REPEATED_SURVEYS).map((place) => {
    const [survey = 0, folder = 0] = place.split(' ').map(Number);
    const message = `survey ${survey} occurs twice in the tree, the first place counts`;
    return { code: 'SURVEY_DUPLICATE', survey, folder, message, missing: false };
  });
  const more = places.size - notes.length;
  if (more === 0) return notes;
  const message = `${more} more places of surveys occur in the tree, the first place of each counts`;
  return [...notes, { code: 'SURVEY_DUPLICATE', folder: root, message, missing: false }];
}

/**
 * A folder without surveys has no report to say anything in: what is about it goes to the nearest one above that
 * holds some, or to the root. That the folder itself stands twice is not said then: nothing is lost by it.
 */
function toWhoReports(root: Folder): (note: ReportProblem) => ReportProblem {
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
function foldersAgain({ again, folders, surveys }: Walk): readonly ReportProblem[] {
  const isLost = (wire: WireFolder): boolean =>
    wire.surveys.keyless > 0 ||
    wire.folders.keyless > 0 ||
    wire.surveys.keyed.some(({ key }) => !surveys.has(key)) ||
    wire.folders.keyed.some((child) => !folders.has(child.key) || isLost(child));
  const repeated = new Set(again.map(({ key }) => key));
  const lost = new Set(again.filter(isLost).map(({ key }) => key));
  return [
    ...[...repeated].map((key) => {
      const message = `folder ${key} occurs twice in the tree, the first place counts`;
      return { code: 'FOLDER_DUPLICATE', folder: key, message, missing: false };
    }),
    ...[...lost].map((key) => {
      const message = `a later place of folder ${key} held what the first does not, it was left out`;
      return { code: 'SHAPE_MISMATCH', folder: key, message, missing: true };
    }),
  ];
}

function toFolder(wire: Keyed<WireFolder>, path: readonly number[], walk: Walk): Folder {
  const { key } = wire;
  if (path.length > MAX_FOLDER_DEPTH) throw new Failure('TREE_TOO_LARGE', { folder: key });
  walk.folders.add(key);
  if (walk.folders.size > MAX_FOLDERS)
    throw new Failure('TREE_TOO_LARGE', { folders: MAX_FOLDERS });
  const surveys = toSurveys(wire.surveys, key, walk);
  leaveOut(wire.folders.keyless, { one: 'a subfolder', many: 'subfolders' }, key, walk);
  const folders = wire.folders.keyed.flatMap((child) => toSubfolder(child, path, walk));
  return { key, name: nameOr(`Folder ${key}`, wire.name), folders, surveys };
}

/** Entries without a key: one note for all that a folder has of a kind. */
function leaveOut(
  count: number,
  { one, many }: { readonly one: string; readonly many: string },
  folder: number,
  walk: Walk,
): void {
  if (count === 0) return;
  const message =
    count === 1
      ? `${one} of folder ${folder} was left out, its key is not a positive whole number`
      : `${count} ${many} of folder ${folder} were left out, their keys are not positive whole numbers`;
  walk.notes.push({ code: 'KEY_INVALID', folder, message, missing: true });
}

function toSubfolder(
  wire: Keyed<WireFolder>,
  path: readonly number[],
  walk: Walk,
): readonly Folder[] {
  const { key } = wire;
  if (path.includes(key)) throw new Failure('FOLDER_CYCLE', { folder: key });
  if (walk.folders.has(key)) {
    walk.again.push(wire);
    return [];
  }
  return [toFolder(wire, [...path, key], walk)];
}

function toSurveys(
  { keyed, keyless }: WireFolder['surveys'],
  folder: number,
  walk: Walk,
): readonly SurveyInFolder[] {
  leaveOut(keyless, { one: 'a survey', many: 'surveys' }, folder, walk);
  const unasked: number[] = [];
  const surveys = keyed.flatMap(({ key, question, timeZone }) => {
    if (walk.surveys.has(key)) {
      walk.surveysAgain.add(`${key} ${folder}`);
      return [];
    }
    walk.surveys.add(key);
    if (walk.surveys.size > MAX_SURVEYS)
      throw new Failure('TREE_TOO_LARGE', { surveys: MAX_SURVEYS });
    if (question === null) {
      unasked.push(key);
      return [];
    }
    return [{ key, question: toQuestion(question), timeZone }];
  });
  noteUnasked(unasked, folder, walk);
  return surveys;
}

/** Surveys without a question. */
function noteUnasked(surveys: readonly number[], folder: number, walk: Walk): void {
  const problem = { code: 'SHAPE_MISMATCH', folder, missing: true };
  for (const survey of surveys.slice(0, MAX_NOTES_OF_ONE_FOLDER)) {
    const message = `survey ${survey} was left out, its question has no key`;
    walk.notes.push({ ...problem, survey, message });
  }
  const more = surveys.length - MAX_NOTES_OF_ONE_FOLDER;
  if (more <= 0) return;
  const message = `${more} more surveys of folder ${folder} were left out, their questions have no key`;
  walk.notes.push({ ...problem, message });
}
