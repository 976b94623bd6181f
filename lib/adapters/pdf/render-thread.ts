// The render thread: renders the reports that thread-client.ts sends to it, one after the other.
import { parentPort } from 'node:worker_threads';
import type { PlaceNotes } from '../../domain/place-notes.ts';
import type { Report } from '../../domain/report.ts';
import type { RenderedFile } from '../../ports/rendering.ts';
import type { FailureCode, FailureFacts } from '../../shared/failure.ts';
import { Failure } from '../../shared/failure.ts';
import type { RendererSettings } from './index.ts';
import { pdfRenderer } from './index.ts';

/** Everything a report is rendered from, as data that can be copied to another thread. */
export interface RenderTask {
  readonly settings: RendererSettings;
  /** The report itself, which is attached to the PDF. */
  readonly json: RenderedFile;
  readonly links: ReadonlyMap<number, string>;
  readonly notes: ReadonlyMap<number, PlaceNotes>;
}

export type RenderAnswer = { readonly id: number } & (
  | { readonly bytes: Uint8Array }
  | { readonly error: unknown }
  /** A copy of a Failure would be a plain Error. */
  | { readonly failure: readonly [FailureCode, FailureFacts] }
);

/** The JSON renderer, which wrote the text, has checked it. */
const parseReport: (text: string) => Report = JSON.parse;

parentPort?.on('message', ({ id, task }: { readonly id: number; readonly task: RenderTask }) => {
  void render(task)
    .then(
      (bytes) => ({ bytes }),
      (error: unknown) =>
        error instanceof Failure ? { failure: [error.code, error.facts] as const } : { error },
    )
    .then((result) => {
      const answer: RenderAnswer = { id, ...result };
      parentPort?.postMessage(answer);
    });
});

async function render({ settings, json, links, notes }: RenderTask): Promise<Uint8Array> {
  const report = parseReport(new TextDecoder().decode(json.bytes));
  const { bytes } = await pdfRenderer(settings).render(report, json, links, notes);
  return bytes;
}
