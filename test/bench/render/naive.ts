// The peer: pdfkit as most people write it. A new document for each report, the whole fonts opened for each,
// every run through text(). It is given our finished layout, so drawing is all that it has to do.
import { readFileSync } from 'node:fs';
import PDFDocument from 'pdfkit';
import type { Paint } from '../../../lib/charts/draw-operations.ts';
import type { PeerFont } from './fonts.ts';
import type { PlainOperation, PlainPage } from './render-inputs.ts';

export async function drawNaively(
  pages: readonly PlainPage[],
  { files }: PeerFont,
): Promise<Uint8Array> {
  const document = new PDFDocument({ autoFirstPage: false });
  const chunks: Uint8Array[] = [];
  const documentEnd = new Promise<void>((resolve, reject) => {
    document.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    document.on('end', resolve);
    document.on('error', reject);
  });
  for (const face of ['regular', 'bold'] as const) {
    document.registerFont(face, readFileSync(files[face]));
  }
  for (const { width, height, operations } of pages) {
    document.addPage({ size: [width, height], margin: 0 });
    for (const operation of operations) drawOperation(document, operation);
  }
  document.end();
  await documentEnd;
  return Buffer.concat(chunks);
}

function drawOperation(document: PDFKit.PDFDocument, operation: PlainOperation): void {
  switch (operation.kind) {
    case 'text': {
      const { text, x, y, face, size, colour } = operation;
      document
        .font(face)
        .fontSize(size)
        .fillColor(colour)
        .text(text, x, y, { lineBreak: false, baseline: 'alphabetic' });
      break;
    }
    case 'rect':
      document.rect(operation.x, operation.y, operation.width, operation.height);
      paint(document, operation);
      break;
    case 'line':
      document
        .moveTo(operation.x1, operation.y1)
        .lineTo(operation.x2, operation.y2)
        .lineWidth(operation.lineWidth)
        .stroke(operation.colour);
      break;
    case 'path':
      for (const c of operation.commands) {
        if (c.to === 'move') document.moveTo(c.x, c.y);
        else if (c.to === 'line') document.lineTo(c.x, c.y);
        else if (c.to === 'curve') document.bezierCurveTo(c.x1, c.y1, c.x2, c.y2, c.x, c.y);
        else document.closePath();
      }
      paint(document, operation);
  }
}

function paint(document: PDFKit.PDFDocument, { fill, stroke, lineWidth }: Paint): void {
  if (stroke !== null) document.lineWidth(lineWidth);
  if (fill !== null && stroke !== null) document.fillAndStroke(fill, stroke);
  else if (fill !== null) document.fill(fill);
  else if (stroke !== null) document.stroke(stroke);
}
