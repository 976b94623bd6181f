// The options of the command `service`, which are checked before anything is opened.
import type { ConfigProblem } from '../../lib/composition/config.ts';
import {
  isLoopback,
  parseAddressRanges,
  type AddressRanges,
  type TlsFiles,
} from '../../lib/feedback-service/index.ts';
import type { CommandOption, ParsedArguments } from './arguments.ts';
import { MAX_SEED, readWholeNumber } from './arguments.ts';
import type { DataSetSources } from './data-sets.ts';
import { DATABASE_OPTION, findProductionProblems, readDataSetSources } from './data-sets.ts';
import type { Io } from './terminal.ts';
import { hasTlsOptions, readTlsFiles, readTlsOptions } from './tls-files.ts';

export const SERVICE_OPTIONS: Readonly<Record<string, CommandOption>> = {
  port: { value: 'PORT', help: 'port to listen on; 0 for any free port; default: 8080' },
  host: {
    value: 'HOST',
    help: 'default: 127.0.0.1; any address but a loopback address needs TLS or --behind-proxy',
  },
  data: {
    value: 'DIR…',
    isList: true,
    help: 'data folders, one company each: company.json, feedback*.ndjson, alerts*.ndjson (or .gz)',
  },
  database: DATABASE_OPTION,
  seed: { value: 'NUMBER', help: 'seed of the sample company, without --data; default: 1' },
  'header-prefix': {
    value: 'PREFIX',
    help: 'accept credentials in PREFIX-Client-Id and PREFIX-API-Token, too; default: X-SVC',
  },
  'tls-cert': { value: 'FILE', help: 'certificate (chain) in PEM; requires --tls-key' },
  'tls-key': {
    value: 'FILE',
    help: 'private key of the certificate in PEM; requires --tls-cert',
  },
  'behind-proxy': {
    value: 'CIDR…',
    isList: true,
    help: 'networks of your proxies, whose X-Forwarded-For has the address of the client; without TLS, no others may connect',
  },
  'access-log': { value: null, help: 'write a line of JSON for each request to standard output' },
  'admin-port': {
    value: 'PORT',
    help: 'port for /livez, /readyz and /metrics; 0 for any free port; default: none',
  },
  'admin-host': { value: 'HOST', help: 'address of --admin-port; default: 127.0.0.1' },
  drain: {
    value: 'SECONDS',
    help: 'how long requests are still accepted after SIGTERM, while /readyz has 503; at most 60; default: 0',
  },
};

/** MAX_SHUTDOWN_MS in main.ts is longer. */
const MAX_DRAIN_SECONDS = 60;

export interface ServiceOptions {
  readonly port: number;
  readonly host: string;
  readonly seed: number;
  readonly headerPrefix: string;
  readonly tls: TlsFiles | null;
  /** Null when the files are not a certificate and its key. */
  readonly readTls: () => TlsFiles | null;
  readonly proxies: AddressRanges | undefined;
  readonly hasAccessLog: boolean;
  readonly admin: { readonly host: string; readonly port: number } | undefined;
  readonly drainSeconds: number;
  readonly sources: DataSetSources;
}

export async function readServiceOptions(
  args: ParsedArguments,
  io: Io,
  problems: ConfigProblem[],
): Promise<ServiceOptions> {
  const { values, lists, switches } = args;
  const host = values.get('host') ?? '127.0.0.1';
  const port = readWholeNumber(args, 'port', { max: 65_535, fallback: 8080 }, problems);
  const seed = readWholeNumber(args, 'seed', { max: MAX_SEED, fallback: 1 }, problems);
  const drain = { max: MAX_DRAIN_SECONDS, fallback: 0 };
  const drainSeconds = readWholeNumber(args, 'drain', drain, problems);
  const headerPrefix = values.get('header-prefix') ?? 'X-SVC';
  if (headerPrefix !== '' && !/^[A-Za-z][A-Za-z0-9-]{0,40}$/.test(headerPrefix)) {
    const problem = 'must be letters, digits and hyphens, e.g. X-SVC';
    problems.push({ name: '--header-prefix', problem });
  }
  const proxies = readProxies(lists.get('behind-proxy'), problems);
  const tls = readTlsOptions(values, problems);
  if (host !== '' && !isLoopback(host) && !hasTlsOptions(values) && !lists.has('behind-proxy')) {
    const problem =
      'is not a loopback address: without --tls-cert and --tls-key, or --behind-proxy, credentials would be sent unencrypted';
    problems.push({ name: '--host', problem });
  }
  const sources = await readDataSetSources(args, lists.get('data') ?? [], problems);
  if (lists.has('data') && values.has('seed')) {
    problems.push({
      name: '--seed',
      problem: 'selects a sample company and cannot be combined with --data',
    });
  }
  if (!lists.has('data') && values.has('database')) {
    problems.push({ name: '--database', problem: 'requires --data' });
  }
  if (!lists.has('data')) problems.push(...findProductionProblems(io.env));
  return {
    ...{ port, host, seed, headerPrefix, proxies, drainSeconds, sources, tls },
    readTls: () => readTlsFiles(values),
    hasAccessLog: switches.has('access-log'),
    admin: readAdminOptions(args, problems),
  };
}

function readAdminOptions(
  args: ParsedArguments,
  problems: ConfigProblem[],
): ServiceOptions['admin'] {
  const port = readWholeNumber(args, 'admin-port', { max: 65_535, fallback: 0 }, problems);
  if (args.values.has('admin-port')) {
    return { host: args.values.get('admin-host') ?? '127.0.0.1', port };
  }
  if (args.values.has('admin-host')) {
    problems.push({ name: '--admin-host', problem: 'requires --admin-port' });
  }
  return undefined;
}

function readProxies(
  texts: readonly string[] | undefined,
  problems: ConfigProblem[],
): AddressRanges | undefined {
  if (texts === undefined || texts.length === 0) return undefined;
  const proxies = parseAddressRanges(texts);
  if (proxies === undefined) {
    const problem = 'must be addresses or networks, e.g. 10.0.0.0/8 or fd00::/8';
    problems.push({ name: '--behind-proxy', problem });
  }
  return proxies;
}
