// Who asks: the company whose client id and API token a request carries.
// It hides the two ways to send them, and compares in constant time.
import { isUtf8 } from 'node:buffer';
import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { CompanyUnavailableError, type Company, type Credential } from '../store.ts';

interface Pair {
  readonly clientId: string;
  readonly token: string;
}

interface Keyring {
  readonly company: Company;
  /** Undefined while they cannot be read. */
  readonly credentials: readonly Credential[] | undefined;
  readonly isAvailable: boolean;
}

/** What a 401 offers. */
export const challenge = 'Basic realm="feedback reporting API", charset="UTF-8"';

export type Authentication =
  | { readonly kind: 'accepted'; readonly company: Company }
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'refused' }
  /** Right for a company that cannot be served now, or for one whose credentials cannot be read. */
  | { readonly kind: 'unavailable' };

/** Which company the credentials are of: refused when any that are sent are wrong. */
export async function authenticate(
  companies: readonly Company[],
  headers: IncomingHttpHeaders,
  onError: (error: unknown) => void,
): Promise<Authentication> {
  const sent = [basicPair(headers.authorization), headerPair(headers)].filter(
    (pair) => pair !== undefined,
  );
  const pairs = sent.filter((pair) => pair !== 'unreadable');
  if (pairs.length < sent.length) return { kind: 'refused' };
  if (pairs.length === 0) return { kind: 'anonymous' };
  const keyrings = await Promise.all(companies.map((company) => keyringOf(company, onError)));
  const owners = pairs.map((pair) => ownerOf(keyrings, pair));
  const [first] = owners;
  if (first !== undefined && owners.every((owner) => owner === first)) {
    return first.isAvailable
      ? { kind: 'accepted', company: first.company }
      : { kind: 'unavailable' };
  }
  // A client takes 401 for final, which may be false while the credentials of a company are unknown.
  const isUndecided =
    owners.every((owner) => owner === undefined) &&
    keyrings.some(({ credentials }) => credentials === undefined);
  return { kind: isUndecided ? 'unavailable' : 'refused' };
}

async function keyringOf(company: Company, onError: (error: unknown) => void): Promise<Keyring> {
  try {
    return { company, credentials: await company.credentials(), isAvailable: true };
  } catch (error) {
    onError(error);
    const credentials = error instanceof CompanyUnavailableError ? error.credentials : undefined;
    return { company, credentials, isAvailable: false };
  }
}

function basicPair(header: string | undefined): Pair | 'unreadable' | undefined {
  const match = /^basic +([A-Za-z0-9+/_-]+=*) *$/i.exec(header ?? '');
  // Another scheme is not for us: a proxy may have its own.
  if (match === null) return /^basic( |$)/i.test(header ?? '') ? 'unreadable' : undefined;
  const text = Buffer.from(match[1] ?? '', 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) return 'unreadable';
  return { clientId: text.slice(0, colon), token: text.slice(colon + 1) };
}

function headerPair(headers: IncomingHttpHeaders): Pair | 'unreadable' | undefined {
  const clientId = headers['x-svc-client-id'];
  const token = headers['x-svc-api-token'];
  if (clientId === undefined && token === undefined) return undefined;
  if (typeof clientId !== 'string' || typeof token !== 'string') return 'unreadable';
  return { clientId: textOf(clientId), token: textOf(token) };
}

/** Node reads headers byte by byte; people send them as UTF-8 or as Latin-1. */
function textOf(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : header;
}

/**
 * Undefined where no company has the credentials, or several have: their data must not be mixed up.
 * Every credential is compared, so that the time tells neither a client id nor how much was right.
 */
function ownerOf(keyrings: readonly Keyring[], { clientId, token }: Pair): Keyring | undefined {
  const id = sha256(clientId);
  const secret = sha256(token);
  const owners = new Set<Keyring>();
  for (const keyring of keyrings) {
    for (const credential of keyring.credentials ?? []) {
      const isClient = timingSafeEqual(sha256(credential.clientId), id);
      const isToken = equal(Buffer.from(credential.tokenSha256, 'hex'), secret);
      if (isClient && isToken) owners.add(keyring);
    }
  }
  const [owner] = owners;
  return owners.size === 1 ? owner : undefined;
}

function equal(stored: Buffer, given: Buffer): boolean {
  return stored.length === given.length && timingSafeEqual(stored, given);
}

function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
