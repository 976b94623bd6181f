// Icons of controls, and badges for the state of a report.
import type { JSX } from 'preact';
import type { RevisionList } from '../../http/responses.ts';
import { useLocalization } from '../app-context.tsx';

/** `chevron` points in reading direction; CSS mirrors it. */
const ICON_PATHS = {
  chevron: 'M7.5 4.5L13 10l-5.5 5.5',
  down: 'M5 8l5 5 5-5',
  search: 'M8.5 3a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM12.6 12.6L17 17',
  more: 'M4.5 10h.01M10 10h.01M15.5 10h.01',
} as const;

/** Hidden from screen readers: every control has a label. */
export function Icon({ name }: { readonly name: keyof typeof ICON_PATHS }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <path d={ICON_PATHS[name]} />
    </svg>
  );
}

type Status = RevisionList['data'][number]['status'];

/** The icon and the name of the state of a report. */
export function StateBadge({ state }: { readonly state: Status }): JSX.Element {
  const { page } = useLocalization();
  return (
    <span class="state">
      <svg class={`mark is-${state}`} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        {stateShape(state)}
      </svg>
      {page.states[state]}
    </span>
  );
}

function stateShape(state: Status): JSX.Element {
  switch (state) {
    case 'complete':
      return <path class="drawn" d="M3 8.5l3.2 3.2L13 4.8" />;
    case 'partial':
      return (
        <>
          <circle class="drawn" cx="8" cy="8" r="5.5" />
          <path class="filled" d="M8 2.5a5.5 5.5 0 0 0 0 11z" />
        </>
      );
    case 'empty':
      return <circle class="drawn" cx="8" cy="8" r="5.5" />;
  }
}
