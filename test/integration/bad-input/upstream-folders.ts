// Bad input from the API, 13 to 19: folder trees that are none, or that hold what can't be.
import type { FeedbackApi } from '../../../lib/adapters/feedback-api/index.ts';
import type { FailureCode } from '../../../lib/shared/failure.ts';
import type { Report } from '../../../lib/domain/report.ts';
import type { CatalogueEntry } from '../../support/bad-input/catalogue.ts';
import {
  ENTRY,
  HEALTHY,
  MARK,
  QUESTION,
  SURVEY,
  TREE,
  weekReport,
  COMPLETE_WEEK,
  type UpstreamCase,
} from './bad-input-company.ts';

const tree = ({ source }: FeedbackApi) => source.readFolders(null, { surveys: true });
const size = async (api: FeedbackApi) => {
  const { root, notes } = await tree(api);
  return [root.folders.length, root.surveys.length, ...notes.map(({ code }) => code)];
};
const nameOfRoot = async (api: FeedbackApi) => (await tree(api)).root.name;

function refused(
  what: string,
  body: unknown,
  fails: FailureCode,
  details: { readonly where?: string; readonly facts?: Readonly<Record<string, unknown>> } = {},
): UpstreamCase {
  return {
    what,
    responses: { '/folders': body },
    request: tree,
    outcome: { fails, ...details },
  };
}

/** The week of a company whose tree holds this below its root. */
function week(
  what: string,
  root: object,
  gives: readonly unknown[],
  options: {
    readonly responses?: Readonly<Record<string, unknown>>;
    readonly view?: (of: ReadonlyMap<number, Report>) => readonly unknown[];
  } = {},
): UpstreamCase {
  return {
    what,
    responses: { ...HEALTHY, '/folders': { ...TREE, ...root }, ...options.responses },
    request: weekReport(options.view),
    outcome: { gives },
  };
}

const North = TREE.folders[0] ?? { key: 2 };
const noAlerts = { meta: {}, data: [] };

/** Folders inside each other, this many levels deep. */
function chain(levels: number): string {
  const open = Array.from({ length: levels }, (_, index) => `{"key":${index + 1},"folders":[`);
  return `${open.join('')}${']}'.repeat(levels)}`;
}

const folders = (count: number): unknown =>
  Array.from({ length: count }, (_, index) => ({ key: index + 2 }));
const surveys = (count: number): readonly object[] =>
  Array.from({ length: count }, (_, index) => ({ key: index + 1, question: QUESTION }));

const empty = (count: number): readonly object[] => Array.from({ length: count }, () => ({}));
/** The notes of a tree, with their messages up to the first comma. */
const notesOf = async (api: FeedbackApi): Promise<readonly unknown[]> => {
  const { notes } = await tree(api);
  return notes.map(({ code, folder, missing, message }) => [
    code,
    folder,
    missing,
    message.split(',')[0],
  ]);
};

/** Values that are not keys, as JSON; 9007199254740993 would be read as …992. */
const BAD_KEYS = [
  '"x"',
  '"-1"',
  '"1.5"',
  '""',
  '"00000000000000012"',
  '1.5',
  '-1',
  '0',
  '9007199254740993',
  '1e3000',
  'null',
  'true',
  '[]',
  `{"${MARK}":1}`,
];

export const FOLDERS: readonly CatalogueEntry<UpstreamCase>[] = [
  {
    of: 13,
    what: 'a folder below itself: the tree is refused',
    cases: [
      refused(
        'the root',
        { key: 1, folders: [{ key: 2, folders: [{ key: 1, name: MARK }] }] },
        'FOLDER_CYCLE',
        { facts: { folder: 1 } },
      ),
      refused(
        'its own child',
        { key: 1, folders: [{ key: 2, folders: [{ key: 2 }] }] },
        'FOLDER_CYCLE',
        {
          facts: { folder: 2 },
        },
      ),
    ],
  },
  {
    of: 14,
    what: 'a folder in two places: the first counts, with a note, also about lost content',
    cases: [
      week('the same twice', { folders: [North, { key: 3, name: 'South', folders: [North] }] }, [
        COMPLETE_WEEK,
        'FOLDER_DUPLICATE, folder 2, noted',
      ]),
      week(
        'with another survey in the second place',
        {
          folders: [
            North,
            {
              key: 3,
              folders: [{ key: 2, surveys: [{ ...ENTRY, key: 13 }] }],
            },
          ],
        },
        [
          'partial, 10 responses',
          'FOLDER_DUPLICATE, folder 2, noted',
          'SHAPE_MISMATCH, folder 2, missing',
        ],
      ),
      week(
        'with a survey in the second place that is counted elsewhere',
        {
          folders: [
            { key: 2 },
            { key: 3, folders: [{ key: 2, surveys: [ENTRY] }] },
            { key: 4, surveys: [ENTRY] },
          ],
        },
        // Where it is first it holds nothing, and nothing is lost.
        [COMPLETE_WEEK],
        { responses: { '/folders/4/alerts': noAlerts } },
      ),
    ],
  },
  {
    of: 15,
    what: 'more than 64 levels, 20,000 folders or 50,000 surveys: the tree is refused',
    cases: [
      {
        what: '64 levels',
        responses: { '/folders': chain(64) },
        request: size,
        outcome: { gives: [1, 0] },
      },
      refused('65 levels', chain(65), 'TREE_TOO_LARGE', { facts: { folder: 65 } }),
      refused('5,000 levels', chain(5_000), 'TOO_DEEP', { facts: { limit: 136 } }),
      {
        what: '20,000 folders',
        responses: { '/folders': { key: 1, folders: folders(19_999) } },
        request: size,
        outcome: { gives: [19_999, 0] },
      },
      refused('one more', { key: 1, folders: folders(20_000) }, 'TREE_TOO_LARGE', {
        facts: { folders: 20_000 },
      }),
      refused('50,001 surveys', { key: 1, surveys: surveys(50_001) }, 'TREE_TOO_LARGE', {
        facts: { surveys: 50_000 },
      }),
    ],
  },
  {
    of: 16,
    what: '`folders` or `surveys` empty, null or missing: none; anything else is refused',
    cases: [
      ...[{ folders: [], surveys: [] }, { folders: null, surveys: null }, {}].map((lists) => ({
        what: JSON.stringify(lists),
        responses: { '/folders': { key: 1, name: 'Acme', ...lists } },
        request: weekReport(),
        outcome: { gives: ['empty, 0 responses'] },
      })),
      ...[{}, MARK, 7].map((lists) =>
        refused(`folders: ${JSON.stringify(lists)}`, { key: 1, folders: lists }, 'SHAPE_MISMATCH', {
          where: '/folders',
        }),
      ),
      ...[[7], [null], [MARK]].map((lists) =>
        refused(`surveys: ${JSON.stringify(lists)}`, { key: 1, surveys: lists }, 'SHAPE_MISMATCH', {
          where: '/surveys/0',
        }),
      ),
    ],
  },
  {
    of: 17,
    what: 'a survey in two folders: counted once, where it is first, with a note',
    cases: [
      week(
        'two folders',
        { folders: [North, { key: 3, surveys: [ENTRY] }] },
        [COMPLETE_WEEK, 'SURVEY_DUPLICATE, survey 12, noted', 1, 0],
        {
          view: (of) => [2, 3].map((key) => of.get(key)?.surveys.length ?? 0),
        },
      ),
      {
        what: 'many, in many places: a thousand notes and one that counts the others',
        responses: {
          '/folders': {
            key: 1,
            surveys: surveys(1_001),
            folders: [{ key: 2, surveys: [...surveys(1_001), ...surveys(1_001)] }],
          },
        },
        request: async (api) => {
          const notes = await notesOf(api);
          return [notes.length, notes.at(-1)];
        },
        outcome: {
          gives: [
            1_001,
            ['SURVEY_DUPLICATE', 1, false, '1 more places of surveys occur in the tree'],
          ],
        },
      },
      week('twice in one', { folders: [{ key: 2, surveys: [ENTRY, ENTRY] }] }, [
        COMPLETE_WEEK,
        'SURVEY_DUPLICATE, survey 12, noted',
      ]),
    ],
  },
  {
    of: 18,
    what: 'an invalid key: refused, or left out of the tree with a problem; digits in a string are accepted',
    cases: [
      ...BAD_KEYS.map((key) =>
        refused(`the root’s ${key}`, `{"key":${key},"name":"a"}`, 'KEY_INVALID', { where: '/key' }),
      ),
      refused('the root’s that is missing', { name: MARK }, 'KEY_INVALID', { where: '/key' }),
      ...BAD_KEYS.map((key) => ({
        what: `a survey’s own ${key}`,
        responses: { '/surveys/12': JSON.stringify(SURVEY).replace('"key":12', `"key":${key}`) },
        request: ({ source }: FeedbackApi) => source.readSurvey(12),
        outcome: { fails: 'KEY_INVALID', where: '/key' } as const,
      })),
      {
        what: 'another survey’s',
        responses: { '/surveys/12': { ...SURVEY, key: 13 } },
        request: ({ source }) => source.readSurvey(12),
        outcome: {
          fails: 'KEY_INVALID',
          where: '/key',
          facts: { asked: 12, reason: 'another key' },
        },
      },
      {
        what: 'another folder’s',
        responses: { '/folders/2': { key: 3, name: MARK } },
        request: ({ source }) => source.readFolders(2, { surveys: true }),
        outcome: {
          fails: 'KEY_INVALID',
          where: '/key',
          facts: { asked: 2, reason: 'another key' },
        },
      },
      week(
        'a folder’s and a survey’s in the tree',
        {
          folders: [North, { key: 0, name: MARK }, { key: 3, surveys: [{ key: 1.5 }, { key: 9 }] }],
        },
        [
          'partial, 10 responses',
          // A problem of a folder without a report is noted in the folder above.
          'KEY_INVALID, folder 1, missing',
          'KEY_INVALID, folder 1, missing',
          'SHAPE_MISMATCH, survey 9, missing',
        ],
      ),
      {
        what: 'many, of folders and surveys: counted in one problem each',
        responses: {
          '/folders': {
            key: 1,
            folders: [North, ...empty(200_000)],
            surveys: empty(60_000),
          },
        },
        request: notesOf,
        outcome: {
          gives: [
            ['KEY_INVALID', 1, true, '60000 surveys of folder 1 were left out'],
            ['KEY_INVALID', 1, true, '200000 subfolders of folder 1 were left out'],
          ],
        },
      },
      {
        what: 'a question’s that is missing, many times: ten problems and one that counts the others',
        responses: {
          '/folders': {
            key: 1,
            surveys: Array.from({ length: 60 }, (_, index) => ({ key: index + 1 })),
          },
        },
        request: async (api) => {
          const notes = await notesOf(api);
          return [notes.length, notes.at(-1)];
        },
        outcome: {
          gives: [11, ['SHAPE_MISMATCH', 1, true, '50 more surveys of folder 1 were left out']],
        },
      },
      {
        what: 'digits',
        responses: { '/folders': { key: '1', surveys: [{ ...ENTRY, key: '12' }] } },
        request: async (api) => {
          const { root } = await tree(api);
          return [root.key, root.surveys[0]?.key];
        },
        outcome: { gives: [1, 12] },
      },
    ],
  },
  {
    of: 19,
    what: 'a name that is missing, blank or a megabyte long: one from the key, or truncated',
    cases: [
      ...[undefined, null, '', '   ', '\n\t\u2003', 7, {}].map((name) => ({
        what: JSON.stringify({ name }),
        responses: { '/folders': { key: 12, name } },
        request: nameOfRoot,
        outcome: { gives: 'Folder 12' },
      })),
      {
        what: 'a megabyte',
        responses: { '/folders': { key: 12, name: 'x'.repeat(1_000_000) } },
        request: nameOfRoot,
        outcome: { gives: 'x'.repeat(200) },
      },
      ...[
        ['exactly as long', 'x'.repeat(200), 'x'.repeat(200)],
        ['a cut between emoji', '😀'.repeat(201), '😀'.repeat(200)],
        ['a cut inside a family of emoji', `${'x'.repeat(198)}👨‍👩‍👧`, 'x'.repeat(198)],
        [
          'one letter, with marks without an end',
          `a${'\u0301'.repeat(5_000)}`,
          `a${'\u0301'.repeat(199)}`,
        ],
      ].map(([what = '', name, cut]) => ({
        what,
        responses: { '/folders': { key: 12, name } },
        request: nameOfRoot,
        outcome: { gives: cut },
      })),
      week('a question without a name', {}, [COMPLETE_WEEK, 'Question 5'], {
        responses: { '/surveys/12': { ...SURVEY, question: { key: 5 } } },
        view: (of) => of.get(2)?.surveys.map(({ question }) => question.name) ?? [],
      }),
    ],
  },
];
