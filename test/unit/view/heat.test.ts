// How far weeks are from the level of their place, and which places a heat map shows.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { heatClass } from '../../../lib/view/heat-class.ts';
import type { Row, SectionState } from '../../../lib/view/report-view.ts';
import { shortHeat } from '../../../lib/view/short-heat.ts';
import { folderViewOf } from '../../support/report-views.ts';
import { createRegionReport, createReport } from '../../support/test-reports.ts';

describe('the class of a week', () => {
  it('is far from 20 points on, near from 8 on, on both sides of the level', () => {
    const classes = [-25, -20, -19, -8, -7, 0, 7, 8, 19, 20, 25].map((difference) =>
      heatClass(50 + difference, 50),
    );
    assert.deepEqual(classes, [-2, -2, -1, -1, 0, 0, 0, 1, 1, 2, 2]);
    assert.deepEqual([heatClass(57.6, 50), heatClass(57.4, 50)], [1, 0]);
  });

  it('is in parts of the scale', () => {
    assert.deepEqual([heatClass(20, 4, 200), heatClass(19, 4, 200)], [1, 1]);
    assert.deepEqual([heatClass(18, 4, 200), heatClass(2.5, 3, 3)], [0, -1]);
    assert.deepEqual([heatClass(44, 4, 200), heatClass(2, 3, 3)], [2, -2]);
  });

  it('is unknown without a value, and none without a level', () => {
    assert.deepEqual(
      [heatClass(null, 50), heatClass(null, null), heatClass(90, null)],
      [null, null, 0],
    );
  });
});

describe('the map of every place', () => {
  const northwind = createReport({
    key: 1,
    name: 'Northwind',
    surveys: [{ key: 900, name: 'Own' }],
    folders: [
      { key: 12, name: 'Zeta', surveys: [{ key: 120, name: 'How was it?' }] },
      {
        key: 11,
        name: 'Alpha',
        folders: [
          { key: 111, name: 'Shop 1', surveys: [{ key: 1110, name: 'How was it?' }] },
          { key: 112, name: 'Shop 2', surveys: [{ key: 1120, name: 'How was it?' }] },
        ],
      },
    ],
  });

  it('groups places by the parts of the folder, in their order and after its own surveys', () => {
    const { heat, children } = folderViewOf(northwind);
    assert.deepEqual(
      heat?.groups.map(({ name, rows }) => [name, rows.map(({ survey }) => survey)]),
      [
        ['Northwind', [900]],
        ['Alpha', [1110, 1120]],
        ['Zeta', [120]],
      ],
    );
    assert.deepEqual(
      children?.panels.map(({ name }) => name),
      ['All places together', 'Alpha', 'Zeta'],
    );
  });

  it('has no group of a part without surveys', () => {
    const folders = [
      { key: 11, name: 'Alpha', surveys: [{ key: 110, name: 'How was it?' }] },
      { key: 12, name: 'Empty' },
    ];
    const { heat } = folderViewOf(createReport({ key: 1, name: 'Northwind', folders }));
    assert.deepEqual(
      heat?.groups.map(({ name }) => name),
      ['Alpha'],
    );
  });

  it('is shown where one week is measured', () => {
    const surveys = [{ key: 1110, name: 'How was it?', openWeeks: 1 }];
    const opened = createReport({
      key: 1,
      name: 'Northwind',
      folders: [{ key: 11, name: 'Alpha', surveys }],
    });
    assert.notEqual(folderViewOf(opened).heat, null);
  });

  it('has thirteen weeks that end with that of the report', () => {
    const { heat } = folderViewOf(northwind);
    assert.deepEqual(
      heat?.weeks,
      [...Array(13).keys()].map((i) => String(34 + i)),
    );
  });

  it('has a sample of each class that has figures', () => {
    const { heat } = folderViewOf(northwind);
    assert.deepEqual(
      heat?.legend.map(({ value, sample }) => [value, sample]),
      [
        [-2, '29'],
        [-1, '61'],
        [0, ''],
        [1, '82'],
        [2, '90'],
      ],
    );
  });

  it('is left out where no week is measured', () => {
    const surveys = [{ key: 1110, name: 'How was it?', volume: 0 }];
    const silent = createReport({
      key: 1,
      name: 'Northwind',
      folders: [{ key: 11, name: 'Alpha', surveys }],
    });
    assert.equal(folderViewOf(silent).heat, null);
  });
});

describe('the map on paper', () => {
  const [sample] = folderViewOf(createRegionReport(9)).sections.flatMap(({ rows }) => rows);
  assert.ok(sample !== undefined);
  const row = (folder: number, now: number | null): Row => ({
    ...sample,
    folder,
    values: { ...sample.values, now },
  });

  /** Places by section and group, each with its value. */
  function mapOf(
    sections: Readonly<Partial<Record<SectionState, readonly Row[]>>>,
    groups: readonly (readonly number[])[],
    lowest: number,
  ) {
    const heat = folderViewOf(createRegionReport(9)).heat;
    assert.ok(heat !== null);
    return shortHeat(
      {
        ...heat,
        groups: groups.map((folders, i) => ({
          name: `Group ${i}`,
          rows: folders.map((folder) => ({ folder, survey: sample?.survey ?? 0 })),
        })),
      },
      (['new', 'usual'] as const).map((state) => ({
        state,
        title: state,
        rows: sections[state] ?? [],
      })),
    )(lowest).map(({ name, rows, rest }) => [name, rows.map(({ folder }) => folder), rest]);
  }

  const places = (count: number): readonly number[] => [...Array(count).keys()];

  it('has every place of up to sixty', () => {
    const usual = places(60).map((i) => row(i, 50));
    assert.deepEqual(mapOf({ usual }, [places(60)], 2), [['Group 0', places(60), 0]]);
  });

  it('has of more places those with news and the lowest of each group, and counts the others', () => {
    const news = [row(0, 10), row(40, 20)];
    const lowest = new Map([
      [10, 5],
      [20, 6],
      [33, 8],
      [45, 7],
    ]);
    const usual = places(61)
      .filter((i) => i !== 0 && i !== 40)
      .map((i) => row(i, i === 3 ? null : (lowest.get(i) ?? 50 + (i % 7))));
    const groups = [places(30), places(61).slice(30)];
    assert.deepEqual(mapOf({ new: news, usual }, groups, 2), [
      ['Group 0', [0, 10, 20], 27],
      ['Group 1', [33, 40, 45], 28],
    ]);
    assert.deepEqual(mapOf({ new: news, usual }, groups, 0), [
      ['Group 0', [0], 29],
      ['Group 1', [40], 30],
    ]);
  });

  it('takes a place without a value for none of the lowest', () => {
    const usual = places(61).map((i) => row(i, i < 2 ? null : 90 - i));
    assert.deepEqual(mapOf({ usual }, [places(61)], 1), [['Group 0', [60], 60]]);
  });
});
