// Reads the pages of a PDF from its bytes, words with poppler and colours from the operators, and checks what holds on every page.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { CONTENT_WIDTH, millimetres } from '../../../lib/adapters/pdf/sheet/sheet-context.ts';
import type { Colour } from '../../../lib/charts/theme.ts';
import { contrast } from '../../../lib/charts/theme.ts';
import type { TextBox } from '../../unit/adapters/pdf/page-text.ts';
import { inflatedStreams } from '../../support/pdf-file.ts';

/** pdftotext is part of poppler-utils. */
export const MISSING_POPPLER =
  spawnSync('pdftotext', ['-v']).status === 0 ? false : 'pdftotext is not installed';

interface Word extends TextBox {
  readonly text: string;
}

interface PrintedPage {
  readonly width: number;
  readonly height: number;
  readonly words: readonly Word[];
}

interface PrintedText {
  readonly size: number;
  readonly colour: Colour;
  /** What was last drawn below its beginning. */
  readonly background: Colour;
}

const MIN_SIZE = 7;
const MIN_CONTRAST = 4.5;
/** In points: positions are written in tenths. */
const TOLERANCE = 0.2;
/** Of the height of lower-case letters. */
const MAX_KERNING = 0.1;
const MARGINS = { top: millimetres(13), bottom: millimetres(12) } as const;

/** Every text is within the content box and over no other, of at least 7 pt and legible on what is below it. */
export function assertPrintedPages(pdf: Uint8Array): readonly PrintedPage[] {
  const pages = printedPages(pdf);
  for (const page of pages) {
    assertInside(page);
    assertApart(page);
  }
  for (const { size, colour, background } of printedTexts(pdf)) {
    assert.ok(size >= MIN_SIZE, `a text of ${size} pt`);
    assert.ok(contrast(colour, background) >= MIN_CONTRAST, `${colour} on ${background}`);
  }
  return pages;
}

function printedPages(pdf: Uint8Array): readonly PrintedPage[] {
  const { stdout } = spawnSync('pdftotext', ['-bbox', '-', '-'], {
    input: pdf,
    maxBuffer: 1e9,
    encoding: 'utf8',
  });
  return stdout
    .split('<page ')
    .slice(1)
    .map((page) => {
      const [, width, height] = /width="([\d.]+)" height="([\d.]+)"/.exec(page) ?? [];
      const words = page.matchAll(
        /<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*)<\/word>/g,
      );
      return {
        width: Number(width),
        height: Number(height),
        words: Array.from(words, ([, left = '', top = '', right = '', bottom = '', text = '']) =>
          wordOf(text, { left, top, right, bottom }),
        ),
      };
    });
}

/** Reduced from the ascent and descent of the font to its lower-case letters. */
function wordOf(text: string, box: Readonly<Record<keyof TextBox, string>>): Word {
  const [top, bottom] = [Number(box.top), Number(box.bottom)];
  const height = bottom - top;
  return {
    text,
    left: Number(box.left),
    right: Number(box.right),
    top: top + 0.3 * height,
    bottom: bottom - 0.22 * height,
  };
}

function assertInside({ width, height, words }: PrintedPage): void {
  const side = (width - CONTENT_WIDTH) / 2 - TOLERANCE;
  for (const { text, left, top, right, bottom } of words) {
    const isInside =
      left >= side &&
      right <= width - side &&
      top >= MARGINS.top - TOLERANCE &&
      bottom <= height - MARGINS.bottom + TOLERANCE;
    assert.ok(isInside, `${text} is outside the content box: ${left} ${top} ${right} ${bottom}`);
  }
}

function assertApart({ words }: PrintedPage): void {
  const sorted = words.toSorted((a, b) => a.top - b.top);
  sorted.forEach((word, i) => {
    for (let k = i + 1; k < sorted.length; k += 1) {
      const other = sorted[k];
      if (other === undefined || other.top >= word.bottom) break;
      const across = Math.min(word.right, other.right) - Math.max(word.left, other.left);
      const along = Math.min(word.bottom, other.bottom) - other.top;
      // poppler splits words after signs without a width, and kerning moves their parts together.
      const kerning = word.top === other.top ? MAX_KERNING * (word.bottom - word.top) : 0;
      assert.ok(
        across <= TOLERANCE + kerning || along <= TOLERANCE,
        `${word.text} is over ${other.text} at ${other.left} ${other.top}`,
      );
    }
  });
}

/** Strings with their escapes, names, numbers and operators. */
const TOKEN = /\((?:\\[\s\S]|[^\\)])*\)|\/[^\s/<>[\]()]*|[-\d.]+|[A-Za-z]+/g;
/** The streams of pages begin with marked content. */
const PAGE_START = /^\/\w+(?:<<| BMC)/;
const PAPER = '#ffffff';

function printedTexts(pdf: Uint8Array): readonly PrintedText[] {
  return inflatedStreams(Buffer.from(pdf))
    .map((stream) => stream.toString('latin1'))
    .filter((content) => PAGE_START.test(content))
    .flatMap(textsIn);
}

function textsIn(content: string): readonly PrintedText[] {
  const texts: PrintedText[] = [];
  const fills: { readonly box: TextBox; readonly colour: Colour }[] = [];
  let operands: number[] = [];
  let path: (readonly [x: number, y: number])[] = [];
  let colour: Colour = '#000000';
  let size = 0;
  /** Where a text begins; its later parts have the same background. */
  let start: readonly [x: number, y: number] = [0, 0];
  const number = (i: number): number => operands.at(i) ?? assert.fail('a missing operand');
  for (const [token] of content.matchAll(TOKEN)) {
    if (/^[-\d.]/.test(token)) {
      operands.push(Number(token));
      continue;
    }
    if (/^[(/]/.test(token)) continue;
    switch (token) {
      case 'rg':
        colour = hexadecimal(operands);
        break;
      case 'Tf':
        size = number(-1);
        break;
      case 'Td':
        start = [number(-2), number(-1)];
        break;
      case 'TJ': {
        const [x, y] = [start[0] + 0.1 * size, start[1] + 0.3 * size];
        const below = fills.findLast(
          ({ box }) => x >= box.left && x <= box.right && y >= box.bottom && y <= box.top,
        );
        texts.push({ size, colour, background: below?.colour ?? PAPER });
        break;
      }
      case 're': {
        const [x, y] = [number(-4), number(-3)];
        path.push([x, y], [x + number(-2), y + number(-1)]);
        break;
      }
      case 'm':
      case 'l':
      case 'c':
        path.push([number(-2), number(-1)]);
        break;
      case 'f':
      case 'B':
        fills.push({ box: boxAround(path), colour });
        path = [];
        break;
      case 'S':
        path = [];
        break;
    }
    operands = [];
  }
  return texts;
}

function hexadecimal(channels: readonly number[]): Colour {
  const hex = (channel: number): string =>
    Math.round(255 * channel)
      .toString(16)
      .padStart(2, '0');
  return `#${channels.map(hex).join('')}`;
}

function boxAround(points: readonly (readonly [number, number])[]): TextBox {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return {
    left: Math.min(...xs),
    right: Math.max(...xs),
    bottom: Math.min(...ys),
    top: Math.max(...ys),
  };
}
