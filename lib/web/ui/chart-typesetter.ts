// Measures the texts of charts with the browser's fonts.
import { useEffect, useState } from 'preact/hooks';
import type { Typesetter } from '../../charts/chart-text.ts';
import { createChartTypesetter } from '../../charts/chart-text.ts';

const FONTS = '"Noto Sans", system-ui, sans-serif';
export const FONT_WEIGHTS = { regular: 400, bold: 600 } as const;
/** Metrics of Noto Sans, per 1000 units of the em square. */
const CAP_HEIGHT = 714;

let sharedTypesetter: Typesetter | null = null;

/** Shared by all charts; replaced after a font is loaded, because widths may differ. */
export function useTypesetter(): Typesetter {
  const [, setFontLoads] = useState(0);
  useEffect(() => {
    const resetTypesetter = (): void => {
      sharedTypesetter = null;
      setFontLoads((n) => n + 1);
    };
    document.fonts.addEventListener('loadingdone', resetTypesetter);
    return () => {
      document.fonts.removeEventListener('loadingdone', resetTypesetter);
    };
  }, []);
  sharedTypesetter ??= createTypesetter();
  return sharedTypesetter;
}

function createTypesetter(): Typesetter {
  const canvas = document.createElement('canvas').getContext('2d');
  const widths = new Map<string, number>();
  return createChartTypesetter({
    widthOf(text, { face, size }) {
      const key = `${face} ${size} ${text}`;
      const knownWidth = widths.get(key);
      if (knownWidth !== undefined) return knownWidth;
      if (canvas === null) return text.length * size * 0.6;
      // Measured at 100 px, because browsers round small sizes.
      canvas.font = `${FONT_WEIGHTS[face]} 100px ${FONTS}`;
      const width = (canvas.measureText(text).width * size) / 100;
      widths.set(key, width);
      return width;
    },
    capHeight: () => CAP_HEIGHT,
  });
}
