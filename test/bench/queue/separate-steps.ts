// Measures the parts of making a report separately in the same process after the week: rendering, and requests to the
// bucket with the SDK and with node:http.
import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { jsonRenderer } from '../../../lib/adapters/json/index.ts';
import { pdfRenderer } from '../../../lib/adapters/pdf/index.ts';
import type { ReportRepository } from '../../../lib/reports/report-repository.ts';
import { findManifest, JSON_ATTRIBUTES, readFile } from '../../../lib/reports/report-repository.ts';
import { mapConcurrent } from '../../../lib/shared/map-concurrent.ts';
import { cpuMs } from '../bench-samples.ts';
import type { PartTimes } from './queue-figures.ts';

const REPORTS = 40;
const REQUESTS = 400;
/** Equal to the sockets of the worker's client. */
const IN_FLIGHT = 64;
/** A separate prefix, so that the counts exclude these requests. */
const PREFIX = 'apart/';
const LINK = { expiresIn: 3600 };

/** `bucket`: where the repository's store is, without a prefix. */
export async function measureParts(
  repository: ReportRepository,
  week: string,
  { bucket, folders }: { readonly bucket: string; readonly folders: readonly number[] },
): Promise<PartTimes> {
  const step = Math.max(1, Math.floor(folders.length / REPORTS));
  const sampledFolders = folders.filter((_, i) => i % step === 0).slice(0, REPORTS);
  const files = await mapConcurrent(sampledFolders, async (folder) => {
    const manifest = await findManifest(repository, { week, folder });
    if (manifest === null) throw new Error(`folder ${folder} has no report`);
    const [pdf, json] = [manifest.files.pdf, manifest.files.json];
    return {
      pdf: await readFile(repository, pdf),
      json: await readFile(repository, json),
      manifest,
    };
  });
  const draw = { json: jsonRenderer(), pdf: pdfRenderer({ locale: 'en', paper: 'A4' }) };
  const drawFigures = await spent(files.length, 1, async (i) => {
    const report = repository.reader.read(files[i]?.json ?? new Uint8Array());
    await draw.pdf.render(report, await draw.json.render(report), new Map());
  });

  // A report writes two small objects, a PDF and a JSON file; nearly all reads are small.
  const writtenFiles = files.flatMap(({ pdf, json, manifest }) => {
    const small = repository.manifests.encode(manifest);
    return [pdf, json, small, small];
  });
  const bytesOf = (i: number): Uint8Array =>
    writtenFiles[i % writtenFiles.length] ?? new Uint8Array();
  const small = writtenFiles[2] ?? new Uint8Array();
  await repository.store.create(`${PREFIX}small`, small, JSON_ATTRIBUTES);

  const s3 = new S3Client({ forcePathStyle: true, requestChecksumCalculation: 'WHEN_REQUIRED' });
  const puts = await Promise.all(
    Array.from({ length: REQUESTS }, (_, i) =>
      getSignedUrl(s3, new PutObjectCommand({ Bucket: bucket, Key: `${PREFIX}p${i}` }), LINK),
    ),
  );
  const get = await getSignedUrl(
    s3,
    new GetObjectCommand({ Bucket: bucket, Key: `${PREFIX}small` }),
    LINK,
  );
  s3.destroy();
  const agent = new Agent({ keepAlive: true, maxSockets: IN_FLIGHT });
  const plainly = {
    get: await spent(REQUESTS, IN_FLIGHT, () => send(agent, 'GET', get, null)),
    put: await spent(REQUESTS, IN_FLIGHT, (i) => send(agent, 'PUT', puts[i] ?? '', bytesOf(i))),
  };
  agent.destroy();
  const throughStore = {
    get: await spent(REQUESTS, IN_FLIGHT, () => repository.store.read(`${PREFIX}small`)),
    put: await spent(REQUESTS, IN_FLIGHT, (i) =>
      repository.store.create(`${PREFIX}s${i}`, bytesOf(i), JSON_ATTRIBUTES),
    ),
  };
  return { reports: files.length, drawnCpuMs: drawFigures.cpuMs, plainly, throughStore };
}

/** Average of `count` runs. */
async function spent(
  times: number,
  inFlight: number,
  work: (i: number) => Promise<unknown>,
): Promise<PartTimes['plainly']['get']> {
  const [begun, before] = [performance.now(), cpuMs()];
  await mapConcurrent(
    Array.from({ length: times }, (_, i) => i),
    work,
    inFlight,
  );
  return { wallMs: (performance.now() - begun) / times, cpuMs: (cpuMs() - before) / times };
}

function send(agent: Agent, method: string, url: string, body: Uint8Array | null): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const headers = body === null ? {} : { 'Content-Length': body.byteLength };
  const clientRequest = request(url, { agent, method, headers }, (answer) => {
    const parts: Uint8Array[] = [];
    answer.on('data', (part: Uint8Array) => parts.push(part));
    answer.on('error', reject);
    answer.on('end', () => {
      if (answer.statusCode === 200) resolve(undefined);
      else reject(new Error(`${method}: ${answer.statusCode}`));
    });
  });
  clientRequest.on('error', reject);
  clientRequest.end(body ?? undefined);
  return promise;
}
