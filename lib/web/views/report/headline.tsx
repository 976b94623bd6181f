// Headline of a report: the index, a sentence about it, and the distribution of responses.
import type { JSX } from 'preact';
import type { Figures, GroupKey } from '../../../domain/figures.ts';
import { responsesOf } from '../../../domain/scale.ts';
import { joinTexts } from '../../../i18n/report-texts/alert-texts.ts';
import { MAX_BUTTONS, sharesBar } from '../../../charts/distribution.ts';
import { buttonName, indexName } from '../../../i18n/report-texts/index-types.ts';
import type { Localization } from '../../../i18n/localization.ts';
import { uncertaintyText, headlineSentence } from '../../../i18n/report-texts/headline-sentence.ts';
import { smileyColours } from '../../../charts/theme.ts';
import { Chart } from '../../ui/chart-figure.tsx';
import { useLocalization } from '../../app-context.tsx';
import type { SectionWidth } from '../../ui/page-section.tsx';
import { SECTION_CLASSES } from '../../ui/page-section.tsx';

interface HeadlineProps {
  readonly figures: Figures & GroupKey;
  readonly localization: Localization;
  /** Replaces the name of the index when a page has several kinds. */
  readonly title?: string;
  readonly note?: string;
  readonly width?: SectionWidth;
}

export function Headline({
  figures,
  localization,
  title,
  note = '',
  width = 'whole',
}: HeadlineProps): JSX.Element {
  const { words, formats } = localization;
  const { index, indexType, responses, halfWidth, data } = figures;
  const isCount = index === null && responses > 0;
  const certainty = halfWidth === null ? '' : uncertaintyText(halfWidth, indexType, localization);
  // The title names the kind, so the unit is part of the note.
  const unit = isCount && title !== undefined ? words.noIndex : '';
  return (
    <section class={`${SECTION_CLASSES[width]} headline`}>
      <div class="figure">
        <h2>{title ?? (isCount ? words.noIndex : indexName(figures, localization))}</h2>
        <p class={responses === 0 ? 'figure-value is-absent' : 'figure-value'}>
          {isCount ? formats.count(responses) : formats.index(index, indexType)}
        </p>
        <p class="muted">{joinTexts([unit, certainty, note])}</p>
      </div>
      <div class="said">
        <p class="sentence">{headlineSentence(figures, localization)}</p>
        {responses > 0 && <Distribution data={data} localization={localization} />}
      </div>
    </section>
  );
}

interface DistributionProps {
  readonly data: readonly number[];
  readonly localization: Localization;
}

function Distribution({ data, localization }: DistributionProps): JSX.Element {
  const { page } = useLocalization();
  const { words, formats } = localization;
  const total = responsesOf(data);
  const colours = smileyColours(data.length);
  const hiddenButtons = data.length - MAX_BUTTONS;
  return (
    <div class="distribution">
      <Chart
        localization={localization}
        title={page.read.ofButtons}
        draw={(width, setting) => [sharesBar(data, width, setting)]}
      />
      <ul class="buttons" aria-label={page.read.ofButtons}>
        {data.slice(0, MAX_BUTTONS).map((count, i) => (
          <li key={i}>
            <span class="swatch" style={{ backgroundColor: colours[i] ?? '' }} />
            <span class="button-name">{buttonName(i, data.length, localization)}</span>
            <span class="button-count">
              <strong>{formats.count(count)}</strong>{' '}
              <span class="muted">{formats.share(count / total)}</span>
            </span>
          </li>
        ))}
        {hiddenButtons > 0 && (
          <li class="muted buttons-more">{words.moreInJson(formats.count(hiddenButtons))}</li>
        )}
      </ul>
    </div>
  );
}
