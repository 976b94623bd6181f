// Reads the options of `serve`: where it listens, and how connections are protected.
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { Config, ConfigProblem } from '../../lib/composition/config.ts';
import { isLoopback } from '../../lib/shared/safe-url.ts';
import type { ParsedArguments } from './arguments.ts';
import { readWholeNumber } from './arguments.ts';

export const DEFAULT_PORT = 8080;
const MAX_DRAIN_SECONDS = 45;

export interface ServeSettings {
  readonly host: string;
  readonly port: number;
  readonly tls: { readonly cert: string; readonly key: string } | null;
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
  const tls = readTls(args, problems);
  const isBehindProxy = args.switches.has('behind-proxy');
  if (isBehindProxy && publicUrl?.startsWith('https://') !== true) {
    problems.push({
      name: '--behind-proxy',
      problem: 'needs REPORTS_PUBLIC_URL, the https:// address of the proxy',
    });
  }
  if (isBehindProxy && args.values.has('tls-cert')) {
    problems.push({ name: '--behind-proxy', problem: 'must not be combined with --tls-cert' });
  }
  if (!isLoopback(host) && !isBehindProxy && !args.values.has('tls-cert')) {
    problems.push({
      name: '--host',
      problem:
        'is not a loopback address: without --tls-cert and --tls-key, or --behind-proxy, tokens would be sent unencrypted',
    });
  }
  const drain = { max: MAX_DRAIN_SECONDS, fallback: 0 };
  return {
    ...{ host, tls },
    port: readWholeNumber(args, 'port', { max: 65_535, fallback: DEFAULT_PORT }, problems),
    adminPort: args.values.has('admin-port')
      ? readWholeNumber(args, 'admin-port', { max: 65_535, fallback: 0 }, problems)
      : null,
    drainMs: 1000 * readWholeNumber(args, 'drain', drain, problems),
    isOnce: args.switches.has('once'),
  };
}

function readTls(
  { values }: ParsedArguments,
  problems: ConfigProblem[],
): { readonly cert: string; readonly key: string } | null {
  const [certFile, keyFile] = [values.get('tls-cert'), values.get('tls-key')];
  if (certFile === undefined && keyFile === undefined) return null;
  if (certFile === undefined || keyFile === undefined) {
    const [present, missing] =
      certFile === undefined ? ['--tls-key', '--tls-cert'] : ['--tls-cert', '--tls-key'];
    problems.push({ name: present, problem: `requires ${missing}` });
    return null;
  }
  try {
    const tls = { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') };
    createSecureContext(tls);
    return tls;
  } catch {
    const problem =
      'and --tls-key must be readable files: a certificate in PEM and its private key';
    problems.push({ name: '--tls-cert', problem });
    return null;
  }
}
