// What each surface says of a report, as one line of text. PDF and page are tested beside it.
import { reportLines } from '../../../functions/cli/report-lines.ts';
import { renderHtml } from '../../../lib/adapters/mail/html.ts';
import { renderText } from '../../../lib/adapters/mail/text.ts';
import { slackMessage } from '../../../lib/adapters/webhook/slack-message.ts';
import { teamsMessage } from '../../../lib/adapters/webhook/teams-card.ts';
import type { Report } from '../../../lib/domain/report.ts';
import { messagesFor } from '../../../lib/i18n/catalogues.ts';
import { createLocalization } from '../../../lib/i18n/localization.ts';
import type { Language } from '../../../lib/i18n/messages.ts';
import { createReportView } from '../../../lib/view/create-report-view.ts';
import type { ReportView } from '../../../lib/view/report-view.ts';
import { textsIn } from '../../support/mail-html.ts';
import { createTestMessage } from '../../support/message-cases.ts';
import {
  parseSlack,
  parseTeams,
  slackTexts,
  teamsTexts,
} from '../../unit/adapters/webhook/chat-formats.ts';

export type Surface = (report: Report, language: Language) => string;

export function viewOf(report: Report, language: Language): ReportView {
  return createReportView(report, createLocalization(report, language, messagesFor(language)));
}

export const SURFACES: Readonly<Record<string, Surface>> = {
  'the mail’s HTML': (report, language) => {
    const { message, footer } = createTestMessage({ report, isUpdate: false }, language);
    return textsIn(renderHtml(message, footer), 'light')
      .map(({ text }) => text)
      .join(' ');
  },
  'the mail’s text': (report, language) => {
    const { message, footer } = createTestMessage({ report, isUpdate: false }, language);
    return renderText(message, footer);
  },
  Slack: (report, language) => {
    const { message, footer } = createTestMessage({ report, isUpdate: false }, language);
    return slackTexts(parseSlack(JSON.stringify(slackMessage(message, footer)))).join(' ');
  },
  Teams: (report, language) => {
    const { message, footer } = createTestMessage({ report, isUpdate: false }, language);
    return teamsTexts(parseTeams(JSON.stringify(teamsMessage(message, footer)))).join(' ');
  },
  'the terminal': (report, language) =>
    reportLines(viewOf(report, language), {
      width: Infinity,
      showAll: false,
      bold: (text) => text,
    }).join(' '),
};
