// Who asks: the company whose client id and API token a request carries.
// It hides the two ways to send them, and compares in constant time.
import { isUtf8 } from 'node:buffer';
import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Company, Credential } from '../store.ts';

interface Pair {
  readonly clientId: string;
  readonly token: string;
}

interface Keyring {
  readonly company: Company;
  readonly credentials: readonly Credential[];
}

/** What a 401 offers. */
export const challenge = 'Basic realm="feedback reporting API", charset="UTF-8"';

/** The company of the credentials; undefined when any that are sent are wrong or none are. */
export async function authenticate(
  companies: readonly Company[],
  headers: IncomingHttpHeaders,
): Promise<Company | undefined> {
  const pairs = [basicPair(headers.authorization), headerPair(headers)].filter(
    (pair) => pair !== undefined,
  );
  if (pairs.length === 0) return undefined;
  const keyrings = await Promise.all(
    companies.map(async (company) => ({ company, credentials: await company.credentials() })),
  );
  const found = pairs.map((pair) => (pair === 'unreadable' ? undefined : owner(keyrings, pair)));
  const [first] = found;
  return found.every((company) => company === first) ? first : undefined;
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

/** Every credential is compared, so that the time tells neither a client id nor how much was right. */
function owner(keyrings: readonly Keyring[], { clientId, token }: Pair): Company | undefined {
  const id = sha256(clientId);
  const secret = sha256(token);
  let found: Company | undefined;
  for (const { company, credentials } of keyrings) {
    for (const credential of credentials) {
      const isClient = timingSafeEqual(sha256(credential.clientId), id);
      const isToken = equal(Buffer.from(credential.tokenSha256, 'hex'), secret);
      if (isClient && isToken) found = company;
    }
  }
  return found;
}

function equal(stored: Buffer, given: Buffer): boolean {
  return stored.length === given.length && timingSafeEqual(stored, given);
}

function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
