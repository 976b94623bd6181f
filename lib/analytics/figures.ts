// Figures of many places and weeks as one table, for `GET /v1/figures`, `export` and the page's download.
import type { Week } from '../domain/calendar.ts';

export type FigureGrain = 'week' | 'day' | 'hour';

export type FigureFormat = 'csv' | 'ndjson' | 'parquet';

export interface FigureQuery {
  /** Both included. */
  readonly from: Week;
  readonly to: Week;
  /** This folder and everything below; null for all that the caller sees. */
  readonly below: number | null;
  readonly grain: FigureGrain;
  /** "surveys": a row adds nothing to another. "folders": each folder with its whole subtree, as its report states it. */
  readonly places: 'surveys' | 'folders';
}
