// A message about a report as Slack blocks. Texts of rich text are literal: Slack reads no formatting, mention or link in them.
import type {
  MessageFooter,
  MessageKind,
  MessageLink,
  MessageList,
  ReportMessage,
} from '../../ports/message.ts';
import { chatText, httpsLink, LIMITS, MAX_NOTICES } from './chat-texts.ts';

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
type SlackLine = readonly SlackElement[];

/** UTF-16 units. https://docs.slack.dev/reference/block-kit/blocks/header-block */
const MAX_HEADER = 150;
const MAX_FALLBACK = 300;

/** The footer is null for webhooks of the secret, which have no subscription. */
export function slackMessage(message: ReportMessage, footer: MessageFooter | null) {
  const { subject, title, period, notices, finding, details, kinds } = message;
  const alerts = message.alerts === null ? [] : [richText([[plain(message.alerts)]])];
  const summary = [period, ...notices.slice(0, MAX_NOTICES)].map((text) => [plain(text)]);
  return {
    // For notifications and screen readers; Slack reads markup in it.
    text: escapeShortened(subject, MAX_FALLBACK),
    blocks: [
      {
        type: 'header' as const,
        text: { type: 'plain_text', text: escapeShortened(title, MAX_HEADER), emoji: false },
      },
      richText([
        ...summary,
        [bold(finding)],
        ...(details === null ? [] : [[plain(details, LIMITS.details)]]),
      ]),
      ...message.attention.flatMap(listBlocks),
      ...kinds.map(kindBlock),
      ...message.improved.flatMap(listBlocks),
      ...alerts,
      ...linesBlock([links(message.reportLink, message.pageLink)]),
      ...(footer === null
        ? []
        : linesBlock([...footer.texts.map((text) => [plain(text)]), links(footer.unsubscribe)])),
    ],
    // Slack must not open the links of the report to show a preview.
    unfurl_links: false,
    unfurl_media: false,
  };
}

function kindBlock(kind: MessageKind) {
  const facts = [kind.verdict, kind.usual ?? '', kind.responses].filter((text) => text !== '');
  const answers = kind.distribution.map(({ name, text }) => `${name} ${text}`);
  const weeks = kind.weeks.flatMap(({ text, isReportWeek }) => [
    plain(' '),
    isReportWeek ? bold(text, LIMITS.figure) : plain(text, LIMITS.figure),
  ]);
  const lines: readonly SlackLine[] = [
    [
      bold(kind.name, LIMITS.name),
      ...(kind.index === null ? [] : [plain(' '), bold(kind.index, LIMITS.figure)]),
    ],
    [plain(facts.join(' · '))],
    ...(answers.length === 0 ? [] : [[plain(answers.join(' · '), LIMITS.answers)]]),
    ...(weeks.length === 0 ? [] : [[plain(`${kind.weeksTitle} ·`), ...weeks]]),
  ];
  return richText(lines);
}

/** The names of further places have a block of their own, because they are long. */
function listBlocks({ title, places, also }: MessageList) {
  const items = places.map(({ name, reason, url }) => {
    const link = httpsLink(url);
    return section([
      link === null
        ? bold(name, LIMITS.name)
        : { type: 'link', url: link, text: chatText(name, LIMITS.name) },
      plain(` – ${reason}`, LIMITS.reason),
    ]);
  });
  const list = {
    type: 'rich_text' as const,
    elements: [
      section([bold(title, LIMITS.name)]),
      { type: 'rich_text_list' as const, style: 'bullet', elements: items },
    ],
  };
  return also === null ? [list] : [list, richText([[plain(also, LIMITS.also)]])];
}

/** Those that are https, beside each other. */
function links(...candidates: readonly (MessageLink | null)[]): SlackLine {
  const runs = candidates.flatMap((candidate): SlackLink[] => {
    const url = httpsLink(candidate?.url ?? null);
    if (candidate === null || url === null) return [];
    return [{ type: 'link', url, text: chatText(candidate.text, LIMITS.name) }];
  });
  return runs.flatMap((run, i) => (i === 0 ? [run] : [plain(' · '), run]));
}

// ── blocks ──────────────────────────────────────────────────────────────────────────────────────

/** No block without lines: Slack refuses an empty one. */
function linesBlock(lines: readonly SlackLine[]) {
  const filled = lines.filter((line) => line.length > 0);
  return filled.length === 0 ? [] : [richText(filled)];
}

/** Lines below each other. */
function richText(lines: readonly SlackLine[]) {
  const runs = lines.flatMap((line, i) =>
    i === 0 ? line : [{ type: 'text' as const, text: '\n' }, ...line],
  );
  return { type: 'rich_text' as const, elements: [section(runs)] };
}

function section(elements: readonly SlackElement[]) {
  return { type: 'rich_text_section' as const, elements };
}

function plain(text: string, limit: number = LIMITS.sentence): SlackText {
  return { type: 'text', text: chatText(text, limit) };
}

function bold(text: string, limit?: number): SlackText {
  return { ...plain(text, limit), style: { bold: true } };
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
