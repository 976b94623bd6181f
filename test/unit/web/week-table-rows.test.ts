import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { fc } from '../../support/property-settings.ts';
import { NO_LEVEL } from '../../../lib/domain/report-versions.ts';
import type { OverviewFolder, OverviewGroup, OverviewState } from '../../../lib/http/responses.ts';
import type { RowOptions } from '../../../lib/web/views/week/week-table-rows.ts';
import {
  countByState,
  countKinds,
  parentFolders,
  buildSections,
  nameOrder,
} from '../../../lib/web/views/week/week-table-rows.ts';

function group(indexType: string, responses: number, index: number | null): OverviewGroup {
  return {
    indexType,
    feedbackScale: 'FOUR',
    surveys: 1,
    responses,
    previousResponses: 0,
    index,
    previousIndex: null,
    halfWidth: 1,
    change: index === null ? null : -index,
    changeHalfWidth: 1,
    changeIsClear: true,
    level: NO_LEVEL,
    common: null,
    lost: index === null ? null : 100 - index,
    trend: [],
  };
}

function folder(
  key: number,
  parent: number | null,
  groups: readonly OverviewGroup[] | null,
  state: OverviewState = 'complete',
): OverviewFolder {
  const responses = groups?.reduce((sum, group) => sum + group.responses, 0) ?? 0;
  const figures =
    groups === null
      ? null
      : { surveys: 1, responses, previousResponses: 0, openAlerts: key % 3, groups };
  return {
    key,
    name: `Folder ${key}`,
    parent,
    state,
    job: null,
    revision: 1,
    asOf: null,
    dueAt: null,
    problems: 0,
    figures,
    isLeaf: key > 2,
  };
}

// Parents come before children, but siblings are not adjacent.
const FOLDERS = [
  folder(1, null, [group('NPS', 30, 10), group('HAPPY', 100, 60)]),
  folder(2, 1, [group('HAPPY', 70, 50), group('NPS', 30, 10)], 'partial'),
  folder(3, 1, [group('HAPPY', 30, 80)]),
  folder(4, 2, [group('NPS', 30, 10)]),
  folder(5, 2, [group('HAPPY', 70, 50)]),
  folder(6, 2, null, 'owed'),
];

const BY_NAME = nameOrder('en');

function keys(order: Partial<RowOptions>): readonly (readonly number[])[] {
  const options = { sort: 'place', descending: false, state: null, below: null, ...order } as const;
  return buildSections({ folders: FOLDERS }, options, BY_NAME).map(({ rows }) =>
    rows.map((row) => row.folder.key),
  );
}

describe('the rows of the week table', () => {
  it('lists rows in tree order, each folder before its descendants', () => {
    assert.deepEqual(keys({}), [[1, 2, 4, 5, 6, 3]]);
    const [section] = buildSections(
      { folders: FOLDERS },
      { sort: 'place', descending: false, state: null, below: null },
      BY_NAME,
    );
    assert.deepEqual(
      section?.rows.map(({ depth }) => depth),
      [0, 1, 2, 2, 2, 1],
    );
  });

  it('have one section per kind of index, the largest first and folders without figures last', () => {
    assert.deepEqual(keys({ sort: 'index' }), [[5, 3], [4], [6]]);
    assert.deepEqual(keys({ sort: 'index', descending: true }), [[3, 5], [4], [6]]);
  });

  it('lists stores alone in every order but the tree', () => {
    for (const sort of ['name', 'state', 'index', 'lost', 'responses', 'alerts'] as const) {
      assert.deepEqual(keys({ sort }).flat().toSorted(), [3, 4, 5, 6], sort);
    }
    assert.deepEqual(keys({ sort: 'name' }), [[3, 4, 5, 6]]);
    assert.deepEqual(keys({ sort: 'name', descending: true }), [[6, 5, 4, 3]]);
    const withoutSurveys = { ...folder(7, 2, []), isLeaf: true };
    const noSurveys = { ...withoutSurveys, figures: { ...NO_FIGURES } };
    const options = { sort: 'lost', descending: true, state: null, below: null } as const;
    assert.deepEqual(buildSections({ folders: [noSurveys] }, options, BY_NAME), []);
  });

  it('are sorted by name as the language of the reader does, with numbers in them by value', () => {
    const namedFolders = ['Zebra', 'Åbo', 'ähtäri', 'Store 10', 'Store 9', 'Store 9', 'apple'].map(
      (name, i) => ({ ...folder(i + 11, null, []), name }),
    );
    const options = { sort: 'name', descending: false, state: null, below: null } as const;
    const namesIn = (language: string, descending: boolean) =>
      buildSections(
        { folders: namedFolders.toReversed() },
        { ...options, descending },
        nameOrder(language),
      )
        .flatMap(({ rows }) => rows.map((row) => `${row.folder.name} ${row.folder.key}`))
        .join(', ');
    assert.equal(
      namesIn('en', false),
      'Åbo 12, ähtäri 13, apple 17, Store 9 15, Store 9 16, Store 10 14, Zebra 11',
    );
    assert.equal(
      namesIn('fi', true),
      'ähtäri 13, Åbo 12, Zebra 11, Store 10 14, Store 9 15, Store 9 16, apple 17',
    );
  });

  it('sorts rows by the greatest loss of any kind, whose verdict they show', () => {
    assert.deepEqual(keys({ sort: 'lost', descending: true }), [[4, 5, 3, 6]]);
    const groupWithLoss = (
      indexType: string,
      responses: number,
      loss: number | null,
    ): OverviewGroup => ({
      ...group(indexType, responses, 50),
      lost: loss,
    });
    const folders = [
      folder(3, null, [groupWithLoss('HAPPY', 100, 0), groupWithLoss('NPS', 30, 7)]),
      folder(4, null, [groupWithLoss('HAPPY', 100, 5), groupWithLoss('NPS', 30, null)]),
      folder(5, null, [groupWithLoss('HAPPY', 100, null)]),
    ];
    const options = { sort: 'lost', descending: true, state: null, below: null } as const;
    const [section] = buildSections({ folders }, options, BY_NAME);
    assert.deepEqual(
      section?.rows.map((row) => [
        row.folder.key,
        row.group?.indexType,
        row.mostSevereGroup?.indexType,
      ]),
      [
        [3, 'HAPPY', 'NPS'],
        [4, 'HAPPY', 'HAPPY'],
        [5, 'HAPPY', 'HAPPY'],
      ],
    );
  });

  it('have missing values last in both orders', () => {
    assert.equal(keys({ sort: 'responses' })[0]?.at(-1), 6);
    assert.equal(keys({ sort: 'responses', descending: true })[0]?.at(-1), 6);
    assert.deepEqual(keys({ sort: 'alerts', descending: true }), [[5, 4, 3, 6]]);
  });

  it('start with states that need attention when sorted by state', () => {
    assert.deepEqual(keys({ sort: 'state' }), [[6, 4, 5, 3]]);
  });

  it('filters rows by state and by folder', () => {
    assert.deepEqual(keys({ state: 'owed' }), [[6]]);
    assert.deepEqual(keys({ below: 2 }), [[2, 4, 5, 6]]);
    assert.deepEqual(keys({ below: 3, state: 'owed' }), []);
    assert.deepEqual(keys({ below: 77 }), []);
  });

  it('counts rows by state, for all folders or those below one', () => {
    const overview = { folders: FOLDERS };
    assert.deepEqual(countByState(overview, null), [
      ['owed', 1],
      ['partial', 1],
      ['complete', 4],
    ]);
    assert.deepEqual(countByState(overview, 2), [
      ['owed', 1],
      ['partial', 1],
      ['complete', 2],
    ]);
  });

  it('give the number of index kinds and the folders with subfolders', () => {
    assert.equal(countKinds({ folders: FOLDERS }), 2);
    assert.deepEqual(
      parentFolders(FOLDERS).map((row) => row.folder.key),
      [1, 2],
    );
  });

  it('contain each folder once, or once per kind, in any order', () => {
    const anyFolders = fc
      .array(
        fc.record({
          parent: fc.nat({ max: 12 }),
          kinds: fc.uniqueArray(fc.constantFrom('HAPPY', 'NPS', 'AVERAGE', 'NEW')),
          value: fc.option(fc.integer({ min: -100, max: 100 })),
        }),
        { maxLength: 12 },
      )
      .map((overview) =>
        overview.map(({ parent, kinds, value }, i) =>
          // Parents come before children; some are not in the list.
          folder(
            i + 1,
            parent <= i ? parent : null,
            kinds.map((kind) => group(kind, 5, value)),
          ),
        ),
      );
    const anyOrder = fc.record({
      sort: fc.constantFrom('place', 'name', 'state', 'index', 'lost', 'responses', 'alerts'),
      descending: fc.boolean(),
    });
    fc.assert(
      fc.property(anyFolders, anyOrder, (folders, order) => {
        const sections = buildSections(
          { folders },
          { ...order, state: null, below: null },
          BY_NAME,
        );
        const actualKeys = sections
          .flatMap(({ rows }) => rows.map((row) => row.folder.key))
          .toSorted();
        const isByKind = order.sort === 'index';
        const listedFolders =
          order.sort === 'place' ? folders : folders.filter(({ isLeaf }) => isLeaf);
        const expectedKeys = listedFolders.flatMap(({ key, figures }) =>
          Array.from(
            { length: isByKind ? Math.max(1, figures?.groups.length ?? 0) : 1 },
            () => key,
          ),
        );
        assert.deepEqual(actualKeys, expectedKeys.toSorted());
        for (const { kind, rows } of sections) {
          if (kind === null) continue;
          assert.ok(rows.every((row) => row.showsGroupOnly));
          assert.ok(rows.every((row) => row.group?.indexType === kind.indexType));
          assert.ok(rows.every((row) => row.mostSevereGroup === row.group));
        }
      }),
    );
  });
});

const NO_FIGURES = { surveys: 0, responses: 0, previousResponses: 0, openAlerts: 0, groups: [] };
