// Messages to Slack and Teams in every language, as goldens that a person can read, and in English as the JSON itself.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { slackMessage } from '../../../../lib/adapters/webhook/slack-message.ts';
import { teamsMessage } from '../../../../lib/adapters/webhook/teams-card.ts';
import { MESSAGE_COMPOSER } from '../../../../lib/delivery/message-composer.ts';
import { LANGUAGES } from '../../../../lib/i18n/messages.ts';
import { withoutIsolates } from '../../../../lib/i18n/text-direction.ts';
import { createTestMessage, MESSAGE_CASES } from '../../../support/message-cases.ts';
import { parseSlack, parseTeams, slackTexts, teamsTexts } from './chat-formats.ts';

const UNSUBSCRIBE_URL = 'https://reports.example.com/subscriptions/unsubscribe/TOKEN';

interface ChatMessages {
  readonly slack: ReturnType<typeof slackMessage>;
  readonly teams: ReturnType<typeof teamsMessage>;
}

function createMessages(name: string, locale: string): ChatMessages {
  const messageCase = MESSAGE_CASES.get(name) ?? assert.fail(name);
  const { message } = createTestMessage(messageCase, locale);
  const subscription = { channel: 'slack', address: 'https://hooks.example.com/', locale } as const;
  const footer = MESSAGE_COMPOSER.footer(messageCase.report, subscription, {
    unsubscribeUrl: UNSUBSCRIBE_URL,
    isPersonal: false,
    hasPdf: false,
  });
  return { slack: slackMessage(message, footer), teams: teamsMessage(message, footer) };
}

function outlineOf(locale: string): string {
  const sections = ['a company', 'a partial store'].flatMap((name) => {
    const { slack, teams } = createMessages(name, locale);
    const card = parseTeams(JSON.stringify(teams));
    const buttons = (card.actions ?? []).map(({ title }) => `[${title}]`).join(' ');
    return [
      [`## ${name}, Slack: ${slack.text}`, ...slackTexts(parseSlack(JSON.stringify(slack)))],
      [`## ${name}, Teams${card.rtl === true ? ', mirrored' : ''}`, ...teamsTexts(card), buttons],
    ].map((lines) => lines.join('\n'));
  });
  return withoutIsolates(`${sections.join('\n\n')}\n`);
}

function assertGolden(name: string, text: string): void {
  const path = new URL(`../../../golden/${name}`, import.meta.url);
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(path, text);
  assert.equal(text, readFileSync(path, 'utf8'));
}

describe('messages to chats', () => {
  for (const locale of LANGUAGES) {
    it(`match test/golden/chat-${locale}.txt (UPDATE_GOLDEN=1 writes it)`, () => {
      assertGolden(`chat-${locale}.txt`, outlineOf(locale));
    });
  }

  it('match test/golden/chat-en.json (UPDATE_GOLDEN=1 writes it)', () => {
    const messages = createMessages('a region', 'en');
    assertGolden('chat-en.json', `${JSON.stringify(messages, null, 1)}\n`);
  });
});
