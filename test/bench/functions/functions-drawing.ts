// Draws a report from its JSON to a PDF in a bucket with the renderer and store of make-report only.
import { readFile } from 'node:fs/promises';
import { jsonReader, jsonRenderer } from '../../../lib/adapters/json/index.ts';
import { pdfRenderer } from '../../../lib/adapters/pdf/index.ts';
import { openS3Store } from '../../../lib/adapters/s3/index.ts';
import { systemContext, sleep } from '../../../lib/composition/system.ts';
import { drawEvent, type Drawn } from './draw-event.ts';

const { store } = openS3Store({
  bucket: 'reports',
  prefix: '',
  owner: null,
  random: systemContext.random,
  sleep,
});
const [reader, json, pdf] = [
  jsonReader(),
  jsonRenderer(),
  pdfRenderer({ locale: 'en', paper: 'A4' }),
];

export async function handler(event: unknown): Promise<Drawn> {
  const { report: file, key } = drawEvent.parse(event);
  const report = reader.read(await readFile(file));
  const { bytes, contentType } = await pdf.render(report, await json.render(report));
  await store.create(key, bytes, { contentType });
  return { bytes: bytes.byteLength };
}
