// Which level is shown of a group with one survey, and what listed surveys have lost.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Entry, EntryFigures, EntryState } from '../../../../lib/domain/signals/model.ts';
import { lostOf, shownLevel } from '../../../../lib/domain/signals/shown-level.ts';
import { createRegionReport, createReport } from '../../../support/test-reports.ts';

const REPORT = createReport({
  ...{ key: 1, name: 'Northwind' },
  surveys: [{ key: 10, name: 'How was it?' }],
});
const GROUP = REPORT.summary.groups[0] ?? assert.fail();
const SURVEY = REPORT.surveys[0] ?? assert.fail();
const { indexType, feedbackScale } = GROUP;
const OTHER_KIND = { indexType: 'NPS', feedbackScale: 'FIVE' };
const TEMPLATE = createRegionReport(9).summary.attention.entries[0] ?? assert.fail();
const ofGroup = { ...GROUP, surveys: 1, level: { ...GROUP.level, usual: 61 } };
const own = { ...SURVEY, level: { ...SURVEY.level, usual: 62 } };

const FIGURES = {
  basis: 'week',
  usual: 63,
  was: null,
  since: '2026-W44',
  weeks: 3,
  lossWeek: 4,
  lossTotal: 12,
} as const;
const figuresWith = (changes: Partial<EntryFigures>): EntryFigures => ({
  ...TEMPLATE.figures,
  ...FIGURES,
  ...changes,
});
const entryOf = (state: EntryState, changes: Partial<EntryFigures> = {}): Entry => ({
  ...TEMPLATE,
  ...{ indexType, feedbackScale, state },
  figures: figuresWith(changes),
});

describe('the level that is shown of a group', () => {
  it('is that of its only survey, or else of the survey’s entry', () => {
    assert.equal(shownLevel(ofGroup, [own], [entryOf('new')]).usual, 62);
    assert.equal(shownLevel(ofGroup, [], [entryOf('new')]).usual, 63);
    const otherKind = { ...own, ...OTHER_KIND };
    assert.equal(shownLevel(ofGroup, [otherKind], [entryOf('new')]).usual, 63);
  });

  it('is its own with several surveys, or where the survey isn’t listed for its level', () => {
    assert.equal(shownLevel({ ...ofGroup, surveys: 2 }, [own], [entryOf('new')]).usual, 61);
    assert.equal(shownLevel(ofGroup, [], []).usual, 61);
    assert.equal(shownLevel(ofGroup, [], [{ ...entryOf('new'), ...OTHER_KIND }]).usual, 61);
    for (const state of ['inAlarm', 'standingLow', 'volumeLow'] as const)
      assert.equal(shownLevel(ofGroup, [], [entryOf(state)]).usual, 61);
  });

  it('has the verdict of an entry’s state, and its figures', () => {
    const verdicts = (['silent', 'new', 'still', 'recovered', 'better'] as const).map(
      (state) => shownLevel(ofGroup, [], [entryOf(state)]).verdict,
    );
    assert.deepEqual(verdicts, ['tooFew', 'low', 'low', 'usual', 'high']);
    assert.deepEqual(shownLevel(ofGroup, [], [entryOf('still')]), {
      ...{ state: 'still', verdict: 'low', lower: null, upper: null },
      ...FIGURES,
    });
  });

  it('of a place that recovered has no weeks and no loss of a run', () => {
    const { state, was, weeks, lossTotal } = shownLevel(
      ofGroup,
      [],
      [entryOf('recovered', { was: 40 })],
    );
    assert.deepEqual([state, was, weeks, lossTotal], ['recovered', 40, null, null]);
  });
});

describe('what the surveys of a list have lost', () => {
  it('is the sum of those that are low', () => {
    const lost = (['new', 'still', 'recovered', 'better', 'silent'] as const).map((state) =>
      lostOf([entryOf(state)]),
    );
    assert.deepEqual(lost, [12, 12, 0, 0, 0]);
    assert.equal(lostOf([entryOf('new'), entryOf('still', { lossTotal: 30 })]), 42);
    assert.equal(lostOf([entryOf('new', { lossTotal: null })]), 0);
  });

  it('is not that of low weeks that are over', () => {
    assert.equal(lostOf([entryOf('still', { was: 40 })]), 0);
  });
});
