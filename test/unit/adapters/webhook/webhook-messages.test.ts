// Messages to Slack and Teams, checked against their published formats and limits.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { chatText, httpsLink } from '../../../../lib/adapters/webhook/chat-texts.ts';
import { webhookBody } from '../../../../lib/adapters/webhook/webhook-messages.ts';
import type { ReportReady } from '../../../../lib/ports/deliveries.ts';
import type { ReportMessage } from '../../../../lib/ports/message.ts';
import { anyFooter, anyMessage, FOOTER, MESSAGE } from '../../../support/test-messages.ts';
import { fc } from '../../../support/property-settings.ts';
import { parseSlack, parseTeams, slackTexts, teamsTexts } from './chat-formats.ts';

const LINK = 'https://reports.example.com/d/token?a=1&b=2';
const SENTENCE = 'Helsinki – week 46, 2026 · Happy Index 71, down 6 from last week: a clear fall.';

const file = { key: 'weeks/2026-W46/folders/41/x', bytes: 1, sha256: '0'.repeat(64) };
const EVENT: ReportReady = {
  version: '1',
  week: '2026-W46',
  folder: { key: 41, name: 'Helsinki' },
  revision: 2,
  status: 'complete',
  asOf: '2026-11-16T18:00:00Z',
  verdict: 'clearFall',
  signal: { state: 'new', verdict: 'low', since: '2026-W46' },
  sentence: SENTENCE,
  link: LINK,
  files: { pdf: file, json: file },
};

function bodyOf(
  kind: 'slack' | 'teams',
  changes: Partial<ReportMessage> = {},
  footer = FOOTER,
): string {
  return webhookBody(kind, { event: EVENT, message: { ...MESSAGE, ...changes }, footer });
}

describe('a message to Slack', () => {
  it('has a header, the finding, kinds, places, links and a text for notifications', () => {
    const message = parseSlack(bodyOf('slack'));
    assert.equal(message.text, MESSAGE.subject);
    assert.deepEqual(slackTexts(message), [
      'R&amp;D &lt;!channel&gt;',
      '9–15 November 2026, week 46\nPart of this week’s data is missing.\n' +
        '2 of 9 places fell this week. Call Security control and Gate 7.\n1 recovered: Tampere.',
      'New',
      '**Sale** [PDF](https://evil.example) <at>all</at> – 53, was 70',
      'Also: Gate 8 61 (was 70).',
      'No signal',
      'Gate 7 – No responses since Saturday (80 are usual)',
      'Happy Index 53\nNew · usually 70 · 1,204 responses (−2%)\n' +
        'Happy 60% · Unhappy 40%\nLast 13 weeks · – 70 53',
      'Recovered',
      'Tampere – 74, up from 58',
      '2 alerts (1 started, 1 carried over), 1 still open',
      'Open the report · See it on the page',
      'This channel is subscribed to the weekly feedback report for R&D.\nUnsubscribe',
    ]);
  });

  it('reads no mention, link or formatting in names, and opens no link for a preview', () => {
    const body = bodyOf('slack', { subject: 'R&D <!channel> <https://evil.example|PDF>' });
    const message = parseSlack(body);
    assert.equal(message.text, 'R&amp;D &lt;!channel&gt; &lt;https://evil.example|PDF&gt;');
    assert.equal(message.unfurl_links, false);
    // Only texts of rich text elsewhere, which are literal.
    assert.doesNotMatch(body, /mrkdwn/);
  });
});

describe('the header of a message to Slack', () => {
  const headerOf = (title: string): string =>
    slackTexts(parseSlack(bodyOf('slack', { title })))[0] ?? assert.fail();

  it('has up to 150 characters with its escapes', () => {
    assert.equal(headerOf('x'.repeat(150)), 'x'.repeat(150));
    assert.equal(headerOf('&'.repeat(30)), '&amp;'.repeat(30));
  });

  it('is cut between characters where it would be longer', () => {
    assert.equal(headerOf('&'.repeat(31)), `${'&amp;'.repeat(29)}…`);
    assert.equal(headerOf(`&${'😀'.repeat(74)}`), `&amp;${'😀'.repeat(72)}…`);
  });
});

describe('a message to Teams', () => {
  it('is a card in the envelope of Workflows with buttons that open the report and the page', () => {
    const body = bodyOf('teams');
    const card = parseTeams(body);
    assert.equal(card.version, '1.4');
    assert.match(body, /"text":"Also: Gate 8 61 \(was 70\)\.","isSubtle":true/);
    assert.deepEqual(
      card.actions?.map(({ title, url }) => [title, url]),
      [
        ['Open the report', LINK],
        ['See it on the page', 'https://reports.example.com/#/2026-W46/41'],
      ],
    );
    assert.deepEqual(teamsTexts(card), [
      'R&D <!channel>',
      '9–15 November 2026, week 46',
      'Part of this week’s data is missing.',
      '2 of 9 places fell this week. Call Security control and Gate 7.',
      '1 recovered: Tampere.',
      'New',
      '**Sale** [PDF](https://evil.example) <at>all</at> – 53, was 70',
      'Also: Gate 8 61 (was 70).',
      'No signal',
      'Gate 7 – No responses since Saturday (80 are usual)',
      'Happy Index 53',
      'New',
      'usually 70 · 1,204 responses (−2%)',
      'Happy 60% · Unhappy 40%',
      'Last 13 weeks · – 70 53',
      'Recovered',
      'Tampere – 74, up from 58',
      '2 alerts (1 started, 1 carried over), 1 still open',
      'This channel is subscribed to the weekly feedback report for R&D.',
      'Unsubscribe',
    ]);
  });

  it('is mirrored in a language that is written from right to left', () => {
    const card = parseTeams(bodyOf('teams', { direction: 'rtl', language: 'ar' }));
    assert.equal(card.rtl, true);
    assert.equal(card.version, '1.5');
  });

  it('drops its last places, not its number of places, when it would be too large', () => {
    const url = `${LINK}${'x'.repeat(400)}`;
    const text = '漢'.repeat(500);
    const place = { name: text, reason: text, tone: 'worse', url } as const;
    const places = Array.from({ length: 7 }, () => place);
    const long = { title: 'New', places, also: `Also: ${text}` };
    const [kind] = MESSAGE.kinds;
    assert(kind !== undefined);
    const answer = { name: '漢'.repeat(70), share: 0.1, text: '9%', colour: '#000000' };
    const wide = { ...kind, distribution: Array.from({ length: 11 }, () => answer) };
    const body = bodyOf('teams', {
      attention: [long, long],
      improved: [{ ...long, places: places.slice(0, 3) }],
      kinds: [wide, wide, wide],
    });
    const texts = teamsTexts(parseTeams(body));
    const shownPlaces = texts.filter((text) => text.includes(' – 漢')).length;
    assert(shownPlaces > 0 && shownPlaces < 14, `${shownPlaces} places`);
    assert.equal(texts.filter((text) => text === '…').length, 1);
  });

  it('leaves out improved places first, then those that need attention, kinds, and notices last', () => {
    const long = '" '.repeat(150);
    const [kind = assert.fail()] = MESSAGE.kinds;
    const placesNamed = (name: string) => ({
      title: `${name} title`,
      places: [1, 2, 3].map(
        (i) => ({ name: `${name} ${i}`, reason: long, tone: 'worse', url: null }) as const,
      ),
      also: null,
    });
    const shownBeside = (footerTexts: number): string => {
      const body = bodyOf(
        'teams',
        {
          kinds: [1, 2, 3].map((i) => ({ ...kind, name: `kind ${i}`, verdict: long })),
          notices: [1, 2, 3].map((i) => `notice ${i} ${long}`),
          attention: [placesNamed('attention')],
          improved: [placesNamed('improved')],
        },
        { texts: Array.from({ length: footerTexts }, () => long), unsubscribe: null },
      );
      return teamsTexts(parseTeams(body))
        .flatMap(
          (text) =>
            /^(?:(?:improved|attention) (?:title|\d)|kind \d|notice \d|…$)/.exec(text) ?? [],
        )
        .join(', ');
    };
    const shown = Array.from({ length: 28 }, (_, i) => shownBeside(i + 1));
    const listOf = (name: string, ...parts: readonly string[]): string =>
      parts.map((part) => `${name} ${part}`).join(', ');
    const notices = 'notice 1, notice 2, notice 3';
    const kinds = 'kind 1, kind 2, kind 3';
    const attention = listOf('attention', 'title', '1', '2', '3');
    assert.deepEqual(
      [...new Set(shown)],
      [
        `${notices}, ${attention}, ${kinds}, ${listOf('improved', 'title', '1', '2', '3')}`,
        `${notices}, ${attention}, ${kinds}, ${listOf('improved', 'title', '1', '2')}, …`,
        `${notices}, ${attention}, ${kinds}, ${listOf('improved', 'title', '1')}, …`,
        `${notices}, ${attention}, ${kinds}`,
        `${notices}, ${listOf('attention', 'title', '1', '2')}, …, ${kinds}`,
        `${notices}, ${listOf('attention', 'title', '1')}, …, ${kinds}`,
        `${notices}, ${kinds}`,
        `${notices}, kind 1, kind 2`,
        `${notices}, kind 1`,
        notices,
        'notice 1, notice 2',
        'notice 1',
      ],
    );
  });

  it('is small enough where quotation marks, which are escaped twice, fill every text', () => {
    const text = '"'.repeat(500);
    const place = { name: text, reason: text, tone: 'worse', url: LINK } as const;
    const list = { title: text, places: Array.from({ length: 7 }, () => place), also: text };
    const answer = { name: text, share: 0.1, text, colour: '#000000' };
    const week = { name: text, text, tone: 'worse', isReportWeek: false } as const;
    const [sampleKind] = MESSAGE.kinds;
    assert(sampleKind !== undefined);
    const kind = {
      ...sampleKind,
      name: text,
      verdict: text,
      distribution: [answer],
      weeks: Array.from({ length: 13 }, () => week),
    };
    const body = bodyOf('teams', {
      title: text,
      finding: text,
      alerts: text,
      details: text,
      attention: [list, list],
      improved: [list],
      notices: Array.from({ length: 9 }, () => text),
      kinds: [kind, kind, kind],
    });
    const texts = teamsTexts(parseTeams(body));
    assert(texts.length > 10);
    assert.equal(texts.at(-1), 'Unsubscribe');
  });
});

describe('a message to a chat', () => {
  it('has no link unless it is https', () => {
    for (const url of ['http://127.0.0.1:8080/d/x', 'javascript:alert(1)', 'no address']) {
      const changes = {
        reportLink: { text: 'Open', url },
        pageLink: null,
        attention: [],
        improved: [],
      };
      const footer = { texts: ['Why'], unsubscribe: { text: 'Unsubscribe', url } };
      for (const kind of ['slack', 'teams'] as const) {
        const body = bodyOf(kind, changes, footer);
        assert.doesNotMatch(body, /"(?:url|actions|selectAction)"|Unsubscribe/);
        assert(!body.includes(url));
      }
    }
  });

  it('has a link of up to 2,000 characters', () => {
    const longest = `https://a.example/${'x'.repeat(1_982)}`;
    assert.equal(longest.length, 2_000);
    assert.equal(httpsLink(longest), longest);
    assert.equal(httpsLink(`${longest}x`), null);
  });

  it('ends with the reason why it is sent where nothing can be unsubscribed', () => {
    const footer = { texts: ['Why'], unsubscribe: null };
    assert.equal(slackTexts(parseSlack(bodyOf('slack', {}, footer))).at(-1), 'Why');
    assert.equal(teamsTexts(parseTeams(bodyOf('teams', {}, footer))).at(-1), 'Why');
  });

  it('shows five notices', () => {
    const notices = Array.from({ length: 9 }, (_, i) => `Notice ${i + 1}`);
    for (const texts of [
      slackTexts(parseSlack(bodyOf('slack', { notices }))).flatMap((text) => text.split('\n')),
      teamsTexts(parseTeams(bodyOf('teams', { notices }))),
    ]) {
      assert.deepEqual(
        texts.filter((text) => text.startsWith('Notice')),
        notices.slice(0, 5),
      );
    }
  });

  it('has no line for what a kind without responses lacks', () => {
    const [kind = assert.fail()] = MESSAGE.kinds;
    const empty = { ...kind, index: null, usual: null, verdict: '', distribution: [], weeks: [] };
    const changes = { kinds: [{ ...empty, responses: 'No responses' }] };
    assert.equal(slackTexts(parseSlack(bodyOf('slack', changes)))[7], 'Happy Index\nNo responses');
    const teams = teamsTexts(parseTeams(bodyOf('teams', changes)));
    assert.deepEqual(teams.slice(10, 13), ['Happy Index', 'No responses', 'Recovered']);
  });

  it('has a text on one line, with one space for any number of control characters', () => {
    assert.equal(chatText('a\r\n\u2028\u2029b\tc', 100), 'a b c');
    assert.equal(chatText('', 100), '–');
  });

  it('keeps the limits and the format of its platform for every text', () => {
    fc.assert(
      fc.property(anyMessage, anyFooter, (message, footer) => {
        const content = { event: EVENT, message, footer };
        const slack = slackTexts(parseSlack(webhookBody('slack', content)));
        const teams = teamsTexts(parseTeams(webhookBody('teams', content)));
        for (const text of [...slack, ...teams]) {
          assert(text.isWellFormed());
          assert.doesNotMatch(text, /[^\P{Cc}\n]|[\u2028\u2029]/u);
        }
      }),
      { numRuns: 25 },
    );
  });
});

describe('a message to another webhook', () => {
  it('is a text for chats and the event for programs', () => {
    const body = webhookBody('generic', { event: EVENT, message: MESSAGE, footer: FOOTER });
    assert.deepEqual(z.json().parse(JSON.parse(body)), {
      type: 'report.ready',
      timestamp: '2026-11-16T18:00:00Z',
      text: `${SENTENCE} ${LINK.replace('&', '&amp;')}`,
      report: EVENT,
    });
  });
});
