// Long lists begin with a few; the rest is one button away, and so is the way back.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useSpeech } from '../app-context.tsx';

interface ToggleWords {
  /** With how many there are. */
  readonly all: (count: string) => string;
  /** With how many stay. */
  readonly first: (count: string) => string;
}

/**
 * What of a list is shown now, and the button for the rest; null where all of it is shown anyway. `words`: of a button
 * that stands among sections and not in one of them.
 */
export function useShortened<T>(
  all: readonly T[],
  first: number,
  words: ToggleWords | null = null,
): { readonly shown: readonly T[]; readonly toggle: JSX.Element | null } {
  const { page, formats } = useSpeech();
  const [isAll, setAll] = useState(false);
  if (all.length <= first) return { shown: all, toggle: null };
  const said = words ?? { all: page.read.showAll, first: page.read.showFirst };
  const toggle = (
    <p class="more">
      <button
        type="button"
        class={words === null ? 'quiet' : ''}
        aria-expanded={isAll}
        onClick={() => {
          setAll((was) => !was);
        }}
      >
        {isAll ? said.first(formats.count(first)) : said.all(formats.count(all.length))}
      </button>
    </p>
  );
  return { shown: isAll ? all : all.slice(0, first), toggle };
}
