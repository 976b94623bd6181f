// What is left out of a folder tree, which folder's report has the note about it, and how large a tree may be.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toFolderTree } from '../../../../lib/adapters/feedback-api/folder-tree.ts';
import type {
  Keyed,
  WireFolder,
  WireSurveyEntry,
} from '../../../../lib/adapters/feedback-api/response-schemas.ts';
import { Failure, type FailureFacts } from '../../../../lib/shared/failure.ts';
import type { Folder } from '../../../../lib/ports/feedback-source.ts';

const QUESTION = { key: 5, name: 'How was it?', locale: 'en' };

function survey(
  key: number,
  question: WireSurveyEntry['question'] = QUESTION,
): Keyed<WireSurveyEntry> {
  return { key, question, timeZone: 'Etc/UTC' };
}

interface Parts {
  readonly surveys?: readonly Keyed<WireSurveyEntry>[];
  readonly folders?: readonly Keyed<WireFolder>[];
  /** Entries without a key. */
  readonly keylessSurveys?: number;
  readonly keylessFolders?: number;
}

function folder(key: number, parts: Parts = {}): Keyed<WireFolder> {
  return {
    key,
    name: '',
    surveys: { keyed: parts.surveys ?? [], keyless: parts.keylessSurveys ?? 0 },
    folders: { keyed: parts.folders ?? [], keyless: parts.keylessFolders ?? 0 },
  };
}

function keys(count: number, firstKey: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => firstKey + index);
}

/** Code, folder, survey and message of each note. */
function notesOf(root: WireFolder): readonly string[] {
  return toFolderTree(root).notes.map(({ code, folder: of, survey: key, message, missing }) =>
    [code, `${of ?? '-'}/${key ?? '-'}`, message, missing ? 'missing' : 'noted'].join(' | '),
  );
}

function refusalOf(root: WireFolder): readonly [string, FailureFacts] | null {
  try {
    toFolderTree(root);
    return null;
  } catch (error) {
    if (error instanceof Failure) return [error.code, error.facts];
    throw error;
  }
}

function chain(levels: number): Keyed<WireFolder> {
  return keys(levels, 1).reduceRight<Keyed<WireFolder>>(
    (below, key) => (key === levels ? below : folder(key, { folders: [below] })),
    folder(levels),
  );
}

function shapeOf({ key, surveys, folders }: Folder): unknown {
  return [key, surveys.map((item) => item.key), ...folders.map(shapeOf)];
}

describe('a folder tree', () => {
  it('contains the first place of a survey and of a folder', () => {
    const repeated = folder(2, { surveys: [survey(21)] });
    const root = folder(1, {
      surveys: [survey(11)],
      folders: [repeated, folder(3, { surveys: [survey(21), survey(31)], folders: [repeated] })],
    });
    const tree = toFolderTree(root);
    assert.deepEqual(shapeOf(tree.root), [1, [11], [2, [21]], [3, [31]]]);
    assert.deepEqual(tree.root.folders[0]?.name, 'Folder 2');
    assert.deepEqual(notesOf(root), [
      'SURVEY_DUPLICATE | 3/21 | survey 21 occurs twice in the tree, the first place counts | noted',
      'FOLDER_DUPLICATE | 2/- | folder 2 occurs twice in the tree, the first place counts | noted',
    ]);
  });

  it('notes content that only a later place of a folder has', () => {
    const lostNote =
      'SHAPE_MISMATCH | 2/- | a later place of folder 2 held what the first does not, it was left out | missing';
    const firstFolder = folder(2, { surveys: [survey(21)], folders: [folder(22)] });
    const lostOf = (later: Keyed<WireFolder>): readonly string[] =>
      notesOf(folder(1, { folders: [firstFolder, folder(3, { folders: [later] })] })).slice(1);
    for (const parts of [
      { surveys: [survey(29)] },
      { surveys: [survey(21), survey(29)] },
      { folders: [folder(29)] },
      { folders: [folder(22), folder(29)] },
      { folders: [folder(22, { surveys: [survey(29)] })] },
      { keylessSurveys: 1 },
      { keylessFolders: 1 },
    ]) {
      assert.deepEqual(lostOf(folder(2, parts)), [lostNote], JSON.stringify(parts));
    }
    assert.deepEqual(lostOf(folder(2)), []);
    assert.deepEqual(lostOf(firstFolder), []);
  });

  it('notes entries without a key once for each kind and folder', () => {
    const root = folder(1, {
      surveys: [survey(11)],
      keylessSurveys: 1,
      keylessFolders: 2,
      folders: [folder(2, { surveys: [survey(21)], keylessSurveys: 3, keylessFolders: 1 })],
    });
    const single = 'was left out, its key is not a positive whole number | missing';
    const several = 'were left out, their keys are not positive whole numbers | missing';
    assert.deepEqual(notesOf(root), [
      `KEY_INVALID | 1/- | a survey of folder 1 ${single}`,
      `KEY_INVALID | 1/- | 2 subfolders of folder 1 ${several}`,
      `KEY_INVALID | 2/- | 3 surveys of folder 2 ${several}`,
      `KEY_INVALID | 2/- | a subfolder of folder 2 ${single}`,
    ]);
  });

  it('notes ten surveys without a question in a folder, and counts the others', () => {
    const withoutQuestion = (count: number) => keys(count, 101).map((key) => survey(key, null));
    const notes = (count: number): readonly string[] =>
      notesOf(folder(1, { surveys: [survey(1), ...withoutQuestion(count)] }));
    assert.deepEqual(notes(0), []);
    assert.equal(notes(10).length, 10);
    assert.equal(
      notes(10)[9],
      'SHAPE_MISMATCH | 1/110 | survey 110 was left out, its question has no key | missing',
    );
    assert.equal(notes(12).length, 11);
    assert.equal(
      notes(12)[10],
      'SHAPE_MISMATCH | 1/- | 2 more surveys of folder 1 were left out, their questions have no key | missing',
    );
  });

  it('notes a thousand repeated surveys, and counts the others', () => {
    const notes = (count: number): readonly string[] => {
      const surveys = keys(count, 1).map((key) => survey(key));
      return notesOf(
        folder(1, { surveys, folders: [folder(2, { surveys: [survey(9_999), ...surveys] })] }),
      );
    };
    assert.equal(notes(1_000).length, 1_000);
    const limitedNotes = notes(1_002);
    assert.equal(limitedNotes.length, 1_001);
    assert.equal(
      limitedNotes[1_000],
      'SURVEY_DUPLICATE | 1/- | 2 more places of surveys occur in the tree, the first place of each counts | noted',
    );
  });

  it('assigns notes about a folder without surveys to the nearest ancestor with a report', () => {
    const places = (root: WireFolder): readonly unknown[] =>
      toFolderTree(root).notes.map((note) => note.folder);
    const invalidFolder = (key: number, parts: Parts = {}) =>
      folder(key, { keylessSurveys: 1, ...parts });
    const surveyParts = { surveys: [survey(21)] };
    assert.deepEqual(
      places(folder(1, { folders: [invalidFolder(2, { folders: [invalidFolder(3)] })] })),
      [1, 1],
    );
    assert.deepEqual(
      places(
        folder(1, {
          folders: [
            invalidFolder(2, {
              ...surveyParts,
              folders: [invalidFolder(3, { folders: [invalidFolder(4)] })],
            }),
          ],
        }),
      ),
      [2, 2, 2],
    );
    assert.deepEqual(
      places(
        folder(1, {
          folders: [
            invalidFolder(2, { folders: [folder(4), invalidFolder(3, surveyParts)] }),
            invalidFolder(5),
          ],
        }),
      ),
      [2, 3, 1],
    );
  });

  it('is refused with a folder below itself, and without a key', () => {
    const below = folder(2, { folders: [folder(1)] });
    assert.deepEqual(refusalOf(folder(1, { folders: [below] })), ['FOLDER_CYCLE', { folder: 1 }]);
    assert.deepEqual(refusalOf({ ...folder(1), key: null }), ['KEY_INVALID', { where: '/key' }]);
  });

  it('has 64 levels, 20,000 folders and 50,000 surveys at most', () => {
    const wide = (count: number) =>
      folder(1, { folders: keys(count - 1, 2).map((key) => folder(key)) });
    const full = (count: number) =>
      folder(1, { surveys: keys(count, 1).map((key) => survey(key)) });
    for (const tree of [chain(64), wide(20_000), full(50_000)]) assert.equal(refusalOf(tree), null);
    assert.deepEqual(refusalOf(chain(65)), ['TREE_TOO_LARGE', { folder: 65 }]);
    assert.deepEqual(refusalOf(wide(20_001)), ['TREE_TOO_LARGE', { folders: 20_000 }]);
    assert.deepEqual(refusalOf(full(50_001)), ['TREE_TOO_LARGE', { surveys: 50_000 }]);
  });
});
