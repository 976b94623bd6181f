// The peer pdfmake: a document definition of texts at their places over one canvas for each page.
// Its fonts are read and registered once; it opens them for each document, and there is no other way.
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Paint, TextRun } from '../../../lib/charts/draw-operations.ts';
import type { DrawingShape } from './render-drawing.ts';
import { pathData } from '../../../lib/charts/draw-operations.ts';
import { shapesOf, textsOf } from './render-drawing.ts';
import type { PeerFont } from './fonts.ts';
import { loadPeer } from './peers.ts';
import type { PlainPage } from './render-inputs.ts';

interface PdfMake {
  readonly virtualfs: { writeFileSync(name: string, bytes: Uint8Array): void };
  setUrlAccessPolicy(isAllowed: () => boolean): void;
  setLocalAccessPolicy(isAllowed: () => boolean): void;
  setFonts(fonts: object): void;
  createPdf(definition: object): { getBuffer(): Promise<Uint8Array> };
}

const FAMILY = 'Report';

export async function openPdfMake(
  font: PeerFont,
): Promise<(pages: readonly PlainPage[]) => Promise<Uint8Array>> {
  const module = await loadPeer('pdfmake', z.object({ default: z.custom<PdfMake>() }));
  const pdfMake = module.default;
  // Otherwise it warns.
  pdfMake.setUrlAccessPolicy(() => false);
  pdfMake.setLocalAccessPolicy(() => false);
  pdfMake.virtualfs.writeFileSync('regular.ttf', readFileSync(font.files.regular));
  pdfMake.virtualfs.writeFileSync('bold.ttf', readFileSync(font.files.bold));
  pdfMake.setFonts({ [FAMILY]: { normal: 'regular.ttf', bold: 'bold.ttf' } });
  return (pages) => pdfMake.createPdf(definitionOf(pages, font)).getBuffer();
}

function definitionOf(pages: readonly PlainPage[], font: PeerFont): object {
  const [firstPage] = pages;
  return {
    pageSize: { width: firstPage?.width, height: firstPage?.height },
    pageMargins: 0,
    defaultStyle: { font: FAMILY },
    content: pages.flatMap((page, i) => [
      // What has a place of its own can't begin a page.
      { text: '', fontSize: 1, ...(i === 0 ? {} : { pageBreak: 'before' }) },
      { absolutePosition: { x: 0, y: 0 }, canvas: shapesOf(page).map(vector) },
      ...textsOf(page).map((run) => text(run, font)),
    ]),
  };
}

function text({ text, x, y, face, size, colour }: TextRun, { ascent }: PeerFont): object {
  return {
    text,
    absolutePosition: { x, y: y - ascent * size },
    bold: face === 'bold',
    fontSize: size,
    color: colour,
    noWrap: true,
    preserveLeadingSpaces: true,
  };
}

function vector(shape: DrawingShape): object {
  switch (shape.kind) {
    case 'rect': {
      const { x, y, width, height } = shape;
      return { type: 'rect', x, y, w: width, h: height, ...paint(shape) };
    }
    case 'line': {
      const { x1, y1, x2, y2, colour, lineWidth } = shape;
      return { type: 'line', x1, y1, x2, y2, lineColor: colour, lineWidth };
    }
    case 'path':
      return { type: 'path', d: pathData(shape.commands), ...paint(shape) };
  }
}

function paint({ fill, stroke, lineWidth }: Paint): object {
  return {
    ...(fill === null ? {} : { color: fill }),
    ...(stroke === null ? {} : { lineColor: stroke, lineWidth }),
  };
}
