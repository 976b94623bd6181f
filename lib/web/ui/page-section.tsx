// A section of a report: its heading with a note beside it, on a surface of its own, and its numbers as a table.
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useSpeech } from '../app-context.tsx';

/** `half`: of a laptop's width; `wideHalf`: of a wider one's. */
export type Room = 'whole' | 'half' | 'wideHalf';

export const ROOMS: Readonly<Record<Room, string>> = {
  whole: 'card',
  half: 'card is-half is-wide-half',
  wideHalf: 'card is-wide-half',
};

interface SectionProps {
  readonly title: string;
  /** In grey beside it. */
  readonly note?: string;
  /** How much of a wide screen. */
  readonly room?: Room;
  readonly children?: ComponentChildren;
}

export function Section({ title, note = '', room = 'whole', children }: SectionProps): JSX.Element {
  return (
    <section class={ROOMS[room]}>
      <SectionHeading title={title} note={note} />
      {children}
    </section>
  );
}

interface HeadingProps {
  readonly title: string;
  readonly note: string;
}

export function SectionHeading({ title, note }: HeadingProps): JSX.Element {
  return (
    <div class="section-head">
      <h2>{title}</h2>
      {note !== '' && <p class="section-note">{note}</p>}
    </div>
  );
}

interface AsTableProps {
  /** Of the chart. */
  readonly title: string;
  /** Drawn when it is opened. */
  readonly table: () => JSX.Element;
}

export function AsTable({ title, table }: AsTableProps): JSX.Element {
  const { page } = useSpeech();
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      class="numbers"
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
      }}
    >
      <summary aria-label={page.read.asTableOf(title)}>{page.read.asTable}</summary>
      {isOpen && table()}
    </details>
  );
}
