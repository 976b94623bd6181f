// Badges for the state of a report and for the significance of a change.
import type { JSX } from 'preact';
import type { ChangeFigures, Verdict } from '../../domain/figures.ts';
import { verdictOfChange } from '../../domain/figures.ts';
import type { OverviewState } from '../../http/responses.ts';
import { useLocalization } from '../app-context.tsx';

/** Hidden from screen readers: always shown next to the state's name. */
export function StateIcon({ state }: { readonly state: OverviewState }): JSX.Element {
  return (
    <svg class={`mark is-${state}`} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      {stateShape(state)}
    </svg>
  );
}

/** The icon and the state's name. */
export function StateBadge({ state }: { readonly state: OverviewState }): JSX.Element {
  const { page } = useLocalization();
  return (
    <span class="state">
      <StateIcon state={state} />
      {page.states[state]}
    </span>
  );
}

function stateShape(state: OverviewState): JSX.Element {
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
    case 'queued':
      return (
        <>
          <circle class="filled" cx="3" cy="8" r="1.75" />
          <circle class="filled" cx="8" cy="8" r="1.75" />
          <circle class="filled" cx="13" cy="8" r="1.75" />
        </>
      );
    case 'owed':
      return (
        <>
          <circle class="drawn" cx="8" cy="8" r="5.5" />
          <path class="drawn" d="M8 5v3.2l2.2 1.6" />
        </>
      );
    case 'waiting':
      return <circle class="drawn dashed" cx="8" cy="8" r="5.5" />;
    case 'failed':
      return <path class="drawn" d="M4 4l8 8M12 4l-8 8" />;
    case 'damaged':
      return <path class="drawn" d="M8 2.2L14.3 13.5H1.7zM8 6.5v3.2M8 11.4v.4" />;
  }
}

const MARKS: Readonly<Record<Verdict, { readonly class: string; readonly mark: string }>> = {
  clearRise: { class: 'rise', mark: '▲' },
  clearFall: { class: 'fall', mark: '▼' },
  normal: { class: 'muted', mark: '' },
  tooFew: { class: 'muted', mark: '' },
};

interface ChangeBadgeProps {
  readonly figures: ChangeFigures;
}

/** Null when there is no previous week to compare with. */
export function ChangeBadge({ figures }: ChangeBadgeProps): JSX.Element | null {
  const { words } = useLocalization();
  const verdict = verdictOfChange(figures);
  if (verdict === null) return null;
  const { class: name, mark } = MARKS[verdict];
  return (
    <span class={`verdict ${name}`}>
      {mark !== '' && <span aria-hidden="true">{mark}</span>}
      {words.shortVerdicts[verdict]}
    </span>
  );
}
