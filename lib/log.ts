// What functions write for those who run them: one JSON object a line, and figures in CloudWatch's embedded metric
// format. It hides the format, and that nothing but named fields and plain values ever gets into a line.
import type { Clock } from './app/ports.ts';
import { Failure } from './app/failures.ts';

/** Keys, names and numbers; never headers, bodies, feedback texts, links or secrets. */
export type Fields = Readonly<Record<string, string | number | boolean | null>>;

export type Unit = 'Count' | 'Milliseconds' | 'Bytes';

export interface Metric {
  readonly value: number;
  readonly unit: Unit;
}

export interface Log {
  info(message: string, fields?: Fields): void;
  /** Something that somebody should look at, with its failure's code and facts. What is no Failure is a bug. */
  error(message: string, error: unknown, fields?: Fields): void;
  /** Figures by name, e.g. ReportsMade; `fields` are for reading and no dimensions. */
  metrics(metrics: Readonly<Record<string, Metric>>, fields?: Fields): void;
}

const METRIC_NAMESPACE = 'FeedbackReports';

export interface LogOptions {
  /** Takes a line without its end. */
  readonly write: (line: string) => void;
  readonly clock: Clock;
  /** On every line, e.g. the function's name and the request's id. */
  readonly context: Fields;
}

export function openLog({ write, clock, context }: LogOptions): Log {
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
    metrics: (metrics, fields = {}) => {
      const entries = Object.entries(metrics);
      const definition = {
        Namespace: METRIC_NAMESPACE,
        Dimensions: [[]],
        Metrics: entries.map(([Name, { unit }]) => ({ Name, Unit: unit })),
      };
      line('info', 'metrics', {
        _aws: { Timestamp: clock(), CloudWatchMetrics: [definition] },
        ...fields,
        ...Object.fromEntries(entries.map(([name, { value }]) => [name, value])),
      });
    },
  };
}

/** A bug tells where in our code it is; its message may hold anything and is left out. */
function factsOf(error: unknown): Fields {
  if (error instanceof Failure) return { code: error.code, ...error.facts };
  if (!(error instanceof Error)) return { code: 'BUG', error: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((text) => /^\s+at /.test(text));
  const at = frames.slice(0, 8).map((text) => text.trim());
  return { code: 'BUG', error: error.name, stack: at.join(' | ') };
}
