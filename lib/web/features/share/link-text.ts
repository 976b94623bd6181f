// Links as people handle them: how long they work, in which form they open, and which link a pasted text is.

/** The API's limits. */
export const LINK_DAYS = { least: 1, most: 365 } as const;
export const USUAL_DAYS = [1, 7, 30, 90, 365] as const;

/** A number of days as somebody types it; null for what a link can't live for. */
export function daysIn(text: string): number | null {
  const days = /^\d{1,3}$/.test(text.trim()) ? Number(text.trim()) : 0;
  return days >= LINK_DAYS.least && days <= LINK_DAYS.most ? days : null;
}

/** One link opens both of a report's files. */
export function addressIn(url: string, format: 'pdf' | 'json'): string {
  return format === 'pdf' ? url : `${url}?format=json`;
}

/** Longer texts are no link of ours. */
const MOST_CHARACTERS = 4096;
const ID = /^[1-9]\d{0,15}-[A-Za-z0-9_-]{16}$/;

/** A link as somebody has it. */
interface PastedLink {
  readonly id: string;
  /** What the API withdraws it by: its token where there is one, since that proves that the link was made. */
  readonly name: string;
}

/**
 * The link that a pasted text is: an id, a whole link, or its token, also with what mail programs put around and behind
 * it. Null for anything else. It says nothing of whether there is such a link: the API knows.
 */
export function linkIn(pasted: string): PastedLink | null {
  if (pasted.length > MOST_CHARACTERS) return null;
  const text = pasted.trim().replace(/^[<"'(]+|[>"')]+$/g, '');
  if (ID.test(text)) return { id: text, name: text };
  const [, token = '', claims = ''] =
    /(?:^|\/d\/)(([A-Za-z0-9_-]+)\.[A-Za-z0-9_-]+)\/?(?:[?#].*)?$/.exec(text) ?? [];
  const id = idOf(claims);
  return id === null ? null : { id, name: token };
}

/** The first part of a token is its claims, readable for everybody: base64url of JSON. */
function idOf(payload: string): string | null {
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
