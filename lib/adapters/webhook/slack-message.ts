// A message about a report as Slack blocks. Texts of rich text are literal: Slack reads no formatting, mention or link in them.
import type { MessageFooter, ReportMessage } from '../../ports/message.ts';
import type { ChatLine, ChatRun } from './chat-parts.ts';
import { chatContent } from './chat-parts.ts';
import { chatText } from './chat-texts.ts';

interface SlackText {
  readonly type: 'text';
  readonly text: string;
  readonly style?: { readonly bold: true };
}

interface SlackLink {
  readonly type: 'link';
  readonly url: string;
  readonly text: string;
}

export type SlackElement = SlackText | SlackLink;

/** UTF-16 units. https://docs.slack.dev/reference/block-kit/blocks/header-block */
const MAX_HEADER = 150;
const MAX_FALLBACK = 300;

export function slackMessage(message: ReportMessage, footer: MessageFooter | null) {
  const { title, parts, links, footer: end } = chatContent(message, footer);
  const linkRuns = links.map((link): ChatRun => ({ ...link, style: 'plain' }));
  return {
    // For notifications and screen readers; Slack reads markup in it.
    text: escapeShortened(message.subject, MAX_FALLBACK),
    blocks: [
      {
        type: 'header' as const,
        text: { type: 'plain_text', text: escapeShortened(title, MAX_HEADER), emoji: false },
      },
      ...parts.map(({ lines }) => richText(lines)),
      ...(linkRuns.length === 0 ? [] : [richText([separated(linkRuns)])]),
      ...(end === null ? [] : [richText(end.lines)]),
    ],
    // Slack must not open the links of the report to show a preview.
    unfurl_links: false,
    unfurl_media: false,
  };
}

/** Runs beside each other. */
function separated(runs: readonly ChatRun[]): ChatLine {
  const dot: ChatRun = { text: ' · ', style: 'plain', url: null };
  return { runs: runs.flatMap((run, i) => (i === 0 ? [run] : [dot, run])), isItem: false };
}

// ── blocks ──────────────────────────────────────────────────────────────────────────────────────

/** Lines below each other; those of a list that follow each other have bullets. */
function richText(lines: readonly ChatLine[]) {
  const elements = lines.reduce<readonly RichTextElement[]>((all, line) => {
    const last = all.at(-1);
    const others = all.slice(0, -1);
    if (line.isItem) {
      const items = last?.type === 'rich_text_list' ? last.elements : [];
      const list = { type: 'rich_text_list', style: 'bullet' } as const;
      const kept = last?.type === 'rich_text_list' ? others : all;
      return [...kept, { ...list, elements: [...items, section(line.runs.map(slackRun))] }];
    }
    return last?.type === 'rich_text_section'
      ? [...others, section([...last.elements, LINE_BREAK, ...line.runs.map(slackRun)])]
      : [...all, section(line.runs.map(slackRun))];
  }, []);
  return { type: 'rich_text' as const, elements };
}

interface RichTextSection {
  readonly type: 'rich_text_section';
  readonly elements: readonly SlackElement[];
}

interface RichTextList {
  readonly type: 'rich_text_list';
  readonly style: 'bullet';
  readonly elements: readonly RichTextSection[];
}

type RichTextElement = RichTextSection | RichTextList;

const LINE_BREAK: SlackText = { type: 'text', text: '\n' };

function section(elements: readonly SlackElement[]): RichTextSection {
  return { type: 'rich_text_section', elements };
}

function slackRun({ text, style, url }: ChatRun): SlackElement {
  if (url !== null) return { type: 'link', url, text };
  const isBold = style !== 'plain' && style !== 'quiet';
  return { type: 'text', text, ...(isBold ? { style: { bold: true } } : {}) };
}

// ── markup ──────────────────────────────────────────────────────────────────────────────────────

/** Slack interprets <!channel> and <url|text>, which a folder's name may contain. */
export function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

export function unescapeSlack(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

/** Escaped, and cut at a whole character where that would be longer than `limit`. */
function escapeShortened(text: string, limit: number): string {
  const line = chatText(text, limit);
  const wholeLine = escapeSlack(line);
  if (wholeLine.length <= limit) return wholeLine;
  let result = '';
  for (const character of line) {
    const next = escapeSlack(character);
    if (result.length + next.length >= limit) break;
    result += next;
  }
  return `${result}…`;
}
