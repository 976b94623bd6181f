// What every block of a report is set with: the paper, and the words, formats and names that go onto it.
import type { ChartSetting } from '../../charts/chart.ts';
import type { Link } from './page-elements.ts';
import type { Sheet } from './page-size.ts';

/** Its language is English where the reader's has no words. */
export interface Setting extends ChartSetting {
  readonly sheet: Sheet;
  /** Of the body. */
  readonly width: number;
  /** To the reports of direct children, by folder; empty where links are not made. */
  readonly links: ReadonlyMap<number, Link>;
}
