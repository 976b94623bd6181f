// The metrics of `serve`: reports of the weeks that are planned, jobs, and the reporting API.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { release } from '../../lib/composition/release.ts';
import type { PlannedDeliveries } from '../../lib/delivery/plan-deliveries.ts';
import type { AnsweredRequest } from '../../lib/http/local/local-server.ts';
import type { JobCounts } from '../../lib/jobs/memory-queue.ts';
import type { WeekCounts } from '../../lib/ports/stored-records.ts';

const prefix = 'feedback_reports_';
/** The most weeks with a metric of their own. */
const MAX_WEEKS = 4;

export interface ServeState {
  /** Newest first; null for a week that could not be compared. */
  readonly weeks: readonly { readonly name: string; readonly counts: WeekCounts | null }[];
  readonly jobs: JobCounts;
  /** Requests to the reporting API since the start. */
  readonly requests: number;
  /** Of the last plan of messages; null before the first. */
  readonly deliveries: DeliveryCounts | null;
  readonly clockOffsetMs: number | null;
  readonly lastTickAt: number | null;
}

/** Messages of the weeks that are sent. */
export type DeliveryCounts = Pick<PlannedDeliveries, 'due' | 'unsent' | 'refused' | 'unknown'>;

export interface ServeMetrics {
  /** In the text format of Prometheus. */
  readonly read: () => Promise<string>;
  readonly countRequest: (answered: AnsweredRequest) => void;
  readonly countJob: (durationMs: number, outcome: 'done' | 'failed') => void;
}

/** `readState` is called once for each reading. */
export function createServeMetrics(readState: () => Promise<ServeState>): ServeMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const gauge = <T extends string>(name: string, help: string, labelNames: T[] = []): Gauge<T> =>
    new Gauge({ name: `${prefix}${name}`, help, labelNames, registers });
  gauge('build_info', 'Always 1; the labels name the release and the version of Node.', [
    'release',
    'node',
  ]).set({ release: release(), node: process.versions.node }, 1);
  const reports = gauge(
    'reports',
    'Reports of a week by the last comparison: due, missing, late, partial.',
    ['week', 'state'],
  );
  const jobs = gauge('jobs', 'Jobs that run, wait for their turn, or are repeated later.', [
    'state',
  ]);
  const requests = new Counter({
    name: `${prefix}upstream_requests_total`,
    help: 'Requests to the reporting API.',
    registers,
  });
  const deliveries = gauge(
    'deliveries',
    'Messages by state: due, due_unsent (two hours after they could be sent), refused, unknown.',
    ['state'],
  );
  const answered = new Histogram({
    name: `${prefix}http_seconds`,
    help: 'Time until a response begins, by route and status.',
    labelNames: ['route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  });
  const clockOffset = gauge(
    'clock_offset_seconds',
    'How far the clock of the reporting API is ahead.',
  );
  const lastTick = gauge(
    'last_tick_success_timestamp_seconds',
    'Time of the last tick that did not fail.',
  );
  const ended = new Counter({
    name: `${prefix}jobs_total`,
    help: 'Jobs that have ended, each attempt counted.',
    labelNames: ['outcome'],
    registers,
  });
  const durations = new Histogram({
    name: `${prefix}job_seconds`,
    help: 'Duration of an attempt at a job.',
    buckets: [0.1, 0.5, 2, 10, 60, 300, 600],
    registers,
  });
  return {
    read: async () => {
      const state = await readState();
      reports.reset();
      for (const { name: week, counts } of state.weeks.slice(0, MAX_WEEKS)) {
        if (counts === null) continue;
        const { due, missing, late, partial } = counts;
        for (const [name, count] of Object.entries({ due, missing, late, partial })) {
          reports.set({ week, state: name }, count);
        }
      }
      const { running, waiting, delayed } = state.jobs;
      for (const [name, count] of Object.entries({ running, waiting, delayed })) {
        jobs.set({ state: name }, count);
      }
      requests.reset();
      requests.inc(state.requests);
      if (state.deliveries !== null) {
        const { due, unsent, refused, unknown } = state.deliveries;
        for (const [name, count] of Object.entries({ due, due_unsent: unsent, refused, unknown })) {
          deliveries.set({ state: name }, count);
        }
      }
      if (state.clockOffsetMs !== null) clockOffset.set(state.clockOffsetMs / 1000);
      if (state.lastTickAt !== null) lastTick.set(state.lastTickAt / 1000);
      return registry.metrics();
    },
    countRequest: ({ route, status, durationMs }) => {
      answered.observe({ route, status }, durationMs / 1000);
    },
    countJob: (durationMs, outcome) => {
      ended.inc({ outcome });
      durations.observe(durationMs / 1000);
    },
  };
}
