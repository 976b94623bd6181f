// Reads the options of `serve`: where it listens, and how connections are protected.
import type { Config, ConfigProblem } from '../../lib/composition/config.ts';
import type { TlsFiles } from '../../lib/http/local/local-server.ts';
import { isLoopback } from '../../lib/shared/safe-url.ts';
import type { ParsedArguments } from './arguments.ts';
import { readWholeNumber } from './arguments.ts';
import { hasTlsOptions, readTlsFiles, readTlsOptions } from './tls-files.ts';

export const DEFAULT_PORT = 8080;
const MAX_DRAIN_SECONDS = 45;

export interface ServeSettings {
  readonly host: string;
  readonly port: number;
  readonly tls: TlsFiles | null;
  /** Reads the files again; null when they are not a certificate and its key. */
  readonly readTls: () => TlsFiles | null;
  /** Of the listener for operators, on this machine only; null for none. */
  readonly adminPort: number | null;
  readonly drainMs: number;
  readonly isOnce: boolean;
}

export function readServeOptions(
  args: ParsedArguments,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  problems: ConfigProblem[],
): ServeSettings {
  const host = args.values.get('host') ?? '127.0.0.1';
  const tls = readTlsOptions(args.values, problems);
  const isBehindProxy = args.switches.has('behind-proxy');
  if (isBehindProxy && publicUrl?.startsWith('https://') !== true) {
    problems.push({
      name: '--behind-proxy',
      problem: 'needs REPORTS_PUBLIC_URL, the https:// address of the proxy',
    });
  }
  if (isBehindProxy && hasTlsOptions(args.values)) {
    problems.push({ name: '--behind-proxy', problem: 'must not be combined with --tls-cert' });
  }
  if (!isLoopback(host) && !isBehindProxy && !hasTlsOptions(args.values)) {
    problems.push({
      name: '--host',
      problem:
        'is not a loopback address: without --tls-cert and --tls-key, or --behind-proxy, tokens would be sent unencrypted',
    });
  }
  const drain = { max: MAX_DRAIN_SECONDS, fallback: 0 };
  return {
    ...{ host, tls },
    readTls: () => readTlsFiles(args.values),
    port: readWholeNumber(args, 'port', { max: 65_535, fallback: DEFAULT_PORT }, problems),
    adminPort: args.values.has('admin-port')
      ? readWholeNumber(args, 'admin-port', { max: 65_535, fallback: 0 }, problems)
      : null,
    drainMs: 1000 * readWholeNumber(args, 'drain', drain, problems),
    isOnce: args.switches.has('once'),
  };
}
