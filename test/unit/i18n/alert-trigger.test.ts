// The trigger of an alert as text.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SurveyAlert } from '../../../lib/domain/report.ts';
import { messagesFor } from '../../../lib/i18n/catalogues.ts';
import { createLocalization } from '../../../lib/i18n/localization.ts';
import { triggerText } from '../../../lib/i18n/report-texts/alert-texts.ts';
import { createStoreReport } from '../../support/test-reports.ts';

describe('the trigger of an alert', () => {
  const report = createStoreReport(1);
  const localization = createLocalization(report, 'en', messagesFor('en'));
  const alert = report.surveys[0]?.alerts?.[0];
  assert.ok(alert !== undefined);
  const triggerFor = (parameters: SurveyAlert['parameters']): string =>
    triggerText({ ...alert, alertType: 'negative', parameters }, localization);

  it('is short and uses the available parameters', () => {
    const allParameters = { actual: 46.2, threshold: 45, responses: 13, windowMin: 140 };
    assert.equal(triggerFor(allParameters), '46% of 13 in 2h 20m, limit 45%');
    assert.equal(triggerFor({ actual: 46.2, threshold: 45 }), '46%, limit 45%');
    assert.equal(triggerFor({ responses: 13, windowMin: 140 }), '13 responses in 2h 20m');
    assert.equal(triggerFor({}), '');
  });
});
