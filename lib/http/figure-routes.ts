// Route of the HTTP API that downloads figures of many places and weeks as one table.
import type { OpenAPIHono } from '@hono/zod-openapi';
import { createRoute, z } from '@hono/zod-openapi';
import type { FigureQuery, FigureTable } from '../analytics/figure-table.ts';
import {
  FIGURE_GRAINS,
  FIGURE_TABLES,
  figureWeeks,
  MAX_FIGURE_WEEKS,
  openFigures,
} from '../analytics/figure-table.ts';
import type { TableFormat } from '../analytics/table-formats.ts';
import { encodeTable, openTableWriter, TABLE_FORMATS } from '../analytics/table-formats.ts';
import { sha256Of } from '../reports/report-repository.ts';
import type { Clock } from '../shared/clock.ts';
import type { FileName } from '../shared/content-disposition.ts';
import { contentDisposition } from '../shared/content-disposition.ts';
import type { ApiEnv, ReportsApiContext } from './api-context.ts';
import { callerOfRequest } from './api-context.ts';
import { acceptsGzip, gzipChunks, gzipTag, MAX_RESPONSE_BYTES } from './compress.ts';
import { RequestProblem } from './problem-responses.ts';
import { matchesTag, preferredValues } from './read-request.ts';
import { conditionalHeaders, figuresQuery } from './request-schemas.ts';
import { declareResponses, header, NOT_MODIFIED, PROBLEMS } from './route-descriptions.ts';

const TYPES: Readonly<Record<TableFormat, string>> = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
};

const binary = z.string().openapi({ format: 'binary' });

const COLUMNS = FIGURE_GRAINS.map(
  (grain) => `Columns by ${grain}: ${Object.keys(FIGURE_TABLES[grain]).join(', ')}.`,
).join(' ');

const getFiguresRoute = createRoute({
  method: 'get',
  path: '/v1/figures',
  operationId: 'getFigures',
  tags: ['Library'],
  summary: 'Figures of many places and weeks as one table',
  description: `At most ${MAX_FIGURE_WEEKS} weeks; one row for each place, kind of index and period, by week, folder, survey and time. Weeks without reports have no rows. Up to 1,000 reports the answer has a tag and the revisions of one moment; beyond that, each report is in the revision that is current when it is read. On AWS an answer that is too large or takes too long is refused (\`ANSWER_TOO_LARGE\`); elsewhere it is sent while it is made, and a connection that ends early means that it is incomplete.`,
  request: { query: figuresQuery, headers: conditionalHeaders },
  ...declareResponses(
    {
      200: {
        description: `The table; CSV is UTF-8 with a byte-order mark. ${COLUMNS}`,
        headers: {
          ETag: {
            description: 'The tag of these bytes; missing for more than 1,000 reports.',
            schema: { type: 'string', pattern: '^"[0-9a-f]{64}(-gzip)?"$' },
          },
          'Content-Disposition': header('The name of the file.'),
        },
        content: {
          [TYPES.csv]: { schema: z.string() },
          [TYPES.ndjson]: { schema: z.string() },
          [TYPES.parquet]: { schema: binary },
        },
      },
      304: NOT_MODIFIED,
    },
    [
      ...PROBLEMS.upstream,
      'FIELD_INVALID',
      'FOLDER_KEY_INVALID',
      'FOLDER_NOT_FOUND',
      'RANGE_INVALID',
      'WEEK_INVALID',
      'ANSWER_TOO_LARGE',
    ],
  ),
});

export const FIGURE_ROUTES = [getFiguresRoute] as const;

export function addFigureRoutes(app: OpenAPIHono<ApiEnv>, api: ReportsApiContext): void {
  app.openapi(getFiguresRoute, async (context) => {
    const { from, to, below, grain, places, format: requestedFormat } = context.req.valid('query');
    const weeks = await figureWeeks(api, { from: from ?? null, to: to ?? null });
    const query = { ...weeks, below: below ?? null, grain, places };
    const format = requestedFormat ?? preferredFormat(context.req.header('Accept'));
    const figures = await openFigures(
      { ...api, files: api.factFiles },
      callerOfRequest(context),
      query,
    );
    const isCompressed = format !== 'parquet' && acceptsGzip(context.req.header('Accept-Encoding'));
    const tag = tagOf(figures, format, isCompressed);
    const headers = {
      ...(tag === null ? {} : { ETag: tag, 'Cache-Control': 'private, no-cache' }),
      Vary: 'Accept, Accept-Encoding',
    };
    if (tag !== null && matchesTag(context.req.header('If-None-Match'), [tag])) {
      return new Response(null, { status: 304, headers });
    }
    const table = encodeTable(
      figures.rows,
      openTableWriter(format, figures.columns, api.factFiles),
    );
    const chunks = isCompressed ? gzipChunks(table) : table;
    const { breakOff } = context.env;
    const body =
      breakOff === undefined ? await readWhole(chunks, api.clock) : await stream(chunks, breakOff);
    return new Response(body, {
      headers: {
        ...headers,
        'Content-Type': format === 'csv' ? `${TYPES.csv}; charset=utf-8` : TYPES[format],
        'Content-Disposition': contentDisposition('attachment', fileName(query, format)),
        ...(isCompressed ? { 'Content-Encoding': 'gzip' } : {}),
      },
    });
  });
}

function preferredFormat(accept: string | undefined): TableFormat {
  const types = preferredValues(accept);
  const formats = types.flatMap((type) => TABLE_FORMATS.filter((format) => TYPES[format] === type));
  return formats[0] ?? 'csv';
}

function tagOf({ tag }: FigureTable, format: TableFormat, isCompressed: boolean): string | null {
  if (tag === null) return null;
  const quoted = `"${sha256Of(Buffer.from(`${tag} ${format}`))}"`;
  return isCompressed ? gzipTag(quoted) : quoted;
}

/** "figures-41003-2026-W34-2026-W46.csv" */
function fileName({ from, to, below }: FigureQuery, format: TableFormat): FileName {
  const weeks = from.name === to.name ? [from.name] : [from.name, to.name];
  const folder = below === null ? [] : [String(below)];
  const name = `${['figures', ...folder, ...weeks].join('-')}.${format}`;
  return { text: name, ascii: name };
}

/** The gateway waits for 30 s. */
const MAX_READING_MS = 20_000;

async function readWhole(
  stream: AsyncIterable<Uint8Array>,
  clock: Clock,
): Promise<Uint8Array<ArrayBuffer>> {
  const endBy = clock() + MAX_READING_MS;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > MAX_RESPONSE_BYTES || clock() > endBy) {
      throw new RequestProblem(
        'ANSWER_TOO_LARGE',
        `The table is over ${MAX_RESPONSE_BYTES} bytes or takes too long. Ask for fewer weeks, for one folder with below, or for a coarser grain; feedback-reports export has no such limit.`,
      );
    }
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** The first piece is made here, so that what fails until then is answered as a problem. */
async function stream(
  chunks: AsyncGenerator<Uint8Array>,
  breakOff: (error: unknown) => void,
): Promise<ReadableStream<Uint8Array>> {
  const first = await chunks.next();
  return ReadableStream.from(
    (async function* () {
      try {
        if (first.done !== true) yield first.value;
        yield* chunks;
      } catch (error) {
        breakOff(error);
      }
    })(),
  );
}
