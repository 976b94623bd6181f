// Messages as HTML and plain text: valid, safe against every name, small, and readable in light and dark mode.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HtmlValidate } from 'html-validate';
import { MAIL_RENDERERS } from '../../../../lib/adapters/mail/index.ts';
import { renderConfirmationHtml, renderHtml } from '../../../../lib/adapters/mail/html.ts';
import { renderConfirmationText, renderText } from '../../../../lib/adapters/mail/text.ts';
import { contrast } from '../../../../lib/charts/theme.ts';
import { MESSAGE_COMPOSER } from '../../../../lib/delivery/message-composer.ts';
import type { Report } from '../../../../lib/domain/report.ts';
import { serverTextsFor } from '../../../../lib/i18n/catalogues.ts';
import { LANGUAGES } from '../../../../lib/i18n/messages.ts';
import {
  createCompanyReport,
  createTestMessage,
  MESSAGE_CASES,
} from '../../../support/message-cases.ts';
import { confirmationMail, reportMail } from '../../../support/mail/outgoing-mails.ts';
import { tagsIn, textsIn } from '../../../support/mail-html.ts';
import { withRows } from '../../../support/test-messages.ts';
import { fc } from '../../../support/property-settings.ts';
import { createAllKindsReport } from '../../../support/test-reports.ts';

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // Mail programs keep inline styles and the attributes of tables, and nothing else.
    'no-inline-style': 'off',
    'no-deprecated-attr': 'off',
    'prefer-tbody': 'off',
    'long-title': 'off',
    'doctype-style': ['error', { style: 'lowercase' }],
  },
});
const COMPANY = createCompanyReport();
const CONFIRM_URL = 'https://reports.example.com/subscriptions/confirm/TOKEN?a=1&b=2';
const MAX_BYTES = 60_000;
/** Gmail shows no more of a mail. */
const CUT_BYTES = 102_000;
/** WCAG AA for texts of any size. */
const MIN_CONTRAST = 4.5;

/** Every document in every language, and every kind of index. */
function* listDocuments(): Generator<readonly [name: string, html: string, text: string]> {
  const cases = new Map([
    ...MESSAGE_CASES,
    ['every kind of index', { report: createAllKindsReport(), isUpdate: false }],
  ]);
  for (const locale of LANGUAGES) {
    for (const [name, messageCase] of cases) {
      const { message, footer } = createTestMessage(messageCase, locale);
      yield [`${name}, ${locale}`, renderHtml(message, footer), renderText(message, footer)];
    }
    const subscription = { address: 'manager@example.com', locale };
    const confirmation = MESSAGE_COMPOSER.confirmation(COMPANY.folder, subscription, CONFIRM_URL);
    yield [
      `confirmation, ${locale}`,
      renderConfirmationHtml(confirmation),
      renderConfirmationText(confirmation),
    ];
  }
}
const DOCUMENTS = [...listDocuments()];

/** The company with one name for all its places and questions. */
function withName(name: string): Report {
  const { folder, summary } = COMPANY;
  const { attention } = summary;
  const entries = attention.entries.map((entry) => ({
    ...entry,
    folder: { ...entry.folder, name },
    path: entry.path.map(() => name),
    survey: { ...entry.survey, name },
  }));
  const places = summary.places.map((place) => ({
    ...place,
    folder: { ...place.folder, name },
    path: place.path.map(() => name),
    surveys: place.surveys.map((survey) => ({ ...survey, name })),
  }));
  return {
    ...COMPANY,
    folder: { ...folder, name },
    subfolders: COMPANY.subfolders.map((child) => ({ ...child, name })),
    summary: { ...summary, places, attention: { ...attention, entries } },
  };
}

/** Columns of a terminal. */
function columnsOf(line: string): number {
  return Array.from(line, (character) =>
    /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f\uff01-\uff60]/u.test(character) ? 2 : 1,
  ).reduce<number>((sum, columns) => sum + columns, 0);
}

/** The colours of weeks are in the HTML only. */
function weeksNoteOf(name: string): string {
  return serverTextsFor(name.slice(-2)).weeksNote;
}

const HOSTILE = [
  '<script>alert(1)</script>',
  '</title></style><img src=x onerror=alert(1)>',
  '" onmouseover="alert(1)" a=\'',
  "' --> ]]> <!--",
  'Store\r\nBcc: everybody@example.com\r\n\r\n<b>',
  '\u202egnp.exe\u2066\u200f',
  '&lt;&#0;&amp',
  'javascript:alert(1) https://evil.example/',
  '> From me',
  'From here to there',
  '-- ',
  'نظافة المكان',
  '待ち時間が長いです。',
] as const;

describe('a mail in HTML', () => {
  it('is valid', async () => {
    for (const [name, html] of DOCUMENTS.filter(([document]) => / ar$/.test(document))) {
      const { results } = await validator.validateString(html);
      const messages = results.flatMap((result) => result.messages);
      assert.deepEqual(
        messages.map(
          ({ ruleId, message, line }) => `${name}: ${ruleId} ${message} ${String(line)}`,
        ),
        [],
      );
    }
  });

  it('loads nothing: no images, frames, scripts, fonts and style sheets', () => {
    for (const [name, html] of DOCUMENTS) {
      assert.doesNotMatch(html, /<(img|script|link|iframe|object|svg|video|form|base)\b/i, name);
      assert.doesNotMatch(
        html,
        /\b(src|background|srcset|poster)=|url\(|@import|@font-face/i,
        name,
      );
    }
  });

  it('has its language and direction in the document and in the outer table', () => {
    const { message, footer } = createTestMessage({ report: COMPANY, isUpdate: false }, 'ar');
    const html = renderHtml(message, footer);
    assert.equal(html.match(/lang="ar" dir="rtl"/g)?.length, 2);
    assert.match(html, /text-align:right/);
  });

  it('has a contrast of at least 4.5 for every text, in light and dark mode', () => {
    for (const [name, html] of DOCUMENTS) {
      for (const mode of ['light', 'dark'] as const) {
        const texts = textsIn(html, mode);
        assert.ok(texts.length > 4, name);
        for (const { text, colour, background, isHidden } of texts) {
          if (isHidden) continue;
          const ratio = contrast(colour, background);
          assert.ok(
            ratio >= MIN_CONTRAST,
            `${name} ${mode}: ${text}, ${colour} on ${background}: ${ratio.toFixed(2)}`,
          );
        }
      }
    }
  });

  it('begins with what lists of mails show after the subject', () => {
    for (const messageCase of MESSAGE_CASES.values()) {
      const { message, footer } = createTestMessage(messageCase, 'en');
      const [preheader] = textsIn(renderHtml(message, footer), 'light');
      assert.deepEqual([preheader?.text, preheader?.isHidden], [message.preheader, true]);
    }
  });

  it('says in words what its colours say', () => {
    for (const messageCase of MESSAGE_CASES.values()) {
      const { message, footer } = createTestMessage(messageCase, 'en');
      const texts = textsIn(renderHtml(message, footer), 'light').map(({ text }) => text);
      const { view } = message;
      const surveys = view.kind === 'place' ? view.surveys : [];
      const buttons = surveys
        .filter(({ finding }) => finding.state !== 'usual')
        .flatMap((survey) => survey.buttons?.buttons ?? []);
      const trends = view.kind === 'place' ? surveys.map(({ trend }) => trend) : [view.trend];
      const weeks = trends.flatMap((trend) => trend?.points ?? []);
      const words = buttons.map(({ name, countText }) => `${name} ${countText}`);
      for (const word of [...words, ...weeks.map(({ text }) => text)]) {
        assert.ok(texts.includes(word), word);
      }
    }
  });

  it('says little about a place as usual: the finding and the weeks', () => {
    const usual = MESSAGE_CASES.get('a store as usual') ?? assert.fail();
    const { message, footer } = createTestMessage(usual, 'en');
    const html = renderHtml(message, footer);
    assert.equal(html.match(/<table/g)?.length, 5);
    assert.doesNotMatch(html, /Pain points|Very unhappy/);
  });

  it('is smaller than 60 KB with the longest names of any characters', () => {
    for (const character of ['x', '"', '界', '👩‍👩‍👧‍👦', 'e\u0301\u0301\u0301\u0301', 'ي ']) {
      const report = withName(character.repeat(10_000 / character.length));
      const { message, footer } = createTestMessage({ report, isUpdate: false }, 'ar');
      assert.ok(message.view.kind === 'folder');
      assert.equal(message.view.sections.flatMap(({ rows }) => rows).length, 20);
      const bytes = Buffer.byteLength(renderHtml(message, footer));
      assert.ok(bytes < MAX_BYTES, `${character}: ${String(bytes)}`);
    }
  });

  it('has no line break within a range of numbers', () => {
    for (const [name, html] of DOCUMENTS) {
      const [, body = ''] = html.split('</div>\n<table');
      assert.doesNotMatch(body, /\p{Nd}–[+−]?\p{Nd}/u, name);
    }
  });
});

describe('a mail about six hundred places that fell', () => {
  const { message, footer } = createTestMessage({ report: COMPANY, isUpdate: false }, 'en');
  const { view } = message;
  const many = { ...message, view: withRows(view, 100) };

  it('is smaller than what mail programs cut', () => {
    assert.ok(view.kind === 'folder' && view.sections[0]?.rows.length === 6);
    assert.ok(Buffer.byteLength(renderHtml(many, footer)) < CUT_BYTES);
  });

  it('names every one', () => {
    for (const text of [renderHtml(many, footer), renderText(many, footer)]) {
      assert.ok((text.match(/Security\scontrol/g)?.length ?? 0) >= 200);
    }
  });
});

describe('a mail as plain text', () => {
  it('has lines of at most 76 columns, except for addresses', () => {
    for (const [name, , text] of DOCUMENTS) {
      for (const line of text.split('\n')) {
        assert.ok(columnsOf(line) <= 76 || line.startsWith('https://'), `${name}: ${line}`);
      }
    }
  });

  it('has the texts and links of the HTML', () => {
    for (const [name, html, plain] of DOCUMENTS) {
      const normal = (value: string): string => value.replaceAll(/\s/g, '');
      const plainText = normal(plain);
      for (const { text, link, element, isHidden } of textsIn(html, 'light')) {
        // A confirmation has its subject as heading; shares in the bar are also in the words.
        const isHeading = name.startsWith('confirmation') && element === 'h1';
        if (element === 'td' || isHeading || isHidden || text === weeksNoteOf(name)) continue;
        const shown = text.replace(/^· /, '');
        assert.ok(plainText.includes(normal(shown)), `${name}: ${shown}`);
        if (link !== null) assert.ok(plain.includes(link.replaceAll('&amp;', '&')), link);
      }
    }
  });

  it('has no line that a mail program would change', () => {
    for (const name of ['From here', '> quoted', 'x '.repeat(300), ...HOSTILE]) {
      const { message, footer } = createTestMessage(
        { report: withName(name), isUpdate: false },
        'en',
      );
      for (const line of renderText(message, footer).split('\n')) {
        assert.doesNotMatch(line, /^(From |>| )| $|\r/, JSON.stringify(line));
      }
    }
  });
});

describe('hostile names', () => {
  it('change neither the elements of the HTML nor the shape of subject and text', () => {
    const plainSample = createTestMessage({ report: withName('Plain'), isUpdate: false }, 'en');
    const expected = tagsIn(renderHtml(plainSample.message, plainSample.footer));
    const hostileName = fc
      .array(
        fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary-ascii', maxLength: 20 })),
        {
          minLength: 1,
          maxLength: 6,
        },
      )
      .map((parts) => `N${parts.join(' ')}`);
    fc.assert(
      fc.property(hostileName, fc.constantFrom(...LANGUAGES), (name, locale) => {
        const { message, footer } = createTestMessage(
          { report: withName(name), isUpdate: false },
          locale,
        );
        assert.doesNotMatch(
          message.subject,
          /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/,
        );
        assert.ok(message.subject.length <= 150, message.subject);
        const html = renderHtml(message, footer);
        assert.deepEqual(tagsIn(html), expected);
        assert.doesNotMatch(html, /[\u0000-\u0009\u000b-\u001f\u202a-\u202e]/);
        assert.doesNotMatch(
          renderText(message, footer),
          /[\u0000-\u0009\u000b-\u001f\u202a-\u202e]/,
        );
      }),
      { numRuns: 50 },
    );
  });
});

describe('the bodies of a mail', () => {
  it('are those of a report or of a confirmation', () => {
    const report = reportMail();
    assert.equal(MAIL_RENDERERS.html(report), renderHtml(report.message, report.footer));
    assert.equal(MAIL_RENDERERS.text(report), renderText(report.message, report.footer));
    const confirmation = confirmationMail();
    assert.equal(MAIL_RENDERERS.html(confirmation), renderConfirmationHtml(confirmation.message));
    assert.equal(MAIL_RENDERERS.text(confirmation), renderConfirmationText(confirmation.message));
  });
});
