// The places that a report could not read are named, and never by their keys.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { missingMessage } from '../../../lib/domain/problems.ts';
import type { ReportProblem } from '../../../lib/domain/report.ts';
import { findUnreadPlaces } from '../../../lib/domain/unread-places.ts';
import { ACME, STORE } from '../../support/archive.ts';
import { createReport } from '../../support/test-reports.ts';

const CODE = 'UPSTREAM_TIMEOUT';
const ofSurvey = (part: Parameters<typeof missingMessage>[0]): ReportProblem => ({
  ...{ code: CODE, folder: 21, survey: 210, missing: true },
  message: missingMessage(part, 'GET /v1/surveys/210 timed out'),
});
const unreadIn = (problems: readonly ReportProblem[], report = createReport(ACME)) =>
  findUnreadPlaces({ ...report, problems });

describe('the places that a report could not read', () => {
  it('have the names of the folder, of its path and of the question', () => {
    assert.deepEqual(unreadIn([ofSurvey('followUps')]), [
      {
        folder: { key: 21, name: 'Store' },
        path: ['North'],
        survey: { key: 210, name: 'How was it?' },
        ...{ part: 'followUps', code: CODE },
      },
    ]);
  });

  it('lists places once for each missing part, and not for problems that leave nothing missing', () => {
    const note = { ...ofSurvey('alerts'), missing: false };
    const unreadPlaces = unreadIn([
      ofSurvey('alerts'),
      ofSurvey('alerts'),
      ofSurvey('survey'),
      note,
    ]);
    assert.deepEqual(
      unreadPlaces.map(({ part }) => part),
      ['alerts', 'survey'],
    );
  });

  it('finds places among the folders directly below and the report’s own surveys', () => {
    const message = 'The report of this folder is missing.';
    const childMissing = { code: 'CHILD_MISSING', folder: 2, missing: true, message };
    const withoutPlaces = (report = createReport(ACME)) => ({
      ...report,
      summary: { ...report.summary, places: [] },
    });
    const [child] = unreadIn([childMissing], withoutPlaces());
    assert.deepEqual(
      [child?.folder, child?.survey, child?.part],
      [{ key: 2, name: 'North' }, null, null],
    );
    const { folder: _, ...ofOwnSurvey } = ofSurvey('survey');
    const [own] = unreadIn([ofOwnSurvey], withoutPlaces(createReport(STORE)));
    assert.deepEqual([own?.folder, own?.survey?.name], [{ key: 21, name: 'Store' }, 'How was it?']);
  });

  it('have no folder where the report has no name for it', () => {
    const [unknown] = unreadIn([{ ...ofSurvey('survey'), folder: 99, survey: 990 }]);
    assert.deepEqual([unknown?.folder, unknown?.path, unknown?.survey], [null, [], null]);
  });
});
