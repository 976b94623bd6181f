// A survey of a place: its figure, buttons, weeks, days and options.
import type { JSX } from 'preact';
import { mostPresses } from '../../../charts/bars.ts';
import type { SurveyView } from '../../../view/report-view.ts';
import type { SurveyPartsOf } from '../../../view/view-parts.ts';
import { renderParts } from '../../../view/view-parts.ts';
import { DaysPlot, TrendPlot } from './survey-plots.tsx';
import { FigureStrip } from './figure-strip.tsx';
import { FindingText } from './finding-text.tsx';
import { OptionList } from './option-list.tsx';
import { ButtonsBar } from './buttons-bar.tsx';

interface SurveySectionProps {
  readonly survey: SurveyView;
  /** All of the place. */
  readonly surveys: readonly SurveyView[];
  /** Whether the finding of the place is that of the survey. */
  readonly isFirst: boolean;
}

interface Context extends Pick<SurveyView, 'position'> {
  readonly isFirst: boolean;
  /** The number of presses that fills the width. */
  readonly most: number;
}

const PARTS: SurveyPartsOf<'page', JSX.Element | null, Context> = {
  question: (question, { position }) => (
    <div class="survey-head">
      {position !== '' && <p class="survey-position">{position}</p>}
      <p class="survey-question">
        <bdi>{question}</bdi>
      </p>
    </div>
  ),
  // Above the question.
  position: () => null,
  finding: (finding, { isFirst }) => (isFirst ? null : <FindingText finding={finding} />),
  figure: (figure) => (figure === null ? null : <FigureStrip figure={figure} />),
  buttons: (buttons) => (buttons === null ? null : <ButtonsBar buttons={buttons} />),
  checks: (checks) =>
    checks === null ? null : (
      <section class="checks">
        <h2>{checks.title}</h2>
        <ul>
          {checks.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </section>
    ),
  trend: (trend) => (trend === null ? null : <TrendPlot trend={trend} />),
  days: (days) => (days === null ? null : <DaysPlot days={days} />),
  parts: (parts) =>
    parts.length === 0 ? null : (
      <ul class="place-remarks">
        {parts.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ul>
    ),
  painPoints: (options, { most }) =>
    options === null ? null : <OptionList options={options} most={most} />,
  highlights: (options, { most }) =>
    options === null ? null : <OptionList options={options} most={most} />,
};

export function SurveySection({ survey, surveys, isFirst }: SurveySectionProps): JSX.Element {
  const { position, painPoints, highlights } = survey;
  const context = { position, isFirst, most: mostPresses([painPoints, highlights]) };
  return (
    <section class={surveys.length > 1 ? 'survey is-one-of-several' : 'survey'}>
      {renderParts(survey, PARTS, context)}
    </section>
  );
}
