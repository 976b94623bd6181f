// A parsed request: bucket and key from the path, the query parameters, and each header as one text.
import type { IncomingMessage } from 'node:http';
import { S3Error } from './s3-response.ts';

export interface S3Request {
  readonly method: string;
  /** Decoded, with its leading slash. */
  readonly path: string;
  /** '' for the list of buckets. */
  readonly bucket: string;
  /** '' for the bucket itself. */
  readonly key: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Does not use URL, which would normalize paths such as /a/../b. */
export function describe(incoming: IncomingMessage): S3Request {
  const [path = '/', ...rest] = (incoming.url ?? '/').split('?');
  const [bucket = '', ...key] = path.slice(1).split('/');
  return {
    method: incoming.method ?? '',
    path: decoded(path),
    bucket: decoded(bucket),
    key: decoded(key.join('/')),
    query: rest
      .join('?')
      .split('&')
      .filter((part) => part !== '')
      .map((part) => {
        const [name = '', ...value] = part.split('=');
        return [decoded(name), decoded(value.join('='))];
      }),
    headers: Object.fromEntries(
      Object.entries(incoming.headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(',') : (value ?? ''),
      ]),
    ),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error(400, 'InvalidURI');
  }
}

/** A parameter of the query. */
export function parameterOf({ query }: Pick<S3Request, 'query'>, name: string): string | null {
  return query.find(([candidate]) => candidate === name)?.[1] ?? null;
}

/** A header by its lower-case name, or the parameter of a signed link that replaces it. */
export function headerOf(request: S3Request, name: string): string | null {
  return request.headers[name] ?? (name.startsWith('x-amz-') ? parameterOf(request, name) : null);
}
