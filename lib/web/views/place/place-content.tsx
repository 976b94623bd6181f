// What a place's report says, for the panel and for the page of a place.
import type { JSX } from 'preact';
import type { PlaceView } from '../../../view/report-view.ts';
import type { PartsOf } from '../../../view/view-parts.ts';
import { renderParts } from '../../../view/view-parts.ts';
import { AcceptOffers } from '../../features/accept/accept-offers.tsx';
import { StateGlyph } from '../../ui/state-glyph.tsx';
import { AlertList } from './alert-list.tsx';
import { FindingText } from './finding-text.tsx';
import { PlaceNotes } from './place-notes.tsx';
import { SurveySection } from './survey-section.tsx';

type ShownParts = Omit<PlaceView, 'path' | 'name' | 'period' | 'indexKinds'>;

const PARTS: PartsOf<ShownParts, 'page', JSX.Element | null, PlaceView> = {
  notices: (notices, { isPartial }) => (
    <Sentences sentences={notices} class="place-notices" isPartial={isPartial} />
  ),
  finding: (finding) => <FindingText finding={finding} />,
  offers: (offers) => <AcceptOffers offers={offers} />,
  notes: (notes) => <PlaceNotes notes={notes} />,
  surveys: (surveys) => (
    <>
      {surveys.map((survey, i) => (
        <SurveySection key={survey.survey} survey={survey} surveys={surveys} isFirst={i === 0} />
      ))}
    </>
  ),
  alerts: (alerts) => (alerts === null ? null : <AlertList alerts={alerts} />),
  remarks: (remarks) => <Sentences sentences={remarks} class="place-remarks" />,
  method: (method, { source }) => (
    <footer class="place-foot">
      <p>{method}</p>
      <p>{source}</p>
    </footer>
  ),
  // Below the method.
  source: () => null,
};

/** All but the path, the name and the period, which the frame has. */
export function PlaceContent({ view }: { readonly view: PlaceView }): JSX.Element {
  return <>{renderParts(view, PARTS, view)}</>;
}

interface SentencesProps {
  readonly sentences: readonly string[];
  readonly class: string;
  /** Whether the first one says that a part of the week is missing. */
  readonly isPartial?: boolean;
}

function Sentences(props: SentencesProps): JSX.Element | null {
  const { sentences, class: name, isPartial = false } = props;
  if (sentences.length === 0) return null;
  return (
    <ul class={name}>
      {sentences.map((sentence, i) => (
        <li key={sentence}>
          {isPartial && i === 0 && <StateGlyph state="partial" />}
          {sentence}
        </li>
      ))}
    </ul>
  );
}
