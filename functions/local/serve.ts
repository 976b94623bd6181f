// The HTTP API on this machine: the routes, the job queue of the process, and links to files that this server signs.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { isStoredFileKey } from '../../lib/app/shelf.ts';
import type { Making } from '../../lib/app/make-week.ts';
import { answerProblem } from '../reports-api/problems.ts';
import { reportsApiRoutes } from '../reports-api/routes.ts';
import { localJobs } from './jobs.ts';

export interface ServeOptions {
  readonly making: Making;
  readonly port: number;
  readonly token: string;
  /** Where people reach this server; null for its own address. */
  readonly publicUrl: string | null;
  /** Signs links to files; whoever has it can make them. */
  readonly linkKey: Uint8Array;
  readonly onBug: (error: unknown) => void;
}

export interface Server {
  readonly url: string;
  close(): Promise<void>;
}

const LINK_SECONDS = 300;
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  json: 'application/json',
};

/** Serves on loopback; fails when the port is taken. */
export async function serveReports(options: ServeOptions): Promise<Server> {
  const { making, linkKey } = options;
  const { keeping, clock, rules } = making;
  const address: { url: string } = { url: options.publicUrl ?? '' };
  const signatureOf = (key: string, name: string, expires: number): string =>
    createHmac('sha256', linkKey)
      .update(JSON.stringify([key, name, expires]))
      .digest('base64url');

  const jobs = localJobs(making, options.onBug);
  const app = reportsApiRoutes({
    source: making.source,
    shelf: keeping,
    jobs,
    onBug: options.onBug,
    clock,
    settleHours: rules.settleHours,
    get publicUrl() {
      return address.url;
    },
    isToken: (token) => isSame(token, options.token),
    signLink: ({ key, name }) => {
      const expires = Math.floor(clock() / 1000) + LINK_SECONDS;
      const signature = signatureOf(key, name, expires);
      const query = new URLSearchParams({ name, expires: String(expires), signature });
      return Promise.resolve(`${address.url}/files/${key}?${query.toString()}`);
    },
  });
  app.get('/files/*', async (context) => {
    const key = context.req.path.slice('/files/'.length);
    const { name = '', expires = '', signature = '' } = context.req.query();
    const isOurs =
      /^\d+$/.test(expires) && isSame(signature, signatureOf(key, name, Number(expires)));
    if (!isOurs || !isStoredFileKey(key)) {
      return answerProblem(context, 403, 'LINK_INVALID', 'This link was not made by this server.');
    }
    if (Number(expires) * 1000 < clock()) {
      return answerProblem(
        context,
        403,
        'LINK_EXPIRED',
        'This link has expired; ask for a new one.',
      );
    }
    const object = await keeping.store.read(key);
    if (object === null) return answerProblem(context, 410, 'FILE_GONE', 'This file was removed.');
    return context.body(new Uint8Array(object.bytes), 200, {
      'Content-Type': CONTENT_TYPES[key.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
      'Content-Disposition': `attachment; filename="${name}"`,
    });
  });

  const { promise: listening, resolve, reject } = Promise.withResolvers<AddressInfo>();
  const server = serve(
    { fetch: app.fetch, port: options.port, hostname: '127.0.0.1', overrideGlobalObjects: false },
    resolve,
  );
  server.once('error', reject);
  const { port } = await listening;
  const url = `http://127.0.0.1:${port}`;
  if (address.url === '') address.url = url;
  return {
    url,
    close: async () => {
      const { promise: closed, resolve: done } = Promise.withResolvers<undefined>();
      server.close(() => {
        done(undefined);
      });
      if ('closeIdleConnections' in server) server.closeIdleConnections();
      await jobs.close();
      await closed;
    },
  };
}

/** Compares without telling by its duration how much of it is right. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
