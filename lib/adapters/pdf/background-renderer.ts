// Renders PDFs on a thread of its own, so that drawing does not delay the requests of a run.
import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import type { PdfRenderer, RendererSettings } from './index.ts';
import type { RenderTask } from './render-thread.ts';

/** How long the thread keeps its memory while there is nothing to render. */
const IDLE_MS = 10_000;
/** Reports that are sent to the thread before the first is rendered, so that it never waits for this thread. */
const SENT_AHEAD = 4;

interface RenderThread {
  run(task: RenderTask): Promise<Uint8Array>;
}

/** All renderers of a process share the thread, which starts at the first report and does not keep the process running. */
let thread: Promise<RenderThread> | null = null;
const sentAhead = pLimit(SENT_AHEAD);

/** The same files as those of pdfRenderer, which renders them where there is only one core. */
export function backgroundPdfRenderer(settings: RendererSettings): PdfRenderer {
  return availableParallelism() > 1 ? threadRenderer(settings) : callerRenderer(settings);
}

function threadRenderer({ locale, paper, publicUrl = null }: RendererSettings): PdfRenderer {
  const settings = { locale, paper, publicUrl };
  return {
    render: (_report, json, links = new Map()) =>
      sentAhead(async () => {
        thread ??= openThread();
        const bytes = await (await thread).run({ settings, json, links });
        return { bytes, contentType: 'application/pdf', extension: 'pdf' };
      }),
  };
}

function callerRenderer(settings: RendererSettings): PdfRenderer {
  return {
    render: async (report, json, links) => {
      // Most commands render no report, and need neither pdfkit nor fonts.
      const { pdfRenderer } = await import('./index.ts');
      return pdfRenderer(settings).render(report, json, links);
    },
  };
}

async function openThread(): Promise<RenderThread> {
  const { Tinypool } = await import('tinypool');
  return new Tinypool({
    filename: new URL('./render-thread.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    // Nothing waits in the pool itself, so a thread that dies fails every report that was sent to it.
    concurrentTasksPerWorker: SENT_AHEAD,
    idleTimeout: IDLE_MS,
  });
}
