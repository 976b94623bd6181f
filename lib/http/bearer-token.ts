// The token of an Authorization header (RFC 6750).

/** Null when there is none, or another scheme's. */
export function bearerToken(authorization: string | undefined): string | null {
  return /^bearer +([\x21-\x7e]+) *$/i.exec(authorization ?? '')?.[1] ?? null;
}
