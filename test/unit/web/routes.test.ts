import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anyCharacter, fc } from '../../support/property-settings.ts';
import type { ReportRoute, View } from '../../../lib/web/routes.ts';
import {
  LIST_GROUPS,
  parseView,
  viewForReaders,
  REPORT_PANELS,
  viewHref,
  viewInWeek,
} from '../../../lib/web/routes.ts';
import { SECTION_STATES } from '../../../lib/view/report-view.ts';

const key = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const week = fc
  .tuple(fc.integer({ min: 1000, max: 9999 }), fc.integer({ min: 1, max: 53 }))
  .map(([year, n]) => `${year}-W${String(n).padStart(2, '0')}`);
const orNull = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.option(arbitrary, { nil: null });

function reports(
  weeks: fc.Arbitrary<string | null>,
  folder: fc.Arbitrary<number | null>,
  panel: fc.Arbitrary<ReportRoute['panel']>,
): fc.Arbitrary<ReportRoute> {
  return fc.record({
    name: fc.constant('report' as const),
    week: weeks,
    folder,
    // Only those of a folder have an address.
    revision: fc.constant(null),
    panel,
    state: orNull(fc.constantFrom(...SECTION_STATES)),
    group: fc.constantFrom(...LIST_GROUPS),
    display: fc.constantFrom('list' as const, 'heat' as const),
  });
}

const views: fc.Arbitrary<View> = fc.oneof(
  reports(orNull(week), fc.constant(null), fc.constant(null)),
  reports(week, orNull(key), orNull(fc.constantFrom(...REPORT_PANELS))),
  fc.record({
    name: fc.constant('compare' as const),
    week,
    folders: fc.uniqueArray(key, { minLength: 2, maxLength: 5 }),
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
      'compare',
      'top',
      '12,13',
    );
    const hashes = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.array(fc.oneof(pieces, fc.string())).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(hashes, (hash) => {
        const view = parseView(hash);
        const names = ['report', 'compare', 'subscriptions', 'deliveries', 'notFound'];
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

describe('addresses of earlier releases', () => {
  const opened = (hash: string): string => viewHref(parseView(hash));

  it('open the place of a survey, and the report beside a PDF', () => {
    assert.equal(opened('#/2026-W46/12/survey/55'), '#/2026-W46/12');
    assert.equal(opened('#/2026-W46/12/pdf'), '#/2026-W46/12');
  });

  it('open the folder that a table was narrowed to', () => {
    assert.equal(
      opened('#/2026-W46?sort=index&order=descending&state=owed&below=7'),
      '#/2026-W46/7',
    );
  });

  it('open what they opened before where nothing has changed', () => {
    for (const hash of ['#/2026-W46', '#/2026-W46/12', '#/2026-W46/12/share', '#/subscriptions']) {
      assert.equal(opened(hash), hash);
    }
    assert.equal(
      opened('#/2026-W46/12/revisions?revision=2'),
      '#/2026-W46/12/revisions?revision=2',
    );
  });
});

describe('viewInWeek', () => {
  it('keeps the folder, the arrangement and the compared places', () => {
    assert.equal(inWeek40('#/2026-W46/12'), '#/2026-W40/12');
    assert.equal(inWeek40('#/2026-W46/12?group=region'), '#/2026-W40/12?group=region');
    assert.equal(inWeek40('#/2026-W46/compare/12,13'), '#/2026-W40/compare/12,13');
  });

  it('drops the state, the revision and the dialogs of one report', () => {
    assert.equal(inWeek40('#/2026-W46/12?revision=2'), '#/2026-W40/12');
    assert.equal(inWeek40('#/2026-W46/12/share'), '#/2026-W40/12');
    assert.equal(inWeek40('#/2026-W46?state=new'), '#/2026-W40');
  });

  it('keeps the deliveries of a week, and leaves the subscriptions', () => {
    assert.equal(inWeek40('#/2026-W46/deliveries'), '#/2026-W40/deliveries');
    assert.equal(inWeek40('#/subscriptions/all'), '#/2026-W40');
  });

  it('turns an invalid address into the list of the week', () => {
    assert.equal(inWeek40('#/nonsense'), '#/2026-W40');
  });
});

describe('viewForReaders', () => {
  it('shows nothing but current reports', () => {
    for (const [hash, shown] of [
      ['#/', '#/'],
      ['#/2026-W46?group=region', '#/2026-W46?group=region'],
      ['#/2026-W46/12', '#/2026-W46/12'],
      ['#/2026-W46/12/table', '#/2026-W46/12/table'],
      ['#/2026-W46/compare/12,13', '#/2026-W46/compare/12,13'],
      ['#/2026-W46/12?revision=2', '#/2026-W46/12'],
      ...['share', 'subscribe', 'revisions', 'settings', 'make'].map(
        (panel) => [`#/2026-W46/12/${panel}`, '#/2026-W46/12'] as const,
      ),
    ] as const) {
      assert.equal(viewHref(viewForReaders(parseView(hash))), shown, hash);
    }
    for (const hash of ['#/subscriptions', '#/subscriptions/all', '#/2026-W46/deliveries', '#/x']) {
      assert.deepEqual(viewForReaders(parseView(hash)), { name: 'notFound' }, hash);
    }
  });
});
