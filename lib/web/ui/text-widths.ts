// How wide texts of charts are in this browser: measured on a canvas that nobody sees.
import { useEffect, useState } from 'preact/hooks';
import type { Typesetter } from '../../charts/chart-text.ts';
import { typesetterOf } from '../../charts/chart-text.ts';

const FONTS = '"Noto Sans", system-ui, sans-serif';
export const WEIGHTS = { regular: 400, bold: 600 } as const;
/** Of Noto Sans, per 1000 em. */
const CAP_HEIGHT = 714;

let made: Typesetter | null = null;

/** The same one for all charts, and another when letters have arrived that may have other widths. */
export function useLetters(): Typesetter {
  const [, setArrivals] = useState(0);
  useEffect(() => {
    const measureAnew = (): void => {
      made = null;
      setArrivals((n) => n + 1);
    };
    document.fonts.addEventListener('loadingdone', measureAnew);
    return () => {
      document.fonts.removeEventListener('loadingdone', measureAnew);
    };
  }, []);
  made ??= newTypesetter();
  return made;
}

function newTypesetter(): Typesetter {
  const canvas = document.createElement('canvas').getContext('2d');
  const known = new Map<string, number>();
  return typesetterOf({
    widthOf(text, { face, size }) {
      const key = `${face} ${size} ${text}`;
      const had = known.get(key);
      if (had !== undefined) return had;
      if (canvas === null) return text.length * size * 0.6;
      // Measured large, since browsers round small ones.
      canvas.font = `${WEIGHTS[face]} 100px ${FONTS}`;
      const width = (canvas.measureText(text).width * size) / 100;
      known.set(key, width);
      return width;
    },
    capHeight: () => CAP_HEIGHT,
  });
}
