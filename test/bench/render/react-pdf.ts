// The peer @react-pdf/renderer: one Svg with all texts per page, which is a sixth faster than one Text per text of the
// layout. Fonts are registered once; hyphenation is disabled.
import { z } from 'zod';
import type { Paint, TextRun } from '../../../lib/charts/draw-operations.ts';
import type { DrawingShape } from './render-drawing.ts';
import { pathData } from '../../../lib/charts/draw-operations.ts';
import { shapesOf, textsOf } from './render-drawing.ts';
import type { PeerFont } from './fonts.ts';
import { WEIGHTS } from './fonts.ts';
import { loadPeer } from './peers.ts';
import type { PlainPage } from './render-inputs.ts';

type CreateElement = (type: unknown, props: object, ...children: readonly unknown[]) => unknown;

const react = z.object({ default: z.object({ createElement: z.custom<CreateElement>() }) });

interface Fonts {
  register(font: object): void;
  registerHyphenationCallback(parts: (word: string) => readonly string[]): void;
}

const reactPdf = z.object({
  Document: z.unknown(),
  Page: z.unknown(),
  Svg: z.unknown(),
  Text: z.unknown(),
  Rect: z.unknown(),
  Line: z.unknown(),
  Path: z.unknown(),
  Font: z.custom<Fonts>(),
  renderToBuffer: z.custom<(document: unknown) => Promise<Uint8Array>>(),
});
type ReactPdf = z.infer<typeof reactPdf>;

const FAMILY = 'Report';

export async function openReactPdf(
  font: PeerFont,
): Promise<(pages: readonly PlainPage[]) => Promise<Uint8Array>> {
  const { createElement } = (await loadPeer('react', react)).default;
  const pdf = await loadPeer('@react-pdf/renderer', reactPdf);
  pdf.Font.register({
    family: FAMILY,
    fonts: [
      { src: font.files.regular, fontWeight: WEIGHTS.regular },
      { src: font.files.bold, fontWeight: WEIGHTS.bold },
    ],
  });
  pdf.Font.registerHyphenationCallback((word) => [word]);
  return (pages) => {
    const children = pages.map((page) => pageElement(page, createElement, pdf));
    return pdf.renderToBuffer(createElement(pdf.Document, {}, ...children));
  };
}

function pageElement(page: PlainPage, create: CreateElement, pdf: ReactPdf): unknown {
  // A drawing as high as its page is cut in two: the sizes are rounded on the way. The margins are empty.
  const [width, height] = [Math.floor(page.width), Math.floor(page.height)];
  const drawing = create(
    pdf.Svg,
    {
      viewBox: `0 0 ${width} ${height}`,
      style: { position: 'absolute', left: 0, top: 0, width, height },
    },
    ...shapesOf(page).map((shape) => shapeElement(shape, create, pdf)),
    ...textsOf(page).map((run) => textElement(run, create, pdf)),
  );
  return create(pdf.Page, { size: [page.width, page.height] }, drawing);
}

function textElement(run: TextRun, create: CreateElement, { Text }: ReactPdf): unknown {
  const { text, x, y, face, size, colour } = run;
  const style = { fontFamily: FAMILY, fontWeight: WEIGHTS[face], fontSize: size };
  return create(Text, { x, y, fill: colour, style }, text);
}

function shapeElement(shape: DrawingShape, create: CreateElement, pdf: ReactPdf): unknown {
  switch (shape.kind) {
    case 'rect': {
      const { x, y, width, height } = shape;
      return create(pdf.Rect, { x, y, width, height, ...paint(shape) });
    }
    case 'line': {
      const { x1, y1, x2, y2, colour, lineWidth } = shape;
      return create(pdf.Line, { x1, y1, x2, y2, stroke: colour, strokeWidth: lineWidth });
    }
    case 'path':
      return create(pdf.Path, { d: pathData(shape.commands), ...paint(shape) });
  }
}

function paint({ fill, stroke, lineWidth }: Paint): object {
  return {
    fill: fill ?? 'none',
    ...(stroke === null ? {} : { stroke, strokeWidth: lineWidth }),
  };
}
