// Texts of the web page that belong together fit each other in every language.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LANGUAGES } from '../../../lib/i18n/messages.ts';
import { loadPageTexts } from '../../support/page-texts.ts';

describe('the texts of the web page', () => {
  for (const language of LANGUAGES) {
    it(`have the visible text of a control in its accessible name: ${language}`, async () => {
      const page = await loadPageTexts(language);
      const { read, share, subscribe, subscriptions, deliveries } = page;
      const names: readonly (readonly [visible: string, name: string])[] = [
        [read.pdf, read.openPdfTab],
        [share.copy, share.copyLinkTo({ what: 'X' })],
        [share.copy, subscribe.copyKey],
        [share.revoke, share.revokeLink({ what: 'X' })],
        [
          subscriptions.change,
          subscriptions.actionFor({ action: subscriptions.change, what: 'X' }),
        ],
        [deliveries.sendAgain, deliveries.sendAgainTo({ recipient: 'X' })],
      ];
      for (const [visible, name] of names) {
        assert.ok(name.toLowerCase().includes(visible.toLowerCase()), name);
      }
    });
  }
});
