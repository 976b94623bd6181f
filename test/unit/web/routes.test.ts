import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anyCharacter, fc } from '../../support/property-settings.ts';
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
  fc.record({ name: fc.constant('subscriptions' as const), all: fc.boolean() }),
  fc.record({ name: fc.constant('deliveries' as const), week }),
);

describe('parseView and viewHref', () => {
  it('parseView and viewHref are inverse for every view', () => {
    fc.assert(
      fc.property(views, (view) => {
        assert.deepEqual(parseView(viewHref(view)), { ...view });
      }),
    );
  });

  it('result in a valid view for any hash', () => {
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
      'subscriptions',
      'all',
      'deliveries',
    );
    const hashes = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.array(fc.oneof(pieces, fc.string())).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(hashes, (hash) => {
        const view = parseView(hash);
        const names = ['week', 'report', 'survey', 'subscriptions', 'deliveries', 'notFound'];
        assert.ok(names.includes(view.name));
        // Parsing the formatted address gives the same view.
        if (view.name !== 'notFound') assert.deepEqual(parseView(viewHref(view)), view);
      }),
    );
  });

  it('reject malformed keys', () => {
    for (const folder of ['0', '-1', '1.5', '1e3', '01', '9007199254740993', ' 1', 'NaN']) {
      assert.equal(parseView(`#/2026-W46/${folder}`).name, 'notFound', folder);
    }
  });
});

function inWeek40(hash: string): string {
  return viewHref(viewInWeek(parseView(hash), '2026-W40'));
}

describe('viewInWeek', () => {
  it('keeps folder, survey and PDF panel', () => {
    assert.equal(inWeek40('#/2026-W46/12'), '#/2026-W40/12');
    assert.equal(inWeek40('#/2026-W46/12/survey/55'), '#/2026-W40/12/survey/55');
    assert.equal(inWeek40('#/2026-W46/12/pdf'), '#/2026-W40/12/pdf');
  });

  it('keeps sort order and folder filter but drops the state filter', () => {
    assert.equal(
      inWeek40('#/2026-W46?sort=index&order=descending&state=owed&below=7'),
      '#/2026-W40?sort=index&order=descending&below=7',
    );
  });

  it('drops the revision and the panels of one report', () => {
    assert.equal(inWeek40('#/2026-W46/12?revision=2'), '#/2026-W40/12');
    assert.equal(inWeek40('#/2026-W46/12/share'), '#/2026-W40/12');
  });

  it('keeps the deliveries of a week, and leaves the subscriptions', () => {
    assert.equal(inWeek40('#/2026-W46/deliveries'), '#/2026-W40/deliveries');
    assert.equal(inWeek40('#/subscriptions/all'), '#/2026-W40');
  });

  it('turns an invalid address into the week view', () => {
    assert.equal(inWeek40('#/nonsense'), '#/2026-W40');
  });
});
