// Finds the company whose client id and API token a request carries, in Basic authentication or in two
// headers. Credentials are compared in constant time.
import { isUtf8 } from 'node:buffer';
import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { CompanyUnavailableError, type Company, type Credential } from '../company-store.ts';

interface SentCredentials {
  readonly clientId: string;
  readonly token: string;
}

interface CompanyCredentials {
  readonly company: Company;
  /** Undefined when they cannot be read. */
  readonly credentials: readonly Credential[] | undefined;
  readonly isAvailable: boolean;
}

/** The WWW-Authenticate header of a 401. */
export const challenge = 'Basic realm="feedback reporting API", charset="UTF-8"';

export type Authentication =
  | { readonly kind: 'accepted'; readonly company: Company }
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'refused'; readonly clientIds: readonly string[] }
  /** The credentials belong, or may belong, to a company that cannot be served at present. */
  | { readonly kind: 'unavailable' };

export interface AuthenticationOptions {
  /** `X-SVC` stands for the headers `X-SVC-Client-Id` and `X-SVC-API-Token`. */
  readonly headerPrefix: string;
  /** Called when the credentials of a company cannot be read. */
  readonly onError: (error: unknown) => void;
}

/** The names of the two credential headers. */
export function headerNames(prefix: string): { readonly clientId: string; readonly token: string } {
  return { clientId: `${prefix}-Client-Id`, token: `${prefix}-API-Token` };
}

/** Refuses the request when any of the credentials that it carries are wrong. */
export async function authenticate(
  companies: readonly Company[],
  headers: IncomingHttpHeaders,
  { headerPrefix, onError }: AuthenticationOptions,
): Promise<Authentication> {
  const parsedCredentials = [
    parseBasicHeader(headers.authorization),
    parseCredentialHeaders(headers, headerPrefix),
  ].filter((pair) => pair !== undefined);
  const pairs = parsedCredentials.filter((pair) => pair !== 'unreadable');
  const refused = { kind: 'refused', clientIds: pairs.map(({ clientId }) => clientId) } as const;
  if (pairs.length < parsedCredentials.length) return refused;
  if (pairs.length === 0) return { kind: 'anonymous' };
  const candidates = await Promise.all(
    companies.map((company) => readCompanyCredentials(company, onError)),
  );
  const owners = pairs.map((pair) => findOwner(candidates, pair));
  const [first] = owners;
  if (first !== undefined && owners.every((owner) => owner === first)) {
    return first.isAvailable
      ? { kind: 'accepted', company: first.company }
      : { kind: 'unavailable' };
  }
  // Clients treat a 401 as final, which may be wrong while the credentials of a company are unknown.
  const isUndecided =
    owners.every((owner) => owner === undefined) &&
    candidates.some(({ credentials }) => credentials === undefined);
  return isUndecided ? { kind: 'unavailable' } : refused;
}

async function readCompanyCredentials(
  company: Company,
  onError: (error: unknown) => void,
): Promise<CompanyCredentials> {
  try {
    return { company, credentials: await company.credentials(), isAvailable: true };
  } catch (error) {
    onError(error);
    const credentials = error instanceof CompanyUnavailableError ? error.credentials : undefined;
    return { company, credentials, isAvailable: false };
  }
}

function parseBasicHeader(header: string | undefined): SentCredentials | 'unreadable' | undefined {
  const match = /^basic +([A-Za-z0-9+/_-]+=*) *$/i.exec(header ?? '');
  // Other schemes are ignored: they may be for a proxy.
  if (match === null) return /^basic( |$)/i.test(header ?? '') ? 'unreadable' : undefined;
  const text = Buffer.from(match[1] ?? '', 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) return 'unreadable';
  return { clientId: text.slice(0, colon), token: text.slice(colon + 1) };
}

function parseCredentialHeaders(
  headers: IncomingHttpHeaders,
  prefix: string,
): SentCredentials | 'unreadable' | undefined {
  const names = headerNames(prefix);
  const clientId = headers[names.clientId.toLowerCase()];
  const token = headers[names.token.toLowerCase()];
  if (clientId === undefined && token === undefined) return undefined;
  if (typeof clientId !== 'string' || typeof token !== 'string') return 'unreadable';
  return { clientId: decodeHeader(clientId), token: decodeHeader(token) };
}

/** Node decodes headers as Latin-1; clients send UTF-8 or Latin-1. */
function decodeHeader(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : header;
}

/**
 * Undefined when no company has the credentials, or several have, so that data is never mixed up. All
 * credentials are compared, so that the duration reveals neither client ids nor partial matches.
 */
function findOwner(
  candidates: readonly CompanyCredentials[],
  { clientId, token }: SentCredentials,
): CompanyCredentials | undefined {
  const id = sha256(clientId);
  const secret = sha256(token);
  const owners = new Set<CompanyCredentials>();
  for (const candidate of candidates) {
    for (const credential of candidate.credentials ?? []) {
      const isClient = timingSafeEqual(sha256(credential.clientId), id);
      const isToken = equal(Buffer.from(credential.tokenSha256, 'hex'), secret);
      if (isClient && isToken) owners.add(candidate);
    }
  }
  const [owner] = owners;
  return owners.size === 1 ? owner : undefined;
}

function equal(stored: Buffer, candidate: Buffer): boolean {
  return stored.length === candidate.length && timingSafeEqual(stored, candidate);
}

function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
