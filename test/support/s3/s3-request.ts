// A request as S3 sees it: bucket and key from the path, the query in its parts, every header as one text.
import type { IncomingMessage } from 'node:http';
import { S3Error } from './s3-answer.ts';

export interface S3Request {
  readonly method: string;
  /** Decoded, with the slash in front. */
  readonly path: string;
  /** '' for the list of buckets. */
  readonly bucket: string;
  /** '' for the bucket itself. */
  readonly key: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Not read with URL: that would mend paths such as /a/../b, which S3 takes as they are. */
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

/** A header by its name in lower case, or the parameter of a signed link that stands for one: in lower case too. */
export function headerOf(request: S3Request, name: string): string | null {
  return request.headers[name] ?? (name.startsWith('x-amz-') ? parameterOf(request, name) : null);
}
