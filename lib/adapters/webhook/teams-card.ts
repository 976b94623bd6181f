// A message about a report as an Adaptive Card in the envelope of Teams Workflows. All texts are text runs: text blocks and
// facts render Markdown, which cannot be escaped reliably.
import type { MessageFooter, ReportMessage } from '../../ports/message.ts';
import type { ChatContent, ChatLine, ChatPart, ChatRun, RunStyle } from './chat-parts.ts';
import { chatContent } from './chat-parts.ts';
import { chatText, LIMITS } from './chat-texts.ts';

/** Teams refuses larger messages: "28 KB", counted where the workflow has put the message as a text into another JSON. */
const MAX_BYTES = 28_000;

interface CardStyle {
  readonly weight?: 'Bolder';
  readonly size?: 'Large';
  readonly isSubtle?: true;
  readonly color?: 'Attention' | 'Good' | 'Warning';
}

const STYLES: Readonly<Record<RunStyle, CardStyle>> = {
  plain: {},
  bold: { weight: 'Bolder' },
  quiet: { isSubtle: true },
  bad: { weight: 'Bolder', color: 'Attention' },
  good: { weight: 'Bolder', color: 'Good' },
  warning: { weight: 'Bolder', color: 'Warning' },
};

export interface CardRun extends CardStyle {
  readonly type: 'TextRun';
  readonly text: string;
  readonly selectAction?: { readonly type: 'Action.OpenUrl'; readonly url: string };
}

/** Of a long message, the last lines are left out. */
export function teamsMessage(message: ReportMessage, footer: MessageFooter | null) {
  let content: ChatContent = chatContent(message, footer);
  for (;;) {
    const envelope = createEnvelope(message, content);
    const escapedMessage = JSON.stringify(JSON.stringify(envelope));
    const parts = withoutLastLine(content.parts);
    if (Buffer.byteLength(escapedMessage) <= MAX_BYTES || parts === null) return envelope;
    content = { ...content, parts };
  }
}

const ELLIPSIS: ChatLine = { runs: [{ text: '…', style: 'plain', url: null }], isItem: false };

/**
 * An ellipsis stands for what is left out. Null when only what every message has is left, which is short enough. A section's
 * title is left out with the last of its places.
 */
function withoutLastLine(parts: readonly ChatPart[]): readonly ChatPart[] | null {
  const at = parts.findLastIndex(({ isOptional }) => isOptional);
  const last = parts[at];
  if (last === undefined) return null;
  const lines = last.lines.filter((line) => line !== ELLIPSIS).slice(0, -1);
  const rest = lines.length > 1 ? lines : [];
  const others = parts.toSpliced(at, 1);
  if (rest.length > 0) return parts.with(at, { ...last, lines: [...rest, ELLIPSIS] });
  const before = others[at - 1];
  return before?.isOptional === true
    ? others.with(at - 1, { ...before, lines: [...before.lines, ELLIPSIS] })
    : others;
}

function createEnvelope(
  { view: { direction } }: ReportMessage,
  { title, parts, links, footer }: ChatContent,
) {
  const actions = links.map(({ text, url }) => ({ type: 'Action.OpenUrl', title: text, url }));
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    // A card of version 1.4 has no direction.
    ...(direction === 'rtl' ? { version: '1.5', rtl: true } : { version: '1.4' }),
    body: [
      textBlock([
        {
          ...cardRun({ text: chatText(title, LIMITS.name), style: 'bold', url: null }),
          size: 'Large',
        },
      ]),
      ...[...parts, ...(footer === null ? [] : [footer])].map(container),
    ],
    ...(actions.length === 0 ? {} : { actions }),
    msteams: { width: 'Full' },
  };
  const contentType = 'application/vnd.microsoft.card.adaptive';
  return { type: 'message', attachments: [{ contentType, contentUrl: null, content }] };
}

// ── elements ────────────────────────────────────────────────────────────────────────────────────

function container({ lines }: ChatPart) {
  return {
    type: 'Container' as const,
    spacing: 'Medium',
    items: lines.map(({ runs }) => textBlock(runs.map(cardRun))),
  };
}

function textBlock(inlines: readonly CardRun[]) {
  return { type: 'RichTextBlock' as const, spacing: 'Small', inlines };
}

function cardRun({ text, style, url }: ChatRun): CardRun {
  return {
    type: 'TextRun',
    text,
    ...STYLES[style],
    ...(url === null ? {} : { selectAction: { type: 'Action.OpenUrl', url } }),
  };
}
