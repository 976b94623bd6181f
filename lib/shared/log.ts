// What functions write for those who run them: one JSON object a line, and figures in CloudWatch's embedded metric
// format. It hides the format, and that nothing but named fields and plain values ever gets into a line.
import type { Clock } from './clock.ts';
import { Failure } from './failure.ts';

/** Keys, names and numbers; never headers, bodies, feedback texts, links or secrets. */
export type LogFields = Readonly<Record<string, string | number | boolean | null>>;

/** Every figure that is ever sent, with its unit: each costs by itself, is told in operations.md and on the dashboard. */
const FIGURES = {
  DueButMissing: 'Count',
  ReportsOwed: 'Count',
  ReportsBehind: 'Count',
  JobsEnqueued: 'Count',
  ReportsMade: 'Count',
  ReportsPartial: 'Count',
  PartialPercent: 'Percent',
  DeliveriesFailed: 'Count',
  ZoneDrift: 'Count',
  JobDuration: 'Milliseconds',
  GatherDuration: 'Milliseconds',
  RenderDuration: 'Milliseconds',
  CommitDuration: 'Milliseconds',
  UpstreamRequests: 'Count',
  UpstreamRetries: 'Count',
} as const;
export type MetricName = keyof typeof FIGURES;

/** In the units of FIGURES. */
export type Metrics = Readonly<Partial<Record<MetricName, number>>>;

export interface Log {
  info(message: string, fields?: LogFields): void;
  /** Something that somebody should look at, with its failure's code and facts. What is no Failure is a bug. */
  error(message: string, error: unknown, fields?: LogFields): void;
  /** Figures by name; `fields` are for reading and no dimensions. */
  metrics(figures: Metrics, fields?: LogFields): void;
}

const METRIC_NAMESPACE = 'FeedbackReports';

export interface LogOptions {
  /** Takes a line without its end. */
  readonly write: (line: string) => void;
  readonly clock: Clock;
  /** On every line, e.g. the function's name and the request's id. */
  readonly context: LogFields;
  /** The dimension of figures: those of two stages in one account never mix. Without it they have none. */
  readonly stage?: string | null;
}

export function openLog({ write, clock, context, stage = null }: LogOptions): Log {
  const dimensions: LogFields = stage === null ? {} : { Stage: stage };
  const line = (level: 'info' | 'error', message: string, fields: object): void => {
    const at = new Date(clock()).toISOString();
    write(JSON.stringify({ at, level, message, ...context, ...fields }));
  };
  return {
    info: (message, fields = {}) => {
      line('info', message, fields);
    },
    error: (message, error, fields = {}) => {
      line('error', message, { ...factsOf(error), ...fields });
    },
    metrics: (figures, fields = {}) => {
      const definition = {
        Namespace: METRIC_NAMESPACE,
        Dimensions: [Object.keys(dimensions)],
        Metrics: Object.entries(FIGURES)
          .filter(([name]) => name in figures)
          .map(([Name, Unit]) => ({ Name, Unit })),
      };
      line('info', 'metrics', {
        _aws: { Timestamp: clock(), CloudWatchMetrics: [definition] },
        ...dimensions,
        ...fields,
        ...figures,
      });
    },
  };
}

/** A bug tells where in our code it is; its message may hold anything and is left out. */
function factsOf(error: unknown): LogFields {
  if (error instanceof Failure) return { code: error.code, ...error.facts };
  if (!(error instanceof Error)) return { code: 'BUG', error: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((text) => /^\s+at /.test(text));
  const at = frames.slice(0, 8).map((text) => text.trim());
  return { code: 'BUG', error: error.name, stack: at.join(' | ') };
}
