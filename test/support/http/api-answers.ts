// The HTTP API's description of itself, and what in an answer is not as it says.
import { z } from 'zod';
import { openapi } from '../../../lib/http/openapi.ts';
import { faultsBy } from '../openapi-description.ts';

const headerSchema = z.object({ schema: z.record(z.string(), z.unknown()) });
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
  /** With its query. */
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Everything in an answer that its operation does not describe. */
export function violations(answered: AnsweredRequest): readonly string[] {
  const { method, path, status, headers, text } = answered;
  // The page is no part of what programs use.
  if (/^\/($|\?|page\/[^/]+$)/.test(path) && status < 500) return [];
  const found = Object.entries(paths).find(([template]) =>
    isPath(path.split('?')[0] ?? '', template),
  );
  const everywhere = [
    ...(headers.get('x-content-type-options') === 'nosniff' ? [] : ['nosniff is missing']),
    ...(isKeptByNobody(path, headers) ? [] : ['no-store is missing']),
  ];
  // What isn't there, and who isn't known, is told by the introduction.
  if (found === undefined) return [401, 404].includes(status) ? everywhere : ['no such path'];
  const [template, methods] = found;
  const { get, post, delete: remove } = methods;
  const known = new Map(
    Object.entries({ get, post, delete: remove }).filter(([, one]) => one !== undefined),
  );
  // A method that a path doesn't have is answered as its others say.
  const name = known.has(method.toLowerCase()) ? method.toLowerCase() : [...known.keys()][0];
  const operation = known.get(name ?? '');
  const response = operation?.responses[String(status)];
  if (name === undefined || operation === undefined || response === undefined) {
    return [...everywhere, `status ${status} is not described`];
  }
  const described = ['paths', template, name, 'responses', String(status)];
  const wrongHeaders = Object.keys(response.headers).filter((header) => {
    const value = headers.get(header);
    return (
      value === null || faultsAt([...described, 'headers', header, 'schema'], value).length > 0
    );
  });
  const all = [...everywhere, ...wrongHeaders.map((header) => `header ${header} is wrong`)];
  if (method === 'HEAD') return all;
  const type = headers.get('content-type')?.split(';')[0] ?? 'none';
  if (Object.keys(response.content).length === 0) return text === '' ? all : [...all, 'has a body'];
  if (response.content[type] === undefined)
    return [...all, `content type ${type} is not described`];
  if (type === 'text/html') return all;
  return [...all, ...faultsAt([...described, 'content', type, 'schema'], JSON.parse(text))];
}

/** What has a tag is kept by who asked for it, and asked after every time: a report's content and a week's overview. */
function isKeptByNobody(path: string, headers: Headers): boolean {
  const told = headers.get('cache-control') ?? '';
  const isTagged =
    /(\/content|\/v1\/weeks\/[^/]+)$/.test(path.split('?')[0] ?? '') && headers.has('etag');
  return told.includes('no-store') || (isTagged && told === 'private, no-cache');
}

function isPath(path: string, template: string): boolean {
  // What is left of a broken link is answered as a link.
  if (template === '/d/{token}') {
    return /^\/d(\/|$)/.test(new URL(`http://host.example${path}`).pathname);
  }
  const [segments, wanted] = [path.split('/'), template.split('/')];
  return (
    segments.length === wanted.length &&
    wanted.every((want, i) => (want.startsWith('{') ? segments[i] !== '' : want === segments[i]))
  );
}
