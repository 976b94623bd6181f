// Messages in every language, as goldens that a person can read: subjects and findings, plain texts and the HTML's outline.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { renderConfirmationHtml, renderHtml } from '../../../lib/adapters/mail/html.ts';
import { renderConfirmationText, renderText } from '../../../lib/adapters/mail/text.ts';
import { MESSAGE_COMPOSER } from '../../../lib/delivery/message-composer.ts';
import { LANGUAGES } from '../../../lib/i18n/messages.ts';
import { withoutIsolates } from '../../../lib/i18n/text-direction.ts';
import { createTestMessage, MESSAGE_CASES } from '../../support/message-cases.ts';
import { outlineOf } from '../../support/mail-html.ts';

/** Those with the most kinds of texts; of the others the golden has what differs. */
const WHOLE = ['a company', 'a partial store'];
const OUTLINED = 'a partial region';
const FOLDER = { key: 1, name: 'Northern Airports' };
const RECIPIENT = 'manager@example.com';
const ACCESS_URL = 'https://reports.example.com/#/2026-W46/1?access=TOKEN';
const CONFIRM_URL = 'https://reports.example.com/subscriptions/confirm/TOKEN';

function goldenOf(locale: string): string {
  const sections = [...MESSAGE_CASES].flatMap(([name, messageCase]) => {
    const { message, footer } = createTestMessage(messageCase, locale);
    const { subject, preheader, view, notices } = message;
    const head = [`## ${name}`, `Subject: ${subject}`, `After it: ${preheader}`].join('\n');
    if (WHOLE.includes(name)) return [head, renderText(message, footer)];
    if (name === OUTLINED) return [head, outlineOf(renderHtml(message, footer))];
    const { headline, details } = view.finding;
    return [head, [headline, ...details, ...view.notices, ...notices].join('\n')];
  });
  const to = { address: RECIPIENT, locale };
  const confirmation = MESSAGE_COMPOSER.confirmation(FOLDER, to, CONFIRM_URL);
  const accessLink = MESSAGE_COMPOSER.accessLink(FOLDER, to, ACCESS_URL);
  return withoutIsolates(
    [
      ...sections,
      `## confirmation\nSubject: ${confirmation.subject}`,
      renderConfirmationText(confirmation),
      outlineOf(renderConfirmationHtml(confirmation)),
      `## access link\nSubject: ${accessLink.subject}`,
      renderConfirmationText(accessLink),
      '',
    ].join('\n\n'),
  );
}

describe('messages', () => {
  for (const locale of LANGUAGES) {
    it(`match test/golden/message-${locale}.txt (UPDATE_GOLDEN=1 writes it)`, () => {
      const path = new URL(`../../golden/message-${locale}.txt`, import.meta.url);
      const golden = goldenOf(locale);
      if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(path, golden);
      assert.equal(golden, readFileSync(path, 'utf8'));
    });
  }
});
