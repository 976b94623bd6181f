// PDFs with longer texts: every word is from the texts, the report or the formats of the language, and only names are cut.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLayoutContext, layoutPages } from '../../../lib/adapters/pdf/layout.ts';
import type { Report } from '../../../lib/domain/report.ts';
import { SERVER_FILES } from '../../../lib/i18n/generated/server-files.ts';
import { createLocalization } from '../../../lib/i18n/localization.ts';
import { messagesOf } from '../../../lib/i18n/texts.ts';
import { FORMATTED_WORD, isPseudo, pseudoFile } from '../../support/pseudo-locale.ts';
import { listReportKinds } from '../../support/test-reports.ts';
import { runsOf } from '../../unit/adapters/pdf/page-text.ts';

const { report: reportFile, signals } = SERVER_FILES.en;
const WORDS = messagesOf([{ report: pseudoFile(reportFile), signals: pseudoFile(signals) }], 'en');

function textsOf(report: Report): readonly string[] {
  const settings = { locale: 'en', paper: 'A4' } as const;
  const context = {
    ...createLayoutContext(report, settings),
    ...createLocalization(report, 'en', WORDS),
  };
  return layoutPages(report, context).flatMap(({ parts }) => runsOf(parts).map(({ text }) => text));
}

describe('a PDF with texts that are a third longer', () => {
  for (const [name, report] of listReportKinds()) {
    it(`has no word in its code, and cuts names only: ${name}`, () => {
      const names = JSON.stringify(report);
      for (const text of textsOf(report)) {
        for (const word of text.match(/\p{L}+/gu) ?? []) {
          // Letters of units, such as in 3h 25m.
          const isFormatted = word.length === 1 || FORMATTED_WORD.test(word);
          assert.ok(isPseudo(word) || isFormatted || names.includes(word), `${word}: ${text}`);
        }
        if (text.endsWith('…')) assert.ok(!isPseudo(text), text);
      }
    });
  }

  it('is distinguishable: a text in the code would be found', () => {
    assert.ok(isPseudo(WORDS.highlights));
    assert.ok(!isPseudo('Highlights'));
    assert.ok(WORDS.highlights.length >= 'Highlights'.length * 1.35);
  });
});
