// Refused credentials: the operator is told of them, and the answers to a source that goes on are delayed.
// Answers to right credentials never are, whatever source they come from.
import { hash } from 'node:crypto';
import { isIPv6 } from 'node:net';

export interface RefusalLimiter {
  /** Resolves when the refusal may be answered: at once when the client has gone or the service closes. */
  readonly delay: (refusal: Refusal) => Promise<void>;
  /** Ends all delays. */
  readonly close: () => void;
}

export interface Refusal {
  /** Of the socket: a header that names another could be made up. */
  readonly address: string;
  readonly clientIds: readonly string[];
  readonly disconnected: AbortSignal;
}

/** What was refused since the report before: neither tokens, client ids nor addresses. */
export interface RefusalReport {
  readonly requests: number;
  readonly sources: number;
  /** How the SHA-256 of some of the client ids begin, in hex. */
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
/** A source without refusals for so long begins anew, ms. */
const resetAfterMs = 15 * 60_000;
const reportIntervalMs = 60_000;
// Bounds of memory: sources that are remembered, answers that are delayed at once, client ids in a report.
const maxSources = 10_000;
const maxDelayed = 1_000;
const maxClients = 5;

export function createRefusalLimiter({ clock, pause, onRefused }: RefusalOptions): RefusalLimiter {
  /** The source that was refused last is the last. */
  const known = new Map<string, { readonly count: number; readonly at: number }>();
  const closing = new AbortController();
  let delayed = 0;
  let reportAt = -Infinity;
  let requests = 0;
  let sources = new Set<string>();
  let clients = new Set<string>();

  function delayOf(source: string): number {
    const now = clock();
    const before = known.get(source);
    const count = before === undefined || now - before.at > resetAfterMs ? 0 : before.count;
    known.delete(source);
    known.set(source, { count: count + 1, at: now });
    const [oldest] = known.keys();
    if (known.size > maxSources && oldest !== undefined) known.delete(oldest);
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

/** An IPv4 address, or the /64 network that one host of IPv6 chooses its addresses from. */
export function requestSource(address: string): string {
  const [plain = ''] = address.replace(/^::ffff:(?=\d+\.)/i, '').split('%');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(8 - first.length - last.length, 0) }, () => '0');
  return [...first, ...zeros, ...last].slice(0, 4).join(':');
}
