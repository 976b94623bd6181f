// A child that makes the work of the bench: five reports for each language, their JSON and their layout.
import assert from 'node:assert/strict';
import { z } from 'zod';
import { jsonRenderer } from '../../../lib/adapters/json/index.ts';
import { pdfRenderer } from '../../../lib/adapters/pdf/index.ts';
import { layoutPages, createLayoutContext } from '../../../lib/adapters/pdf/layout.ts';
import type { Operation } from '../../../lib/charts/draw-operations.ts';
import { circle } from '../../../lib/charts/draw-operations.ts';
import { inflatedStreams } from '../../support/pdf-file.ts';
import { placedOperations } from '../../support/placed-operations.ts';
import { inputOf, sendResult } from '../child.ts';
import type { Shape } from './render-figures.ts';
import { LANGUAGES, SEEDS, type BenchLanguage } from './render-figures.ts';
import { storeIn } from './render-stores.ts';
import { writeRenderInputs, type PlainOperation, type PlainPage } from './render-inputs.ts';

/** Peers draw a dot as the curves of a circle. */
function plain(operation: Operation): PlainOperation {
  if (operation.kind !== 'dot') return operation;
  const { x, y, radius, colour } = operation;
  const commands = circle(x, y, radius);
  return { kind: 'path', commands, fill: colour, stroke: null, lineWidth: 0 };
}

async function prepare(folder: string, language: BenchLanguage): Promise<Shape> {
  let firstPages: readonly PlainPage[] | null = null;
  for (const seed of SEEDS) {
    const report = storeIn(language, seed);
    // It goes through a file.
    assert.deepStrictEqual(JSON.parse(JSON.stringify(report)), report);
    const laidOut = layoutPages(
      report,
      createLayoutContext(report, { locale: language, paper: 'A4' }),
    );
    const pages = laidOut.map(({ width, height, parts }): PlainPage => ({
      width,
      height,
      operations: parts.flatMap(placedOperations).map(plain),
    }));
    firstPages ??= pages;
    const json = await jsonRenderer().render(report);
    const pdf = await pdfRenderer({ locale: language, paper: 'A4' }).render(report, json);
    const streams = inflatedStreams(Buffer.from(pdf.bytes));
    await writeRenderInputs(folder, language, seed, { report, json, pages, streams });
  }
  const kinds = (firstPages ?? []).flatMap(({ operations }) => operations.map(({ kind }) => kind));
  const textRuns = kinds.filter((kind) => kind === 'text').length;
  return { pages: firstPages?.length ?? 0, textRuns, shapes: kinds.length - textRuns };
}

const { folder } = inputOf(z.object({ folder: z.string() }));
const shapes = new Map<BenchLanguage, Shape>();
for (const language of LANGUAGES) shapes.set(language, await prepare(folder, language));
sendResult(Object.fromEntries(shapes));
