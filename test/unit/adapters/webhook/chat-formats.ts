// The formats of Slack and Teams as their documents state them, with their limits.
import assert from 'node:assert/strict';
import adaptiveCards from 'adaptivecards/dist/adaptivecards.js';
import { z } from 'zod';

// The package's ES modules are for bundlers only.
const { AdaptiveCard, SerializationContext, Version } = adaptiveCards;

const httpsUrl = z.url({ protocol: /^https$/ }).max(3000);

// ── Slack: https://docs.slack.dev/reference/block-kit/blocks ────────────────────────────────────

const slackRun = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('text'),
    text: z.string().min(1),
    style: z.strictObject({ bold: z.literal(true) }).optional(),
  }),
  z.strictObject({ type: z.literal('link'), url: httpsUrl, text: z.string().min(1) }),
]);
const slackSection = z.strictObject({
  type: z.literal('rich_text_section'),
  elements: z.array(slackRun).min(1),
});
const slackList = z.strictObject({
  type: z.literal('rich_text_list'),
  style: z.literal('bullet'),
  elements: z.array(slackSection).min(1),
});
const slackBlock = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('header'),
    text: z.strictObject({
      type: z.literal('plain_text'),
      text: z
        .string()
        .min(1)
        .max(150)
        .regex(/^(?:[^&<>]|&(?:amp|lt|gt);)*$/),
      emoji: z.literal(false),
    }),
  }),
  z.strictObject({
    type: z.literal('rich_text'),
    elements: z.array(z.discriminatedUnion('type', [slackSection, slackList])).min(1),
  }),
]);
const slackMessage = z.strictObject({
  text: z
    .string()
    .min(1)
    .max(3000)
    .regex(/^(?:[^&<>]|&(?:amp|lt|gt);)*$/),
  blocks: z.array(slackBlock).min(1).max(50),
  unfurl_links: z.literal(false),
  unfurl_media: z.literal(false),
});
type SlackMessage = z.infer<typeof slackMessage>;

const MAX_SECTION = 3000;

export function parseSlack(body: string): SlackMessage {
  const message = slackMessage.parse(JSON.parse(body));
  for (const block of message.blocks) {
    assert(sectionTexts(block).join('').length <= MAX_SECTION);
  }
  return message;
}

/** The text of each section, in order. */
export function slackTexts({ blocks }: SlackMessage): readonly string[] {
  return blocks.flatMap(sectionTexts);
}

function sectionTexts(block: z.infer<typeof slackBlock>): readonly string[] {
  if (block.type === 'header') return [block.text.text];
  return block.elements
    .flatMap((element) => (element.type === 'rich_text_list' ? element.elements : [element]))
    .map(({ elements }) => elements.map(({ text }) => text).join(''));
}

// ── Teams: https://adaptivecards.io/explorer ────────────────────────────────────────────────────

const openUrl = z.strictObject({ type: z.literal('Action.OpenUrl'), url: httpsUrl });
const line = z.strictObject({
  type: z.literal('RichTextBlock'),
  spacing: z.literal('Small'),
  inlines: z
    .array(
      z.looseObject({
        type: z.literal('TextRun'),
        text: z.string().min(1),
        selectAction: openUrl.optional(),
      }),
    )
    .min(1),
});
const container = z.looseObject({ type: z.literal('Container'), items: z.array(line).min(1) });
const cardShape = z.strictObject({
  $schema: z.literal('http://adaptivecards.io/schemas/adaptive-card.json'),
  type: z.literal('AdaptiveCard'),
  version: z.enum(['1.4', '1.5']),
  rtl: z.literal(true).optional(),
  body: z.array(z.discriminatedUnion('type', [line, container])).min(1),
  actions: z
    .array(openUrl.extend({ title: z.string().min(1) }))
    .min(1)
    .max(6)
    .optional(),
  msteams: z.strictObject({ width: z.literal('Full') }),
});
type Card = z.infer<typeof cardShape>;

const teamsMessage = z.strictObject({
  type: z.literal('message'),
  attachments: z.tuple([
    z.strictObject({
      contentType: z.literal('application/vnd.microsoft.card.adaptive'),
      contentUrl: z.null(),
      content: cardShape,
    }),
  ]),
});

const MAX_TEAMS_BYTES = 28_000;

/** Also parses the card with Microsoft's own parser, which must know and keep all of it. */
export function parseTeams(body: string): Card {
  // The workflow passes the message on as a text inside another JSON, and the limit is for that.
  assert(Buffer.byteLength(JSON.stringify(body)) <= MAX_TEAMS_BYTES);
  const [{ content }] = teamsMessage.parse(JSON.parse(body)).attachments;
  const card = new AdaptiveCard();
  const context = new SerializationContext(new Version(1, content.version === '1.4' ? 4 : 5));
  card.parse(content, context);
  const problems = Array.from(
    { length: context.eventCount },
    (_, i) => context.getEventAt(i).message,
  );
  assert.deepEqual(problems, []);
  return content;
}

/** The text of each line, in order. */
export function teamsTexts({ body }: Card): readonly string[] {
  return body
    .flatMap((element) => (element.type === 'Container' ? element.items : [element]))
    .map(({ inlines }) => inlines.map(({ text }) => text).join(''));
}
