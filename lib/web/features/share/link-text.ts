// Parses and formats report links: lifetime, file format and pasted text.

/** Limits of the API. */
export const LINK_DAY_LIMITS = { min: 1, max: 365 } as const;
export const LINK_DAY_CHOICES = [1, 7, 30, 90, 365] as const;

/** Parses a number of days; null when it is outside the limits. */
export function parseDays(text: string): number | null {
  const days = /^\d{1,3}$/.test(text.trim()) ? Number(text.trim()) : 0;
  return days >= LINK_DAY_LIMITS.min && days <= LINK_DAY_LIMITS.max ? days : null;
}

/** The same link serves both files. */
export function linkUrl(url: string, format: 'pdf' | 'json'): string {
  return format === 'pdf' ? url : `${url}?format=json`;
}

/** Longer texts are not report links. */
const MAX_LENGTH = 4096;
const ID = /^[1-9]\d{0,15}-[A-Za-z0-9_-]{16}$/;

/** Result of `parseLink`. */
interface PastedLink {
  readonly id: string;
  /** What to pass to the API: preferably the token, which proves that the link was created. */
  readonly idOrToken: string;
}

/**
 * Parses a link id, a link or its token, including characters that mail programs add. Null for other texts. Does
 * not check whether the link exists.
 */
export function parseLink(pasted: string): PastedLink | null {
  if (pasted.length > MAX_LENGTH) return null;
  const text = pasted.trim().replace(/^[<"'(]+|[>"')]+$/g, '');
  if (ID.test(text)) return { id: text, idOrToken: text };
  const [, token = '', claims = ''] =
    /(?:^|\/d\/)(([A-Za-z0-9_-]+)\.[A-Za-z0-9_-]+)\/?(?:[?#].*)?$/.exec(text) ?? [];
  const id = linkIdInClaims(claims);
  return id === null ? null : { id, idOrToken: token };
}

/** The first part of a token holds its claims as base64url JSON, readable without the key. */
function linkIdInClaims(payload: string): string | null {
  try {
    const binary = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof claims !== 'object' || claims === null || !('id' in claims)) return null;
    return typeof claims.id === 'string' && ID.test(claims.id) ? claims.id : null;
  } catch {
    return null;
  }
}
