// The responses by button, and those of scales with different numbers of buttons together.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { asFiveButtons, buttonsView } from '../../../lib/view/buttons-view.ts';
import { localizationOf } from '../../support/report-views.ts';
import { createStoreReport } from '../../support/test-reports.ts';

const EN = localizationOf(createStoreReport(1));
describe('the buttons of a scale', () => {
  const positionsOf = (data: readonly number[]) =>
    buttonsView(data, EN)?.buttons.map(({ position }) => position);

  it('have their names, responses and shares, worst first', () => {
    const view = buttonsView([100, 500, 1400, 2000], EN);
    assert.deepEqual(
      view?.buttons.map(({ name, count, countText, share, shareText }) => [
        name,
        count,
        countText,
        share,
        shareText,
      ]),
      [
        ['Very unhappy', 100, '100', 0.025, '3%'],
        ['Unhappy', 500, '500', 0.125, '12%'],
        ['Happy', 1400, '1,400', 0.35, '35%'],
        ['Very happy', 2000, '2,000', 0.5, '50%'],
      ],
    );
    assert.deepEqual([view.worst, view.best], ['Very unhappy 3%', 'Very happy 50%']);
    assert.equal(
      view.description,
      'Responses from worst to best: Very unhappy 100 (3%), Unhappy 500 (12%), Happy 1,400 (35%) and Very happy 2,000 (50%).',
    );
  });

  it('have positions on a scale of five, and none on an unknown scale', () => {
    assert.deepEqual(positionsOf([1, 1, 1, 1, 1]), [0, 1, 2, 3, 4]);
    assert.deepEqual(positionsOf([1, 1, 1, 1]), [0, 1, 3, 4]);
    assert.deepEqual(positionsOf([1, 1, 1]), [0, 2, 4]);
    assert.deepEqual(positionsOf([1, 1]), [0, 4]);
    assert.deepEqual(new Set(positionsOf([1, 1, 1, 1, 1, 1, 1])), new Set([null]));
  });

  it('are not shown without responses', () => {
    assert.equal(buttonsView([0, 0, 0, 0], EN), null);
    assert.equal(buttonsView([], EN), null);
  });
});

describe('the responses of several scales', () => {
  it('of the same number of buttons are added by button', () => {
    assert.deepEqual(
      asFiveButtons([
        [1, 2, 3, 4],
        [10, 20, 30, 40],
      ]),
      [11, 22, 33, 44],
    );
    assert.deepEqual(asFiveButtons([[1, 2, 3]]), [1, 2, 3]);
  });

  it('of different numbers are five: those of four are worst, low, high and best', () => {
    assert.deepEqual(
      asFiveButtons([
        [1, 2, 3, 4],
        [10, 20, 30, 40, 50],
      ]),
      [11, 22, 30, 43, 54],
    );
    assert.deepEqual(
      asFiveButtons([
        [1, 2],
        [10, 20, 30],
      ]),
      [11, 0, 20, 0, 32],
    );
  });

  it('of an unknown number of buttons are left out', () => {
    assert.deepEqual(
      asFiveButtons([
        [1, 2, 3, 4],
        [9, 9, 9, 9, 9, 9, 9],
      ]),
      [1, 2, 3, 4],
    );
    for (const kinds of [[[9, 9, 9, 9, 9, 9, 9]], []])
      assert.equal(buttonsView(asFiveButtons(kinds), EN), null);
  });
});
