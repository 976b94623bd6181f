// Messages about reports: an ordinary one, and messages with texts of any length and content.
import type {
  MessageFooter,
  MessageKind,
  MessageLink,
  MessageList,
  ReportMessage,
  Tone,
} from '../../lib/ports/message.ts';
import { fc } from './property-settings.ts';

const REPORT_URL = 'https://reports.example.com/d/token?a=1&b=2';

export const MESSAGE: ReportMessage = {
  language: 'en',
  direction: 'ltr',
  week: '2026-W46',
  folder: 41,
  revision: 2,
  subject: 'Security control, Terminal 2 53 (was 70) · 1 more · week 46',
  title: 'R&D <!channel>',
  period: '9–15 November 2026, week 46',
  notices: ['Part of this week’s data is missing.'],
  finding: '2 of 9 places fell this week. Call Security control and Gate 7.',
  details: '1 recovered: Tampere.',
  tone: 'worse',
  kinds: [
    {
      name: 'Happy Index',
      index: '53',
      usual: 'usually 70',
      verdict: 'New',
      tone: 'worse',
      responses: '1,204 responses (−2%)',
      distribution: [
        { name: 'Happy', share: 0.6, text: '60%', colour: '#2f9485' },
        { name: 'Unhappy', share: 0.4, text: '40%', colour: '#c94f3d' },
      ],
      weeksTitle: 'Last 13 weeks',
      weeks: [
        { name: '44', text: '–', tone: 'unknown', isReportWeek: false },
        { name: '45', text: '70', tone: 'usual', isReportWeek: false },
        { name: '46', text: '53', tone: 'worse', isReportWeek: true },
      ],
    },
  ],
  attention: [
    {
      title: 'New',
      places: [
        {
          name: '**Sale** [PDF](https://evil.example) <at>all</at>',
          reason: '53, was 70',
          tone: 'worse',
          url: 'https://reports.example.com/d/place',
        },
      ],
      also: 'Also: Gate 8 61 (was 70).',
    },
    {
      title: 'No signal',
      places: [
        {
          name: 'Gate 7',
          reason: 'No responses since Saturday (80 are usual)',
          tone: 'unknown',
          url: null,
        },
      ],
      also: null,
    },
  ],
  improved: [
    {
      title: 'Recovered',
      places: [{ name: 'Tampere', reason: '74, up from 58', tone: 'better', url: null }],
      also: null,
    },
  ],
  alerts: '2 alerts (1 started, 1 carried over), 1 still open',
  reportLink: { text: 'Open the report', url: REPORT_URL },
  pageLink: { text: 'See it on the page', url: 'https://reports.example.com/#/2026-W46/41' },
};

export const FOOTER: MessageFooter = {
  texts: ['This channel is subscribed to the weekly feedback report for R&D.'],
  unsubscribe: {
    text: 'Unsubscribe',
    url: 'https://reports.example.com/subscriptions/unsubscribe/t',
  },
};

// ── any message ─────────────────────────────────────────────────────────────────────────────────

const units = fc.constantFrom(
  ...[
    '&',
    '<',
    '>',
    '"',
    '\\',
    '\0',
    '\r\n',
    '\u2028',
    '\u202e',
    '\u2068',
    '*',
    '_',
    '`',
    '@',
    '|',
  ],
  ...[
    '<!channel>',
    '<at>all</at>',
    '[x](https://evil.example)',
    '\ud83d\ude00',
    '\ud83d',
    'ä',
    '漢',
  ],
  ...['a\u0300\u0301', 'x', ' ', ':smile:'],
);

/** Up to 10,000 units. */
const hostileText: fc.Arbitrary<string> = fc
  .tuple(fc.array(units, { maxLength: 12 }), fc.constantFrom(1, 1, 1, 40, 1000))
  .map(([text, times]) => text.join('').repeat(times).slice(0, 10_000));

const tone: fc.Arbitrary<Tone> = fc.constantFrom('worse', 'better', 'usual', 'unknown');
const urls = fc.constantFrom(
  null,
  'http://127.0.0.1:8080/d/x',
  'javascript:alert(1)',
  'no address',
  `https://reports.example.com/d/${'a|b>c'.repeat(60)}`,
  `https://reports.example.com/d/${'x'.repeat(5000)}`,
);
const optional = fc.option(hostileText);
const link: fc.Arbitrary<MessageLink | null> = fc
  .tuple(hostileText, urls)
  .map(([text, url]) => (url === null ? null : { text, url }));

const kind: fc.Arbitrary<MessageKind> = fc.record({
  name: hostileText,
  index: optional,
  usual: optional,
  verdict: hostileText,
  tone,
  responses: hostileText,
  distribution: fc.array(
    fc.record({
      name: hostileText,
      share: fc.constant(0.1),
      text: hostileText,
      colour: fc.constant('#2f9485'),
    }),
    { maxLength: 11 },
  ),
  weeksTitle: hostileText,
  weeks: fc.array(
    fc.record({ name: hostileText, text: hostileText, tone, isReportWeek: fc.boolean() }),
    { maxLength: 13 },
  ),
});

const lists = (maxLength: number): fc.Arbitrary<readonly MessageList[]> =>
  fc.array(
    fc.record({
      title: hostileText,
      places: fc.array(fc.record({ name: hostileText, reason: hostileText, tone, url: urls }), {
        minLength: 1,
        maxLength: 7,
      }),
      also: optional,
    }),
    { maxLength },
  );

export const anyMessage: fc.Arbitrary<ReportMessage> = fc.record({
  language: fc.constantFrom('en', 'ar', 'ja'),
  direction: fc.constantFrom('ltr', 'rtl'),
  week: fc.constant('2026-W46'),
  folder: fc.constant(41),
  revision: fc.constant(1),
  subject: hostileText,
  title: hostileText,
  period: hostileText,
  notices: fc.array(hostileText, { maxLength: 9 }),
  finding: hostileText,
  details: optional,
  tone,
  kinds: fc.array(kind, { maxLength: 3 }),
  attention: lists(6),
  improved: lists(2),
  alerts: optional,
  reportLink: link,
  pageLink: link,
});

export const anyFooter: fc.Arbitrary<MessageFooter | null> = fc.option(
  fc.record({ texts: fc.array(hostileText, { minLength: 1, maxLength: 3 }), unsubscribe: link }),
);
