// Icons of controls, and badges for the state of a report and of a level.
import type { JSX } from 'preact';
import type { LevelState } from '../../domain/signals/model.ts';
import type { OverviewState } from '../../http/responses.ts';
import { stateText } from '../../i18n/report-texts/state-texts.ts';
import { useLocalization } from '../app-context.tsx';

/** `chevron` points in reading direction; CSS mirrors it. */
const ICON_PATHS = {
  chevron: 'M7.5 4.5L13 10l-5.5 5.5',
  menu: 'M3 5h14M3 10h14M3 15h14',
  calendar: 'M3.5 5h13v11.5h-13zM3.5 8.5h13M7 2.8V6M13 2.8V6',
  sliders: 'M3 6h7M14 6h3M3 14h3M10 14h7M12 4v4M8 12v4',
  arrowUp: 'M10 16V4.5M5 9.5l5-5 5 5',
  arrowDown: 'M10 4v11.5M5 10.5l5 5 5-5',
  mail: 'M2.8 4.8h14.4v10.6H2.8zM3.2 5.4l6.8 5.4 6.8-5.4',
} as const;

/** Hidden from screen readers: every control has a label. */
export function Icon({ name }: { readonly name: keyof typeof ICON_PATHS }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <path d={ICON_PATHS[name]} />
    </svg>
  );
}

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

const BAD = { class: 'fall', mark: '▼' } as const;
const GOOD = { class: 'rise', mark: '▲' } as const;
const PLAIN = { class: 'muted', mark: '' } as const;

const MARKS: Readonly<Record<LevelState, { readonly class: string; readonly mark: string }>> = {
  silent: { class: 'fall', mark: '' },
  new: BAD,
  still: BAD,
  recovered: GOOD,
  better: GOOD,
  newPlace: PLAIN,
  tooFew: PLAIN,
  usual: PLAIN,
};

/** 'Still low'; nothing without a state. */
export function LevelBadge({ state }: { readonly state: LevelState | null }): JSX.Element | null {
  const localization = useLocalization();
  if (state === null) return null;
  const { class: name, mark } = MARKS[state];
  return (
    <span class={`verdict ${name}`}>
      {mark !== '' && <span aria-hidden="true">{mark}</span>}
      {stateText({ state }, localization)}
    </span>
  );
}
