// The compared renderers with one interface; each imports only its own modules.
import type { RenderedFile } from '../../../lib/ports/rendering.ts';
import type { Report } from '../../../lib/domain/report.ts';
import type { WayName } from './render-figures.ts';
import { fontFor } from './fonts.ts';
import type { PlainPage, RenderWork } from './work.ts';

export interface RenderWay {
  readonly render: (seed: number) => Promise<Uint8Array>;
  /** Without the attachment, when there is one. */
  readonly renderAlone: (seed: number) => Promise<Uint8Array>;
  /** Called before anything is measured again, and outside of what is. */
  readonly reset: () => Promise<void>;
  readonly end: () => Promise<void>;
  /** Whether the renderer uses other processes. */
  readonly isTree: boolean;
}

/** Ours, as far as it is measured. */
interface Renderer {
  render(report: Report, json: RenderedFile): Promise<RenderedFile>;
}

const NOTHING: RenderedFile = {
  bytes: new TextEncoder().encode('{}'),
  contentType: 'application/json',
  extension: 'json',
};

export async function openWay(name: WayName, work: RenderWork): Promise<RenderWay> {
  switch (name) {
    case 'pdf': {
      const { pdfRenderer } = await import('../../../lib/adapters/pdf/index.ts');
      const renderer: Renderer = pdfRenderer({ locale: work.language, paper: 'A4' });
      const render = async (seed: number, json: RenderedFile): Promise<Uint8Array> =>
        (await renderer.render(work.report(seed), json)).bytes;
      return {
        ...inProcess((seed) => render(seed, work.json(seed))),
        renderAlone: (seed) => render(seed, NOTHING),
      };
    }
    case 'layout': {
      const { layoutPages: layout, createLayoutContext: settingFor } =
        await import('../../../lib/adapters/pdf/layout.ts');
      return inProcess((seed) => {
        const report = work.report(seed);
        layout(report, settingFor(report, { locale: work.language, paper: 'A4' }));
        return Promise.resolve(new Uint8Array());
      });
    }
    case 'json': {
      const { jsonRenderer } = await import('../../../lib/adapters/json/index.ts');
      const renderer = jsonRenderer();
      return inProcess(async (seed) => (await renderer.render(work.report(seed))).bytes);
    }
    case 'deflate': {
      const { deflated } = await import('../../../lib/adapters/pdf/pdf-syntax.ts');
      return inProcess((seed) => Promise.resolve(Buffer.concat(work.streams(seed).map(deflated))));
    }
    case 'pdfkit': {
      const { drawNaively } = await import('./naive.ts');
      const font = fontFor(work.language);
      return drawing(work, (pages) => drawNaively(pages, font));
    }
    case 'pdfmake': {
      const { openPdfMake } = await import('./pdfmake.ts');
      return drawing(work, await openPdfMake(fontFor(work.language)));
    }
    case 'react-pdf': {
      const { openReactPdf } = await import('./react-pdf.ts');
      return drawing(work, await openReactPdf(fontFor(work.language)));
    }
    case 'chromium':
    case 'chromium-cold': {
      const { openPrinter } = await import('./chromium.ts');
      const { print, close } = await openPrinter(work);
      const reset = name === 'chromium-cold' ? close : stay;
      return { ...inProcess(print), reset, end: close, isTree: true };
    }
  }
}

function drawing(
  work: RenderWork,
  draw: (pages: readonly PlainPage[]) => Promise<Uint8Array>,
): RenderWay {
  return inProcess((seed) => draw(work.pages(seed)));
}

function inProcess(render: (seed: number) => Promise<Uint8Array>): RenderWay {
  return { render, renderAlone: render, reset: stay, end: stay, isTree: false };
}

async function stay(): Promise<void> {
  // Nothing to do.
}
