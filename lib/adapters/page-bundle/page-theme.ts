// An esbuild plugin for the style sheet "page-theme": the font of the page, and a variable for each colour of the charts.
import { createRequire } from 'node:module';
import type { Plugin } from 'esbuild';
import { z } from 'zod';
import {
  buttonShades,
  colours,
  compareColours,
  darkColours,
  heatShades,
} from '../../charts/theme.ts';
import { PROJECT_ROOT } from './shipped-packages.ts';

const NAME = 'page-theme';

export const pageTheme: Plugin = {
  name: NAME,
  setup: (build) => {
    build.onResolve({ filter: new RegExp(`^${NAME}$`) }, () => ({ path: NAME, namespace: NAME }));
    build.onLoad({ filter: /./, namespace: NAME }, () => ({
      contents: [...fontFaces(), `:root{${colourVariables().join(';')}}`].join('\n'),
      loader: 'css',
      resolveDir: PROJECT_ROOT,
    }));
  },
};

/** Noto Sans, the font of the PDF. Browsers download the subsets that a text needs. */
const FONT = '@fontsource/noto-sans';
const SUBSETS = ['latin', 'latin-ext', 'cyrillic', 'greek'];
const WEIGHTS = [400, 600];

function fontFaces(): readonly string[] {
  const ranges = z
    .record(z.string(), z.string())
    .parse(createRequire(import.meta.url)(`${FONT}/unicode.json`));
  return SUBSETS.flatMap((subset) =>
    WEIGHTS.map(
      (weight) =>
        `@font-face{font-family:'Noto Sans';font-weight:${weight};font-display:swap;` +
        `src:url('${FONT}/files/noto-sans-${subset}-${weight}-normal.woff2') format('woff2');` +
        `unicode-range:${ranges[subset] ?? ''}}`,
    ),
  );
}

/** In light and in dark mode. A shade of the heat map has two: its own, and that of text on it. */
function colourVariables(): readonly string[] {
  const dark = new Map(Object.entries(darkColours));
  const variables = [
    ...Object.entries(colours).map(([name, light]) => [name, light, dark.get(name) ?? light]),
    ...Object.entries(buttonShades).map(([name, { fill, darkFill }]) => [name, fill, darkFill]),
    ...Object.entries(heatShades).flatMap(([name, { fill, text, darkFill, darkText }]) => [
      [name, fill, darkFill],
      [`on${name.charAt(0).toUpperCase()}${name.slice(1)}`, text, darkText],
    ]),
    ...compareColours.map(([light, other], i) => [`compare${String(i + 1)}`, light, other]),
  ];
  return variables.map(
    ([name = '', light = '', other = '']) => `--${name}:light-dark(${light},${other})`,
  );
}
