// Finds the company whose client id and API token a request carries, in Basic authentication or in two
// headers of any accepted prefix. Answers to sources that repeat refused credentials are delayed.
import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { Company } from '../company-store.ts';
import { Problem } from '../problem-json.ts';
import type { CredentialIndex, SentCredentials } from './credential-index.ts';

/** The WWW-Authenticate header of a 401. */
export const challenge = 'Basic realm="feedback reporting API", charset="UTF-8"';

interface AuthenticationOptions {
  readonly credentials: CredentialIndex;
  /** `X-SVC` stands for the headers `X-SVC-Client-Id` and `X-SVC-API-Token`. */
  readonly headerPrefixes: readonly string[];
  readonly refusals: RefusalLimiter;
}

/** The names of the two credential headers. */
export function headerNames(prefix: string): { readonly clientId: string; readonly token: string } {
  return { clientId: `${prefix}-Client-Id`, token: `${prefix}-API-Token` };
}

/**
 * The company that the credentials belong to. Throws a Problem when the request carries none, when any
 * of them are wrong, when they cannot be checked, or when the source has to wait.
 */
export async function authenticate(
  request: Omit<Refusal, 'clientIds'> & { readonly headers: IncomingHttpHeaders },
  { credentials, headerPrefixes, refusals }: AuthenticationOptions,
): Promise<Company> {
  const { headers, address, disconnected } = request;
  const parsedCredentials = sentCredentials(headers, headerPrefixes);
  // Not delayed: many clients send credentials only after a 401.
  if (parsedCredentials.length === 0) throw new Problem('CREDENTIALS_INVALID');
  refusals.admit(address);
  const pairs = parsedCredentials.filter((pair) => pair !== 'unreadable');
  const refuse = async (): Promise<never> => {
    const clientIds = pairs.map(({ clientId }) => clientId);
    await refusals.delay({ address, clientIds, disconnected });
    throw new Problem('CREDENTIALS_INVALID');
  };
  if (pairs.length < parsedCredentials.length) return refuse();
  const owners = await Promise.all(pairs.map(credentials.findOwner));
  const companies = new Set(
    owners.map((owner) => (typeof owner === 'string' ? owner : owner.company)),
  );
  const [first] = owners;
  if (companies.size > 1 || first === undefined || first === 'none') return refuse();
  // Clients treat a 401 as final, which may be wrong while the credentials of a company are unknown.
  if (first === 'unknown' || !first.isAvailable) throw new Problem('DATA_UNAVAILABLE');
  return first.company;
}

/** Basic authentication first, then the headers of each prefix. */
export function sentCredentials(
  headers: IncomingHttpHeaders,
  headerPrefixes: readonly string[],
): readonly (SentCredentials | 'unreadable')[] {
  return [
    parseBasicHeader(headers.authorization),
    ...headerPrefixes.map((prefix) => parseCredentialHeaders(headers, prefix)),
  ].filter((pair) => pair !== undefined);
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

export interface RefusalLimiter {
  /**
   * Before credentials are checked: a Problem for a source with as many delayed refusals as one may have, and
   * for one with any refusal while the delays of all sources are used up.
   */
  readonly admit: (address: string) => void;
  /**
   * Resolves when the refusal may be answered, immediately if the client disconnects or the service closes. Rejects with a
   * Problem when the delays are used up.
   */
  readonly delay: (refusal: Refusal) => Promise<void>;
  /** Ends all delays. */
  readonly close: () => void;
}

interface Refusal {
  /** The address of the client; headers could be forged by others than known proxies. */
  readonly address: string;
  readonly clientIds: readonly string[];
  readonly disconnected: AbortSignal;
}

/** Refusals of one source since the previous report, without tokens and client ids. */
export interface RefusalReport {
  /** Of the last request. */
  readonly address: string;
  readonly requests: number;
  /** Digests of some client ids. */
  readonly clients: readonly string[];
}

export interface RefusalOptions {
  /** UTC milliseconds. */
  readonly clock: () => number;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly onRefused: (report: RefusalReport) => void;
}

const firstDelayMs = 100;
const maxDelayMs = 5_000;
/** Time without refusals after which the delay of a source is reset. */
const resetAfterMs = 15 * 60_000;
/** Bounds on memory. Of one source, delayed requests also bound how fast it can guess. */
const maxSources = 10_000;
const maxDelayed = 1_000;
const maxDelayedOfSource = 20;

export function createRefusalLimiter({ clock, pause, onRefused }: RefusalOptions): RefusalLimiter {
  const refusalsBySource = new LRUCache<string, { readonly count: number; readonly at: number }>({
    max: maxSources,
  });
  const delayedBySource = new Map<string, number>();
  const closing = new AbortController();
  const report = createRefusalReporter(clock, onRefused);
  let delayed = 0;

  function countOf(source: string): number {
    const before = refusalsBySource.get(source);
    return before === undefined || clock() - before.at > resetAfterMs ? 0 : before.count;
  }

  function delayOf(source: string): number {
    const count = countOf(source);
    refusalsBySource.set(source, { count: count + 1, at: clock() });
    return Math.min(firstDelayMs * 2 ** count, maxDelayMs);
  }

  /** Each delayed answer costs a socket and a timer. */
  function addDelayed(source: string, change: 1 | -1): void {
    delayed += change;
    const count = (delayedBySource.get(source) ?? 0) + change;
    if (count === 0) delayedBySource.delete(source);
    else delayedBySource.set(source, count);
  }

  const isUsedUp = (source: string): boolean =>
    (delayedBySource.get(source) ?? 0) >= maxDelayedOfSource;

  return {
    // A 429 after the check would tell wrong credentials from right ones, as fast as they can be sent.
    admit: (address) => {
      // Of each request, and the source of an address takes more time than this.
      if (delayed < maxDelayedOfSource) return;
      const source = requestSource(address);
      if (isUsedUp(source) || (delayed >= maxDelayed && countOf(source) > 0)) {
        throw new Problem('CREDENTIALS_LIMITED');
      }
    },
    delay: async ({ address, clientIds, disconnected: gone }) => {
      const source = requestSource(address);
      report(source, address, clientIds);
      const ms = delayOf(source);
      if (isUsedUp(source) || delayed >= maxDelayed) throw new Problem('CREDENTIALS_LIMITED');
      addDelayed(source, 1);
      try {
        await pause(ms, AbortSignal.any([gone, closing.signal]));
      } finally {
        addDelayed(source, -1);
      }
    },
    close: () => {
      closing.abort();
    },
  };
}

/** For one source, and of reports of all sources as many as `maxReports`. */
const reportIntervalMs = 60_000;
const maxReports = 60;
const maxReportedClients = 5;

/** Reports refusals of a source at once, and those that follow with the first one after a minute. */
function createRefusalReporter(
  clock: () => number,
  onRefused: RefusalOptions['onRefused'],
): (source: string, address: string, clientIds: readonly string[]) => void {
  const unreported = new LRUCache<
    string,
    { readonly reportAt: number; readonly requests: number; readonly clients: readonly string[] }
  >({ max: maxSources });
  let [reports, resetAt] = [0, -Infinity];
  return (source, address, clientIds) => {
    const now = clock();
    if (now >= resetAt) [reports, resetAt] = [0, now + reportIntervalMs];
    const before = unreported.get(source) ?? { reportAt: now, requests: 0, clients: [] };
    const requests = before.requests + 1;
    const clients = [
      ...new Set([...before.clients, ...clientIds.slice(0, maxReportedClients).map(clientDigest)]),
    ].slice(0, maxReportedClients);
    if (now < before.reportAt || reports >= maxReports) {
      unreported.set(source, { ...before, requests, clients });
      return;
    }
    reports += 1;
    unreported.set(source, { reportAt: now + reportIntervalMs, requests: 0, clients: [] });
    onRefused({ address, requests, clients });
  };
}

/** The first digits of the SHA-256 of a client id, in hex: some people send their token in its place. */
export function clientDigest(clientId: string): string {
  return hash('sha256', clientId, 'hex').slice(0, 8);
}

/** An IPv4 address, or the /64 network within which an IPv6 host can choose its addresses. */
export function requestSource(address: string): string {
  const [plain = ''] = address.replace(/^::ffff:(?=\d+\.)/i, '').split('%');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(8 - first.length - last.length, 0) }, () => '0');
  return [...first, ...zeros, ...last].slice(0, 4).join(':');
}
