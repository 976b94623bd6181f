// Documents in which each page has one text, to be extracted again.
import { drawDocument } from '../../../lib/adapters/pdf/draw.ts';
import type { Page, Part } from '../../../lib/adapters/pdf/page-elements.ts';
import { lineAt } from '../../../lib/adapters/pdf/text/typesetter.ts';
import { textStyles } from '../../../lib/charts/theme.ts';
import type { Direction } from '../../../lib/i18n/text-direction.ts';

const [WIDTH, MARGIN, LINE] = [595, 40, 30];

/** One page for each text. */
export async function drawTexts(
  texts: readonly string[],
  direction: Direction,
): Promise<Uint8Array> {
  return drawPages(texts.map((text) => pageOf([text], direction)));
}

/** All texts below each other. */
export function pageOf(texts: readonly string[], direction: Direction): Page {
  return {
    width: WIDTH,
    height: MARGIN + LINE * texts.length,
    direction,
    parts: texts.map((text, i) => partOf(text, direction, MARGIN + LINE * i)),
  };
}

export async function drawPages(pages: readonly Page[]): Promise<Uint8Array> {
  return drawDocument(pages, {
    title: 'Texts',
    language: 'en-GB',
    at: new Date('2026-11-16T18:00:00Z'),
    attachment: {
      name: 'report.json',
      contentType: 'application/json',
      description: '',
      bytes: Buffer.from('{}'),
    },
  });
}

function partOf(text: string, direction: Direction, y: number): Part {
  const [x, align] =
    direction === 'ltr' ? [MARGIN, 'left' as const] : [WIDTH - MARGIN, 'right' as const];
  return {
    element: { role: 'P', parent: null },
    operations: lineAt(text, textStyles.body, x, y, align),
    dx: 0,
    dy: 0,
  };
}

/** An extracted text without the direction controls that readers add, and composed. */
export function comparable(text: string): string {
  return text
    .replaceAll(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
    .normalize('NFC');
}
