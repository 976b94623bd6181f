// The reports of a library as somebody sees them whose token is bound to folders: on this machine there is one token,
// and it is the whole company's, so another server has one of its own.
import { randomBytes } from 'node:crypto';
import { startPageBuild } from '../../lib/composition/local.ts';
import { serveReports } from '../../lib/http/local/local-server.ts';
import { openRevocations } from '../../lib/composition/compose.ts';
import type { Tab, TestBrowser } from './browser.ts';
import type { Library } from './page-server.ts';
import { SIGNED_IN } from './page-server.ts';

export interface BoundLibrary extends AsyncDisposable {
  readonly token: string;
  readonly address: string;
  enter(browser: TestBrowser, view: string): Promise<Tab>;
  /** What the server met and could not answer. */
  readonly bugs: readonly unknown[];
}

/** `folders`: those that the token is bound to. */
export async function openBoundLibrary(
  { making }: Pick<Library, 'making'>,
  folders: readonly number[],
): Promise<BoundLibrary> {
  const token = randomBytes(32).toString('base64url');
  const key = { id: 'bound', key: randomBytes(32).toString('base64url') };
  const bugs: unknown[] = [];
  const server = await serveReports({
    making,
    port: 0,
    token,
    holder: { folders },
    publicUrl: null,
    locale: 'en',
    page: startPageBuild(),
    revocations: openRevocations(),
    linkKeys: () => Promise.resolve([key]),
    onBug: (error) => bugs.push(error),
  });
  const address = `${server.url}/`;
  return {
    token,
    address,
    enter: (browser, view) => browser.open(`${address}#${view}`, { before: SIGNED_IN(token) }),
    bugs,
    [Symbol.asyncDispose]: () => server.close(),
  };
}
