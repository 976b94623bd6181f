// The rows of a comparison and of a heat map are those of the list.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { messagesFor } from '../../../lib/i18n/catalogues.ts';
import { createLocalization } from '../../../lib/i18n/localization.ts';
import { createReportView } from '../../../lib/view/create-report-view.ts';
import type { FolderView } from '../../../lib/view/report-view.ts';
import {
  addableRows,
  comparedRows,
  comparedStates,
} from '../../../lib/web/features/compare/compare-rows.ts';
import { cellAfterKey, heatGroups } from '../../../lib/web/features/heat/heat-rows.ts';
import { createRegionReport } from '../../support/test-reports.ts';

const view = regionView();
const rows = view.sections.flatMap((section) => section.rows);
const keys = rows.map(({ folder }) => folder);

describe('compared places', () => {
  it('are the first row of each folder, in the order of the address', () => {
    const [first = 0, , third = 0] = keys;
    const compared = comparedRows(view.sections, [third, first, 999_999]);
    assert.deepEqual(
      compared.map(({ folder }) => folder),
      [third, first],
    );
    assert.equal(compared[1], rows[0]);
  });

  it('are grouped by their states, and those that are not compared come last', () => {
    const states = comparedStates(view, rows.toReversed());
    assert.deepEqual(
      states.map(({ title, rows: { length } }) => `${title} ${length}`),
      ['New or worse 1', 'No signal 1', 'Better 1', 'As usual 8', ' 1'],
    );
    assert.deepEqual(comparedStates(view, []), []);
    assert.deepEqual(
      states[3]?.rows[0],
      rows.findLast(({ state }) => state === 'usual'),
    );
  });

  it('can be added once each', () => {
    const [first = 0] = keys;
    const added = addableRows(view.sections, [first]).map(({ folder }) => folder);
    assert.deepEqual(new Set([first, ...added]), new Set(keys));
    assert.equal(new Set(added).size, added.length);
  });
});

describe('the heat map', () => {
  it('has every row of the list once', () => {
    assert.ok(view.heat !== null);
    const listed = heatGroups(view.heat, view.sections).flatMap((group) => group.rows);
    assert.ok(rows.length > 0);
    assert.deepEqual(new Set(listed), new Set(rows));
    assert.equal(listed.length, rows.length);
  });

  it('is walked by arrow keys in reading direction, within its edges', () => {
    const size = { rows: 3, weeks: 13, isRtl: false };
    const from = { row: 1, week: 12 };
    assert.deepEqual(cellAfterKey('ArrowRight', from, size), from);
    assert.deepEqual(cellAfterKey('ArrowLeft', from, size), { row: 1, week: 11 });
    assert.deepEqual(cellAfterKey('ArrowRight', from, { ...size, isRtl: true }), {
      row: 1,
      week: 11,
    });
    assert.deepEqual(cellAfterKey('ArrowUp', { row: 0, week: 5 }, size), { row: 0, week: 5 });
    assert.deepEqual(cellAfterKey('ArrowDown', from, size), { row: 2, week: 12 });
    assert.deepEqual(cellAfterKey('Home', from, size), { row: 1, week: 0 });
    assert.deepEqual(cellAfterKey('End', { row: 1, week: 3 }, size), from);
    assert.equal(cellAfterKey('Tab', from, size), null);
  });
});

function regionView(): FolderView {
  const report = createRegionReport();
  const region = createReportView(report, createLocalization(report, 'en', messagesFor('en')));
  assert.ok(region.kind === 'folder');
  return region;
}
