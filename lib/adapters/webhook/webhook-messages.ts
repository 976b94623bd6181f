// What a webhook is sent, by its kind: Slack's blocks, a card of Teams Workflows, or the report itself for programs.
// It hides what each of them takes for markup and how long a text it shows.
import type { ReportReady } from '../../ports/delivery.ts';
import type { WebhookKind } from '../../ports/secrets.ts';

/** The body of a message, as JSON. */
export function webhookBody(kind: WebhookKind, report: ReportReady): string {
  switch (kind) {
    case 'generic':
      return JSON.stringify(genericMessage(report));
    case 'slack':
      return JSON.stringify(slackMessage(report));
    case 'teams':
      return JSON.stringify(teamsMessage(report));
  }
}

/** What a link is called: the same in every language of the reports. */
const LINK_NAME = 'PDF';

/** UTF-16 units of one text. https://docs.slack.dev/reference/block-kit/composition-objects/text-object */
const SLACK_TEXT_LIMIT = 3000;
/** Far below what Teams takes: 28 KB for a whole message. */
const TEAMS_TEXT_LIMIT = 3000;

function genericMessage(report: ReportReady) {
  const { sentence, link } = report;
  const text = escapeSlack(link === null ? sentence : `${sentence} ${link}`);
  return { text, report };
}

function slackMessage({ sentence, link: given }: ReportReady) {
  const text = truncateEscaped(toSingleLine(sentence), SLACK_TEXT_LIMIT, escapeSlack);
  const link = httpsLink(given);
  const section = (markup: string) => ({
    type: 'section',
    // Verbatim: Slack makes no links and mentions of what looks like them.
    text: { type: 'mrkdwn', text: markup, verbatim: true },
  });
  const linked = link === null ? [] : [section(`<${slackLink(link)}|${LINK_NAME}>`)];
  // `text` is what notifications and screen readers get.
  return { text, blocks: [section(text), ...linked] };
}

function teamsMessage({ sentence, link: given }: ReportReady) {
  const text = truncateEscaped(toSingleLine(sentence), TEAMS_TEXT_LIMIT, (it) => it);
  const link = httpsLink(given);
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    // Not a TextBlock: that takes names for Markdown, which has no reliable way to escape them.
    body: [{ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text }] }],
    ...(link === null
      ? {}
      : { actions: [{ type: 'Action.OpenUrl', title: LINK_NAME, url: link }] }),
  };
  const contentType = 'application/vnd.microsoft.card.adaptive';
  return { type: 'message', attachments: [{ contentType, contentUrl: null, content }] };
}

// ── texts and links ─────────────────────────────────────────────────────────────────────────────

/** Slack reads <!channel> and <url|words> as commands; a folder may be called anything. */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function slackLink(link: string): string {
  return escapeSlack(link.replaceAll('|', '%7C'));
}

/** Links of another kind open nothing for people elsewhere. */
function httpsLink(link: string | null): string | null {
  const url = link === null ? null : URL.parse(link);
  return url?.protocol === 'https:' ? url.href : null;
}

function toSingleLine(text: string): string {
  return text.toWellFormed().replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}

/** The text escaped, cut at a whole character where it would be longer than `limit`. */
function truncateEscaped(text: string, limit: number, escape: (text: string) => string): string {
  const whole = escape(text);
  if (whole.length <= limit) return whole;
  let kept = '';
  for (const character of text) {
    const next = escape(character);
    if (kept.length + next.length >= limit) break;
    kept += next;
  }
  return `${kept}…`;
}
