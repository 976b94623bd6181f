// The compared renderers with one interface; each imports only its own modules.
import type { RenderedFile } from '../../../lib/ports/rendering.ts';
import type { Report } from '../../../lib/domain/report.ts';
import type { WayName } from './render-figures.ts';
import { fontFor } from './fonts.ts';
import type { PlainPage, RenderInputs } from './render-inputs.ts';

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

export async function openWay(name: WayName, inputs: RenderInputs): Promise<RenderWay> {
  switch (name) {
    case 'pdf': {
      const { pdfRenderer } = await import('../../../lib/adapters/pdf/index.ts');
      const renderer: Renderer = pdfRenderer({ locale: inputs.language, paper: 'A4' });
      const render = async (seed: number, json: RenderedFile): Promise<Uint8Array> =>
        (await renderer.render(inputs.report(seed), json)).bytes;
      return {
        ...inProcess((seed) => render(seed, inputs.json(seed))),
        renderAlone: (seed) => render(seed, NOTHING),
      };
    }
    case 'layout': {
      const { layoutPages: layout, createLayoutContext: settingFor } =
        await import('../../../lib/adapters/pdf/layout.ts');
      return inProcess((seed) => {
        const report = inputs.report(seed);
        layout(report, settingFor(report, { locale: inputs.language, paper: 'A4' }));
        return Promise.resolve(new Uint8Array());
      });
    }
    case 'json': {
      const { jsonRenderer } = await import('../../../lib/adapters/json/index.ts');
      const renderer = jsonRenderer();
      return inProcess(async (seed) => (await renderer.render(inputs.report(seed))).bytes);
    }
    case 'deflate': {
      const { deflated } = await import('../../../lib/adapters/pdf/pdf-syntax.ts');
      return inProcess((seed) =>
        Promise.resolve(Buffer.concat(inputs.streams(seed).map(deflated))),
      );
    }
    case 'pdfkit': {
      const { drawNaively } = await import('./naive.ts');
      const font = fontFor(inputs.language);
      return drawing(inputs, (pages) => drawNaively(pages, font));
    }
    case 'pdfmake': {
      const { openPdfMake } = await import('./pdfmake.ts');
      return drawing(inputs, await openPdfMake(fontFor(inputs.language)));
    }
    case 'react-pdf': {
      const { openReactPdf } = await import('./react-pdf.ts');
      return drawing(inputs, await openReactPdf(fontFor(inputs.language)));
    }
    case 'chromium':
    case 'chromium-cold': {
      const { openPrinter } = await import('./chromium.ts');
      const { print, close } = await openPrinter(inputs);
      const reset = name === 'chromium-cold' ? close : stay;
      return { ...inProcess(print), reset, end: close, isTree: true };
    }
  }
}

function drawing(
  inputs: RenderInputs,
  draw: (pages: readonly PlainPage[]) => Promise<Uint8Array>,
): RenderWay {
  return inProcess((seed) => draw(inputs.pages(seed)));
}

function inProcess(render: (seed: number) => Promise<Uint8Array>): RenderWay {
  return { render, renderAlone: render, reset: stay, end: stay, isTree: false };
}

async function stay(): Promise<void> {
  // Nothing to do.
}
