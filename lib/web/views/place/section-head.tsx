// The heading of a section of a report, with a note beside it.
import type { JSX } from 'preact';

interface SectionHeadProps {
  readonly title: string;
  readonly note: string;
}

export function SectionHead({ title, note }: SectionHeadProps): JSX.Element {
  return (
    <div class="plot-head">
      <h2>{title}</h2>
      {note !== '' && <p class="muted">{note}</p>}
    </div>
  );
}
