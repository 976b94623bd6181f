// Messages about reports: an ordinary one, and messages with texts of any length and content.
import type { MessageFooter, MessageLink, ReportMessage } from '../../lib/ports/message.ts';
import type { ReportView, Section } from '../../lib/view/report-view.ts';
import { createTestMessage, MESSAGE_CASES } from './message-cases.ts';
import { fc } from './property-settings.ts';

const PDF_URL = 'https://reports.example.com/d/token?a=1&b=2';

function messageOf(name: string, locale = 'en'): ReportMessage {
  const messageCase = MESSAGE_CASES.get(name);
  if (messageCase === undefined) throw new TypeError(`no case is called ${name}`);
  return createTestMessage(messageCase, locale, { reportUrl: PDF_URL }).message;
}

/** About a folder with one place in most sections. */
export const MESSAGE = messageOf('a region');
/** About a single place. */
export const PLACE_MESSAGE = messageOf('a store that fell');

export const FOOTER: MessageFooter = {
  texts: ['This channel is subscribed to the weekly feedback report for R&D.'],
  unsubscribe: {
    text: 'Unsubscribe',
    url: 'https://reports.example.com/subscriptions/unsubscribe/t',
  },
};

// ── any message ─────────────────────────────────────────────────────────────────────────────────

/** Fields whose texts are no names and sentences. */
const FIXED = new Set([
  ...['kind', 'state', 'language', 'direction', 'week', 'fromWeek', 'toWeek', 'asOf', 'date'],
  ...['colour', 'id'],
]);

/** A copy in which all texts for readers are replaced. */
export function withTexts<V extends object>(view: V, textOf: (text: string) => string): V {
  const copy = structuredClone(view);
  replaceTexts(copy, textOf);
  return copy;
}

function replaceTexts(value: object, textOf: (text: string) => string): void {
  for (const key of Object.keys(value)) {
    const part: unknown = Reflect.get(value, key);
    if (typeof part === 'string' && !FIXED.has(key)) Reflect.set(value, key, textOf(part));
    else if (typeof part === 'object' && part !== null) replaceTexts(part, textOf);
  }
}

const units = fc.constantFrom(
  ...['&', '<', '>', '"', '\\', '\0', '\r\n', '\u2028', '\u202e', '\u2068', '*', '_', '`', '@'],
  ...['|', '<!channel>', '<at>all</at>', '[x](https://evil.example)', '\ud83d\ude00', '\ud83d'],
  ...['ä', '漢', 'a\u0300\u0301', 'x', ' ', ':smile:'],
);

/** Up to 10,000 units. */
const hostileText: fc.Arbitrary<string> = fc
  .tuple(fc.array(units, { maxLength: 12 }), fc.constantFrom(1, 1, 1, 40, 1000))
  .map(([text, times]) => text.join('').repeat(times).slice(0, 10_000));

const hostileTexts: fc.Arbitrary<(text: string) => string> = fc
  .array(hostileText, { minLength: 1, maxLength: 24 })
  .map((texts) => {
    let next = 0;
    return (text) => (text === '' ? '' : (texts[next++ % texts.length] ?? ''));
  });

const urls = fc.constantFrom(
  null,
  'http://127.0.0.1:8080/d/x',
  'javascript:alert(1)',
  'no address',
  `https://reports.example.com/d/${'a|b>c'.repeat(60)}`,
  `https://reports.example.com/d/${'x'.repeat(5000)}`,
);
const link: fc.Arbitrary<MessageLink | null> = fc
  .tuple(hostileText, urls)
  .map(([text, url]) => (url === null ? null : { text, url }));

const SAMPLES = [
  MESSAGE,
  PLACE_MESSAGE,
  messageOf('a company', 'ar'),
  messageOf('a partial store', 'ja'),
];

/** With each row of a folder's sections this many times. */
export function withRows(view: ReportView, times: number): ReportView {
  if (view.kind === 'place') return view;
  const repeated = (section: Section): Section => ({
    ...section,
    rows: section.rows.flatMap((row) => Array.from({ length: times }, () => row)),
  });
  return { ...view, sections: view.sections.map(repeated) };
}

export const anyMessage: fc.Arbitrary<ReportMessage> = fc
  .record({
    sample: fc.constantFrom(...SAMPLES),
    textOf: hostileTexts,
    times: fc.constantFrom(1, 1, 3, 20, 200),
    subject: hostileText,
    preheader: hostileText,
    notices: fc.array(hostileText, { maxLength: 9 }),
    url: urls,
    pageLink: link,
    pdfLink: link,
  })
  .map(({ sample, textOf, times, url, ...message }) => {
    const view = withTexts(withRows(sample.view, times), textOf);
    const folders = [...sample.placeUrls.keys()];
    return {
      ...sample,
      ...message,
      view,
      placeUrls: new Map(url === null ? [] : folders.map((folder) => [folder, url] as const)),
      takeOnLink:
        url === null ? null : { folder: view.folder, text: 'Take', longText: 'Take', url },
    };
  });

export const anyFooter: fc.Arbitrary<MessageFooter | null> = fc.option(
  fc.record({ texts: fc.array(hostileText, { minLength: 1, maxLength: 3 }), unsubscribe: link }),
);
