// The headline sentence reports the verdict of the noise test in every case.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { messagesFor } from '../../../lib/i18n/catalogues.ts';
import { createLocalization } from '../../../lib/i18n/localization.ts';
import { computeFigures } from '../../../lib/domain/figures.ts';
import { headlineSentence } from '../../../lib/i18n/report-texts/headline-sentence.ts';
import { createStoreReport } from '../../support/test-reports.ts';

const setting = createLocalization(createStoreReport(1), 'en', messagesFor('en'));

function sentence(
  data: readonly number[],
  previous: readonly number[],
  indexType = 'HAPPY',
  feedbackScale = 'FOUR',
): string {
  const group = { indexType, feedbackScale };
  return headlineSentence({ ...computeFigures(data, previous, group, 10), ...group }, setting);
}

describe('the headline sentence', () => {
  it('reports a change within its half-width as normal variation', () => {
    assert.equal(
      sentence([25, 20, 60, 110], [17, 16, 60, 126]),
      'Happy Index 73, down 5 from last week: within normal variation. 215 responses (−2%).',
    );
  });

  it('reports a larger change as a clear rise or fall', () => {
    assert.equal(
      sentence([170, 160, 600, 1260], [400, 300, 500, 900]),
      'Happy Index 78, up 15 from last week: a clear rise. 2,190 responses (+4%).',
    );
    assert.match(
      sentence([400, 300, 500, 900], [170, 160, 600, 1260]),
      /down 15 .*: a clear fall\./,
    );
  });

  it('never reports a change of few responses as clear', () => {
    assert.match(
      sentence([0, 0, 0, 8], [8, 0, 0, 0]),
      /up 100 from last week: too few responses to tell\./,
    );
  });

  it('shows an upper bound for a change that would round to 0', () => {
    assert.match(
      sentence([100, 100, 100, 101], [100, 100, 100, 100]),
      /up less than 1 from last week/,
    );
    assert.match(sentence([1, 2, 3, 40], [1, 2, 3, 40]), /unchanged from last week: within normal/);
  });

  it('reports that there were no responses last week to compare with', () => {
    assert.equal(
      sentence([1, 2, 3, 40], [0, 0, 0, 0]),
      'Happy Index 93; there were no responses last week to compare with. 46 responses.',
    );
  });

  it('reports that there are no responses this week', () => {
    assert.equal(
      sentence([0, 0, 0, 0], [1, 2, 3, 4]),
      'No responses this week; last week there were 10.',
    );
    assert.equal(
      sentence([0, 0, 0, 0], [0, 0, 0, 1]),
      'No responses this week; last week there was 1.',
    );
    assert.equal(
      sentence([0, 0, 0, 0], [0, 0, 0, 0]),
      'No responses this week, and none last week.',
    );
  });

  it('shows averages with two decimals and NPS with its sign', () => {
    assert.match(
      sentence([4, 8, 12, 16], [4, 8, 16, 12], 'AVERAGE'),
      /^Average 3\.00, up 0\.10 from/,
    );
    assert.match(
      sentence([0, 0, 5, 0, 0], [0, 0, 5, 0, 5], 'NPS', 'FIVE'),
      /^NPS −100, down 100 from/,
    );
    assert.match(sentence([17, 16, 60, 126], [17, 16, 60, 126], 'NPS'), /^NPS \+42, unchanged/);
  });

  it('names an unknown kind of index or scale and shows counts only', () => {
    assert.equal(
      sentence([1, 2, 3, 4], [1, 2, 3, 0], 'CES'),
      '10 responses (+67%). The index “CES” isn’t known to this version, so it shows counts and no index.',
    );
    assert.match(
      sentence([1, 2, 3, 4], [1, 2, 3, 0], 'HAPPY', 'SIX'),
      /The scale “SIX” isn’t known/,
    );
  });

  it('uses the singular for one response', () => {
    assert.match(sentence([0, 0, 0, 1], [0, 0, 0, 0]), / 1 response\.$/);
  });
});
