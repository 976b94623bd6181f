// The reports of a library as somebody sees them whose token is bound to folders: on this machine there is one token,
// and it is the whole company's, so a server of its own tells the routes who asks.
import { randomBytes } from 'node:crypto';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { signedFiles } from '../../functions/local/files.ts';
import { localJobs } from '../../functions/local/jobs.ts';
import { builtPage } from '../../functions/local/page.ts';
import { bearerToken } from '../../functions/reports-api/bearer.ts';
import { reportsApiRoutes } from '../../functions/reports-api/routes.ts';
import { companyFolders } from '../../lib/app/company-folders.ts';
import { openRevocations } from '../../lib/compose.ts';
import type { Tab, TestBrowser } from './browser.ts';
import type { Library } from './library.ts';
import { SIGNED_IN } from './library.ts';

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
  const { source, keeping, clock, rules } = making;
  const at = { url: '' };
  const token = randomBytes(32).toString('base64url');
  const key = { id: 'bound', key: randomBytes(32).toString('base64url') };
  const store = { store: keeping.store, clock, key: randomBytes(32) };
  const files = signedFiles({ ...store, baseUrl: () => at.url });
  const bugs: unknown[] = [];
  const onFault = (error: unknown): void => {
    bugs.push(error);
  };
  const jobs = localJobs(making, onFault);
  const api = reportsApiRoutes({
    source,
    shelf: keeping,
    ...companyFolders(source, clock),
    jobs,
    clock,
    settleHours: rules.settleHours,
    locale: 'en',
    page: builtPage(),
    revocations: openRevocations(),
    linkKeys: () => Promise.resolve([key]),
    randomBytes,
    onFault,
    get publicUrl() {
      return at.url;
    },
    signLink: files.sign,
  });
  const app = new Hono();
  app.all('/files/*', (context) => files.answer(context.req.raw));
  app.all('*', (context) => {
    const isKnown = bearerToken(context.req.header('Authorization')) === token;
    return api.fetch(context.req.raw, { caller: isKnown ? { folders } : null });
  });
  const { promise: listening, resolve } = Promise.withResolvers<number>();
  const server = serve(
    { fetch: app.fetch, port: 0, hostname: '127.0.0.1', overrideGlobalObjects: false },
    ({ port }) => {
      resolve(port);
    },
  );
  at.url = `http://127.0.0.1:${await listening}`;
  const address = `${at.url}/`;
  return {
    token,
    address,
    enter: (browser, view) => browser.open(`${address}#${view}`, { before: SIGNED_IN(token) }),
    bugs,
    [Symbol.asyncDispose]: async () => {
      await jobs.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      server.close();
    },
  };
}
