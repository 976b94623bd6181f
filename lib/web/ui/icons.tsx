// Icons of controls. Hidden from screen readers: every control has a label.
import type { JSX } from 'preact';

function Icon({ d }: { readonly d: string }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <path d={d} />
    </svg>
  );
}

/** Points in reading direction; CSS mirrors it. */
export function Chevron(): JSX.Element {
  return <Icon d="M7.5 4.5L13 10l-5.5 5.5" />;
}

export function Menu(): JSX.Element {
  return <Icon d="M3 5h14M3 10h14M3 15h14" />;
}

export function Calendar(): JSX.Element {
  return <Icon d="M3.5 5h13v11.5h-13zM3.5 8.5h13M7 2.8V6M13 2.8V6" />;
}

export function Sliders(): JSX.Element {
  return <Icon d="M3 6h7M14 6h3M3 14h3M10 14h7M12 4v4M8 12v4" />;
}

export function ArrowUp(): JSX.Element {
  return <Icon d="M10 16V4.5M5 9.5l5-5 5 5" />;
}

export function ArrowDown(): JSX.Element {
  return <Icon d="M10 4v11.5M5 10.5l5 5 5-5" />;
}
