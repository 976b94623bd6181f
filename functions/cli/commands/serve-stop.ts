// `serve stop`: asks the server of a store to stop, on any machine and where there are no signals, as on Windows.
import { setTimeout as wait } from 'node:timers/promises';
import { openLeaseContext } from '../../../lib/composition/serve.ts';
import type { LeaseContext } from '../../../lib/jobs/lease.ts';
import { hasOtherEnded, LOST_AFTER_MS, readLease, requestStop } from '../../../lib/jobs/lease.ts';
import type { LeaseRecord } from '../../../lib/ports/stored-records.ts';
import { STORE_OPTION } from '../report-options.ts';
import { EXIT } from '../terminal.ts';
import { createCommand } from './command.ts';

/** The next renewal of the lease, --drain, and the time for requests and jobs. */
const MAX_WAIT_MS = 120_000;
const POLL_EVERY_MS = 500;

export const serveStopCommand = createCommand({
  name: 'serve stop',
  syntax: {
    usage: 'feedback-reports serve stop [options]',
    summary:
      'Asks the server of the report store to stop, and waits until it has: up to two minutes.',
    options: { store: STORE_OPTION },
    notes: `The server ends as at SIGTERM, within 20 seconds: it looks for the request when it renews its lease of the store.

Exit codes: 0 stopped, or none runs · 1 it did not stop, or the store cannot be used · 2 invalid arguments or configuration.`,
  },
  api: 'none',
  readOptions: () => ({}),
  run: async (_options, { config, system, output: { io } }) => {
    const context = openLeaseContext(config, system, async (ms) => {
      await wait(ms, undefined, { signal: io.signal }).catch(() => undefined);
    });
    const holder = await requestStop(context);
    if (holder === null) {
      io.stdout.write('No server runs.\n');
      return EXIT.done;
    }
    const { host, pid } = holder;
    if (await waitForEnd(context, holder, io.signal)) {
      io.stdout.write(`Process ${pid} of ${host} has stopped.\n`);
      return EXIT.done;
    }
    io.stderr.write(`Process ${pid} of ${host} has not stopped yet.\n`);
    return EXIT.failed;
  },
});

/** Also when the holder no longer renews its lease; false when it still runs after two minutes, or at a signal. */
export async function waitForEnd(
  context: LeaseContext,
  { host, pid, since }: LeaseRecord,
  signal: AbortSignal,
): Promise<boolean> {
  let watched = { version: '', since: context.monotonic() };
  const endAt = watched.since + MAX_WAIT_MS;
  while (context.monotonic() < endAt && !signal.aborted) {
    const stored = await readLease(context);
    const current = stored?.value ?? null;
    const isOther = current?.host !== host || current.pid !== pid || current.since !== since;
    if (isOther || current.isReleased || hasOtherEnded(context, current)) return true;
    const version = stored?.version ?? '';
    if (watched.version !== version) watched = { version, since: context.monotonic() };
    if (context.monotonic() - watched.since >= LOST_AFTER_MS) return true;
    await context.sleep(POLL_EVERY_MS);
  }
  return false;
}
