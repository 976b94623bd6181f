// PDFs that are rendered for messages, shared by the recipients of a run: rendering takes much longer than sending.
import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '../domain/calendar.ts';
import type { Clock } from '../shared/clock.ts';

/** A run sends to all recipients of a report within some minutes; later, reports of places below may have other links. */
const SHARED_MS = 10 * MINUTE_MS;
/** A PDF of a whole company takes some hundred kilobytes. */
const MAX_BYTES = 32 * 1024 ** 2;

export interface RenderedPdfs {
  /** Renders unless the PDF of the key was rendered lately, or is being rendered. Fails as `render` does. */
  readonly get: (key: string, render: () => Promise<Uint8Array>) => Promise<Uint8Array>;
}

export function createRenderedPdfs(clock: Clock): RenderedPdfs {
  const pdfs = new LRUCache<string, Uint8Array, () => Promise<Uint8Array>>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ byteLength }) => byteLength,
    ttl: SHARED_MS,
    ttlResolution: 0,
    perf: { now: clock },
    fetchMethod: (_key, _stale, { context: render }) => render(),
  });
  // One that is too large to be kept is still returned.
  return {
    get: (key, render) => pdfs.forceFetch(key, { context: render, ignoreFetchAbort: true }),
  };
}
