// The input of all renderers as prepared files: reports, their JSON, and the finished layout, which is all that peers
// draw. So no measured process spends time on preparing its input.
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { RenderedFile } from '../../../lib/ports/rendering.ts';
import type { Report } from '../../../lib/domain/report.ts';
import type { Dot, Operation } from '../../../lib/charts/draw-operations.ts';
import type { BenchLanguage } from './render-figures.ts';

export type PlainOperation = Exclude<Operation, Dot>;

/** A page without features that only this project's renderer has. */
export interface PlainPage {
  readonly width: number;
  readonly height: number;
  readonly operations: readonly PlainOperation[];
}

export interface RenderInputs {
  readonly language: BenchLanguage;
  /** Folder for temporary files. */
  readonly folder: string;
  report(seed: number): Report;
  json(seed: number): RenderedFile;
  pages(seed: number): readonly PlainPage[];
  /** The contents of all streams of our PDF: pages, fonts, objects and the attached JSON. */
  streams(seed: number): readonly Uint8Array[];
}

export async function writeRenderInputs(
  folder: string,
  language: BenchLanguage,
  seed: number,
  content: {
    readonly report: Report;
    readonly json: RenderedFile;
    readonly pages: readonly PlainPage[];
    readonly streams: readonly Buffer[];
  },
): Promise<void> {
  const file = (kind: string): string => join(folder, `${language}-${seed}.${kind}.json`);
  await writeFile(file('report'), JSON.stringify(content.report));
  await writeFile(file('pages'), JSON.stringify(content.pages));
  await writeFile(file('json'), content.json.bytes);
  const streams = content.streams.map((stream) => stream.toString('base64'));
  await writeFile(file('streams'), JSON.stringify(streams));
}

/** Reads each file on first use. */
export function openRenderInputs(folder: string, language: BenchLanguage): RenderInputs {
  const bytes = (seed: number, kind: string): Buffer =>
    readFileSync(join(folder, `${language}-${seed}.${kind}.json`));
  // Written by writeRenderInputs, so no validation is needed.
  const parseFact = <T>(type: z.ZodType<T>, seed: number, kind: string): T =>
    type.parse(JSON.parse(bytes(seed, kind).toString()));
  return {
    language,
    folder,
    report: once((seed) => parseFact(z.custom<Report>(), seed, 'report')),
    json: once((seed) => ({
      bytes: bytes(seed, 'json'),
      contentType: 'application/json',
      extension: 'json',
    })),
    pages: once((seed) => parseFact(z.custom<readonly PlainPage[]>(), seed, 'pages')),
    streams: once((seed) =>
      parseFact(z.array(z.string()), seed, 'streams').map((text) => Buffer.from(text, 'base64')),
    ),
  };
}

function once<T>(read: (seed: number) => T): (seed: number) => T {
  const values = new Map<number, T>();
  return (seed) => {
    const value = values.get(seed) ?? read(seed);
    values.set(seed, value);
    return value;
  };
}
