// Structured log of the functions: one JSON object a line, and metrics in CloudWatch's embedded metric format.
// Only named fields with plain values are logged.
import type { Clock } from './clock.ts';
import { Failure } from './failure.ts';

/** Keys, names and numbers; never headers, bodies, feedback texts, links or secrets. */
export type LogFields = Readonly<Record<string, string | number | boolean | null>>;

/** All metrics with their units. CloudWatch charges for each; operations.md and the dashboard list them. */
const METRIC_UNITS = {
  DueButMissing: 'Count',
  PartialForADay: 'Count',
  LookOpenForADay: 'Count',
  ComparisonsOverdue: 'Count',
  ReportsOwed: 'Count',
  ReportsBehind: 'Count',
  JobsEnqueued: 'Count',
  ReportsMade: 'Count',
  ReportsPartial: 'Count',
  PartialPercent: 'Percent',
  DeliveriesFailed: 'Count',
  DeliveriesEnqueued: 'Count',
  MessagesDueButUnsent: 'Count',
  MessagesSent: 'Count',
  MessagesRefused: 'Count',
  MessagesUnknown: 'Count',
  SubscriptionsEnded: 'Count',
  JobsAbandoned: 'Count',
  MessagesAbandoned: 'Count',
  MailEventsAbandoned: 'Count',
  UnexpectedErrors: 'Count',
  ZoneDrift: 'Count',
  JobDuration: 'Milliseconds',
  GatherDuration: 'Milliseconds',
  RenderDuration: 'Milliseconds',
  CommitDuration: 'Milliseconds',
  UpstreamRequests: 'Count',
  UpstreamRetries: 'Count',
} as const;
export type MetricName = keyof typeof METRIC_UNITS;

/** In the units of METRIC_UNITS. */
export type Metrics = Readonly<Partial<Record<MetricName, number>>>;

export interface Log {
  info(message: string, fields?: LogFields): void;
  /**
   * A problem that needs attention, with the code and facts of its Failure; any other error is logged as a bug and counted in
   * UnexpectedErrors.
   */
  error(message: string, error: unknown, fields?: LogFields): void;
  /** Metrics by name; `fields` are only logged and are not dimensions. */
  metrics(metrics: Metrics, fields?: LogFields): void;
}

const METRIC_NAMESPACE = 'FeedbackReports';

export interface LogOptions {
  /** Receives a line without the line break. */
  readonly write: (line: string) => void;
  readonly clock: Clock;
  /** Fields of every line, e.g. the function's name and the request's id. */
  readonly context: LogFields;
  /** The dimension of the metrics, which separates stages in one account; null for none. */
  readonly stage?: string | null;
  /** Whether metrics are defined for CloudWatch in each line; default: true. */
  readonly definesMetrics?: boolean;
}

export function createLog({
  write,
  clock,
  context,
  stage = null,
  definesMetrics = true,
}: LogOptions): Log {
  const dimensions: LogFields = stage === null ? {} : { Stage: stage };
  const writeLine = (level: 'info' | 'error', message: string, fields: object): void => {
    const at = new Date(clock()).toISOString();
    write(JSON.stringify({ at, level, message, ...context, ...fields }));
  };
  const metricFields = (metrics: Metrics, fields: LogFields): object => {
    if (!definesMetrics) return { ...fields, ...metrics };
    const definition = {
      Namespace: METRIC_NAMESPACE,
      Dimensions: [Object.keys(dimensions)],
      Metrics: Object.entries(METRIC_UNITS)
        .filter(([name]) => name in metrics)
        .map(([Name, Unit]) => ({ Name, Unit })),
    };
    return {
      _aws: { Timestamp: clock(), CloudWatchMetrics: [definition] },
      ...dimensions,
      ...fields,
      ...metrics,
    };
  };
  return {
    info: (message, fields = {}) => {
      writeLine('info', message, fields);
    },
    error: (message, error, fields = {}) => {
      const lineFields = { ...errorFields(error), ...fields };
      const isExpected = error instanceof Failure;
      writeLine(
        'error',
        message,
        isExpected ? lineFields : metricFields({ UnexpectedErrors: 1 }, lineFields),
      );
    },
    metrics: (metrics, fields = {}) => {
      writeLine('info', 'metrics', metricFields(metrics, fields));
    },
  };
}

/** For an unexpected error the stack is logged, but not the message, which may contain secrets. */
function errorFields(error: unknown): LogFields {
  if (error instanceof Failure) return { code: error.code, ...error.facts };
  if (!(error instanceof Error)) return { code: 'BUG', error: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((text) => /^\s+at /.test(text));
  const stack = frames.slice(0, 8).map((text) => text.trim());
  return { code: 'BUG', error: error.name, stack: stack.join(' | ') };
}
