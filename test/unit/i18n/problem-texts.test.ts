// Problems name the place and the question that they concern, and never show a key or a path.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { messagesFor } from '../../../lib/i18n/catalogues.ts';
import { createLocalization } from '../../../lib/i18n/localization.ts';
import type { Report, ReportProblem } from '../../../lib/domain/report.ts';
import { missingTexts, problemText } from '../../../lib/i18n/report-texts/quality-texts.ts';
import { LANGUAGES } from '../../../lib/i18n/messages.ts';
import { createReport } from '../../support/test-reports.ts';

const STORE = {
  key: 41012,
  name: 'Terminal 2',
  surveys: [{ key: 51231, name: 'How was security?', volume: 300 }],
};

const PROBLEMS: readonly ReportProblem[] = [
  {
    code: 'UPSTREAM_UNAVAILABLE',
    folder: 41012,
    survey: 51231,
    message:
      'The follow-ups are missing: the reporting API kept returning errors (path /v1/surveys/51231/followup, status 503).',
    missing: true,
  },
  {
    code: 'UPSTREAM_REJECTED',
    folder: 41012,
    message: 'The alerts of this folder are missing: HTTP 404 (path /v1/folders/41012/alerts).',
    missing: true,
  },
  {
    code: 'KEY_INVALID',
    folder: 41012,
    message: 'a survey of folder 41012 was left out, its key is not a positive whole number',
    missing: true,
  },
  {
    code: 'SURVEY_DUPLICATE',
    folder: 41012,
    survey: 51231,
    message: 'survey 51231 occurs twice in the tree, the first place counts',
    missing: false,
  },
  {
    code: 'HISTORY_MISSING',
    folder: 41012,
    survey: 51231,
    message:
      'The weeks before the last 13 are missing: the reporting API kept returning errors (status 503).',
    missing: true,
  },
  {
    code: 'SIGNALS_MISSING',
    folder: 41012,
    message: 'Made by an earlier version.',
    missing: false,
  },
  { code: 'SETTINGS_UNREADABLE', message: 'Not readable: settings/x.json.', missing: true },
];

function companyWith(problems: readonly ReportProblem[]): Report {
  return createReport({
    key: 1,
    name: 'Acme',
    folders: [{ key: 2, name: 'Airport', folders: [{ ...STORE, problems }] }],
  });
}

describe('the text of a problem', () => {
  const company = companyWith(PROBLEMS);

  it('names the folders below the report’s own, the place and the question', () => {
    const localization = createLocalization(company, 'en', messagesFor('en'));
    const [first, second] = PROBLEMS.map((problem) => problemText(problem, localization));
    assert.equal(
      first,
      'Airport › Terminal 2 › How was security? – The follow-ups are missing: the reporting API kept returning errors.',
    );
    assert.match(second ?? '', /^Airport › Terminal 2 – The alerts of this folder are missing: /);
  });

  it('names only the question in the report of the survey’s folder', () => {
    const report = createReport({ ...STORE, problems: PROBLEMS });
    const localization = createLocalization(report, 'en', messagesFor('en'));
    const texts = missingTexts(report, localization);
    assert.match(texts.join('\n'), /^How was security\? – The follow-ups/m);
    assert.match(texts.join('\n'), /^Terminal 2 – The alerts of this folder/m);
    assert.match(
      texts.join('\n'),
      /^How was security\? – The weeks before the last 13 could not be read\.$/m,
    );
  });

  for (const language of LANGUAGES) {
    it(`shows no key, path or status in ${language}, with and without known names`, () => {
      const unnamedCompany = { ...company, summary: { ...company.summary, places: [] } };
      for (const report of [company, unnamedCompany]) {
        const localization = createLocalization(report, language, messagesFor(language));
        for (const problem of PROBLEMS) {
          const text = problemText(problem, localization);
          assert.doesNotMatch(text, /51231|\/v1\/|\b(404|503)\b/);
          if (report === company) assert.doesNotMatch(text, /41012/);
        }
      }
    });

    it(`says in ${language} that what is missing is read again`, () => {
      const localization = createLocalization(company, language, messagesFor(language));
      assert.equal(missingTexts(company, localization).at(-1), localization.words.missingRetried);
      assert.deepEqual(missingTexts({ problems: [] }, localization), []);
    });
  }
});
