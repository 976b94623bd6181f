// Colours that can be distinguished: in grey print, by colour-blind readers, and from the text on them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  buttonColour,
  buttonShades,
  channels,
  colours,
  contrast,
  heatShades,
  textOn,
} from '../../../lib/charts/theme.ts';

/** The positions of the buttons of each scale. */
const SCALES: readonly (readonly number[])[] = [
  [0, 4],
  [0, 2, 4],
  [0, 1, 3, 4],
  [0, 1, 2, 3, 4],
];

describe('the palette', () => {
  it('has distinguishable neighbouring buttons in grey print', () => {
    for (const positions of SCALES) {
      const lightness = positions.map((position) => lightnessOf(buttonColour(position)));
      lightness.slice(1).forEach((operation, i) => {
        // Gaps separate the buttons, and the worst is hatched.
        assert.ok(Math.abs(operation - (lightness[i] ?? 0)) >= 6, positions.join());
      });
    }
  });

  it('has distinguishable buttons for colour-blind readers', () => {
    for (const matrix of Object.values(BLINDNESS)) {
      for (const positions of SCALES) {
        const labColours = positions.map((position) =>
          labOf(simulated(buttonColour(position), matrix)),
        );
        labColours.forEach((a, i) => {
          for (const b of labColours.slice(i + 1)) assert.ok(distance(a, b) >= 20);
        });
      }
    }
  });

  it('has enough contrast between text and every colour', () => {
    for (const colour of [
      ...[0, 1, 2, 3, 4, null].map(buttonColour),
      colours.bad,
      colours.good,
      colours.calm,
    ]) {
      assert.ok(contrast(colour, textOn(colour)) >= 4, colour);
    }
    for (const shades of [buttonShades, heatShades]) {
      for (const [name, { fill, text, darkFill, darkText }] of Object.entries(shades)) {
        assert.ok(contrast(fill, text) >= 4.5, name);
        assert.ok(contrast(darkFill, darkText) >= 4.5, `${name}, dark`);
      }
    }
    assert.ok(contrast(colours.muted, colours.paper) >= 4.5);
    assert.ok(contrast(colours.muted, colours.calm) >= 4.5);
  });
});

// Machado, Oliveira and Fernandes 2009, severity 1, for linear red, green and blue.
const BLINDNESS = {
  protanopia: [
    0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998,
  ],
  deuteranopia: [
    0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881,
  ],
  tritanopia: [
    1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039,
  ],
} as const;

function linear(colour: string): readonly number[] {
  return channels(colour).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
}

function simulated(colour: string, m: readonly number[]): readonly number[] {
  const [r = 0, g = 0, b = 0] = linear(colour);
  return [0, 3, 6].map((row) => {
    const value = (m[row] ?? 0) * r + (m[row + 1] ?? 0) * g + (m[row + 2] ?? 0) * b;
    return Math.min(1, Math.max(0, value));
  });
}

function labOf([r = 0, g = 0, b = 0]: readonly number[]): readonly number[] {
  const f = (t: number): number =>
    t > 216 / 24_389 ? Math.cbrt(t) : ((24_389 / 27) * t + 16) / 116;
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function lightnessOf(colour: string): number {
  return labOf(linear(colour))[0] ?? 0;
}

function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((value, i) => value - (b[i] ?? 0)));
}
