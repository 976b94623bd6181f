// What a place's report says, for the panel and for the page of a place.
import type { JSX } from 'preact';
import type { PartsOf, PlaceView } from '../../../view/report-view.ts';
import { AcceptOffers } from '../../features/accept/accept-offers.tsx';
import { AlertList } from './alert-list.tsx';
import { FindingText } from './finding-text.tsx';
import { PlaceNotes } from './place-notes.tsx';
import { SurveySection } from './survey-section.tsx';

type ShownParts = Omit<PlaceView, 'path' | 'name' | 'period' | 'indexKinds'>;

const PARTS: PartsOf<ShownParts, 'page', JSX.Element | null> = {
  notices: (notices) => <Sentences sentences={notices} class="place-notices" />,
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
  method: (method) => <p>{method}</p>,
  source: (source) => <p>{source}</p>,
};

/** All but the path, the name and the period, which the frame has. */
export function PlaceContent({ view }: { readonly view: PlaceView }): JSX.Element {
  return (
    <>
      {PARTS.notices(view.notices)}
      {PARTS.finding(view.finding)}
      {PARTS.offers(view.offers)}
      {PARTS.notes(view.notes)}
      {PARTS.surveys(view.surveys)}
      {PARTS.alerts(view.alerts)}
      {PARTS.remarks(view.remarks)}
      <footer class="place-foot">
        {PARTS.method(view.method)}
        {PARTS.source(view.source)}
      </footer>
    </>
  );
}

interface SentencesProps {
  readonly sentences: readonly string[];
  readonly class: string;
}

function Sentences({ sentences, class: name }: SentencesProps): JSX.Element | null {
  if (sentences.length === 0) return null;
  return (
    <ul class={name}>
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
