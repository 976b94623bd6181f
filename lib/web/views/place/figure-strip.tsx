// The figure of a survey, what it is compared with, and its number of responses.
import type { JSX } from 'preact';
import { joinTexts } from '../../../i18n/join-texts.ts';
import type { FigureTexts, NothingLeft } from '../../../view/view-parts.ts';

export function FigureStrip({ figure }: { readonly figure: FigureTexts }): JSX.Element {
  const { text, label, uncertainty, compared, responses, usualResponses, ...others } = figure;
  others satisfies NothingLeft;
  return (
    <div class="figure-strip">
      <p class="figure-text">{text}</p>
      <p>
        {label}
        <br />
        {joinTexts([uncertainty, compared])}
      </p>
      <p class="figure-responses">
        <strong>{responses}</strong>
        <br />
        {usualResponses}
      </p>
    </div>
  );
}
