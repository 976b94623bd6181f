// `health`: asks a server on this machine whether it is ready, for containers and monitors without other programs.
import { isLoopback } from '../../../lib/shared/safe-url.ts';
import { readWholeNumber } from '../arguments.ts';
import { DEFAULT_PORT } from '../serve-options.ts';
import { EXIT } from '../terminal.ts';
import { createCommand } from './command.ts';

const TIMEOUT_MS = 5_000;

export const healthCommand = createCommand({
  name: 'health',
  syntax: {
    usage: 'feedback-reports health [options]',
    summary: 'Asks the server on this machine whether it is ready.',
    options: {
      host: { value: 'HOST', help: 'a loopback address; default: 127.0.0.1' },
      port: { value: 'PORT', help: `default: ${DEFAULT_PORT}` },
    },
    notes: `For a server without TLS, or its admin port.

Exit codes: 0 ready · 1 not ready, or it does not answer · 2 invalid arguments.`,
  },
  api: 'none',
  needsStore: false,
  readOptions: (args, _settings, problems) => {
    const host = args.values.get('host') ?? '127.0.0.1';
    if (!isLoopback(host)) {
      problems.push({ name: '--host', problem: 'must be a loopback address' });
    }
    const port = { min: 1, max: 65_535, fallback: DEFAULT_PORT };
    return { host, port: readWholeNumber(args, 'port', port, problems) };
  },
  run: async ({ host, port }, { output: { io } }) => {
    const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}/readyz`;
    try {
      const { ok, status } = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      io.stdout.write(ok ? 'ready\n' : `not ready (${status})\n`);
      return ok ? EXIT.done : EXIT.failed;
    } catch {
      io.stdout.write(`${url} does not answer\n`);
      return EXIT.failed;
    }
  },
});
