// Pages as HTML for a browser to print: one inline SVG for each, and words at their places.
import type { Paint, TextRun } from '../../../lib/charts/draw-operations.ts';
import type { DrawingShape } from './render-drawing.ts';
import { pathData } from '../../../lib/charts/draw-operations.ts';
import { shapesOf, textsOf } from './render-drawing.ts';
import type { BenchLanguage } from './render-figures.ts';
import type { PeerFont } from './fonts.ts';
import { WEIGHTS } from './fonts.ts';
import type { PlainPage } from './render-inputs.ts';

export function htmlOf(
  pages: readonly PlainPage[],
  font: PeerFont,
  language: BenchLanguage,
): string {
  const [firstPage] = pages;
  const [width, height] = [firstPage?.width ?? 0, firstPage?.height ?? 0];
  return `<!doctype html>
<html lang="${language}"><meta charset="utf-8"><title>Report</title>
<style>
@page { size: ${width}pt ${height}pt; margin: 0 }
body { margin: 0; font-family: '${font.family}'; font-weight: ${WEIGHTS.regular} }
/* A hundredth less, or rounding begins another page. */
div { position: relative; width: ${width}pt; height: ${height - 0.01}pt; overflow: hidden; break-after: page }
div:last-child { break-after: auto }
svg { position: absolute; left: 0; top: 0; width: ${width}pt; height: ${height}pt }
span { position: absolute; white-space: pre; line-height: normal }
.bold { font-weight: ${WEIGHTS.bold} }
</style>
${pages.map((page) => pageOf(page, font)).join('\n')}`;
}

function pageOf(page: PlainPage, font: PeerFont): string {
  const shapes = shapesOf(page).map(shapeOf).join('');
  const texts = textsOf(page)
    .map((run) => textOf(run, font))
    .join('');
  return `<div><svg viewBox="0 0 ${page.width} ${page.height}">${shapes}</svg>${texts}</div>`;
}

function textOf({ text, x, y, face, size, colour }: TextRun, { ascent }: PeerFont): string {
  const top = (y - ascent * size).toFixed(3);
  const style = `left:${x}pt;top:${top}pt;font-size:${size}pt;color:${colour}`;
  return `<span${face === 'bold' ? ' class="bold"' : ''} style="${style}">${escaped(text)}</span>`;
}

function shapeOf(shape: DrawingShape): string {
  switch (shape.kind) {
    case 'rect': {
      const { x, y, width, height } = shape;
      return `<rect x="${x}" y="${y}" width="${width}" height="${height}"${paint(shape)}/>`;
    }
    case 'line': {
      const { x1, y1, x2, y2, colour, lineWidth } = shape;
      return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${colour}" stroke-width="${lineWidth}"/>`;
    }
    case 'path':
      return `<path d="${pathData(shape.commands)}"${paint(shape)}/>`;
  }
}

function paint({ fill, stroke, lineWidth }: Paint): string {
  const outline = stroke === null ? '' : ` stroke="${stroke}" stroke-width="${lineWidth}"`;
  return ` fill="${fill ?? 'none'}"${outline}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
