// Every message names the places that changed, are silent or still low, with the numbers of the view and in its order.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { renderHtml } from '../../../lib/adapters/mail/html.ts';
import { renderText } from '../../../lib/adapters/mail/text.ts';
import { slackMessage } from '../../../lib/adapters/webhook/slack-message.ts';
import { teamsMessage } from '../../../lib/adapters/webhook/teams-card.ts';
import { LANGUAGES } from '../../../lib/i18n/messages.ts';
import type { FolderView } from '../../../lib/view/report-view.ts';
import { textsIn } from '../../support/mail-html.ts';
import { createTestMessage } from '../../support/message-cases.ts';
import { fc } from '../../support/property-settings.ts';
import type { SurveySketch } from '../../support/test-reports.ts';
import { createReport } from '../../support/test-reports.ts';
import { parseSlack, parseTeams, slackTexts, teamsTexts } from './webhook/chat-formats.ts';

/** Weeks of a place, by what becomes of it. */
const WEEKS: Readonly<Record<string, Partial<SurveySketch>>> = {
  usual: {},
  fell: { shift: -0.25 },
  rose: { shift: 0.2 },
  silent: { silentDays: [4, 5, 6, 7] },
  still: { levelChange: { weeksAgo: 4, mood: 0.45 } },
  recovered: { levelChange: { weeksAgo: 4, mood: 0.45, weeks: 4 } },
  few: { volume: 20, silentDays: [1, 2, 3, 4, 5, 6] },
  opened: { openWeeks: 4 },
};

const company = fc
  .array(fc.constantFrom(...Object.keys(WEEKS)), { minLength: 2, maxLength: 12 })
  .map((weeks) =>
    createReport({
      key: 1,
      name: 'Northwind Markets',
      folders: weeks.map((week, i) => ({
        key: 100 + i,
        name: `Store ${String.fromCodePoint(65 + i)}`,
        surveys: [
          { key: 1000 + i, name: 'How was your visit?', volume: 400 + 90 * i, ...WEEKS[week] },
        ],
      })),
    }),
  );

/** What must be found, in order: each name, and its numbers where it has them. */
function namesAndNumbers({ sections }: FolderView): readonly string[] {
  return sections
    .filter(({ state }) => state !== 'usual')
    .flatMap(({ title, rows }) => [
      title,
      ...rows.flatMap(({ name, now, was }) => [name, now, was].filter((text) => text !== '')),
    ]);
}

function assertInOrder(texts: readonly string[], expected: readonly string[], of: string): void {
  const whole = texts.join('\n');
  let at = 0;
  for (const text of expected) {
    const found = whole.indexOf(text, at);
    assert.ok(
      found >= at,
      `${of}: ${text} is missing after ${whole.slice(Math.max(0, at - 60), at)}`,
    );
    at = found + text.length;
  }
}

describe('a message about a folder', () => {
  it('has the places of each section of the view in every format and language', () => {
    fc.assert(
      fc.property(company, fc.constantFrom(...LANGUAGES), (report, locale) => {
        const { message, footer } = createTestMessage({ report, isUpdate: false }, locale);
        const { view } = message;
        assert.ok(view.kind === 'folder');
        const expected = namesAndNumbers(view);
        const shown = textsIn(renderHtml(message, footer), 'light').filter(
          ({ isHidden }) => !isHidden,
        );
        const formats: ReadonlyMap<string, readonly string[]> = new Map([
          ['HTML', shown.map(({ text }) => text)],
          ['text', [renderText(message, footer)]],
          ['Slack', slackTexts(parseSlack(JSON.stringify(slackMessage(message, footer))))],
          ['Teams', teamsTexts(parseTeams(JSON.stringify(teamsMessage(message, footer))))],
        ]);
        for (const [format, texts] of formats) {
          const start = texts.findIndex((text) => text.includes(view.finding.headline));
          assertInOrder(texts.slice(format === 'text' ? 0 : start), expected, format);
        }
      }),
      { numRuns: 40 },
    );
  });
});
