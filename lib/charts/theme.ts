// The text styles and colours of reports, in PDF and in the browser. Lengths are in points.
import { memoize } from '../domain/memoize.ts';

export type FaceName = 'regular' | 'bold';

/** '#rrggbb' */
export type Colour = string;
export const colours = {
  ink: '#1d2733',
  muted: '#5a6673',
  hairline: '#d5dbe1',
  grid: '#e7ebef',
  bar: '#dfe6ed',
  volume: '#c3cfda',
  accent: '#1f5277',
  /** The usual range of an index, and its limits. */
  usual: '#e6eef4',
  usualEdge: '#b4c8d8',
  interval: '#7f9db3',
  notice: '#fbf4e4',
  noticeEdge: '#c98a12',
  calm: '#f1f4f7',
  thin: '#eceff2',
  paper: '#ffffff',
} as const satisfies Record<string, Colour>;

export interface TextStyle {
  readonly face: FaceName;
  readonly size: number;
  /** Distance between baselines. */
  readonly leading: number;
  readonly colour: Colour;
}

function style(
  face: FaceName,
  size: number,
  leading: number,
  colour: Colour = colours.ink,
): TextStyle {
  return { face, size, leading, colour };
}

export const textStyles = {
  title: style('bold', 22, 28),
  subtitle: style('bold', 16, 22),
  figure: style('bold', 46, 48),
  lead: style('regular', 12, 18),
  heading: style('bold', 10.5, 16),
  body: style('regular', 9, 12),
  strong: style('bold', 9, 12),
  /** Links are also underlined, because colour alone is not visible in grey print. */
  link: style('regular', 9, 12, colours.accent),
  quiet: style('regular', 9, 12, colours.muted),
  label: style('regular', 7.5, 10, colours.muted),
  labelStrong: style('bold', 7.5, 10),
  fine: style('regular', 7, 10, colours.muted),
  fineStrong: style('bold', 7, 10, colours.muted),
  cell: style('regular', 7, 8),
  cellStrong: style('bold', 7, 8),
} as const satisfies Record<string, TextStyle>;

export function withColour(base: TextStyle, colour: Colour): TextStyle {
  return { ...base, colour };
}

/**
 * Smiley colours, worst first, by number of buttons. Neighbours differ in lightness (grey print) and the two
 * ends differ in blue (red-green blindness); there are always labels next to them.
 */
const SMILEYS: ReadonlyMap<number, readonly Colour[]> = new Map([
  [2, ['#9c2036', '#1a7d70']],
  [3, ['#9c2036', '#f0d58a', '#1a7d70']],
  [4, ['#9c2036', '#e88a5c', '#a9d6b5', '#1a7d70']],
  [5, ['#9c2036', '#e88a5c', '#f7e6b0', '#8cc6a5', '#1a7d70']],
]);

/** Below and above what is usual, bad and good feedback; there are always signs or patterns with them. */
export const directionColours = { bad: '#b3475a', good: '#2f9485', neutral: '#8b96a1' } as const;

/** Colours of the buttons of an unknown scale: greys, which suggest no mood. */
const GREYS: readonly Colour[] = ['#4a5561', '#8b96a1', '#c3cad1', '#a3adb7', '#66717d'];

export function smileyColours(k: number): readonly Colour[] {
  return (
    SMILEYS.get(k) ?? Array.from({ length: k }, (_, i) => GREYS[i % GREYS.length] ?? colours.bar)
  );
}

/** The text colour, dark or white, with the higher contrast on a background. */
export const textOn = memoize(1_000, (background): Colour =>
  contrast(background, colours.ink) >= contrast(background, colours.paper)
    ? colours.ink
    : colours.paper,
);

/** The contrast ratio as WCAG defines it, 1..21. */
export function contrast(a: Colour, b: Colour): number {
  const [first, second] = [luminance(a) + 0.05, luminance(b) + 0.05];
  return Math.max(first, second) / Math.min(first, second);
}

/** Relative luminance as WCAG defines it, 0..1. */
function luminance(colour: Colour): number {
  const [r, g, b] = channels(colour).map((c) =>
    c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0);
}

/** Red, green and blue, 0..1. */
export function channels(colour: Colour): readonly number[] {
  return [1, 3, 5].map((i) => Number.parseInt(colour.slice(i, i + 2), 16) / 255);
}
