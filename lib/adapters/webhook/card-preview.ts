// What a reader sees of a message in Slack or Teams, as HTML and as plain text, made from the blocks or the card that is posted;
// of a message to a program its JSON. Chats show them with fonts and distances of their own.
import { colours } from '../../charts/theme.ts';
import type { OutgoingReport } from '../../ports/deliveries.ts';
import type { WebhookKind } from '../../ports/secrets.ts';
import { escapeHtml } from '../../shared/escape-html.ts';
import type { SlackElement } from './slack-message.ts';
import { slackMessage, unescapeSlack } from './slack-message.ts';
import type { CardRun } from './teams-card.ts';
import { teamsMessage } from './teams-card.ts';
import { webhookBody } from './webhook-messages.ts';

interface ShownRun {
  readonly text: string;
  readonly url: string | null;
  /** CSS. */
  readonly style: string;
}

interface ShownLine {
  readonly kind: 'title' | 'text' | 'item' | 'button';
  readonly runs: readonly ShownRun[];
}

/** Lines that belong together, with a distance to those above. */
type ShownPart = readonly ShownLine[];

export function renderCardPreview(
  kind: WebhookKind,
  outgoing: OutgoingReport,
): { readonly html: string; readonly text: string } {
  const parts = shownParts(kind, outgoing);
  const { view, subject } = outgoing.message;
  const { language, direction } = view;
  return {
    html: `<!doctype html>
<html lang="${escapeHtml(language)}" dir="${direction}">
<head>
<meta charset="utf-8">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:16px;background:${colours.paper};color:${colours.ink};font:15px/1.4 ${FONT};overflow-wrap:anywhere">
${parts.map(partHtml).join('\n')}
</body>
</html>
`,
    text: parts.map((lines) => lines.map(lineText).join('\n')).join('\n\n'),
  };
}

const FONT = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

function shownParts(kind: WebhookKind, outgoing: OutgoingReport): readonly ShownPart[] {
  const { message, footer } = outgoing;
  switch (kind) {
    case 'slack':
      return slackParts(slackMessage(message, footer));
    case 'teams':
      return teamsParts(teamsMessage(message, footer));
    case 'generic': {
      const body = JSON.stringify(JSON.parse(webhookBody(kind, outgoing)), null, 2);
      return [
        [{ kind: 'text', runs: [{ text: body, url: null, style: 'font-family:monospace' }] }],
      ];
    }
  }
}

// ── Slack ───────────────────────────────────────────────────────────────────────────────────────

function slackParts({ blocks }: ReturnType<typeof slackMessage>): readonly ShownPart[] {
  return blocks.map((block): ShownPart => {
    if (block.type === 'header') {
      const text = unescapeSlack(block.text.text);
      return [{ kind: 'title', runs: [{ text, url: null, style: '' }] }];
    }
    return block.elements.flatMap((element): ShownPart =>
      element.type === 'rich_text_list'
        ? element.elements.map((item) => ({ kind: 'item', runs: item.elements.map(slackRun) }))
        : [{ kind: 'text', runs: element.elements.map(slackRun) }],
    );
  });
}

function slackRun(element: SlackElement): ShownRun {
  return element.type === 'link'
    ? { text: element.text, url: element.url, style: '' }
    : { text: element.text, url: null, style: element.style === undefined ? '' : BOLD };
}

const BOLD = 'font-weight:bold';

// ── Teams ───────────────────────────────────────────────────────────────────────────────────────

function teamsParts({ attachments }: ReturnType<typeof teamsMessage>): readonly ShownPart[] {
  return attachments.flatMap(({ content: { body, actions = [] } }): readonly ShownPart[] => {
    const parts = body.map((element): ShownPart =>
      element.type === 'Container'
        ? element.items.map(teamsLine)
        : [{ ...teamsLine(element), kind: 'title' }],
    );
    const buttons = actions.map(({ title, url }): ShownLine => ({
      kind: 'button',
      runs: [{ text: title, url, style: '' }],
    }));
    return buttons.length === 0 ? parts : [...parts, buttons];
  });
}

function teamsLine({ inlines }: { readonly inlines: readonly CardRun[] }): ShownLine {
  return { kind: 'text', runs: inlines.map(teamsRun) };
}

function teamsRun({ text, selectAction, ...style }: CardRun): ShownRun {
  const rules = [
    ...(style.weight === undefined ? [] : [BOLD]),
    ...(style.size === undefined ? [] : [`font-size:${SIZES[style.size]}px`]),
    ...(style.isSubtle === undefined ? [] : [`color:${colours.muted}`]),
    ...(style.color === undefined ? [] : [`color:${CARD_COLOURS[style.color]}`]),
  ];
  return { text, url: selectAction?.url ?? null, style: rules.join(';') };
}

const SIZES = { Large: 18 } as const;
const CARD_COLOURS = {
  Attention: colours.bad,
  Good: colours.good,
  Warning: colours.noticeEdge,
} as const;

// ── output ──────────────────────────────────────────────────────────────────────────────────────

function partHtml(lines: ShownPart): string {
  return `<div style="margin:0 0 12px">${lines.map(lineHtml).join('')}</div>`;
}

function lineHtml({ kind, runs }: ShownLine): string {
  const content = runs.map(runHtml).join('');
  switch (kind) {
    case 'title':
      return `<h1 style="margin:0;font-size:18px">${content}</h1>`;
    case 'text':
      return `<p style="margin:0;white-space:pre-wrap">${content}</p>`;
    case 'item':
      return `<p style="margin:0;padding-inline-start:16px">• ${content}</p>`;
    case 'button':
      return `<p style="display:inline-block;margin:0;margin-inline-end:8px;padding:6px 12px;border:1px solid ${colours.interval};border-radius:4px">${content}</p>`;
  }
}

function runHtml({ text, url, style }: ShownRun): string {
  const shown =
    style === '' ? escapeHtml(text) : `<span style="${style}">${escapeHtml(text)}</span>`;
  return url === null
    ? shown
    : `<a href="${escapeHtml(url)}" style="color:${colours.accent}">${shown}</a>`;
}

function lineText({ kind, runs }: ShownLine): string {
  const text = runs
    .map((run) => (run.url === null ? run.text : `${run.text} (${run.url})`))
    .join('');
  return kind === 'item' ? `• ${text}` : text;
}
