// The HTTP API on this machine: its routes, a job queue in the process, and files at addresses that the server signs.
import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, Server as TlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import type { IdentifiedCaller, ReadCompanyTree } from '../../reports/access.ts';
import { authenticateToken } from '../../reports/access.ts';
import type { LinkContext } from '../../links/make-link.ts';
import { createCompanyFolders } from '../queries/company-folders.ts';
import { Failure } from '../../shared/failure.ts';
import type { LimitContext } from '../../reports/request-limits.ts';
import type { ReportMakingContext } from '../../reports/run-week.ts';
import { createStoredTokens } from '../../reports/stored-tokens.ts';
import type { TokenCodecs } from '../../ports/api-tokens.ts';
import { sha256Of } from '../../reports/report-repository.ts';
import { prioritizeRequest } from '../../shared/yield-to-event-loop.ts';
import { basePathOf, removeBasePath, bearerToken } from '../read-request.ts';
import type { FactFiles } from '../../ports/fact-tables.ts';
import type { OpenPage } from '../../ports/page-bundle.ts';
import type { FindReader } from '../../delivery/find-reader.ts';
import { createReaderFinder } from '../../delivery/find-reader.ts';
import type { ApiDelivery } from '../api-context.ts';
import { createReportsApi } from '../api.ts';
import { problemResponse, toProblem } from '../problem-responses.ts';
import type { SignedFiles } from './signed-files.ts';
import { createSignedFiles } from './signed-files.ts';
import type { LocalJobs, LocalJobsOptions } from '../../jobs/local-jobs.ts';
import { createLocalJobs } from '../../jobs/local-jobs.ts';

export interface ServeOptions
  extends
    Pick<LinkContext, 'revocations' | 'linkKeys'>,
    Pick<LimitContext, 'codecs'>,
    Pick<LocalJobsOptions, 'jobRecords'> {
  readonly making: ReportMakingContext;
  /** Of a process that also runs the schedule; default: jobs of requests only. */
  readonly localJobs?: LocalJobs;
  readonly port: number;
  /** Default: 127.0.0.1. */
  readonly host?: string;
  readonly tls?: TlsFiles | null;
  /** Answers /healthz and /readyz; missing where nothing asks. */
  readonly health?: HealthChecks;
  /** The bearer token of the API; null where only stored tokens are valid. */
  readonly token: string | null;
  /** The holder of the token. */
  readonly tokenCaller: IdentifiedCaller;
  /** For further tokens, which are stored with the reports. */
  readonly tokenCodecs: TokenCodecs;
  /** The public address of this server; null for its own address. */
  readonly publicUrl: string | null;
  readonly locale: string;
  readonly page: OpenPage;
  readonly factFiles: FactFiles;
  /** Opens what subscriptions need when the address of the server is known; null where no messages are sent. */
  readonly openDelivery:
    ((server: ServerAddress) => ServedDelivery | Promise<ServedDelivery>) | null;
  /**
   * A bug, an error that ended a response early, or why a requested report was not made. `requestId`: of the request that
   * failed, absent for reports; its response has the id in the header X-Request-Id.
   */
  readonly onError: (error: unknown, requestId?: string) => void;
  readonly onAnswered?: (answered: AnsweredRequest) => void;
}

/** Certificate and private key in PEM. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

/** A request of the HTTP API, the page or a file, when its response begins. */
export interface AnsweredRequest {
  /** The pattern of its path, e.g. "/v1/weeks/:week"; "none" where no route is. */
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
}

export interface ServerAddress {
  readonly publicUrl: string;
  /** The company's folders, as the server reads them. */
  readonly tree: ReadCompanyTree;
}

export interface ServedDelivery {
  readonly delivery: ApiDelivery;
  /** Resolves when the messages that are being sent have gone out. */
  close(): Promise<void>;
}

export interface HealthChecks {
  readonly isAlive: () => boolean;
  readonly isReady: () => Promise<boolean>;
  /** Identifies the process, so that an operator sees that an address leads to it. */
  readonly instance: string;
}

export interface LocalServer {
  readonly url: string;
  /** For connections that are opened from now on; nothing without TLS. */
  replaceTls(tls: TlsFiles): void;
  close(): Promise<void>;
}

/** Fails when the port is taken. */
export async function serveReports(options: ServeOptions): Promise<LocalServer> {
  const { making, onError } = options;
  const { source, repository, clock, rules } = making;
  const address: { url: string } = { url: options.publicUrl ?? '' };
  const files = createSignedFiles({
    store: repository.store,
    clock,
    key: randomBytes(32),
    baseUrl: () => address.url,
  });
  const random = (): number => randomBytes(6).readUIntBE(0, 6) / 2 ** 48;
  const jobs =
    options.localJobs ??
    createLocalJobs({ making, jobRecords: options.jobRecords, random, onError });
  const company = createCompanyFolders(source, clock);
  let servedDelivery: ServedDelivery | null = null;
  let findReader: FindReader = () => Promise.resolve(null);
  const api = createReportsApi({
    source,
    repository,
    ...company,
    jobs,
    clock,
    settleHours: rules.settleHours,
    locale: options.locale,
    page: options.page,
    revocations: options.revocations,
    codecs: options.codecs,
    linkKeys: options.linkKeys,
    factFiles: options.factFiles,
    randomBytes,
    onFault: (error, { requestId }) => {
      // A failure is an expected error, which the caller gets as a code.
      if (!(error instanceof Failure)) onError(error, requestId);
    },
    get publicUrl() {
      return address.url;
    },
    get delivery() {
      return servedDelivery?.delivery ?? null;
    },
    signLink: files.sign,
    release: repository.release,
  });
  const app = createLocalApp({
    api,
    files,
    address,
    findReader: (token) => findReader(token),
    options,
  });
  const { url, replaceTls, close } = await listen(options, (request, closeConnection) =>
    app.fetch(request, { requestId: randomUUID(), close: closeConnection }),
  );
  if (address.url === '') address.url = url;
  const { tree } = company;
  try {
    servedDelivery = (await options.openDelivery?.({ tree, publicUrl: address.url })) ?? null;
  } catch (error) {
    await close();
    throw error;
  }
  if (servedDelivery !== null) findReader = createReaderFinder(servedDelivery.delivery);
  // Started early, since every sign-in needs the folders and a run would delay the request.
  company.folders().catch(() => undefined);
  return {
    ...{ url, replaceTls },
    close: async () => {
      const closing = close();
      if (options.localJobs === undefined) await jobs.close();
      await servedDelivery?.close();
      await closing;
    },
  };
}

interface LocalAppParts {
  readonly api: ReturnType<typeof createReportsApi>;
  readonly files: SignedFiles;
  readonly address: { readonly url: string };
  readonly findReader: FindReader;
  readonly options: Pick<
    ServeOptions,
    'making' | 'token' | 'tokenCaller' | 'tokenCodecs' | 'health' | 'onError' | 'onAnswered'
  >;
}

/** Responds to files by their signed addresses, and to everything else with the API. */
function createLocalApp({ api, files, address, findReader, options }: LocalAppParts) {
  const { making, token, tokenCaller, tokenCodecs, health, onError, onAnswered } = options;
  const { store } = making.repository;
  const storedTokens = createStoredTokens({ store, ...tokenCodecs, clock: making.clock }, onError);
  const tokens = token === null ? [] : [{ sha256: sha256Of(Buffer.from(token)), folders: [] }];
  const authenticate = async (
    authorization: string | undefined,
  ): Promise<IdentifiedCaller | null> => {
    const bearer = bearerToken(authorization);
    if (bearer === null) return null;
    if (authenticateToken(bearer, tokens) !== null) return tokenCaller;
    return (await storedTokens.authenticate(bearer)) ?? findReader(bearer);
  };
  const app = new Hono<{ Bindings: LocalEnv }>();
  if (health !== undefined) {
    app.get('/healthz', () => stateResponse(health.isAlive()));
    app.get('/readyz', async () => {
      const response = stateResponse(await health.isReady().catch(() => false));
      response.headers.set(INSTANCE_HEADER, health.instance);
      return response;
    });
  }
  app.all('*', async ({ req, env: { requestId, close } }) => {
    const startedAt = performance.now();
    const request = withoutPublicPath(req.raw, address.url);
    let route = '/files/';
    const isFile = new URL(request.url).pathname.startsWith('/files/');
    // This process may be making reports at the same time.
    const response = isFile
      ? await files.respond(request)
      : await prioritizeRequest(async () =>
          api.fetch(request, {
            caller: await authenticate(req.header('Authorization')),
            ids: { requestId },
            onRoute: (pattern) => {
              route = pattern;
            },
            breakOff: (error) => {
              onError(error, requestId);
              close();
            },
          }),
        );
    response.headers.set('X-Request-Id', requestId);
    onAnswered?.({ route, status: response.status, durationMs: performance.now() - startedAt });
    return response;
  });
  app.onError((error, { env: { requestId } }) => {
    if (error instanceof Failure) {
      // The store or the link keys of an access link can't be read.
      const response = problemResponse(
        toProblem(error, (fault) => {
          onError(fault, requestId);
        }),
      );
      response.headers.set('X-Request-Id', requestId);
      return response;
    }
    onError(error, requestId);
    return new Response(null, { status: 500, headers: { 'X-Request-Id': requestId } });
  });
  return app;
}

/** Of answers of /readyz. */
export const INSTANCE_HEADER = 'X-Instance';

function stateResponse(isGood: boolean): Response {
  return new Response(isGood ? 'ok\n' : 'unavailable\n', {
    status: isGood ? 200 : 503,
    headers: { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' },
  });
}

interface LocalEnv {
  readonly requestId: string;
  /** Closes the connection at once. */
  readonly close: () => void;
}

interface ListeningServer {
  readonly url: string;
  readonly replaceTls: (tls: TlsFiles) => void;
  /** Accepts no more requests; resolves when the pending ones have ended, or are broken off after ten seconds. */
  readonly close: () => Promise<void>;
}

/** Longer than proxies keep a connection, which otherwise send a request while it is being closed. */
const KEEP_ALIVE_MS = 75_000;
const MAX_REQUEST_MS = 10_000;

/** Fails when the port is taken. */
async function listen(
  { port, host = '127.0.0.1', tls = null }: Pick<ServeOptions, 'port' | 'host' | 'tls'>,
  respond: (request: Request, closeConnection: () => void) => Response | Promise<Response>,
): Promise<ListeningServer> {
  const { promise: listening, resolve, reject } = Promise.withResolvers<AddressInfo>();
  const server = serve(
    {
      fetch: (request, { outgoing }) => respond(request, () => outgoing.destroy()),
      port,
      hostname: host,
      overrideGlobalObjects: false,
      ...(tls === null ? {} : { createServer, serverOptions: tls }),
    },
    resolve,
  );
  server.once('error', reject);
  const { port: listeningPort } = await listening;
  if ('keepAliveTimeout' in server) server.keepAliveTimeout = KEEP_ALIVE_MS;
  const hostInUrl = host.includes(':') ? `[${host}]` : host;
  return {
    url: `${tls === null ? 'http' : 'https'}://${hostInUrl}:${listeningPort}`,
    replaceTls: (files) => {
      if (server instanceof TlsServer) server.setSecureContext(files);
    },
    close: async () => {
      const { promise: closed, resolve: done } = Promise.withResolvers<undefined>();
      server.close(() => {
        done(undefined);
      });
      if ('closeIdleConnections' in server) server.closeIdleConnections();
      const timer = setTimeout(() => {
        if ('closeAllConnections' in server) server.closeAllConnections();
      }, MAX_REQUEST_MS);
      await closed;
      clearTimeout(timer);
    },
  };
}

/** A proxy at the public address may keep the path of that address in the requests that it forwards. */
function withoutPublicPath(request: Request, publicUrl: string): Request {
  const url = new URL(request.url);
  const path = removeBasePath(url.pathname, basePathOf(publicUrl));
  if (path === url.pathname) return request;
  url.pathname = path;
  const { method, headers, body } = request;
  return new Request(url, { method, headers, body, duplex: 'half' });
}
