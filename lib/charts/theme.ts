// The text styles and colours of reports, in PDF and in the browser. Lengths are in points.
import { memoize } from '../domain/memoize.ts';

export type FaceName = 'regular' | 'bold';

/** '#rrggbb' */
export type Colour = string;

/** On light paper: of the PDF, of mails, and of the page in light mode. */
export const colours = {
  ink: '#14202b',
  muted: '#54606c',
  faint: '#8a949e',
  hairline: '#d5dce2',
  grid: '#e8ecf0',
  /** Lines of charts, and links. */
  accent: '#1f5277',
  /** The usual range, and its limits. */
  band: '#dfe9f1',
  bandEdge: '#a9bfd1',
  interval: '#bfd0dd',
  volume: '#c3cfda',
  volumeNow: '#7f97ab',
  presses: '#9fb6c8',
  bad: '#a51c30',
  badPaper: '#f8e4e6',
  good: '#0b6e63',
  goodPaper: '#dcf0ec',
  noSignal: '#5b4a8a',
  noSignalPaper: '#ece8f5',
  notice: '#fbf6e8',
  noticeEdge: '#b98310',
  calm: '#edf0f3',
  paper: '#ffffff',
} as const satisfies Record<string, Colour>;

export const darkColours: Readonly<Record<keyof typeof colours, Colour>> = {
  ink: '#e9eef3',
  muted: '#a7b3bf',
  faint: '#7c8894',
  hairline: '#2e3944',
  grid: '#26313b',
  accent: '#86bfe6',
  band: '#233849',
  bandEdge: '#41627c',
  interval: '#3d5a70',
  volume: '#3c4a57',
  volumeNow: '#71879b',
  presses: '#4f6d84',
  bad: '#ff9499',
  badPaper: '#3a2228',
  good: '#62cdbb',
  goodPaper: '#16332f',
  noSignal: '#bda9f0',
  noSignalPaper: '#2a2440',
  notice: '#2b2615',
  noticeEdge: '#c99a3a',
  calm: '#202932',
  paper: '#161d24',
};

/** A colour in light and in dark mode, with the colour of text on it. */
export interface Shade {
  readonly fill: Colour;
  readonly text: Colour;
  readonly darkFill: Colour;
  readonly darkText: Colour;
}

function shade(fill: Colour, text: Colour, darkFill: Colour, darkText: Colour): Shade {
  return { fill, text, darkFill, darkText };
}

const WHITE = '#ffffff';

/**
 * Buttons of a five-point scale, worst first. Neighbours differ in lightness (grey print) and the two ends differ in blue
 * (red-green blindness); there are always labels next to them.
 */
export const buttonShades = {
  worst: shade('#9c2036', WHITE, '#c23a50', WHITE),
  low: shade('#e88a5c', colours.ink, '#e88a5c', colours.ink),
  middle: shade('#f3dd9e', colours.ink, '#e6cf8f', colours.ink),
  high: shade('#a9d6b5', colours.ink, '#8fc5a0', colours.ink),
  best: shade('#1a7d70', WHITE, '#1f7f71', WHITE),
} as const satisfies Record<string, Shade>;

/** How far a week is from the level of its place. */
export const heatShades = {
  farBelow: shade('#9c2036', WHITE, '#d9576a', '#14090b'),
  below: shade('#f2b796', colours.ink, '#6e4433', '#f7e7df'),
  within: shade('#eef1f4', colours.muted, '#222c35', '#a7b3bf'),
  above: shade('#bfe0d8', colours.ink, '#1f4a44', '#dff3ef'),
  farAbove: shade('#1a7d70', WHITE, '#3aa896', '#06211d'),
} as const satisfies Record<string, Shade>;

/** The lines of places that are compared; their labels are in ink. */
export const compareColours: readonly (readonly [light: Colour, dark: Colour])[] = [
  ['#1f6fb2', '#5aa0e0'],
  ['#c2540a', '#e08a3c'],
  ['#b86ca6', '#c65f9f'],
  ['#5c8f2a', '#9fd08a'],
  [colours.ink, WHITE],
];

export interface TextStyle {
  readonly face: FaceName;
  readonly size: number;
  /** Distance between baselines. */
  readonly leading: number;
  readonly colour: Colour;
}

export function style(
  face: FaceName,
  size: number,
  leading: number,
  colour: Colour = colours.ink,
): TextStyle {
  return { face, size, leading, colour };
}

export const textStyles = {
  body: style('regular', 9, 12),
  strong: style('bold', 9, 12),
  label: style('regular', 7.5, 10, colours.muted),
  labelStrong: style('bold', 7.5, 10),
  cell: style('regular', 7, 8),
  cellStrong: style('bold', 7, 8),
} as const satisfies Record<string, TextStyle>;

export function withColour(base: TextStyle, colour: Colour): TextStyle {
  return { ...base, colour };
}

/** `position` on a scale of five, worst first; grey, which suggests no mood, for null. */
export function buttonColour(position: number | null): Colour {
  const shades = Object.values(buttonShades);
  return (position === null ? undefined : shades[position]?.fill) ?? colours.volume;
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
