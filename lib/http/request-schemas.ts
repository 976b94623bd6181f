// What callers of the HTTP API may send: the schemas of paths, queries and bodies. An unknown field is an error.
import { z } from '@hono/zod-openapi';
import type { HonoRequest } from 'hono';
import { FIGURE_GRAINS, FIGURE_PLACES } from '../analytics/figure-table.ts';
import { TABLE_FORMATS } from '../analytics/table-formats.ts';
import { parseWeek } from '../domain/calendar.ts';
import { LANGUAGES } from '../i18n/messages.ts';
import { LINK_DAYS } from '../links/make-link.ts';
import type { RequestCode } from './problem-responses.ts';
import { RequestProblem } from './problem-responses.ts';
import { MAX_LIMIT } from './responses.ts';
import { VIEW_PARTS } from '../view/first-part.ts';

export const MAX_WAIT_SECONDS = 25;
export const DEFAULT_LIMIT = 50;

const FOLDER_KEY_INVALID = 'folder must be a positive whole number.';
const LIMIT_INVALID = `limit must be from 1 to ${MAX_LIMIT}.`;
const REVISION_INVALID = 'revision must be a whole number from 1.';
const FORMAT_INVALID = 'format must be pdf or json.';
const DAYS_INVALID = `expiresInDays must be a whole number from ${LINK_DAYS.least} to ${LINK_DAYS.most}.`;

export const weekNamed = (name: string) => {
  const error = `${name} must be an ISO week such as 2026-W46.`;
  return z.string({ error }).transform((text, { issues }) => {
    const parsedWeek = parseWeek(text);
    if (parsedWeek !== null) return parsedWeek;
    issues.push({ code: 'custom', message: error, input: text });
    return z.NEVER;
  });
};
const week = weekNamed('week');
export const folderKey = z.int({ error: FOLDER_KEY_INVALID }).min(1, { error: FOLDER_KEY_INVALID });
const folderKeyNamed = (name: string) => {
  const error = `${name} must be a positive whole number.`;
  return z
    .string()
    .regex(/^\d{1,16}$/, { error, abort: true })
    .transform(Number)
    .pipe(z.int({ error }).min(1, { error }));
};

/** Named like the schemas of responses.ts, the parameters are described by references to those. */
export const weekParameter = (description: string) =>
  week.openapi('Week', { param: { description } });
export const folderParameter = (description: string) =>
  folderKeyNamed('folder').openapi('FolderKey', { param: { description } });
export const belowParameter = (description: string) =>
  folderKeyNamed('below').openapi('FolderKey', { param: { description } });

export const conditionalHeaders = z.object({
  'If-None-Match': z
    .string()
    .optional()
    .openapi({ param: { description: 'The tag of the bytes that the caller has.' } }),
});
export const weekParams = z.object({ week: weekParameter('An ISO 8601 week.') });
export const reportParams = z.object({
  week: weekParameter('An ISO 8601 week.'),
  folder: folderParameter('The key of a folder.'),
});

export const reportListQuery = z.strictObject({
  week: weekParameter('Only reports of this week.').optional(),
  folder: folderParameter('Only reports of this folder.').optional(),
  limit: z
    .string()
    .regex(/^\d{1,3}$/, { error: LIMIT_INVALID, abort: true })
    .transform(Number)
    .pipe(z.int().min(1, { error: LIMIT_INVALID }).max(MAX_LIMIT, { error: LIMIT_INVALID }))
    .optional()
    .openapi({
      type: 'integer',
      minimum: 1,
      maximum: MAX_LIMIT,
      default: DEFAULT_LIMIT,
      param: { description: 'Reports on a page.' },
    }),
  cursor: z
    .string()
    .optional()
    .openapi({ param: { description: 'The cursor of the page before.' } }),
});

export const contentQuery = z.strictObject({
  revision: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, { error: REVISION_INVALID, abort: true })
    .transform(Number)
    .openapi('Revision', { param: { description: 'Default: the current revision.' } })
    .optional(),
});

export const viewQuery = contentQuery.extend({
  language: z
    .enum(LANGUAGES, { error: oneOf('language', LANGUAGES) })
    .openapi({
      param: { description: 'Of the texts; default: what `Accept-Language` prefers.' },
    })
    .optional(),
  part: z
    .enum(VIEW_PARTS, { error: oneOf('part', VIEW_PARTS) })
    .default('all')
    .openapi({
      param: {
        description:
          '`first`: of more than 100 places without those that are as usual and without the cells of the heat map; `counts` has all.',
      },
    }),
});

export const figuresQuery = z.strictObject({
  from: weekNamed('from')
    .openapi('Week', { param: { description: 'The first week; default: twelve before `to`.' } })
    .optional(),
  to: weekNamed('to')
    .openapi('Week', { param: { description: 'The last week; default: the newest stored one.' } })
    .optional(),
  below: belowParameter(
    'Only this folder and everything below, by the plan of each week.',
  ).optional(),
  grain: z
    .enum(FIGURE_GRAINS, { error: oneOf('grain', FIGURE_GRAINS) })
    .default('week')
    .openapi({ param: { description: 'The period of a row.' } }),
  places: z
    .enum(FIGURE_PLACES, { error: oneOf('places', FIGURE_PLACES) })
    .default('surveys')
    .openapi({
      param: {
        description:
          '`surveys`: rows can be added up. `folders`: each folder with everything below, by kind of index.',
      },
    }),
  format: z
    .enum(TABLE_FORMATS, { error: oneOf('format', TABLE_FORMATS) })
    .optional()
    .openapi({ param: { description: 'Default: what `Accept` prefers, otherwise CSV.' } }),
});

function oneOf(name: string, values: readonly string[]): string {
  return `${name} must be one of ${values.join(', ')}.`;
}

/** Parameters of a link that readers open: other parameters are ignored, since mail programs add some. */
export const openLinkQuery = z.object({
  format: z
    .enum(['pdf', 'json'], { error: FORMAT_INVALID })
    .default('pdf')
    .openapi({ param: { description: 'Which file.' } }),
});

export function requestBody<S extends z.core.$ZodLooseShape>(
  shape: S,
): z.ZodObject<S, z.core.$strict> {
  const unknownField = `Only ${Object.keys(shape).join(', ')} can be given.`;
  return z.strictObject(shape, {
    error: ({ code }) =>
      code === 'unrecognized_keys' ? unknownField : 'The body must be a JSON object.',
  });
}

export const reportRequestSchema = requestBody({
  folder: folderKey.openapi('FolderKey'),
  week: week.openapi('Week').optional().openapi({
    description: 'Default: the last week that is over and settled in every time zone.',
  }),
  force: z.boolean({ error: 'force must be true or false.' }).default(false).openapi({
    description: 'Make a new revision also of a report that is stored.',
  }),
}).openapi('ReportRequest', { description: 'Which report to make.' });

export const linkRequestSchema = requestBody({
  folder: folderKey.openapi('FolderKey'),
  week: week.openapi('Week').optional().openapi({
    description:
      'The link always opens the revision that is current now. Without a week: the latest report at any time.',
  }),
  expiresInDays: z
    .int({ error: DAYS_INVALID })
    .min(LINK_DAYS.least, { error: DAYS_INVALID })
    .max(LINK_DAYS.most, { error: DAYS_INVALID })
    .default(LINK_DAYS.fallback),
}).openapi('LinkRequest', { description: 'What a link opens, and for how long.' });

const PROBLEM_OF_FIELD: ReadonlyMap<unknown, RequestCode> = new Map([
  ['folder', 'FOLDER_KEY_INVALID'],
  ['week', 'WEEK_INVALID'],
  ['from', 'WEEK_INVALID'],
  ['to', 'WEEK_INVALID'],
  ['below', 'FOLDER_KEY_INVALID'],
  ['limit', 'LIMIT_INVALID'],
]);

/** What doesn't match its schema as a problem with a code; an unknown field comes before a wrong value. */
export function invalidRequest({ issues }: z.ZodError): RequestProblem {
  const unknownField = issues.find(({ code }) => code === 'unrecognized_keys');
  if (unknownField !== undefined) return new RequestProblem('FIELD_UNKNOWN', unknownField.message);
  const [{ path, message } = { path: [], message: 'The request is invalid.' }] = issues;
  const [field] = path;
  const code = field === undefined ? 'BODY_SHAPE' : PROBLEM_OF_FIELD.get(field);
  return new RequestProblem(code ?? 'FIELD_INVALID', message);
}

/** A client follows a redirect with the method of its request, and a signed link is valid for one method. */
export function methodOf({ method }: HonoRequest<string>): 'GET' | 'HEAD' {
  return method === 'HEAD' ? 'HEAD' : 'GET';
}

/** The format that a link is opened in. */
export function readFormat({ url }: HonoRequest<string>): 'pdf' | 'json' {
  const [format, ...more] = new URL(url).searchParams.getAll('format');
  if (more.length > 0) {
    throw new RequestProblem('FIELD_REPEATED', 'format is given more than once.');
  }
  const query = openLinkQuery.safeParse({ format });
  if (!query.success) throw invalidRequest(query.error);
  return query.data.format;
}

/** `Prefer: wait=N` (RFC 7240), in milliseconds, cut to less than the gateway's time limit. */
export function readWaitMs(prefer: string | undefined): number {
  const wait = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,6})"?/i.exec(prefer ?? '')?.[1];
  return wait === undefined ? 0 : Math.min(Number(wait), MAX_WAIT_SECONDS) * 1000;
}
