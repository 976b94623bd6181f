// The render thread: renders the reports that background-renderer.ts sends to it, one after the other.
import type { Report } from '../../domain/report.ts';
import type { RenderedFile } from '../../ports/rendering.ts';
import type { RendererSettings } from './index.ts';
import { pdfRenderer } from './index.ts';

/** Everything a report is rendered from, as data that can be copied to another thread. */
export interface RenderTask {
  readonly settings: RendererSettings;
  /** The report itself, which is attached to the PDF. */
  readonly json: RenderedFile;
  readonly links: ReadonlyMap<number, string>;
}

/** The JSON renderer, which wrote the text, has checked it. */
const parseReport: (text: string) => Report = JSON.parse;

/** Returns the bytes of the PDF. */
export default async function render({ settings, json, links }: RenderTask): Promise<Uint8Array> {
  const report = parseReport(new TextDecoder().decode(json.bytes));
  const { bytes } = await pdfRenderer(settings).render(report, json, links);
  return bytes;
}
