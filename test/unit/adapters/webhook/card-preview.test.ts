// The preview of a message in a chat shows what is posted, and nothing of the mail about the same report.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { webhookBody } from '../../../../lib/adapters/webhook/webhook-messages.ts';
import { renderPreview } from '../../../../lib/composition/message-senders.ts';
import type { OutgoingReport } from '../../../../lib/ports/deliveries.ts';
import type { SubscriptionChannel } from '../../../../lib/ports/subscriptions.ts';
import { reportMail } from '../../../support/mail/outgoing-mails.ts';
import { anyFooter, anyMessage, FOOTER, MESSAGE } from '../../../support/test-messages.ts';
import { fc } from '../../../support/property-settings.ts';
import { parseSlack, parseTeams, slackTexts, teamsTexts } from './chat-formats.ts';

function outgoing(
  channel: SubscriptionChannel,
  changes: Partial<OutgoingReport> = {},
): OutgoingReport {
  const mail = reportMail();
  const subscription = { ...mail.subscription, channel };
  return { ...mail, subscription, message: MESSAGE, footer: FOOTER, ...changes };
}

/** The lines of what is posted. */
const POSTED = {
  slack: (message: OutgoingReport) =>
    slackTexts(parseSlack(webhookBody('slack', message)))
      .map((text) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'))
      .flatMap((text) => text.split('\n')),
  teams: (message: OutgoingReport) => {
    const card = parseTeams(webhookBody('teams', message));
    return [...teamsTexts(card), ...(card.actions ?? []).map(({ title }) => title)];
  },
} as const;

/** Without the addresses of links, and of HTML without its elements. */
function withoutMarkup(html: string): string {
  return html
    .replace(/<head>.*<\/head>/s, '')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

describe('a preview', () => {
  for (const channel of ['slack', 'teams'] as const) {
    it(`of a subscription of ${channel} shows every line that is posted, in order`, async () => {
      const view = { ...MESSAGE.view, name: 'R&D <Sale>' };
      const message = outgoing(channel, { message: { ...MESSAGE, view } });
      const { subject, html, text } = await renderPreview(message);
      assert.equal(subject, MESSAGE.subject);
      const shown = [withoutMarkup(html), text.replaceAll(/ \(https:[^)]*\)/g, '')];
      for (const [i, content] of shown.entries()) {
        let at = 0;
        for (const line of POSTED[channel](message)) {
          at = content.indexOf(line, at);
          assert(at >= 0, `${i === 0 ? 'HTML' : 'text'}: ${line}`);
        }
      }
      assert.match(html, /<a href="https:\/\/reports\.example\.com\/#\/2026-W46\/107"/);
      assert.match(text, /Unsubscribe \(https:/);
    });

    it(`of ${channel} matches test/golden/preview-${channel}.txt (UPDATE_GOLDEN=1 writes it)`, async () => {
      const { html, text } = await renderPreview(outgoing(channel));
      const path = new URL(`../../../golden/preview-${channel}.txt`, import.meta.url);
      const shown = `${html}\n${text}\n`;
      if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(path, shown);
      assert.equal(shown, readFileSync(path, 'utf8'));
    });

    it(`of ${channel} ends with the footer where links are disabled`, async () => {
      const message = { ...MESSAGE, pdfLink: null, pageLink: null, takeOnLink: null };
      const footer = { texts: ['Why'], unsubscribe: null };
      const { text } = await renderPreview(outgoing(channel, { message, footer }));
      assert.match(text, /[^\n]\n\nWhy$/);
    });

    it(`of ${channel} contains no markup of a text`, async () => {
      await fc.assert(
        fc.asyncProperty(anyMessage, anyFooter, async (message, footer) => {
          const { html } = await renderPreview(
            outgoing(channel, { message, footer: footer ?? FOOTER }),
          );
          const names = Array.from(html.matchAll(/<\/?(\w+)[^<>]*>/g), ([, name]) => name);
          const allowed = ['html', 'head', 'meta', 'title', 'body', 'div', 'h1', 'p', 'span', 'a'];
          assert.deepEqual(
            names.filter((name) => !allowed.includes(name ?? '')),
            [],
          );
          assert.equal(html.match(/[<>]/g)?.length, 2 * (names.length + 1), 'only of elements');
          assert.doesNotMatch(html, /href="(?!https:)/);
        }),
        { numRuns: 20 },
      );
    });
  }

  it('of a subscription of a webhook shows its JSON, and one of mail the mail', async () => {
    const hook = outgoing('webhook');
    const { html, text } = await renderPreview(hook);
    assert.deepEqual(JSON.parse(text), JSON.parse(webhookBody('generic', hook)));
    assert.ok(withoutMarkup(html).includes(text));
    assert.match(html, /font-family:monospace/);
    assert.match((await renderPreview(outgoing('mail'))).html, /role="presentation"/);
  });
});
