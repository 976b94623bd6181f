// Paragraphs in several styles: their lines are the text again, none is wider than the paragraph.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { richParagraph, wrapSpans } from '../../../../lib/adapters/pdf/sheet/rich-text.ts';
import { sheetStyles } from '../../../../lib/adapters/pdf/sheet/sheet-styles.ts';
import { widthOf } from '../../../../lib/adapters/pdf/text/typesetter.ts';
import { withoutIsolates } from '../../../../lib/i18n/text-direction.ts';
import { fc } from '../../../support/property-settings.ts';

const { body, bodyStrong, link } = sheetStyles;
const WORDS = [
  'Waiting',
  'time:',
  '101',
  'presses',
  '63–72',
  'Odotusaika',
  'שלום עולם',
  '日本語です',
];

describe('a paragraph in several styles', () => {
  const span = fc.record({
    text: fc
      .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 })
      .map((words) => `${words.join(' ')} `),
    style: fc.constantFrom(body, bodyStrong),
  });
  const spans = fc.array(span, { minLength: 1, maxLength: 12 });

  it('has lines that are the text again and at most as wide', () => {
    fc.assert(
      fc.property(spans, fc.integer({ min: 60, max: 500 }), (given, width) => {
        const lines = wrapSpans(given, width);
        const textOf = (parts: readonly { readonly text: string }[]): string =>
          withoutIsolates(parts.map(({ text }) => text).join(''));
        assert.equal(textOf(lines.flat()), textOf(given));
        for (const line of lines) {
          const last = line.length - 1;
          const lineWidth = line.reduce(
            (sum, { text, style }, i) => sum + widthOf(i === last ? text.trimEnd() : text, style),
            0,
          );
          assert.ok(lineWidth <= width + 0.5, `${textOf(line)}: ${lineWidth} > ${width}`);
        }
      }),
    );
  });

  it('continues an isolate on the next line', () => {
    const isolated = `\u2067${'שלום עולם '.repeat(12)}\u2069`;
    const lines = wrapSpans([{ text: isolated, style: body }], 120);
    assert.ok(lines.length > 2);
    for (const [first] of lines) assert.match(first?.text ?? '', /^\u2067/);
  });

  it('does not break a range', () => {
    const text = 'usually 63–72 and 40–50 or 10–99 as before';
    for (let width = 40; width < 200; width += 7) {
      const lines = wrapSpans([{ text, style: body }], width);
      for (const [first] of lines) assert.doesNotMatch(first?.text ?? '', /^–|^[07]/);
    }
  });

  it('has an element of its own for a link, with an underline', () => {
    const target = { url: 'https://reports.example.com/d/1', description: 'Asia – week 46' };
    const [first] = richParagraph(
      [
        { text: 'Below ', style: bodyStrong },
        { text: 'Asia', style: link, link: target },
        { text: ' and more', style: body },
      ],
      300,
    );
    assert.deepEqual(
      first?.parts.map(({ element, operations }) => [element?.role, operations.length]),
      [
        ['P', 1],
        ['Link', 2],
        ['P', 1],
      ],
    );
  });

  it('is one block of a few lines, and one for each line of more, so that it can be broken', () => {
    const text = (words: number) => [{ text: 'some words '.repeat(words), style: body }];
    assert.equal(richParagraph(text(10), 300).length, 1);
    assert.ok(richParagraph(text(200), 300).length > 6);
    assert.deepEqual(richParagraph([], 300), []);
  });
});
