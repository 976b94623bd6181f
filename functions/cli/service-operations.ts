// What operators see of a running service: its state and metrics on a port of their own, and a log of its requests.
import { systemContext } from '../../lib/composition/compose.ts';
import type { AnsweredRequest } from '../../lib/feedback-service/index.ts';
import type { AdminServer } from './admin-server.ts';
import { startAdminServer } from './admin-server.ts';
import type { ServedDataSet } from './data-sets.ts';
import type { ServiceMetrics } from './service-metrics.ts';
import { createServiceMetrics } from './service-metrics.ts';
import type { ServiceOptions } from './service-options.ts';
import type { Phase } from './service-status.ts';
import { describeReadiness, readStatuses } from './service-status.ts';
import type { Io } from './terminal.ts';
import { describeListenError, EXIT, printUnexpectedError } from './terminal.ts';

export interface Operations {
  readonly setPhase: (phase: Phase) => void;
  readonly onAnswered: (answered: AnsweredRequest) => void;
}

/**
 * Runs `work` while its state can be read. `dataSets` may grow meanwhile; it stays empty for a sample company.
 * Resolves with EXIT.failed when the admin port cannot be used.
 */
export async function withOperations(
  dataSets: readonly ServedDataSet[],
  options: Pick<ServiceOptions, 'admin' | 'hasAccessLog'>,
  io: Io,
  work: (operations: Operations) => Promise<number>,
): Promise<number> {
  let phase: Phase = 'starting';
  const opened =
    options.admin === undefined
      ? undefined
      : await openAdminServer(options.admin, io, dataSets, () => phase);
  if (opened === 'failed') return EXIT.failed;
  try {
    return await work({
      setPhase: (next) => {
        phase = next;
      },
      onAnswered: (answered) => {
        opened?.countRequest(answered);
        if (options.hasAccessLog) io.stdout.write(formatAccessLine(answered));
      },
    });
  } finally {
    await opened?.server.close();
  }
}

async function openAdminServer(
  address: NonNullable<ServiceOptions['admin']>,
  io: Io,
  dataSets: readonly ServedDataSet[],
  phase: () => Phase,
): Promise<
  { readonly server: AdminServer; readonly countRequest: ServiceMetrics['countRequest'] } | 'failed'
> {
  const { read, countRequest } = createServiceMetrics(() => readStatuses(dataSets));
  try {
    const server = await startAdminServer({
      ...address,
      readiness: async () =>
        describeReadiness(
          phase(),
          dataSets.length === 0 ? undefined : await readStatuses(dataSets),
        ),
      metrics: read,
      onError: (error) => {
        printUnexpectedError(io, error);
      },
    });
    io.stderr.write(`State and metrics: ${server.url}/readyz, ${server.url}/metrics\n`);
    return { server, countRequest };
  } catch (error) {
    io.stderr.write(`${describeListenError(error, address.host, address.port, 'admin-port')}\n`);
    return 'failed';
  }
}

/** JSON leaves out what is undefined. */
function formatAccessLine({ durationMs, ...answered }: AnsweredRequest): string {
  const at = new Date(systemContext.clock()).toISOString();
  return `${JSON.stringify({ at, ...answered, durationMs: Math.round(durationMs * 10) / 10 })}\n`;
}
