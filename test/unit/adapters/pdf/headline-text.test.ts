// What a message says of a report is what its front page says first.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { reportSpeaker } from '../../../../lib/adapters/pdf/index.ts';
import { settingFor } from '../../../../lib/adapters/pdf/layout.ts';
import type { Report } from '../../../../lib/domain/report.ts';
import { sentenceOf } from '../../../../lib/i18n/report-texts/headline-sentence.ts';
import { LANGUAGES } from '../../../../lib/i18n/messages.ts';
import {
  emptyReport,
  partialReport,
  reportKinds,
  storeReport,
} from '../../../support/test-reports.ts';

const english = reportSpeaker({ locale: 'en' });

/** The front page's own sentence of the kind with the most responses. */
function frontSentence(report: Report, locale: string): string {
  const [largest] = report.summary.groups.toSorted((a, b) => b.responses - a.responses);
  assert(largest !== undefined);
  return sentenceOf(largest, settingFor(report, { locale, paper: 'A4' }));
}

describe('a message about a report', () => {
  it('names the folder and the week, and then says the front page’s sentence', () => {
    const report = storeReport(3);
    assert.equal(
      english.sentence(report),
      `Helsinki Central – week 46, 2026 · ${frontSentence(report, 'en')}`,
    );
    assert.match(english.sentence(report), /· Happy Index \d+, (up|down) .+ responses \(.+%\)\.$/);
  });

  it('says that part of a partial report is missing before any figure', () => {
    assert.match(
      english.sentence(partialReport()),
      /^Tampere – week 46, 2026 · Part of this week’s data is missing · Happy Index /,
    );
  });

  it('says that there were no responses, and no figures where nothing was read', () => {
    assert.match(english.sentence(emptyReport()), /2026 · No responses this week/);
    const { summary, ...rest } = partialReport();
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
      const report = storeReport(1);
      const said = reportSpeaker({ locale }).sentence(report);
      assert(said.includes('Helsinki Central'), locale);
      assert(said.endsWith(frontSentence(report, locale).replaceAll(/[\u2066-\u2069]/g, '')), said);
    }
  });

  it('is one line without isolates or controls, whatever the names', () => {
    for (const [kind, report] of reportKinds()) {
      const said = reportSpeaker({ locale: 'ar' }).sentence({
        ...report,
        folder: {
          ...report.folder,
          name: `${report.folder.name}\n\u202eevil\u0007 ${'x'.repeat(999)}`,
        },
      });
      assert.doesNotMatch(said, /[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/, kind);
      assert(said.length < 700, kind);
    }
  });
});
