// `serve --once`, for timers: makes and sends what is due, and ends.
import { once } from 'node:events';
import { openLocalDeliveries } from '../../lib/composition/local-deliveries.ts';
import { openServer } from '../../lib/composition/serve.ts';
import { weeksToDeliver } from '../../lib/delivery/due-time.ts';
import { runDeliveries } from '../../lib/delivery/in-process-deliveries.ts';
import { endInTime, openJobs } from './serve-process.ts';
import type { ServeContext, ServeTickOutcome } from './serve-ticks.ts';
import { createTicks, readWeekCounts } from './serve-ticks.ts';
import type { Io } from './terminal.ts';
import { EXIT } from './terminal.ts';
import { describeFailure } from './week-run.ts';

/**
 * Returns the exit code: failed when the last tick has, partial when a report is missing or partial; done also when it was stopped by
 * the signal. Fails as the store does.
 */
export async function runOnce(context: ServeContext & { readonly io: Io }): Promise<number> {
  const { config, system, log, signal, io } = context;
  const server = await openServer(config, system);
  try {
    let isOutdated = true;
    const jobs = openJobs(server, system.random, log, {
      onDrained: () => {
        isOutdated = true;
      },
    });
    const tick = createTicks(context, server, jobs);
    const work = async (): Promise<ServeTickOutcome | null> => {
      let outcome: ServeTickOutcome | null = null;
      // Reports that were made may be followed by those above them.
      while (isOutdated && !signal.aborted && (outcome?.refusal ?? null) === null) {
        isOutdated = false;
        outcome = await tick({ now: system.clock(), isScheduled: false });
        await jobs.drained();
      }
      return outcome;
    };
    const ended = work();
    const stopped = signal.aborted ? null : once(signal, 'abort').then(() => null);
    const outcome = await Promise.race([ended, stopped]);
    await endInTime(Promise.all([ended, jobs.close()]));
    if (outcome === null) return EXIT.done;
    if (outcome.refusal !== null) throw outcome.refusal;
    if (server.mayWrite()) await sendMessages(context, server);
    const { failure } = outcome;
    if (failure !== null) io.stderr.write(`${describeFailure(failure)}\n`);
    if (outcome.hasFailed) return EXIT.failed;
    const weeks = await readWeekCounts(context, server);
    const isLacking = weeks.some(
      ({ counts }) => (counts?.missing ?? 0) + (counts?.partial ?? 0) > 0,
    );
    return isLacking ? EXIT.partial : EXIT.done;
  } finally {
    await server.close();
  }
}

type OpenedServer = Awaited<ReturnType<typeof openServer>>;

async function sendMessages(
  { config, system, log }: ServeContext,
  { making: { repository }, secret }: OpenedServer,
): Promise<void> {
  const parts = { repository, secret, system };
  const deliveries = openLocalDeliveries(config, parts, true);
  try {
    for (const week of weeksToDeliver(system.clock())) {
      for (const { subscription, state, reason } of await runDeliveries(deliveries, week)) {
        log.info('message', { week: week.name, subscription, state, reason });
      }
    }
  } finally {
    await deliveries.sender.close();
  }
}
