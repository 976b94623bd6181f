// The state of a place and what its report finds.
import type { JSX } from 'preact';
import type { Finding } from '../../../view/report-view.ts';
import { StateGlyph } from '../../ui/state-glyph.tsx';

export function FindingText({ finding }: { readonly finding: Finding }): JSX.Element {
  const { state, label, headline, details } = finding;
  return (
    <div class="finding">
      {label !== '' && (
        <p class={`finding-state is-${state}`}>
          <StateGlyph state={state} />
          {label}
        </p>
      )}
      <p class="finding-headline">{headline}</p>
      {details.map((detail) => (
        <p key={detail} class="finding-detail">
          {detail}
        </p>
      ))}
    </div>
  );
}
