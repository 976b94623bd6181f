// Builds a folder tree from the API's response. It leaves out repeated entries and entries without a key, with a note for
// each, and fails on cycles and on trees that are too large.
import { Failure } from '../../shared/failure.ts';
import type { SurveyInFolder } from '../../domain/report-inputs.ts';
import type { Folder, FolderTree } from '../../ports/feedback-source.ts';
import type { ReportProblem } from '../../domain/report.ts';
import { nameOrFallback, toQuestion } from './to-domain.ts';
import type { Keyed, WireFolder } from './response-schemas.ts';

export const MAX_FOLDER_DEPTH = 64;
const MAX_FOLDERS = 20_000;
const MAX_SURVEYS = 50_000;
// Further ones are counted in one note, since every folder above has each note in its manifest.
const MAX_NOTES_OF_REPEATED_SURVEYS = 1_000;
const MAX_NOTES_OF_ONE_FOLDER = 10;

interface FolderReadState {
  readonly folders: Set<number>;
  readonly surveys: Set<number>;
  readonly notes: ReportProblem[];
  /** Further places of surveys, as `survey folder`. */
  readonly repeatedSurveys: Set<string>;
  /** Further places of folders. */
  readonly repeatedFolders: Keyed<WireFolder>[];
}

/** Fails with FOLDER_CYCLE, TREE_TOO_LARGE, or KEY_INVALID for the root; of repeated entries the first counts. */
export function toFolderTree(wire: WireFolder): FolderTree {
  const state: FolderReadState = {
    folders: new Set(),
    surveys: new Set(),
    notes: [],
    repeatedSurveys: new Set(),
    repeatedFolders: [],
  };
  const { key } = wire;
  if (key === null) throw new Failure('KEY_INVALID', { where: '/key' });
  const root = toFolder({ ...wire, key }, [key], state);
  const notes = [...state.notes, ...noteRepeatedSurveys(state, key), ...noteRepeatedFolders(state)];
  return { root, notes: notes.map(assignToReportingFolder(root)) };
}

/** A note for each folder that a survey is repeated in, up to a limit. No data are missing because of it. */
function noteRepeatedSurveys(
  { repeatedSurveys: places }: FolderReadState,
  root: number,
): readonly ReportProblem[] {
  const notes = [...places].slice(0, MAX_NOTES_OF_REPEATED_SURVEYS).map((place) => {
    const [survey = 0, folder = 0] = place.split(' ').map(Number);
    const message = `survey ${survey} occurs twice in the tree, the first place counts`;
    return { code: 'SURVEY_DUPLICATE', survey, folder, message, missing: false };
  });
  const moreCount = places.size - notes.length;
  if (moreCount === 0) return notes;
  const message = `${moreCount} more places of surveys occur in the tree, the first place of each counts`;
  return [...notes, { code: 'SURVEY_DUPLICATE', folder: root, message, missing: false }];
}

/**
 * A folder without surveys in its subtree has no report: its notes are assigned to the nearest ancestor that has one, or
 * to the root. FOLDER_DUPLICATE notes are not reassigned, since no data are missing because of them.
 */
function assignToReportingFolder(root: Folder): (note: ReportProblem) => ReportProblem {
  const withSurveys = new Set<number>();
  const reportingFolders = new Map<number, number>();
  const findFoldersWithSurveys = ({ key, surveys, folders }: Folder): boolean => {
    const isBelow = folders.map(findFoldersWithSurveys).includes(true);
    if (isBelow || surveys.length > 0) withSurveys.add(key);
    return withSurveys.has(key);
  };
  const assign = ({ key, folders }: Folder, above: number): void => {
    const reportingFolder = withSurveys.has(key) ? key : above;
    reportingFolders.set(key, reportingFolder);
    for (const folder of folders) assign(folder, reportingFolder);
  };
  return (note) => {
    if (note.folder === undefined || note.code === 'FOLDER_DUPLICATE') return note;
    if (reportingFolders.size === 0) {
      findFoldersWithSurveys(root);
      assign(root, root.key);
    }
    return { ...note, folder: reportingFolders.get(note.folder) ?? root.key };
  };
}

/** All places of a folder should have the same content; content that only a later place has is in no report. */
function noteRepeatedFolders({
  repeatedFolders,
  folders,
  surveys,
}: FolderReadState): readonly ReportProblem[] {
  const hasLostContent = (wire: WireFolder): boolean =>
    wire.surveys.keyless > 0 ||
    wire.folders.keyless > 0 ||
    wire.surveys.keyed.some(({ key }) => !surveys.has(key)) ||
    wire.folders.keyed.some((child) => !folders.has(child.key) || hasLostContent(child));
  const repeatedKeys = new Set(repeatedFolders.map(({ key }) => key));
  const lostKeys = new Set(repeatedFolders.filter(hasLostContent).map(({ key }) => key));
  return [
    ...[...repeatedKeys].map((key) => {
      const message = `folder ${key} occurs twice in the tree, the first place counts`;
      return { code: 'FOLDER_DUPLICATE', folder: key, message, missing: false };
    }),
    ...[...lostKeys].map((key) => {
      const message = `a later place of folder ${key} held what the first does not, it was left out`;
      return { code: 'SHAPE_MISMATCH', folder: key, message, missing: true };
    }),
  ];
}

function toFolder(
  wire: Keyed<WireFolder>,
  path: readonly number[],
  state: FolderReadState,
): Folder {
  const { key } = wire;
  if (path.length > MAX_FOLDER_DEPTH) throw new Failure('TREE_TOO_LARGE', { folder: key });
  state.folders.add(key);
  if (state.folders.size > MAX_FOLDERS)
    throw new Failure('TREE_TOO_LARGE', { folders: MAX_FOLDERS });
  const surveys = toSurveys(wire.surveys, key, state);
  noteEntriesWithoutKey(
    wire.folders.keyless,
    { one: 'a subfolder', many: 'subfolders' },
    key,
    state,
  );
  const folders = wire.folders.keyed.flatMap((child) => toSubfolder(child, path, state));
  return { key, name: nameOrFallback(`Folder ${key}`, wire.name), folders, surveys };
}

/** One note for all entries of a kind that have no key in a folder. */
function noteEntriesWithoutKey(
  count: number,
  { one: singular, many }: { readonly one: string; readonly many: string },
  folder: number,
  state: FolderReadState,
): void {
  if (count === 0) return;
  const message =
    count === 1
      ? `${singular} of folder ${folder} was left out, its key is not a positive whole number`
      : `${count} ${many} of folder ${folder} were left out, their keys are not positive whole numbers`;
  state.notes.push({ code: 'KEY_INVALID', folder, message, missing: true });
}

function toSubfolder(
  wire: Keyed<WireFolder>,
  path: readonly number[],
  state: FolderReadState,
): readonly Folder[] {
  const { key } = wire;
  if (path.includes(key)) throw new Failure('FOLDER_CYCLE', { folder: key });
  if (state.folders.has(key)) {
    state.repeatedFolders.push(wire);
    return [];
  }
  return [toFolder(wire, [...path, key], state)];
}

function toSurveys(
  { keyed, keyless }: WireFolder['surveys'],
  folder: number,
  state: FolderReadState,
): readonly SurveyInFolder[] {
  noteEntriesWithoutKey(keyless, { one: 'a survey', many: 'surveys' }, folder, state);
  const withoutQuestion: number[] = [];
  const surveys = keyed.flatMap(({ key, question, timeZone }) => {
    if (state.surveys.has(key)) {
      state.repeatedSurveys.add(`${key} ${folder}`);
      return [];
    }
    state.surveys.add(key);
    if (state.surveys.size > MAX_SURVEYS)
      throw new Failure('TREE_TOO_LARGE', { surveys: MAX_SURVEYS });
    if (question === null) {
      withoutQuestion.push(key);
      return [];
    }
    return [{ key, question: toQuestion(question), timeZone }];
  });
  noteSurveysWithoutQuestion(withoutQuestion, folder, state);
  return surveys;
}

function noteSurveysWithoutQuestion(
  surveys: readonly number[],
  folder: number,
  state: FolderReadState,
): void {
  const problem = { code: 'SHAPE_MISMATCH', folder, missing: true };
  for (const survey of surveys.slice(0, MAX_NOTES_OF_ONE_FOLDER)) {
    const message = `survey ${survey} was left out, its question has no key`;
    state.notes.push({ ...problem, survey, message });
  }
  const moreCount = surveys.length - MAX_NOTES_OF_ONE_FOLDER;
  if (moreCount <= 0) return;
  const message = `${moreCount} more surveys of folder ${folder} were left out, their questions have no key`;
  state.notes.push({ ...problem, message });
}
