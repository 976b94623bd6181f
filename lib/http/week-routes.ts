// Routes of the HTTP API for whoever looks around: folders, weeks, and what there is of one report.
import type { Caller } from '../reports/access.ts';
import { listFolders } from './queries/company-folders.ts';
import { fileNameOf } from '../reports/report-repository.ts';
import { listWeeks } from './queries/list-weeks.ts';
import { SIGNED_SECONDS } from '../ports/object-store.ts';
import { createReportSummaryCache } from './queries/report-summary.ts';
import {
  findVisibleReport,
  listRevisions,
  readContent,
  readOlderContent,
} from './queries/report-revisions.ts';
import { sha256Of } from '../reports/report-repository.ts';
import { overviewOf } from './queries/week-overview.ts';
import type { LinkedFile, ReportFiles } from './responses.ts';
import type { Manifest } from '../ports/stored-records.ts';
import { gzipTag } from './compress.ts';
import { hasTag } from './request-headers.ts';
import { REPORT } from './report-routes.ts';
import { readId, readQuery, readRevision, readWeek } from './request-schemas.ts';
import type { AddRoute, RequestHandler, ReportsApi } from './reports-api.ts';

export function addLibraryRoutes(route: AddRoute, api: ReportsApi): void {
  const glances = createReportSummaryCache(api.repository);
  const standing = ({ req }: RequestHandler, caller: Caller): Promise<Manifest> => {
    const { week, folder } = readId(req);
    return findVisibleReport(api, caller, { week: week.name, folder });
  };
  route('/v1/folders', {
    GET: async (context, caller) => {
      readQuery(context.req, []);
      return context.json(await listFolders(api.folders, caller));
    },
  });
  route('/v1/weeks', {
    GET: async (context, caller) => {
      readQuery(context.req, []);
      return context.json(await listWeeks(api, caller));
    },
  });
  route('/v1/weeks/:week', {
    GET: async (context, caller) => {
      readQuery(context.req, []);
      const week = readWeek(context.req.param('week') ?? '');
      const overview = await overviewOf({ ...api, glances }, caller, week);
      const bytes = new TextEncoder().encode(JSON.stringify(overview));
      return conditional(context, sha256Of(bytes), () => Promise.resolve(bytes));
    },
  });
  route(`${REPORT}/content`, {
    GET: async (context, caller) => {
      const wanted = readRevision(context.req);
      const manifest = await standing(context, caller);
      const isOlder = wanted !== null && wanted !== manifest.revision;
      const older = isOlder ? await readOlderContent(api.repository, manifest, wanted) : null;
      const { sha256 } = older ?? manifest.files.json;
      return conditional(
        context,
        sha256,
        async () => (older ?? (await readContent(api.repository, manifest))).bytes,
      );
    },
  });
  route(`${REPORT}/revisions`, {
    GET: async (context, caller) => {
      readQuery(context.req, []);
      const manifest = await standing(context, caller);
      return context.json(await listRevisions(api.repository, manifest));
    },
  });
  route(`${REPORT}/files`, {
    GET: async (context, caller) => {
      readQuery(context.req, []);
      const manifest = await standing(context, caller);
      context.header('Referrer-Policy', 'no-referrer');
      return context.json(await filesOf(api, manifest));
    },
  });
}

/** JSON, or 304 where the caller has these bytes; `read` is called only when they are sent. */
async function conditional(
  { req }: RequestHandler,
  sha256: string,
  read: () => Promise<Uint8Array>,
): Promise<Response> {
  const tag = `"${sha256}"`;
  // May be cached but never used unasked: who may see it, and what it says, can change.
  const headers = { ETag: tag, 'Cache-Control': 'private, no-cache', Vary: 'Accept-Encoding' };
  if (hasTag(req.header('If-None-Match'), [tag, gzipTag(tag)])) {
    return new Response(null, { status: 304, headers });
  }
  return new Response(new Uint8Array(await read()), {
    headers: { ...headers, 'Content-Type': 'application/json' },
  });
}

async function filesOf(api: ReportsApi, report: Manifest): Promise<ReportFiles> {
  // Before anything is signed: no link ends sooner than is told.
  const expires = Math.floor(api.clock() / 1000) * 1000 + SIGNED_SECONDS * 1000;
  const linked = async (format: 'pdf' | 'json'): Promise<LinkedFile> => {
    const { key, bytes } = report.files[format];
    const name = `${fileNameOf(report)}.${format}`;
    return { url: await api.signLink({ key, name }), name, bytes };
  };
  const [pdf, json] = [await linked('pdf'), await linked('json')];
  const { key } = report.files.pdf;
  const view = await api.signLink({ key, name: pdf.name, disposition: 'inline' });
  return { view, pdf, json, expiresAt: new Date(expires).toISOString() };
}
