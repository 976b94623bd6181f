// The font that a peer sets a language in: where its two weights are, and how high its letters stand.
import { createRequire } from 'node:module';
import type { FaceName } from '../../../lib/charts/theme.ts';
import type { BenchLanguage } from './render-figures.ts';

export interface PeerFont {
  /** As the files themselves call it. */
  readonly family: string;
  readonly files: Readonly<Record<FaceName, string>>;
  /** From the top of a line to its baseline, in sizes. */
  readonly ascent: number;
}

/** In CSS, and in the names of the files. */
export const WEIGHTS: Readonly<Record<FaceName, number>> = { regular: 400, bold: 600 };

const FONTS = {
  en: { family: 'Noto Sans', package: 'noto-sans', file: 'NotoSans', ascent: 1.069 },
  // It has Latin letters too, so it sets the whole report.
  ja: { family: 'Noto Sans JP', package: 'noto-sans-jp', file: 'NotoSansJP', ascent: 1.16 },
  ar: {
    family: 'Noto Sans Arabic',
    package: 'noto-sans-arabic',
    file: 'NotoSansArabic',
    ascent: 1.374,
  },
} as const;

export function fontFor(language: BenchLanguage): PeerFont {
  const { family, package: name, file, ascent } = FONTS[language];
  const { resolve } = createRequire(import.meta.url);
  const find = (style: string): string =>
    resolve(`@expo-google-fonts/${name}/${style}/${file}_${style}.ttf`);
  return {
    family,
    files: { regular: find('400Regular'), bold: find('600SemiBold') },
    ascent,
  };
}
