// The OpenAPI description of the HTTP API, and the check of responses against it.
import { z } from 'zod';
import { openapi } from '../../../lib/http/api.ts';
import { faultsBy } from '../openapi-description.ts';

const headerSchema = z.object({
  required: z.boolean().default(false),
  schema: z.record(z.string(), z.unknown()),
});
const responseSchema = z.object({
  headers: z.record(z.string(), headerSchema).default({}),
  content: z.record(z.string(), z.object({ schema: z.unknown() })).default({}),
});
const operationSchema = z.object({
  responses: z.record(z.string(), responseSchema),
  'x-problem-codes': z.array(z.string()),
});
const pathSchema = z.object({
  get: operationSchema.optional(),
  post: operationSchema.optional(),
  put: operationSchema.optional(),
  patch: operationSchema.optional(),
  delete: operationSchema.optional(),
});
const json = z
  .record(z.string(), z.unknown())
  .parse(JSON.parse(JSON.stringify(openapi('https://reports.acme.test'))));
export const paths = z.record(z.string(), pathSchema).parse(json['paths']);
export const description = json;

const faultsAt = faultsBy(json, { strictTypes: false, validateFormats: false });

export interface AnsweredRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Everything in a response that doesn't match the description of its operation. */
export function violations(answered: AnsweredRequest): readonly string[] {
  const { method, path, status, headers, text } = answered;
  // The page is not part of the described API.
  if (/^\/($|\?|page\/[^/]+$)/.test(path) && status < 500) return [];
  const describedPath = Object.entries(paths).find(([template]) =>
    isPath(path.split('?')[0] ?? '', template),
  );
  const commonViolations = [
    ...(headers.get('x-content-type-options') === 'nosniff' ? [] : ['nosniff is missing']),
    ...(isNotCached(path, headers) ? [] : ['no-store is missing']),
  ];
  // 401, 403 and 404 of other paths are described in the introduction.
  if (describedPath === undefined)
    return [401, 403, 404].includes(status) ? commonViolations : ['no such path'];
  const [template, methods] = describedPath;
  const operations = new Map(
    Object.entries(methods).filter(([, declared]) => declared !== undefined),
  );
  // A method that a path doesn't have gets the 405 response of the other methods.
  const name = operations.has(method.toLowerCase())
    ? method.toLowerCase()
    : [...operations.keys()][0];
  const operation = operations.get(name ?? '');
  const response = operation?.responses[String(status)];
  if (name === undefined || operation === undefined || response === undefined) {
    return [...commonViolations, `status ${status} is not described`];
  }
  const responsePath = ['paths', template, name, 'responses', String(status)];
  const wrongHeaders = Object.entries(response.headers).filter(([header, { required }]) => {
    const value = headers.get(header);
    return value === null
      ? required
      : faultsAt([...responsePath, 'headers', header, 'schema'], value).length > 0;
  });
  const headerViolations = [
    ...commonViolations,
    ...wrongHeaders.map(([header]) => `header ${header} is wrong`),
  ];
  if (method === 'HEAD') return headerViolations;
  const type = headers.get('content-type')?.split(';')[0] ?? 'none';
  if (Object.keys(response.content).length === 0)
    return text === '' ? headerViolations : [...headerViolations, 'has a body'];
  if (response.content[type] === undefined)
    return [...headerViolations, `content type ${type} is not described`];
  if (!/^application\/(problem\+)?json$/.test(type)) return headerViolations;
  return [
    ...headerViolations,
    ...faultsAt([...responsePath, 'content', type, 'schema'], JSON.parse(text)),
  ];
}

/** Responses with a tag (a report’s content and view, folders, weeks, figures) may be cached by the client, with validation. */
function isNotCached(path: string, headers: Headers): boolean {
  const cacheControl = headers.get('cache-control') ?? '';
  const isTagged =
    /(\/content|\/view|\/v1\/(folders|weeks(\/[^/]+)?|figures))$/.test(path.split('?')[0] ?? '') &&
    headers.has('etag');
  return cacheControl.includes('no-store') || (isTagged && cacheControl === 'private, no-cache');
}

function isPath(path: string, template: string): boolean {
  // Every path below is answered like one with a token.
  const tokenPath = /^(.+)\/\{token\}$/.exec(template)?.[1];
  if (tokenPath !== undefined) {
    return `${new URL(`http://host.example${path}`).pathname}/`.startsWith(`${tokenPath}/`);
  }
  const [segments, pattern] = [path.split('/'), template.split('/')];
  return (
    segments.length === pattern.length &&
    pattern.every((part, i) => (part.startsWith('{') ? segments[i] !== '' : part === segments[i]))
  );
}
