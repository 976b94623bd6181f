// Long lists begin with a few; the rest is one button away, and so is the way back.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useSpeech } from './library.tsx';

/** What of a list is shown now, and the button for the rest; null where all of it is shown anyway. */
export function useShortened<T>(
  all: readonly T[],
  first: number,
): { readonly shown: readonly T[]; readonly toggle: JSX.Element | null } {
  const { page, formats } = useSpeech();
  const [isAll, setAll] = useState(false);
  if (all.length <= first) return { shown: all, toggle: null };
  const toggle = (
    <p class="more">
      <button
        type="button"
        class="quiet"
        aria-expanded={isAll}
        onClick={() => {
          setAll((was) => !was);
        }}
      >
        {isAll
          ? page.read.showFirst(formats.count(first))
          : page.read.showAll(formats.count(all.length))}
      </button>
    </p>
  );
  return { shown: isAll ? all : all.slice(0, first), toggle };
}
