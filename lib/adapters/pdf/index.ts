// The renderer of reports as PDFs.
import { setFlagsFromString } from 'node:v8';
import pLimit from 'p-limit';
import { once } from '../../domain/memoize.ts';
import type { PlaceNotes } from '../../domain/place-notes.ts';
import type { Report } from '../../domain/report.ts';
import type { RenderedFile } from '../../ports/rendering.ts';
import { Failure, failureReason } from '../../shared/failure.ts';
import type { PageSettings } from './layout.ts';
import { checkLinks } from './links.ts';
import type { DocumentParts, renderDocument } from './render-document.ts';

export interface RendererSettings extends PageSettings {
  /** The base address of all links, without a trailing slash. Links are rejected when it is null. */
  readonly publicUrl?: string | null;
}

/** A DocumentRenderer whose links are optional. */
export interface PdfRenderer {
  render(
    report: Report,
    json: RenderedFile,
    links?: ReadonlyMap<number, string>,
    notes?: ReadonlyMap<number, PlaceNotes>,
  ): Promise<RenderedFile>;
}

/**
 * How much a function of WebAssembly runs before V8 compiles it again with its optimizing compiler: V8's own figure, and the one for
 * HarfBuzz. With V8's, a first report causes compilations in other threads that take longer than all its shaping.
 */
const WASM_BUDGET = { usual: 13_000_000, harfBuzz: 100_000_000 } as const;

/** Most starts of a function or command render no report, and need neither pdfkit nor HarfBuzz. */
const loadRenderer = once(async (): Promise<typeof renderDocument> => {
  setFlagsFromString(`--wasm-tiering-budget=${WASM_BUDGET.harfBuzz}`);
  try {
    return (await import('./render-document.ts')).renderDocument;
  } finally {
    // Node does not use its stored code of its own modules while V8's options differ from those at its start.
    setFlagsFromString(`--wasm-tiering-budget=${WASM_BUDGET.usual}`);
  }
});

/** Rendering yields to other work, so concurrent documents would all be half finished in memory. */
const oneAtATime = pLimit(1);

export function pdfRenderer({ publicUrl = null, ...settings }: RendererSettings): PdfRenderer {
  async function render(parts: DocumentParts): Promise<RenderedFile> {
    const links = checkLinks(parts.links, publicUrl);
    const draw = await loadRenderer();
    const bytes = await draw({ ...parts, links }, settings);
    return { bytes, contentType: 'application/pdf', extension: 'pdf' };
  }

  return {
    render: async (report, json, links = new Map(), notes = new Map()) => {
      try {
        return await oneAtATime(render, { report, json, links, notes });
      } catch (error) {
        // A font file that can't be read, e.g. because too many files are open.
        if (!(error instanceof Error && 'syscall' in error)) throw error;
        throw new Failure('RENDERING_FAILED', { reason: failureReason(error) }, error);
      }
    },
  };
}
