// Renders PDFs on a thread of its own, so that drawing does not delay the requests of a run.
import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import type { PdfRenderer, RendererSettings } from './index.ts';
import { pdfRenderer } from './index.ts';
import type { RenderThread } from './thread-client.ts';
import { createRenderThread } from './thread-client.ts';

/** Reports that are sent to the thread before the first is rendered, so that it never waits for this thread. */
const SENT_AHEAD = 4;

/** All renderers of a process share the thread. */
const sharedThread = createRenderThread();
const sentAhead = pLimit(SENT_AHEAD);

/** The same files as those of pdfRenderer, which renders them where there is only one core. */
export function backgroundPdfRenderer(settings: RendererSettings): PdfRenderer {
  return availableParallelism() > 1
    ? threadRenderer(sharedThread, settings)
    : pdfRenderer(settings);
}

/** Fails with RENDERING_FAILED what a thread that ends has not rendered. */
export function threadRenderer(
  thread: RenderThread,
  { locale, paper, publicUrl = null }: RendererSettings,
): PdfRenderer {
  const settings = { locale, paper, publicUrl };
  return {
    render: (_report, json, links = new Map(), notes = new Map()) =>
      sentAhead(async () => {
        const bytes = await thread.render({ settings, json, links, notes });
        return { bytes, contentType: 'application/pdf', extension: 'pdf' };
      }),
  };
}
