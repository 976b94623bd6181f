// The bench's upstream, in a process of its own: answers of the reporting API, ready made, each after the latency.
// It hides nothing else: no query is read, since its work is to be no bottleneck.
import { createServer, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { inputOf, say } from '../child.ts';
import { alertsBody, folderBody, followUpsBody, resultsBody, surveyBody } from './bodies.ts';
import { companyOf, kindOf, KINDS, type SurveyKind } from './company.ts';

/** Smaller ones are not worth it, as with most servers. */
const GZIP_FROM_BYTES = 1024;

interface Body {
  readonly plain: Buffer;
  readonly zipped: Buffer | null;
}

function bodyOf(text: string): Body {
  const plain = Buffer.from(text);
  return { plain, zipped: plain.byteLength < GZIP_FROM_BYTES ? null : gzipSync(plain) };
}

function bodiesByPath(surveyCount: number): ReadonlyMap<string, Body> {
  const { root, stores } = companyOf(surveyCount);
  const bodies = new Map([['/v1/folders', bodyOf(folderBody(root))]]);
  const ofKinds = (write: (kind: SurveyKind) => string): readonly Body[] =>
    Array.from({ length: KINDS }, (_, kind) => bodyOf(write(kindOf(kind))));
  const [results, followUps] = [ofKinds(resultsBody), ofKinds(followUpsBody)];
  const put = (path: string, body: Body | undefined): void => {
    if (body !== undefined) bodies.set(path, body);
  };
  for (const store of stores) {
    put(`/v1/folders/${store.key}/alerts`, bodyOf(alertsBody(store)));
    for (const survey of store.surveys) {
      put(`/v1/surveys/${survey}`, bodyOf(surveyBody(survey, store)));
      put(`/v1/surveys/${survey}/results`, results[kindOf(survey).kind]);
      put(`/v1/surveys/${survey}/followup`, followUps[kindOf(survey).kind]);
    }
  }
  return bodies;
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

const { surveys, latencyMs } = inputOf(z.object({ surveys: z.number(), latencyMs: z.number() }));
const bodies = bodiesByPath(surveys);
const server = createServer((request, response) => {
  const { url = '', headers } = request;
  const path = url.split('?')[0] ?? '';
  const isGzipAccepted = headers['accept-encoding']?.includes('gzip') === true;
  setTimeout(() => {
    answer(response, bodies.get(path), isGzipAccepted);
  }, latencyMs);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) say(`http://127.0.0.1:${address.port}`);
});
process.stdin.resume().on('end', () => {
  server.close();
  server.closeAllConnections();
});
