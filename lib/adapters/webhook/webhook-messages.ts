// The message for each kind of webhook: Slack blocks, a Teams card, or the report as JSON for programs. Texts are escaped
// and truncated as each receiver requires.
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

/** The text of a link, the same in every language of the reports. */
const LINK_NAME = 'PDF';

/** UTF-16 units of one text. https://docs.slack.dev/reference/block-kit/composition-objects/text-object */
const SLACK_TEXT_LIMIT = 3000;
/** Far below the limit of Teams: 28 KB for a whole message. */
const TEAMS_TEXT_LIMIT = 3000;

function genericMessage(report: ReportReady) {
  const { sentence, link } = report;
  const text = escapeSlack(link === null ? sentence : `${sentence} ${link}`);
  return { text, report };
}

function slackMessage({ sentence, link: url }: ReportReady) {
  const text = truncateEscaped(toSingleLine(sentence), SLACK_TEXT_LIMIT, escapeSlack);
  const link = httpsLink(url);
  const section = (markup: string) => ({
    type: 'section',
    // Verbatim: Slack does not turn text into links and mentions.
    text: { type: 'mrkdwn', text: markup, verbatim: true },
  });
  const linked = link === null ? [] : [section(`<${slackLink(link)}|${LINK_NAME}>`)];
  // Notifications and screen readers use `text`.
  return { text, blocks: [section(text), ...linked] };
}

function teamsMessage({ sentence, link: url }: ReportReady) {
  const text = truncateEscaped(toSingleLine(sentence), TEAMS_TEXT_LIMIT, (character) => character);
  const link = httpsLink(url);
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    // Not a TextBlock: it renders Markdown, which cannot be escaped reliably.
    body: [{ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text }] }],
    ...(link === null
      ? {}
      : { actions: [{ type: 'Action.OpenUrl', title: LINK_NAME, url: link }] }),
  };
  const contentType = 'application/vnd.microsoft.card.adaptive';
  return { type: 'message', attachments: [{ contentType, contentUrl: null, content }] };
}

// ── texts and links ─────────────────────────────────────────────────────────────────────────────

/** Slack interprets <!channel> and <url|text>, which a folder's name may contain. */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function slackLink(link: string): string {
  return escapeSlack(link.replaceAll('|', '%7C'));
}

/** Null for any other URL: readers on other machines could not open it. */
function httpsLink(link: string | null): string | null {
  const url = link === null ? null : URL.parse(link);
  return url?.protocol === 'https:' ? url.href : null;
}

function toSingleLine(text: string): string {
  return text.toWellFormed().replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}

/** Escapes the text, and truncates it at a whole character when it would be longer than `limit`. */
function truncateEscaped(text: string, limit: number, escape: (text: string) => string): string {
  const whole = escape(text);
  if (whole.length <= limit) return whole;
  let result = '';
  for (const character of text) {
    const next = escape(character);
    if (result.length + next.length >= limit) break;
    result += next;
  }
  return `${result}…`;
}
