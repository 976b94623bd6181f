// The verdict of a whole report.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { computeFigures } from '../../../lib/domain/figures.ts';
import type { SurveyGroup, Report } from '../../../lib/domain/report.ts';
import { verdictOfReport } from '../../../lib/domain/verdict.ts';
import { createEmptyReport, createStoreReport, NO_SIGNALS } from '../../support/test-reports.ts';

const report = createStoreReport(1);

function group(
  data: readonly number[],
  previous: readonly number[],
  indexType = 'HAPPY',
  feedbackScale = 'FOUR',
): SurveyGroup {
  const key = { indexType, feedbackScale };
  return { ...computeFigures(data, previous, key, 10), ...key, surveys: 1, ...NO_SIGNALS };
}

function saying(...groups: readonly SurveyGroup[]): Report {
  return { ...report, summary: { ...report.summary, groups } };
}

const RISEN = group([170, 160, 600, 1260], [400, 300, 500, 900]);
const FALLEN = group([400, 300, 500, 900], [170, 160, 600, 1260]);

describe("a report's verdict", () => {
  it('is the verdict of the change of its only group', () => {
    assert.equal(verdictOfReport(saying(RISEN)), 'clearRise');
    assert.equal(verdictOfReport(saying(FALLEN)), 'clearFall');
    assert.equal(verdictOfReport(saying(group([25, 20, 60, 110], [17, 16, 60, 126]))), 'normal');
    assert.equal(verdictOfReport(saying(group([0, 0, 0, 8], [8, 0, 0, 0]))), 'tooFew');
  });

  it('is that of the group with the most responses, as on the front page', () => {
    const small = group([0, 0, 0, 0, 5], [0, 0, 0, 0, 5], 'NPS', 'FIVE');
    assert.equal(verdictOfReport(saying(small, FALLEN)), 'clearFall');
    assert.equal(verdictOfReport(saying(FALLEN, small)), 'clearFall');
  });

  it('names the reason when there is no change to judge', () => {
    assert.equal(verdictOfReport(saying(group([1, 2, 3, 40], [0, 0, 0, 0]))), 'uncompared');
    assert.equal(verdictOfReport(saying(group([1, 2], [2, 1], 'MOOD', 'FOUR'))), 'noIndex');
    assert.equal(verdictOfReport(saying(group([0, 0, 0, 0], [2, 1, 0, 0]))), 'noResponses');
    assert.equal(verdictOfReport(createEmptyReport()), 'noResponses');
    assert.equal(verdictOfReport(saying()), 'nothingRead');
    const without = { ...saying(), summary: { ...report.summary, groups: [], surveys: 0 } };
    assert.equal(verdictOfReport(without), 'noResponses');
  });

  it('does not depend on whether the report is complete', () => {
    assert.equal(verdictOfReport({ ...saying(RISEN), status: 'partial' }), 'clearRise');
  });
});
