// The upstream process of the benchmark: prepared answers of the reporting API, each after the latency. Ignores all
// query parameters but `surveys` and `truncate`, so that it is not the bottleneck.
import { createServer, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { inputOf, sendResult } from '../child.ts';
import {
  alertsBody,
  folderBody,
  followUpsBody,
  historyBody,
  resultsBody,
  surveyBody,
} from './bodies.ts';
import { companyOf, kindOf, KINDS } from './upstream-company.ts';
import type { BenchFolder, CompanyShape, SurveyKind } from './upstream-company.ts';

/** Minimum size of compressed bodies, like most servers. */
const GZIP_FROM_BYTES = 1024;
/** Behind the path of the company's folders without their surveys. */
const BARE = '?surveys=false';
/** Behind the path of results by day. */
const BY_DAY = '?truncate=day';

interface Body {
  readonly plain: Buffer;
  readonly zipped: Buffer | null;
}

function bodyOf(text: string): Body {
  const plainBytes = Buffer.from(text);
  return {
    plain: plainBytes,
    zipped: plainBytes.byteLength < GZIP_FROM_BYTES ? null : gzipSync(plainBytes),
  };
}

function bodiesByPath(surveyCount: number, shape: CompanyShape): ReadonlyMap<string, Body> {
  const { root, stores } = companyOf(surveyCount, shape);
  const bodies = new Map([
    ['/v1/folders', bodyOf(folderBody(root))],
    [`/v1/folders${BARE}`, bodyOf(folderBody(withoutSurveys(root)))],
  ]);
  for (const folder of everyFolder(root)) {
    bodies.set(`/v1/folders/${folder.key}`, bodyOf(folderBody(folder)));
  }
  const ofKinds = (write: (kind: SurveyKind) => string): readonly Body[] =>
    Array.from({ length: KINDS }, (_, kind) => bodyOf(write(kindOf(kind))));
  const [results, history] = [ofKinds(resultsBody), ofKinds(historyBody)];
  const followUps = ofKinds(followUpsBody);
  const put = (path: string, body: Body | undefined): void => {
    if (body !== undefined) bodies.set(path, body);
  };
  for (const store of stores) {
    put(`/v1/folders/${store.key}/alerts`, bodyOf(alertsBody(store)));
    for (const survey of store.surveys) {
      put(`/v1/surveys/${survey}`, bodyOf(surveyBody(survey, store)));
      put(`/v1/surveys/${survey}/results`, results[kindOf(survey).kind]);
      put(`/v1/surveys/${survey}/results${BY_DAY}`, history[kindOf(survey).kind]);
      put(`/v1/surveys/${survey}/followup`, followUps[kindOf(survey).kind]);
    }
  }
  return bodies;
}

function everyFolder(folder: BenchFolder): readonly BenchFolder[] {
  return [folder, ...folder.folders.flatMap(everyFolder)];
}

function withoutSurveys(folder: BenchFolder): BenchFolder {
  return { ...folder, folders: folder.folders.map(withoutSurveys), surveys: [] };
}

function answer(response: ServerResponse, body: Body | undefined, isGzipAccepted: boolean): void {
  if (body === undefined) {
    response.writeHead(404).end();
    return;
  }
  const zipped = isGzipAccepted ? body.zipped : null;
  response.writeHead(200, {
    'Content-Type': 'application/json',
    'Content-Length': (zipped ?? body.plain).byteLength,
    ...(zipped === null ? {} : { 'Content-Encoding': 'gzip' }),
  });
  response.end(zipped ?? body.plain);
}

const { surveys, shape, latencyMs } = inputOf(
  z.object({
    surveys: z.number(),
    shape: z.object({ perStore: z.number().optional(), fanOut: z.number().optional() }).default({}),
    latencyMs: z.number(),
  }),
);
const bodies = bodiesByPath(surveys, shape);
const server = createServer((request, response) => {
  // The clock of a run is that of its week.
  response.sendDate = false;
  const { url = '', headers } = request;
  const [path = ''] = url.split('?');
  const isBare = path === '/v1/folders' && url.includes('surveys=false');
  const variant = isBare ? BARE : url.includes('truncate=day') ? BY_DAY : '';
  const isGzipAccepted = headers['accept-encoding']?.includes('gzip') === true;
  setTimeout(() => {
    answer(response, bodies.get(`${path}${variant}`), isGzipAccepted);
  }, latencyMs);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null)
    sendResult(`http://127.0.0.1:${address.port}`);
});
process.stdin.resume().on('end', () => {
  server.close();
  server.closeAllConnections();
});
