// The kinds of index that can have a target.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { messagesFor } from '../../../lib/i18n/catalogues.ts';
import { createLocalization } from '../../../lib/i18n/localization.ts';
import { createReportView } from '../../../lib/view/create-report-view.ts';
import type { ReportView } from '../../../lib/view/report-view.ts';
import type { FolderSketch, SurveySketch } from '../../support/test-reports.ts';
import { createReport } from '../../support/test-reports.ts';

function viewOf(surveys: readonly SurveySketch[]): ReportView {
  const store: FolderSketch = { key: 21, name: 'Store', surveys };
  const report = createReport(store);
  return createReportView(report, createLocalization(report, 'en', messagesFor('en')));
}

describe('the kinds of index of a report', () => {
  it('are each known kind once, with the values that a target can have', () => {
    const survey = (key: number, indexType: string): SurveySketch => ({
      key,
      name: 'How was it?',
      indexType,
    });
    const { indexKinds } = viewOf([survey(211, 'HAPPY'), survey(212, 'NPS'), survey(213, 'HAPPY')]);
    assert.deepEqual(
      indexKinds.map(({ indexType, limits }) => [indexType, limits.lower, limits.upper]).toSorted(),
      [
        ['HAPPY', 0, 100],
        ['NPS', -100, 100],
      ],
    );
  });
});
