// The text styles of sheets.
import type { TextStyle } from '../../../charts/theme.ts';
import { colours, style } from '../../../charts/theme.ts';

export const sheetStyles = {
  title: style('bold', 19, 24),
  finding: style('bold', 14, 18.5),
  detail: style('regular', 10, 14),
  figure: style('bold', 36, 36),
  heading: style('bold', 10, 13),
  headingCount: style('regular', 10, 13, colours.muted),
  period: style('regular', 9, 12, colours.muted),
  path: style('regular', 8, 11, colours.muted),
  pathStrong: style('bold', 8, 11, colours.muted),
  body: style('regular', 8.5, 12),
  bodyStrong: style('bold', 8.5, 12),
  bodyQuiet: style('regular', 8.5, 12, colours.muted),
  link: style('regular', 8.5, 12, colours.accent),
  name: style('bold', 9.5, 12),
  nameQuiet: style('regular', 9.5, 12),
  value: style('bold', 15, 17),
  valueSlim: style('bold', 11, 13),
  before: style('regular', 9, 12, colours.muted),
  reason: style('regular', 8.5, 11),
  label: style('regular', 7.5, 10, colours.muted),
  labelStrong: style('bold', 7.5, 10),
  labelInk: style('regular', 7.5, 10),
  own: style('regular', 7, 8.5, colours.muted),
  footnote: style('regular', 7, 9.5, colours.muted),
} as const satisfies Record<string, TextStyle>;
