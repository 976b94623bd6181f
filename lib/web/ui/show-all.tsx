// Truncates a long list and provides the button that shows or hides the rest.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useLocalization } from '../app-context.tsx';

interface ToggleTexts {
  /** Receives the number of all items. */
  readonly all: (count: string) => string;
  /** Receives the number of items that stay visible. */
  readonly first: (count: string) => string;
}

/**
 * The visible items and the toggle button; the button is null when all items fit. `words` replaces the default
 * texts for a button between sections.
 */
export function useShowAll<T>(
  items: readonly T[],
  initialCount: number,
  words: ToggleTexts | null = null,
): { readonly visible: readonly T[]; readonly toggle: JSX.Element | null } {
  const { page, formats } = useLocalization();
  const [isExpanded, setExpanded] = useState(false);
  if (items.length <= initialCount) return { visible: items, toggle: null };
  const texts = words ?? { all: page.read.showAll, first: page.read.showFirst };
  const toggle = (
    <p class="more">
      <button
        type="button"
        class={words === null ? 'quiet' : ''}
        aria-expanded={isExpanded}
        onClick={() => {
          setExpanded((expanded) => !expanded);
        }}
      >
        {isExpanded
          ? texts.first(formats.count(initialCount))
          : texts.all(formats.count(items.length))}
      </button>
    </p>
  );
  return { visible: isExpanded ? items : items.slice(0, initialCount), toggle };
}
