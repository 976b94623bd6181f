// The peer: draws a report from its JSON to a PDF in a bucket with zod, luxon, pdfkit and the SDK.
import { readFile } from 'node:fs/promises';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { DateTime } from 'luxon';
import { z } from 'zod';
import { drawNaively } from '../render/naive.ts';
import type { PlainPage } from '../render/render-inputs.ts';
import { drawEvent, type Drawn } from './draw-event.ts';

const client = new S3Client({ forcePathStyle: true });

const reportShape = z.object({
  week: z.string(),
  folder: z.object({ key: z.number(), name: z.string() }),
  surveys: z.array(
    z.object({
      key: z.number(),
      timeZone: z.string(),
      period: z.object({ start: z.string(), end: z.string(), hours: z.number() }),
      days: z.array(z.object({ date: z.string(), responses: z.number() })),
      hours: z.array(z.object({ date: z.string(), hour: z.number(), data: z.array(z.number()) })),
    }),
  ),
});
const pagesShape = z.custom<readonly PlainPage[]>();

export async function handler(event: unknown): Promise<Drawn> {
  const { report: file, pages, fonts, key } = drawEvent.parse(event);
  const { surveys } = reportShape.parse(JSON.parse(await readFile(file, 'utf8')));
  const headings = surveys.flatMap(({ timeZone, days }) =>
    days.map(({ date }) => DateTime.fromISO(date, { zone: timeZone }).toFormat('ccc d LLL yyyy')),
  );
  const bytes = await drawNaively(pagesShape.parse(JSON.parse(await readFile(pages, 'utf8'))), {
    family: 'Noto Sans',
    files: fonts,
    ascent: 1.069,
  });
  await client.send(
    new PutObjectCommand({
      Bucket: 'reports',
      Key: key,
      Body: bytes,
      ContentType: 'application/pdf',
      Metadata: { from: headings[0] ?? '' },
    }),
  );
  return { bytes: bytes.byteLength };
}
