// The body of a message for each kind of receiver: Slack blocks, a Teams card, or the report's event for programs.
import type { ReportReady } from '../../ports/deliveries.ts';
import type { MessageFooter, ReportMessage } from '../../ports/message.ts';
import type { WebhookKind } from '../../ports/secrets.ts';
import { escapeSlack, slackMessage } from './slack-message.ts';
import { teamsMessage } from './teams-card.ts';

export interface WebhookContent {
  readonly event: ReportReady;
  readonly message: ReportMessage;
  /** Null for webhooks of the secret, which have no subscription. */
  readonly footer: MessageFooter | null;
}

/** As JSON. */
export function webhookBody(kind: WebhookKind, { event, message, footer }: WebhookContent): string {
  switch (kind) {
    case 'generic':
      return JSON.stringify(genericMessage(event));
    case 'slack':
      return JSON.stringify(slackMessage(message, footer));
    case 'teams':
      return JSON.stringify(teamsMessage(message, footer));
  }
}

/** With the fields that Standard Webhooks recommends; the same whenever it is made. */
function genericMessage(report: ReportReady) {
  const { sentence, link, asOf } = report;
  const text = escapeSlack(link === null ? sentence : `${sentence} ${link}`);
  return { type: 'report.ready', timestamp: asOf, text, report };
}
