// A change and what it is worth: a clear one by an arrow and a word, any other quietly.
import type { JSX } from 'preact';
import type { ChangeFigures, Verdict } from '../../domain/figures.ts';
import { verdictOf } from '../../domain/figures.ts';
import { useSpeech } from '../app-context.tsx';

const MARKS: Readonly<Record<Verdict, { readonly class: string; readonly mark: string }>> = {
  clearRise: { class: 'rise', mark: '▲' },
  clearFall: { class: 'fall', mark: '▼' },
  normal: { class: 'muted', mark: '' },
  tooFew: { class: 'muted', mark: '' },
};

interface VerdictNoteProps {
  readonly figures: ChangeFigures;
}

/** Nothing where there are no two weeks to compare. */
export function VerdictNote({ figures }: VerdictNoteProps): JSX.Element | null {
  const { words } = useSpeech();
  const verdict = verdictOf(figures);
  if (verdict === null) return null;
  const { class: name, mark } = MARKS[verdict];
  return (
    <span class={`verdict ${name}`}>
      {mark !== '' && <span aria-hidden="true">{mark}</span>}
      {words.shortVerdicts[verdict]}
    </span>
  );
}
