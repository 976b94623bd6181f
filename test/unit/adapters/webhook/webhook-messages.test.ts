// Messages to Slack and Teams, checked against their published formats and limits.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { chatContent } from '../../../../lib/adapters/webhook/chat-parts.ts';
import { chatText, httpsLink, LIMITS } from '../../../../lib/adapters/webhook/chat-texts.ts';
import { webhookBody } from '../../../../lib/adapters/webhook/webhook-messages.ts';
import type { ReportReady } from '../../../../lib/ports/deliveries.ts';
import type { ReportMessage } from '../../../../lib/ports/message.ts';
import {
  anyFooter,
  anyMessage,
  FOOTER,
  MESSAGE,
  PLACE_MESSAGE,
  withRows,
  withTexts,
} from '../../../support/test-messages.ts';
import { fc } from '../../../support/property-settings.ts';
import { parseSlack, parseTeams, slackTexts, teamsTexts } from './chat-formats.ts';

const LINK = 'https://reports.example.com/d/token?a=1&b=2';
const FINDING = MESSAGE.view.finding;
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

/** A message whose folder and first place have these names. */
function named(name: string, place = name): Partial<ReportMessage> {
  const { view } = MESSAGE;
  assert(view.kind === 'folder');
  const [first = assert.fail(), ...others] = view.sections;
  const rows = first.rows.map((row) => ({ ...row, name: place, line: `${place} 38 (was 58)` }));
  return { view: { ...view, name, sections: [{ ...first, rows }, ...others] } };
}

const HOSTILE = '**Sale** [PDF](https://evil.example) <at>all</at>';

describe('a message to Slack', () => {
  it('has a header, the finding, places, the figure, links and a text for notifications', () => {
    const message = parseSlack(bodyOf('slack', named('R&D <!channel>', HOSTILE)));
    assert.equal(message.text, MESSAGE.subject);
    assert.deepEqual(slackTexts(message), [
      'R&amp;D &lt;!channel&gt;',
      'Northwind Markets · Week 46 · 9–15 November 2026',
      `${FINDING.headline}\n${FINDING.details.join('\n')}`,
      '▼ New or worse 1',
      `${HOSTILE} 38 (was 58) – No single reason stands out`,
      '⊘ No signal 1',
      'Oulu – No responses since Saturday (83 are usual)',
      '▲ Better 1\nTampere 74 (was 58)',
      '● As usual · Not compared 9',
      '2 alerts are still open: Espoo (since Sun 15 Nov, 14:06) and Turku (since Sun 15 Nov, 14:06).',
      'All places together, 0–100 68 · usually 65–69 · 4,713 responses (−6%)',
      'Open the week · Open the PDF · Take on Kuopio',
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
  const headerOf = (name: string): string =>
    slackTexts(parseSlack(bodyOf('slack', named(name, 'Kuopio'))))[0] ?? assert.fail();

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
  it('is a card in the envelope of Workflows with buttons that open the page and the PDF', () => {
    const card = parseTeams(bodyOf('teams', named('R&D <!channel>', HOSTILE)));
    assert.equal(card.version, '1.4');
    assert.deepEqual(
      card.actions?.map(({ title, url }) => [title, url]),
      [
        ['Open the week', 'https://reports.example.com/#/2026-W46/20'],
        ['Open the PDF', LINK],
        ['Take on Kuopio', 'https://reports.example.com/#/2026-W46/107?take=1'],
      ],
    );
    assert.deepEqual(teamsTexts(card), [
      'R&D <!channel>',
      'Northwind Markets · Week 46 · 9–15 November 2026',
      FINDING.headline,
      ...FINDING.details,
      '▼ New or worse 1',
      `${HOSTILE} 38 (was 58) – No single reason stands out`,
      '⊘ No signal 1',
      'Oulu – No responses since Saturday (83 are usual)',
      '▲ Better 1',
      'Tampere 74 (was 58)',
      '● As usual · Not compared 9',
      '2 alerts are still open: Espoo (since Sun 15 Nov, 14:06) and Turku (since Sun 15 Nov, 14:06).',
      'All places together, 0–100 68 · usually 65–69 · 4,713 responses (−6%)',
      'This channel is subscribed to the weekly feedback report for R&D.',
      'Unsubscribe',
    ]);
  });

  it('has its finding in the colour of the state', () => {
    const styleOf = (state: (typeof FINDING)['state']) => {
      const view = { ...MESSAGE.view, finding: { ...FINDING, state } };
      const run = parseTeams(bodyOf('teams', { view }))
        .body.flatMap((element) => (element.type === 'Container' ? element.items : [element]))
        .flatMap(({ inlines }) => inlines)
        .find(({ text }) => text === FINDING.headline);
      return ['weight', 'color'].map((name) => run?.[name]);
    };
    assert.deepEqual(
      (['new', 'noSignal', 'better', 'usual'] as const).map(styleOf),
      ['Attention', 'Warning', 'Good', undefined].map((color) => ['Bolder', color]),
    );
  });

  it('is mirrored in a language that is written from right to left', () => {
    const view = { ...MESSAGE.view, direction: 'rtl', language: 'ar' } as const;
    const card = parseTeams(bodyOf('teams', { view }));
    assert.equal(card.rtl, true);
    assert.equal(card.version, '1.5');
  });

  it('leaves out the last lines of the last parts when it would be too large, and says so', () => {
    const view = withTexts(withRows(MESSAGE.view, 40), (text) => `${text} ${'漢'.repeat(140)}`);
    const texts = teamsTexts(parseTeams(bodyOf('teams', { view })));
    const found = (pattern: RegExp): boolean => texts.some((text) => pattern.test(text));
    assert(found(/^▼/) && found(/^Kuopio/));
    assert(!found(/^All places together/) && !found(/^▲/));
    assert.equal(texts.filter((text) => text === '…').length, 1);
    assert.equal(texts.at(-1), 'Unsubscribe');
  });

  it('has the first lines of its content and an ellipsis, however much is left out', () => {
    const cut = new Set<number>();
    for (let length = 0; length <= 300; length += 50) {
      const view = withTexts(withRows(MESSAGE.view, 40), (text) => text + '漢'.repeat(length));
      const { title, parts } = chatContent({ ...MESSAGE, view }, null);
      const lines = parts.flatMap((part) => part.lines);
      const content = [
        chatText(title, LIMITS.name),
        ...lines.map(({ runs }) => runs.map(({ text }) => text).join('')),
      ];
      const body = bodyOf('teams', { view });
      const shown = teamsTexts(parseTeams(body)).slice(0, -2);
      const kept = shown.filter((text) => text !== '…');
      cut.add(content.length - kept.length);
      // The next line, or a title with its first place, would be too large.
      const bytes = Buffer.byteLength(JSON.stringify(body));
      assert.ok(kept.length === content.length || bytes > 28_000 - 2_300, `${bytes} bytes`);
      assert.deepEqual(kept, content.slice(0, kept.length));
      assert.deepEqual(shown.slice(kept.length), kept.length < content.length ? ['…'] : []);
      assert.doesNotMatch(kept.at(-1) ?? '', /^[▼⊘▲]/u, 'no title without a place');
    }
    assert.ok(cut.has(0) && cut.size > 3, [...cut].join());
  });

  it('keeps the title, the finding and the footer of any message', () => {
    const text = '"'.repeat(500);
    const view = withTexts(withRows(MESSAGE.view, 40), () => text);
    const notices = Array.from({ length: 9 }, () => text);
    const footer = { texts: [text, text, text], unsubscribe: FOOTER.unsubscribe };
    const texts = teamsTexts(parseTeams(bodyOf('teams', { view, notices }, footer)));
    const { details } = view.finding;
    assert(texts.filter((line) => line.startsWith('"')).length >= 3 + 2 + details.length);
    assert.equal(texts.at(-1), 'Unsubscribe');
  });
});

describe('a message to a chat', () => {
  it('shows five new places with their reasons, and of all others the names and figures', () => {
    const view = withRows(MESSAGE.view, 8);
    for (const texts of [
      slackTexts(parseSlack(bodyOf('slack', { view }))).flatMap((text) => text.split('\n')),
      teamsTexts(parseTeams(bodyOf('teams', { view }))),
    ]) {
      assert.equal(texts.filter((text) => /^Kuopio 38 \(was 58\) – No /.test(text)).length, 5);
      assert(texts.includes(Array.from({ length: 3 }, () => 'Kuopio 38 (was 58)').join(' · ')));
      assert(texts.includes(Array.from({ length: 8 }, () => 'Tampere 74 (was 58)').join(' · ')));
    }
  });

  it('says of a place what was found, with what its alerts and further surveys say', () => {
    const { view } = PLACE_MESSAGE;
    for (const texts of [
      slackTexts(parseSlack(bodyOf('slack', PLACE_MESSAGE))).flatMap((text) => text.split('\n')),
      teamsTexts(parseTeams(bodyOf('teams', PLACE_MESSAGE))),
    ]) {
      assert.equal(texts[0], 'Helsinki Central');
      assert(texts.includes(view.finding.headline));
      for (const detail of view.finding.details) assert(texts.includes(detail));
    }
  });

  it('has no link unless it is https', () => {
    for (const url of ['http://127.0.0.1:8080/d/x', 'javascript:alert(1)', 'no address']) {
      const changes = {
        pageLink: { text: 'Open', url },
        pdfLink: null,
        takeOnLink: { text: 'Take', longText: 'Take on', url, folder: MESSAGE.view.folder },
        placeUrls: new Map([...MESSAGE.placeUrls.keys()].map((key) => [key, url] as const)),
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
