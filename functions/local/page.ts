// The report library as this machine serves it: built from its source when the server starts, beside everything else.
import type { OpenPage } from '../reports-api/page-files.ts';

/** Begins at once and is waited for by whoever asks for the page; a fault in it is theirs too. */
export function builtPage(): OpenPage {
  const building = import('../../infra/build-page.ts').then(({ buildPage }) => buildPage());
  // Perhaps nobody asks.
  building.catch(() => undefined);
  return () => building;
}

/**
 * A request as the routes know it. `publicUrl`: whoever passes requests on from there may leave its path in front of
 * ours or not.
 */
export function withoutBase(request: Request, publicUrl: string): Request {
  const base = new URL(publicUrl).pathname.replace(/\/+$/, '');
  const url = new URL(request.url);
  if (base === '' || !`${url.pathname}/`.startsWith(`${base}/`)) return request;
  url.pathname = url.pathname.slice(base.length);
  const { method, headers, body } = request;
  return new Request(url, { method, headers, body, duplex: 'half' });
}
