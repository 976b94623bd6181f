// The headline message of a report is the same as the top of its front page.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { reportSpeaker } from '../../../../lib/adapters/pdf/index.ts';
import { createLayoutContext } from '../../../../lib/adapters/pdf/layout.ts';
import type { Report } from '../../../../lib/domain/report.ts';
import { headlineSentence } from '../../../../lib/i18n/report-texts/headline-sentence.ts';
import { LANGUAGES } from '../../../../lib/i18n/messages.ts';
import {
  createEmptyReport,
  createPartialReport,
  listReportKinds,
  createStoreReport,
} from '../../../support/test-reports.ts';

const english = reportSpeaker({ locale: 'en' });

/** The headline sentence on the front page of the kind with the most responses. */
function frontSentence(report: Report, locale: string): string {
  const [largest] = report.summary.groups.toSorted((a, b) => b.responses - a.responses);
  assert(largest !== undefined);
  return headlineSentence(largest, createLayoutContext(report, { locale, paper: 'A4' }));
}

describe('the headline message of a report', () => {
  it('has the folder, the week and the headline sentence of the front page', () => {
    const report = createStoreReport(3);
    assert.equal(
      english.sentence(report),
      `Helsinki Central – week 46, 2026 · ${frontSentence(report, 'en')}`,
    );
    assert.match(english.sentence(report), /· Happy Index \d+, (up|down) .+ responses \(.+%\)\.$/);
  });

  it('reports missing data before any figure', () => {
    assert.match(
      english.sentence(createPartialReport()),
      /^Tampere – week 46, 2026 · Part of this week’s data is missing · Happy Index /,
    );
  });

  it('reports that there were no responses, and has no figures when no data was read', () => {
    assert.match(english.sentence(createEmptyReport()), /2026 · No responses this week/);
    const { summary, ...rest } = createPartialReport();
    const unread: Report = { ...rest, summary: { ...summary, groups: [] } };
    assert.equal(
      english.sentence(unread),
      'Tampere – week 46, 2026 · Part of this week’s data is missing',
    );
    const bare: Report = { ...rest, status: 'empty', summary: { ...summary, groups: [] } };
    assert.match(english.sentence(bare), /2026 · No responses this week, and none last week\.$/);
  });

  it('is in the reader’s language', () => {
    for (const locale of LANGUAGES) {
      const report = createStoreReport(1);
      const message = reportSpeaker({ locale }).sentence(report);
      assert(message.includes('Helsinki Central'), locale);
      assert(
        message.endsWith(frontSentence(report, locale).replaceAll(/[\u2066-\u2069]/g, '')),
        message,
      );
    }
  });

  it('is one line without isolates or control characters for any names', () => {
    for (const [kind, report] of listReportKinds()) {
      const message = reportSpeaker({ locale: 'ar' }).sentence({
        ...report,
        folder: {
          ...report.folder,
          name: `${report.folder.name}\n\u202eevil\u0007 ${'x'.repeat(999)}`,
        },
      });
      assert.doesNotMatch(message, /[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/, kind);
      assert(message.length < 700, kind);
    }
  });
});
