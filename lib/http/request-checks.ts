// Checks a request before its fields are validated: method, address, Accept, names of parameters, and the form of the body.
// Kept by hand where Hono's helpers would change the answer; each check says why.
import type { RouteConfig } from '@hono/zod-openapi';
import { z } from '@hono/zod-openapi';
import type { HonoRequest, MiddlewareHandler } from 'hono';
import type { ApiEnv, ApiRequest } from './api-context.ts';
import { RequestProblem } from './problem-responses.ts';
import { type AcceptedValue, parseAccept } from './read-request.ts';

export const MAX_BODY_BYTES = 16 * 1024;
const JSON_TYPE = 'application/json';

type DeclaredRoute = Pick<RouteConfig, 'method' | 'request' | 'responses'>;

/** Checks requests to a path by the routes that are declared for it. */
export function checkDeclared(routes: readonly DeclaredRoute[]): MiddlewareHandler<ApiEnv> {
  const routesByMethod = new Map(
    routes.flatMap((route) => methodsOf(route).map((method) => [method, route] as const)),
  );
  const checkMethod = allowMethods([...routesByMethod.keys()]);
  return (context, next) =>
    checkMethod(context, async () => {
      const { req } = context;
      checkUrl(req);
      const route = routesByMethod.get(req.method);
      const types = typesOf(route);
      if (types !== null && !accepts(req.header('Accept'), types)) {
        throw new RequestProblem(
          'NOT_ACCEPTABLE',
          `What is answered here is ${types.join(' or ')}.`,
        );
      }
      const query = route?.request?.query;
      checkQueryNames(req, query instanceof z.ZodObject ? Object.keys(query.shape) : []);
      if (route?.request?.body !== undefined) await checkJsonBody(context);
      await next();
    });
}

/** The content types of success; null for a redirect. */
export function typesOf(route: DeclaredRoute | undefined): readonly string[] | null {
  const { 200: success, 302: redirect } = route?.responses ?? {};
  if (redirect !== undefined) return null;
  return success !== undefined && 'content' in success
    ? Object.keys(success.content ?? {})
    : [JSON_TYPE];
}

/** HEAD is allowed where an address redirects to a file or shows a page; elsewhere Hono would answer it like GET. */
export function methodsOf(route: DeclaredRoute): readonly string[] {
  const types = typesOf(route);
  const hasHead = route.method === 'get' && (types === null || types.includes('text/html'));
  return hasHead ? ['GET', 'HEAD'] : [route.method.toUpperCase()];
}

/** Answers every other method with METHOD_NOT_ALLOWED, OPTIONS too. */
export function allowMethods(methods: readonly string[]): MiddlewareHandler<ApiEnv> {
  return async ({ req }, next) => {
    if (!methods.includes(req.method)) {
      throw new RequestProblem('METHOD_NOT_ALLOWED', `Use ${methods.join(' or ')}.`, {
        Allow: methods.join(', '),
      });
    }
    await next();
  };
}

/**
 * Checks the names of query parameters: only known ones, each at most once. Hono's validator can't: its record of the
 * query loses `__proto__`.
 */
function checkQueryNames({ url }: HonoRequest<string>, knownNames: readonly string[]): void {
  const names = [...new URL(url).searchParams.keys()];
  // The name itself comes from the caller and is never repeated in the answer.
  if (names.some((name) => !knownNames.includes(name))) {
    const detail = knownNames.length === 0 ? 'No parameters' : `Only ${knownNames.join(', ')}`;
    throw new RequestProblem('FIELD_UNKNOWN', `${detail} can be given.`);
  }
  if (new Set(names).size < names.length) {
    throw new RequestProblem('FIELD_REPEATED', 'A parameter is given more than once.');
  }
}

/**
 * Checks that the body is JSON in UTF-8 and not too large, before the schema's validator reads it: that one would answer
 * with a text of its own, and would replace bytes that are not UTF-8.
 */
async function checkJsonBody(context: ApiRequest): Promise<void> {
  const { req } = context;
  if (!/^application\/json\s*(;|$)/i.test(req.header('Content-Type') ?? '')) {
    throw new RequestProblem('CONTENT_TYPE', 'Send the body as application/json.');
  }
  const bytes = await readBody(context);
  if (bytes.byteLength === 0) {
    throw new RequestProblem('BODY_MISSING', 'Send a JSON object.');
  }
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new RequestProblem('BODY_NOT_JSON', 'The body is not JSON in UTF-8.');
  }
  // Without parameters: the validator takes fewer spellings of them than the standard allows.
  req.raw.headers.set('Content-Type', 'application/json');
}

/**
 * Reads the body up to the limit, and replaces the request by one that the validator can read again. Hono's `bodyLimit`
 * copies the request with the global `Request`, which can't copy that of @hono/node-server without global overrides.
 */
async function readBody({ req }: ApiRequest): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const stream: AsyncIterable<unknown> | Iterable<unknown> = req.raw.body ?? [];
  try {
    for await (const chunk of stream) {
      if (!(chunk instanceof Uint8Array)) throw new TypeError('a chunk of the body is not bytes');
      size += chunk.byteLength;
      if (size > MAX_BODY_BYTES) {
        throw new RequestProblem('BODY_TOO_LARGE', `The body is over ${MAX_BODY_BYTES} bytes.`);
      }
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof RequestProblem) throw error;
    // The stream failed because the caller closed the connection: not an error of this program.
    throw new RequestProblem('BODY_NOT_JSON', 'The body ended too early.');
  }
  const body = new Uint8Array(Buffer.concat(chunks));
  req.raw = new Request(req.url, { method: req.method, headers: req.raw.headers, body });
  return body;
}

/** Fails for a percent sign that encodes nothing, and for bytes that are not UTF-8. */
export function checkUrl(request: HonoRequest<string>): void {
  try {
    decodeURIComponent(request.url);
  } catch {
    throw new RequestProblem('URL_ENCODING', 'The address is not encoded as it should be.');
  }
}

/**
 * Whether one of the types is acceptable (RFC 9110); without the header each is. Hono's `accepts` returns a default for a
 * wildcard as well as for no match, so it can't tell when to answer 406.
 */
function accepts(accept: string | undefined, types: readonly string[]): boolean {
  const ranges = parseAccept(accept);
  return ranges.length === 0 || types.some((type) => ranges.some((range) => covers(range, type)));
}

function covers({ value, quality }: AcceptedValue, type: string): boolean {
  if (quality === 0) return false;
  const isProblem = type === JSON_TYPE && value === 'application/problem+json';
  return isProblem || ['*/*', `${type.split('/')[0] ?? ''}/*`, type].includes(value);
}
