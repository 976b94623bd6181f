// Section of a report: a card with a heading and optional data table of its chart; and its placeholder.
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useLocalization } from '../app-context.tsx';

/** `half`: half of a laptop's width; `wideHalf`: half of a wider screen. */
export type SectionWidth = 'whole' | 'half' | 'wideHalf';

export const SECTION_CLASSES: Readonly<Record<SectionWidth, string>> = {
  whole: 'card',
  half: 'card is-half is-wide-half',
  wideHalf: 'card is-wide-half',
};

interface SectionProps {
  readonly title: string;
  /** Shown in grey next to the title. */
  readonly note?: string;
  /** Share of a wide screen. */
  readonly width?: SectionWidth;
  readonly children?: ComponentChildren;
}

export function Section({ title, note = '', width, children }: SectionProps): JSX.Element {
  return (
    <section class={SECTION_CLASSES[width ?? 'whole']}>
      <div class="section-head">
        <h2>{title}</h2>
        {note !== '' && <p class="section-note">{note}</p>}
      </div>
      {children}
    </section>
  );
}

interface ChartTableProps {
  /** Title of the chart. */
  readonly title: string;
  /** Rendered when opened. */
  readonly table: () => JSX.Element;
}

export function ChartTable({ title, table }: ChartTableProps): JSX.Element {
  const { page } = useLocalization();
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      class="numbers"
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
      }}
    >
      <summary aria-label={page.read.asTableOf({ chart: title })}>{page.read.asTable}</summary>
      {isOpen && table()}
    </details>
  );
}

/** Has the size of the content; hidden for the first moment by CSS. */
export function ReportSkeleton(): JSX.Element {
  const { page } = useLocalization();
  return (
    <div class="report skeleton" aria-busy="true">
      <p class="unseen">{page.read.loading}</p>
      <div class="waiting skeleton-head" />
      <div class="waiting skeleton-card" />
      <div class="waiting skeleton-card" />
      <div class="waiting skeleton-card" />
    </div>
  );
}
