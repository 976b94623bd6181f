// Which places and parts a folder's difference comes from.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Contribution } from '../../../lib/view/contributions.ts';
import { contributionsOf, contributionsOfParts, partsOf } from '../../../lib/view/contributions.ts';
import type { FolderFigure } from '../../../lib/view/folder-figure.ts';
import { movedView } from '../../../lib/view/moved-view.ts';
import type { Row } from '../../../lib/view/report-view.ts';
import { folderViewOf, localizationOf } from '../../support/report-views.ts';
import { createRegionReport, createReport } from '../../support/test-reports.ts';

const REGION = createRegionReport(9);
const [SAMPLE] = folderViewOf(REGION).sections.flatMap(({ rows }) => rows);

function row(
  folder: number,
  figures: { now: number | null; usual: number | null; responses: number },
): Row {
  assert.ok(SAMPLE !== undefined);
  const { now, usual, responses } = figures;
  return {
    ...SAMPLE,
    state: 'usual',
    folder,
    name: `Place ${folder}`,
    suffix: '',
    responses,
    trend: [99, 98, now],
    values: { now, was: null, usual },
  };
}

describe('the contributions of places', () => {
  it('are the differences from their own levels by their share of the responses, largest first', () => {
    const contributions = contributionsOf([
      row(1, { now: 72, usual: 70, responses: 100 }),
      row(2, { now: 40, usual: 60, responses: 300 }),
      row(3, { now: 80, usual: 70, responses: 100 }),
    ]);
    assert.deepEqual(
      contributions.map(({ row: { folder }, now, usual, share, value }) => [
        folder,
        now,
        usual,
        share,
        value,
      ]),
      [
        [2, 40, 60, 0.6, -12],
        [3, 80, 70, 0.2, 2],
        [1, 72, 70, 0.2, 0.4],
      ],
    );
  });

  it('are nothing without a level or a value of the week, which still have their responses', () => {
    const contributions = contributionsOf([
      row(1, { now: 72, usual: null, responses: 100 }),
      row(2, { now: null, usual: 70, responses: 100 }),
      row(3, { now: 80, usual: 70, responses: 200 }),
      { ...row(4, { now: 80, usual: 70, responses: 0 }), trend: [] },
    ]);
    assert.deepEqual(
      contributions.map(({ row: { folder }, value }) => [folder, value]),
      [[3, 5]],
    );
    assert.deepEqual(contributionsOf([row(1, { now: 72, usual: 70, responses: 0 })]), []);
    assert.deepEqual(contributionsOf([]), []);
  });

  it('are added by part, largest first', () => {
    const contributions = contributionsOf([
      row(11, { now: 60, usual: 70, responses: 100 }),
      row(12, { now: 80, usual: 70, responses: 100 }),
      row(21, { now: 66, usual: 70, responses: 100 }),
      row(22, { now: 69, usual: 70, responses: 100 }),
    ]);
    const partOf = (folder: number): number => Math.floor(folder / 10);
    assert.deepEqual(contributionsOfParts(contributions, partOf), [
      { folder: 2, rate: -1.25, place: null },
      { folder: 1, rate: 0, place: null },
    ]);
  });

  it('are told with the low place from which at least half of a part comes', () => {
    const partOf = (folder: number): number => Math.floor(folder / 10);
    const placeOf = (...rows: readonly Row[]) =>
      contributionsOfParts(contributionsOf(rows), partOf)[0]?.place?.folder ?? null;
    const fall = (folder: number, size: number, state: Row['state']): Row => ({
      ...row(folder, { now: 70 - size, usual: 70, responses: 100 }),
      state,
    });
    assert.equal(placeOf(fall(11, 20, 'still'), fall(12, 20, 'usual')), 11);
    assert.equal(placeOf(fall(11, 20, 'still'), fall(12, 21, 'usual')), null);
    assert.equal(placeOf(fall(11, 20, 'still'), fall(12, 30, 'new')), 12);
    assert.equal(placeOf(fall(11, 20, 'new'), fall(12, -10, 'better')), 11);
    assert.equal(placeOf(fall(11, 20, 'usual')), null);
    // Two surveys of a place.
    assert.equal(
      placeOf(fall(11, 10, 'new'), fall(11, 10, 'still'), fall(12, 15, 'new'), fall(13, 5, 'new')),
      11,
    );
  });
});

describe('the part of a folder', () => {
  const company = createReport({
    key: 2,
    name: 'Finland',
    path: [{ key: 1, name: 'Northwind' }],
    surveys: [{ key: 20, name: 'Own' }],
    folders: [
      {
        key: 3,
        name: 'Helsinki',
        folders: [
          { key: 31, name: 'Kamppi', surveys: [{ key: 310, name: 'How was it?', shift: -0.4 }] },
        ],
      },
      { key: 4, name: 'Espoo', surveys: [{ key: 40, name: 'How was it?', shift: -0.4 }] },
    ],
  });

  it('is the folder directly below that it is in, itself, or the folder of the report for its own surveys', () => {
    assert.deepEqual([31, 4, 2].map(partsOf(company)), [3, 4, 2]);
  });
});

describe('where a difference comes from', () => {
  const EN = localizationOf(REGION);
  const figure: FolderFigure = { value: 60, usual: 68, range: null };

  function part(folder: number, value: number, suffix = ''): Contribution {
    const { name, ...other } = row(folder, { now: 50, usual: 70, responses: 100 });
    return { row: { ...other, name, suffix }, now: 50, usual: 70, value, share: 0.125 };
  }
  const partTexts = (parts: readonly Contribution[], of: FolderFigure | null = figure) =>
    movedView(REGION, of, parts, EN)?.parts.map(({ name, text, detail }) => [name, text, detail]);
  const DETAIL = '50 instead of 70, 13% of the responses';

  it('is named by place, and the last part has what is left', () => {
    assert.deepEqual(partTexts([part(1, -5.04), part(2, -2, 'NPS')]), [
      ['Place 1', '−5.0', DETAIL],
      ['Place 2 · NPS', '−2.0', DETAIL],
      ['Other places', '−1.0', ''],
    ]);
    const moved = movedView(REGION, figure, [part(1, -5.04), part(2, -2)], EN);
    assert.equal(moved?.title, 'What moved Finland');
    assert.equal(moved.note, '−8.0 from usual, by place; the parts add up.');
  });

  it('has no last part where nothing is left', () => {
    assert.deepEqual(
      partTexts([part(1, -5.02), part(2, -3.01)])?.map(([name]) => name),
      ['Place 1', 'Place 2'],
    );
  });

  it('has at most eight places, and none that would be printed as 0', () => {
    const many = Array.from({ length: 9 }, (_, i) => part(i, -0.8));
    assert.deepEqual(
      partTexts(many)?.map(([name]) => name),
      [...many.slice(0, 8).map(({ row: { name } }) => name), 'Other places'],
    );
    assert.deepEqual(
      partTexts([part(1, -5), part(2, 0.05), part(3, -0.049)])?.map(([name]) => name),
      ['Place 1', 'Place 2', 'Other places'],
    );
  });

  it('is not explained by one place, beside a usual range or without a level', () => {
    assert.equal(partTexts([part(1, -8)]), undefined);
    assert.equal(partTexts([part(1, -8), part(2, 0.04)]), undefined);
    const parts = [part(1, -5), part(2, -3)];
    assert.equal(partTexts(parts, null), undefined);
    assert.equal(partTexts(parts, { ...figure, usual: null }), undefined);
    assert.equal(partTexts(parts, { ...figure, range: { lower: 55, upper: 72 } }), undefined);
  });
});
