// Reports refused credentials and delays the answers to sources that repeat them. Answers to valid
// credentials are never delayed.
import { hash } from 'node:crypto';
import { isIPv6 } from 'node:net';

export interface RefusalLimiter {
  /** Resolves when the refusal may be answered, immediately if the client disconnects or the service closes. */
  readonly delay: (refusal: Refusal) => Promise<void>;
  /** Ends all delays. */
  readonly close: () => void;
}

export interface Refusal {
  /** The address of the socket: headers could be forged. */
  readonly address: string;
  readonly clientIds: readonly string[];
  readonly disconnected: AbortSignal;
}

/** Refusals since the previous report, without tokens, client ids and addresses. */
export interface RefusalReport {
  readonly requests: number;
  readonly sources: number;
  /** The first digits of the SHA-256 of some client ids, in hex. */
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
const reportIntervalMs = 60_000;
// Bounds on memory.
const maxSources = 10_000;
const maxDelayed = 1_000;
const maxClients = 5;

export function createRefusalLimiter({ clock, pause, onRefused }: RefusalOptions): RefusalLimiter {
  /** The source of the latest refusal is the last. */
  const refusalsBySource = new Map<string, { readonly count: number; readonly at: number }>();
  const closing = new AbortController();
  let delayed = 0;
  let reportAt = -Infinity;
  let requests = 0;
  let sources = new Set<string>();
  let clients = new Set<string>();

  function delayOf(source: string): number {
    const now = clock();
    const before = refusalsBySource.get(source);
    const count = before === undefined || now - before.at > resetAfterMs ? 0 : before.count;
    refusalsBySource.delete(source);
    refusalsBySource.set(source, { count: count + 1, at: now });
    const [oldest] = refusalsBySource.keys();
    if (refusalsBySource.size > maxSources && oldest !== undefined) refusalsBySource.delete(oldest);
    return Math.min(firstDelayMs * 2 ** count, maxDelayMs);
  }

  function report(source: string, clientIds: readonly string[]): void {
    requests += 1;
    if (sources.size < maxSources) sources.add(source);
    for (const clientId of clientIds) {
      if (clients.size < maxClients) clients.add(hash('sha256', clientId, 'hex').slice(0, 8));
    }
    if (clock() < reportAt) return;
    reportAt = clock() + reportIntervalMs;
    onRefused({ requests, sources: sources.size, clients: [...clients] });
    requests = 0;
    sources = new Set();
    clients = new Set();
  }

  return {
    delay: async ({ address, clientIds, disconnected: gone }) => {
      const source = requestSource(address);
      report(source, clientIds);
      const ms = delayOf(source);
      // Each delayed answer costs a socket and a timer.
      if (delayed >= maxDelayed) return;
      delayed += 1;
      try {
        await pause(ms, AbortSignal.any([gone, closing.signal]));
      } finally {
        delayed -= 1;
      }
    },
    close: () => {
      closing.abort();
    },
  };
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
