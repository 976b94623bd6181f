// What a client says it takes and has (RFC 9110), read in one place. It hides how such lists are spelt.

/** Of an Accept header and its like. */
export interface Accepted {
  /** In lower case: a media range, an encoding, a language. */
  readonly value: string;
  /** From 0, refused, to 1; null for what is no such number. */
  readonly quality: number | null;
}

/** What is named, in its order; nothing where there is no header. */
export function acceptedIn(header = ''): readonly Accepted[] {
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

/** With a digit more or less than there should be, as some clients send it. */
function qualityOf(text: string): number | null {
  const quality = /^(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : null;
  return quality !== null && quality <= 1 ? quality : null;
}

/** Longer than any that a browser sends; sorting takes its time. */
const MOST_RANKED = 1000;

/** What is wanted, most wanted first; equals stay in their order. */
export function mostWantedIn(header = ''): readonly string[] {
  return acceptedIn(header.slice(0, MOST_RANKED))
    .map(({ value, quality }) => ({ value, wish: quality ?? 0 }))
    .filter(({ wish }) => wish > 0)
    .toSorted((a, b) => b.wish - a.wish)
    .map(({ value }) => value);
}

/** Whether If-None-Match names one of these tags; whoever compresses on the way makes one a weak one. */
export function hasTag(ifNoneMatch: string | undefined, tags: readonly string[]): boolean {
  const known = (ifNoneMatch ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  return known.some((one) => one === '*' || tags.includes(one));
}
