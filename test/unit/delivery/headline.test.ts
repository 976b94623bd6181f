// The message of a report states the finding at the top of its front page.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MESSAGE_COMPOSER } from '../../../lib/delivery/message-composer.ts';
import { messageTextsFor } from '../../../lib/delivery/message-texts.ts';
import type { Report } from '../../../lib/domain/report.ts';
import { findingText, responsesText } from '../../../lib/i18n/report-texts/headline-sentence.ts';
import { LANGUAGES } from '../../../lib/i18n/messages.ts';
import {
  createEmptyReport,
  createPartialReport,
  listReportKinds,
  createStoreReport,
} from '../../support/test-reports.ts';

const englishHeadline = (report: Report): string => MESSAGE_COMPOSER.headline(report, 'en');

describe('the headline message of a report', () => {
  it('has the folder, the week, the finding of the front page and the responses', () => {
    const report = createStoreReport(1);
    const localization = messageTextsFor(report, 'en');
    const [group] = report.summary.groups;
    assert(group !== undefined);
    assert.equal(
      englishHeadline(report),
      `Helsinki Central – week 46, 2026 · ${findingText(group, localization)} · ${responsesText(group, localization)}`,
    );
  });

  it('reports missing data before any figure', () => {
    assert.match(
      englishHeadline(createPartialReport()),
      /^Tampere – week 46, 2026 · Part of this week’s data is missing · Happy Index /,
    );
  });

  it('reports that there were no responses, and has no figures when no data was read', () => {
    assert.match(englishHeadline(createEmptyReport()), /2026 · No responses this week/);
    const { summary, ...rest } = createPartialReport();
    const unreadReport: Report = { ...rest, summary: { ...summary, groups: [] } };
    assert.equal(
      englishHeadline(unreadReport),
      'Tampere – week 46, 2026 · Part of this week’s data is missing',
    );
    const emptyReport: Report = { ...rest, status: 'empty', summary: { ...summary, groups: [] } };
    assert.match(
      englishHeadline(emptyReport),
      /2026 · No responses this week, and none last week\.$/,
    );
  });

  it('is in the reader’s language', () => {
    const messages = LANGUAGES.map((locale) => {
      const message = MESSAGE_COMPOSER.headline(createStoreReport(1), locale);
      assert(message.includes('Helsinki Central'), locale);
      return message;
    });
    assert.equal(new Set(messages).size, LANGUAGES.length);
  });

  it('is one line without isolates or control characters for any names', () => {
    for (const [kind, report] of listReportKinds()) {
      const name = `${report.folder.name}\n\u202eevil\u0007 ${'x'.repeat(999)}`;
      const message = MESSAGE_COMPOSER.headline(
        { ...report, folder: { ...report.folder, name } },
        'ar',
      );
      assert.doesNotMatch(message, /[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/, kind);
      assert(message.length < 700, kind);
    }
  });
});
