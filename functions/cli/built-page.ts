// The report library as this machine serves it: built from its source when the server starts, beside everything else.
import type { OpenPage } from '../../lib/http/page-files.ts';

let building: ReturnType<OpenPage> | null = null;

/** Begins at once, and once in a process; it is waited for by whoever asks for the page, and a fault in it is theirs. */
export function builtPage(): OpenPage {
  building ??= import('../../infra/build-page.ts').then(({ buildPage }) => buildPage());
  const built = building;
  // Perhaps nobody asks.
  built.catch(() => undefined);
  return () => built;
}
