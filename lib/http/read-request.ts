// Reads headers and the path of a request without any library: the authorizer needs it, too.

/** A value of Accept, Accept-Encoding or Accept-Language. */
export interface AcceptedValue {
  /** In lower case: a media range, an encoding, a language. */
  readonly value: string;
  /** From 0, refused, to 1; null for anything else. */
  readonly quality: number | null;
}

/** The values in their order; empty without a header. */
export function parseAccept(header = ''): readonly AcceptedValue[] {
  return header
    .toLowerCase()
    .split(',')
    .map((part) => {
      const [value = '', ...parameters] = part.split(';').map((text) => text.trim());
      const quality = parameters.find((text) => text.startsWith('q='))?.slice(2) ?? '1';
      return { value, quality: qualityOf(quality) };
    })
    .filter(({ value }) => value !== '');
}

/** Accepts more and fewer digits than the standard, as some clients send them. */
function qualityOf(text: string): number | null {
  const quality = /^(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : null;
  return quality !== null && quality <= 1 ? quality : null;
}

/** More than any browser sends; bounds the time of sorting. */
const MAX_SORTED_LENGTH = 1000;

/** The accepted values, most preferred first; equals stay in their order. */
export function preferredValues(header = ''): readonly string[] {
  return parseAccept(header.slice(0, MAX_SORTED_LENGTH))
    .map(({ value, quality }) => ({ value, weight: quality ?? 0 }))
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ value }) => value);
}

/** Whether If-None-Match has one of these tags. Weak tags count: a proxy that compresses makes a tag weak. */
export function matchesTag(ifNoneMatch: string | undefined, tags: readonly string[]): boolean {
  const clientTags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return clientTags.some((tag) => tag === '*' || tags.includes(tag));
}

/** The token of an Authorization header; null without one, or with another scheme. */
export function bearerToken(authorization: string | undefined): string | null {
  return /^bearer +([\x21-\x7e]+) *$/i.exec(authorization ?? '')?.[1] ?? null;
}

/** Without a slash at its end; empty where the API is at the root. */
export function basePathOf(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/+$/, '');
}

/** A path as the routes are declared; empty for the base path itself. */
export function removeBasePath(path: string, basePath: string): string {
  const isBelow = basePath !== '' && `${path}/`.startsWith(`${basePath}/`);
  return isBelow ? path.slice(basePath.length) : path;
}
