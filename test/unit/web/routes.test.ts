// Addresses of views: each view has one, and whatever an address says, there is a view.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '../../support/property-settings.ts';
import type { View } from '../../../lib/web/routes.ts';
import {
  viewHref,
  REPORT_PANELS,
  SORT_COLUMNS,
  parseView,
  viewInWeek,
} from '../../../lib/web/routes.ts';

const key = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const week = fc
  .tuple(fc.integer({ min: 1000, max: 9999 }), fc.integer({ min: 1, max: 53 }))
  .map(([year, n]) => `${year}-W${String(n).padStart(2, '0')}`);
const orNull = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.option(arbitrary, { nil: null });

const views: fc.Arbitrary<View> = fc.oneof(
  fc.record({
    name: fc.constant('week' as const),
    week: orNull(week),
    sort: fc.constantFrom(...SORT_COLUMNS),
    descending: fc.boolean(),
    state: orNull(fc.constantFrom('complete', 'partial', 'queued')),
    below: orNull(key),
  }),
  fc.record({
    name: fc.constant('report' as const),
    week,
    folder: key,
    revision: orNull(key),
    panel: orNull(fc.constantFrom(...REPORT_PANELS)),
  }),
  fc.record({
    name: fc.constant('survey' as const),
    week,
    folder: key,
    survey: key,
    revision: orNull(key),
  }),
);

describe('addresses of views', () => {
  it('lead back to the view that they are of', () => {
    fc.assert(
      fc.property(views, (view) => {
        assert.deepEqual(parseView(viewHref(view)), { ...view });
      }),
    );
  });

  it('are views whatever they say', () => {
    const pieces = fc.constantFrom(
      '#',
      '/',
      '?',
      '&',
      '=',
      '%',
      '2026-W46',
      '12',
      'survey',
      'share',
    );
    const hashes = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.oneof(pieces, fc.string())).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(hashes, (hash) => {
        const view = parseView(hash);
        assert.ok(['week', 'report', 'survey', 'notFound'].includes(view.name));
        // An address of ours made of it is of the same view: nothing grows by being followed.
        if (view.name !== 'notFound') assert.deepEqual(parseView(viewHref(view)), view);
      }),
    );
  });

  it('take no key for another one', () => {
    for (const folder of ['0', '-1', '1.5', '1e3', '01', '9007199254740993', ' 1', 'NaN']) {
      assert.equal(parseView(`#/2026-W46/${folder}`).name, 'notFound', folder);
    }
  });
});

function inWeek40(hash: string): string {
  return viewHref(viewInWeek(parseView(hash), '2026-W40'));
}

describe('another week', () => {
  it('keeps the place that one is at', () => {
    assert.equal(inWeek40('#/2026-W46/12'), '#/2026-W40/12');
    assert.equal(inWeek40('#/2026-W46/12/survey/55'), '#/2026-W40/12/survey/55');
    assert.equal(inWeek40('#/2026-W46/12/pdf'), '#/2026-W40/12/pdf');
  });

  it('keeps how a week is sorted, and below which folder, but no state, which it may not have', () => {
    assert.equal(
      inWeek40('#/2026-W46?sort=index&order=descending&state=owed&below=7'),
      '#/2026-W40?sort=index&order=descending&below=7',
    );
  });

  it('leaves behind what belongs to one report: its revision, its links', () => {
    assert.equal(inWeek40('#/2026-W46/12?revision=2'), '#/2026-W40/12');
    assert.equal(inWeek40('#/2026-W46/12/share'), '#/2026-W40/12');
  });

  it('leads out of an address that is none', () => {
    assert.equal(inWeek40('#/nonsense'), '#/2026-W40');
  });
});
