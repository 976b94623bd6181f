// `serve`: makes the reports of one's own company on schedule, sends messages, and serves library and HTTP API, in one process.
import { setTimeout as wait } from 'node:timers/promises';
import type { SystemContext } from '../../../lib/composition/compose.ts';
import type { Config } from '../../../lib/composition/config.ts';
import { openLeaseContext } from '../../../lib/composition/serve.ts';
import type { Lease } from '../../../lib/jobs/lease.ts';
import { acquireLease, LEASE_RENEWAL_MS } from '../../../lib/jobs/lease.ts';
import type { Failure } from '../../../lib/shared/failure.ts';
import type { Log } from '../../../lib/shared/log.ts';
import { createLog } from '../../../lib/shared/log.ts';
import { release } from '../../../lib/composition/release.ts';
import type { CommandSyntax } from '../arguments.ts';
import { STORE_OPTION } from '../report-options.ts';
import { DEFAULT_PORT, readServeOptions } from '../serve-options.ts';
import { runOnce } from '../serve-once.ts';
import { runServer } from '../serve-process.ts';
import { EXIT, PROGRAM } from '../terminal.ts';
import type { Command } from './command.ts';
import { createCommand } from './command.ts';
import { serveStopCommand } from './serve-stop.ts';

const SERVE: CommandSyntax = {
  usage: 'feedback-reports serve [options]\n       feedback-reports serve stop [options]',
  summary:
    'Makes the reports of a company on schedule, sends messages, and serves the report library and the HTTP API.',
  options: {
    host: {
      value: 'HOST',
      help: 'default: 127.0.0.1; another address needs TLS or --behind-proxy',
    },
    port: { value: 'PORT', help: `0 for any free port; default: ${DEFAULT_PORT}` },
    'tls-cert': { value: 'FILE', help: 'certificate (chain) in PEM; requires --tls-key' },
    'tls-key': { value: 'FILE', help: 'private key of the certificate in PEM' },
    'behind-proxy': {
      value: null,
      help: 'plain HTTP for a proxy with TLS, whose address is REPORTS_PUBLIC_URL',
    },
    'admin-port': {
      value: 'PORT',
      help: 'serve /livez, /readyz and /metrics (Prometheus) to this machine without a token',
    },
    drain: {
      value: 'SECONDS',
      help: 'how long requests are still accepted after a signal; default: 0',
    },
    once: {
      value: null,
      help: 'listen to nothing: make what is due, send what is due, and exit',
    },
    store: STORE_OPTION,
  },
  notes: `The log is on standard output, one JSON object a line. One process at a time serves a store (STORE_IN_USE). It starts while the reporting API cannot be reached, and serves what is stored.
/healthz and /readyz answer without a token. ${PROGRAM} token create makes tokens; REPORTS_API_TOKEN is one for the whole company.

Environment: FEEDBACK_API_URL, FEEDBACK_API_CLIENT_ID and FEEDBACK_API_TOKEN select the API; docs/commands.md lists all variables.

Exit codes: 0 stopped by a signal, or done with --once · 1 failed, or the store is served by another process · 2 invalid arguments or configuration · 3 with --once: a report is missing or partial.`,
};

const runCommand = createCommand({
  name: 'serve',
  syntax: SERVE,
  api: 'configured',
  readOptions: (args, { config }, problems) => readServeOptions(args, config, problems),
  run: async (options, { config, system, output: { io } }) => {
    // Subscriptions have webhook addresses, which are secrets.
    process.umask(0o077);
    const log = createLog({
      write: (line) => io.stdout.write(`${line}\n`),
      clock: system.clock,
      context: { release: release() },
      definesMetrics: false,
    });
    const stop = createStop(io.signal);
    const lease = await takeLease(config, system, log, stop.signal);
    if (lease === null) return EXIT.done;
    const renewal = keepLease(lease, {
      onLost: (loss) => {
        log.error('lease lost', loss);
        stop.abort();
      },
      onStop: () => {
        stop.abort();
      },
    });
    try {
      const context = { config, system, log, io, signal: stop.signal };
      const code = options.isOnce
        ? await runOnce(context)
        : await runServer(context, {
            ...options,
            isLeaseHeld: () => renewal.loss() === null,
            instance: lease.instance,
          });
      const loss = renewal.loss();
      if (loss !== null) throw loss;
      return code;
    } finally {
      renewal.close();
      await lease.release().catch((error: unknown) => {
        log.error('lease not released', error);
      });
    }
  },
});

export const serveCommand: Command = (argv, ...context) =>
  argv[0] === 'stop' ? serveStopCommand(argv.slice(1), ...context) : runCommand(argv, ...context);

/** Aborted by the signal of the process, or when it must not go on. */
function createStop(signal: AbortSignal): AbortController {
  const controller = new AbortController();
  if (signal.aborted) controller.abort();
  signal.addEventListener('abort', () => {
    controller.abort();
  });
  return controller;
}

/** Null when the process is to stop before it has the lease. */
async function takeLease(
  config: Config,
  system: SystemContext,
  log: Log,
  signal: AbortSignal,
): Promise<Lease | null> {
  const sleep = (ms: number): Promise<void> => wait(ms, undefined, { signal });
  try {
    return await acquireLease(openLeaseContext(config, system, sleep), ({ host, pid, since }) => {
      log.info('waiting for the lease of the store', { host, pid, since });
    });
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}

interface LeaseEvents {
  /** Called once. */
  readonly onLost: (loss: Failure) => void;
  readonly onStop: () => void;
}

function keepLease(lease: Lease, { onLost, onStop }: LeaseEvents) {
  let loss: Failure | null = null;
  const renew = async (): Promise<void> => {
    const found = await lease.renew();
    if (lease.isStopRequested()) onStop();
    if (found === null || loss !== null) return;
    loss = found;
    onLost(found);
  };
  const timer = setInterval(() => void renew(), LEASE_RENEWAL_MS);
  return {
    /** Null while the lease is held. */
    loss: () => loss,
    close: () => {
      clearInterval(timer);
    },
  };
}
