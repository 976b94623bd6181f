// Messages to Slack and Teams on a real socket, checked against their published formats.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { createWebhookSender } from '../../../../lib/adapters/webhook/index.ts';
import { webhookBody } from '../../../../lib/adapters/webhook/webhook-messages.ts';
import type { ReportReady } from '../../../../lib/ports/delivery.ts';
import type { WebhookKind } from '../../../../lib/ports/secrets.ts';
import { webhookKey } from '../../../support/secret-markers.ts';
import { fc } from '../../../support/property-settings.ts';
import { startWebhookReceiver } from '../../../integration/webhook/webhook-receiver.ts';

const LINK = 'https://reports.example.com/d/token?a=1&b=2';
const SENTENCE = 'Helsinki – week 46, 2026 · Happy Index 71, down 6 from last week: a clear fall.';

const file = { key: 'weeks/2026-W46/folders/41/x', bytes: 1, sha256: '0'.repeat(64) };
const REPORT: ReportReady = {
  version: '1',
  week: '2026-W46',
  folder: { key: 41, name: 'Helsinki' },
  revision: 2,
  status: 'complete',
  asOf: '2026-11-16T18:00:00Z',
  verdict: 'clearFall',
  signal: { verdict: 'worse', since: '2026-W46' },
  sentence: SENTENCE,
  link: LINK,
  files: { pdf: file, json: file },
};

/** A section with text, of https://docs.slack.dev/reference/block-kit/blocks/section-block */
const slackShape = z.strictObject({
  text: z.string().min(1).max(3000),
  blocks: z
    .array(
      z.strictObject({
        type: z.literal('section'),
        text: z.strictObject({
          type: z.literal('mrkdwn'),
          text: z.string().min(1).max(3000),
          verbatim: z.literal(true),
        }),
      }),
    )
    .min(1)
    .max(50),
});

/** The elements in use of http://adaptivecards.io/schemas/adaptive-card.json, and the envelope of Teams. */
const teamsShape = z.strictObject({
  type: z.literal('message'),
  attachments: z.tuple([
    z.strictObject({
      contentType: z.literal('application/vnd.microsoft.card.adaptive'),
      contentUrl: z.null(),
      content: z.strictObject({
        $schema: z.literal('http://adaptivecards.io/schemas/adaptive-card.json'),
        type: z.literal('AdaptiveCard'),
        version: z.enum(['1.4', '1.5']),
        body: z.tuple([
          z.strictObject({
            type: z.literal('RichTextBlock'),
            inlines: z.tuple([
              z.strictObject({ type: z.literal('TextRun'), text: z.string().min(1) }),
            ]),
          }),
        ]),
        actions: z
          .tuple([
            z.strictObject({
              type: z.literal('Action.OpenUrl'),
              title: z.string().min(1),
              url: z.url({ protocol: /^https$/ }),
            }),
          ])
          .optional(),
      }),
    }),
  ]),
});

const MOST_TEAMS_BYTES = 28 * 1024;

async function sent(kind: WebhookKind): Promise<unknown> {
  await using receiver = await startWebhookReceiver();
  const webhooks = createWebhookSender({ clock: () => 0 });
  const subscription = { folder: 1, url: receiver.url, key: webhookKey('webhook key'), kind };
  await webhooks.send(subscription, { id: 'm', report: REPORT });
  return JSON.parse(receiver.received[0]?.body ?? '');
}

function messageOf(kind: 'slack' | 'teams', changes: Partial<ReportReady>) {
  const body = webhookBody(kind, { ...REPORT, ...changes });
  const parsed: unknown = JSON.parse(body);
  if (kind === 'slack') {
    const { blocks } = slackShape.parse(parsed);
    return { body, text: blocks[0]?.text.text ?? '', link: blocks[1]?.text.text };
  }
  const [{ content }] = teamsShape.parse(parsed).attachments;
  return { body, text: content.body[0].inlines[0].text, link: content.actions?.[0].url };
}

describe('a message to Slack', () => {
  it('has a section for the sentence, one for the link, and a text for notifications', async () => {
    const message = slackShape.parse(await sent('slack'));
    assert.equal(message.text, SENTENCE);
    assert.deepEqual(
      message.blocks.map(({ text }) => text.text),
      [SENTENCE, '<https://reports.example.com/d/token?a=1&amp;b=2|PDF>'],
    );
  });

  it('contains no mention, link or line break from a folder’s name', () => {
    const sentence = 'R&D <!channel> <https://evil.example|PDF>\n> quoted';
    const { text } = messageOf('slack', { sentence });
    const inert = 'R&amp;D &lt;!channel&gt; &lt;https://evil.example|PDF&gt; &gt; quoted';
    assert.equal(text, inert);
    const { link } = messageOf('slack', { link: 'https://reports.example.com/d/a|b>c' });
    assert.equal(link, '<https://reports.example.com/d/a%7Cb%3Ec|PDF>');
  });
});

describe('a message to Teams', () => {
  it('is a card in the envelope of Workflows with the sentence and a button that opens the report', async () => {
    const [{ content }] = teamsShape.parse(await sent('teams')).attachments;
    assert.deepEqual(content.body[0].inlines[0], { type: 'TextRun', text: SENTENCE });
    assert.equal(content.actions?.[0].url, LINK);
  });

  it('shows Markdown in a name literally', () => {
    const sentence = '**Sale** [PDF](https://evil.example) <at>all</at>';
    assert.equal(messageOf('teams', { sentence }).text, sentence);
  });
});

describe('a message to a chat', () => {
  it('has no link unless it is https', () => {
    for (const link of [null, 'http://127.0.0.1:8080/d/x', 'javascript:alert(1)', 'no address']) {
      assert.equal(messageOf('slack', { link }).link, undefined);
      assert.equal(messageOf('teams', { link }).link, undefined);
    }
  });

  it('is truncated to the limits of its platform at a whole character', () => {
    const units = fc.constantFrom(
      '&',
      '<',
      '>',
      '"',
      '\\',
      '\0',
      '\ud83d\ude00',
      '\ud83d',
      'ä',
      '漢',
      'x',
    );
    const names = fc.array(units, { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(names, fc.integer({ min: 1, max: 4000 }), (name, times) => {
        const sentence = name.join('').repeat(times);
        for (const kind of ['slack', 'teams'] as const) {
          const { body, text } = messageOf(kind, { sentence });
          assert.ok(text.length <= 3000 && text.isWellFormed());
          assert.doesNotMatch(
            text,
            kind === 'slack' ? /\p{Cc}|[<>]|&(?!(?:amp|lt|gt);)/u : /\p{Cc}/u,
          );
          assert.ok(Buffer.byteLength(body) <= MOST_TEAMS_BYTES);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('is generic for a webhook without a kind', async () => {
    assert.deepEqual(await sent('generic'), {
      text: `${SENTENCE} ${LINK.replace('&', '&amp;')}`,
      report: REPORT,
    });
  });
});
