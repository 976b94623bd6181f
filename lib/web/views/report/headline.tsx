// The ten seconds: a big figure, the sentence that reads it, and how the responses fall on the buttons.
import type { JSX } from 'preact';
import type { Figures, GroupKey } from '../../../domain/figures.ts';
import { responsesOf } from '../../../domain/scale.ts';
import { joined } from '../../../i18n/report-texts/alert-texts.ts';
import { MOST_BUTTONS, sharesBar } from '../../../charts/distribution.ts';
import { buttonName, indexName } from '../../../i18n/report-texts/index-types.ts';
import type { Localization } from '../../../i18n/localization.ts';
import { certaintyText, sentenceOf } from '../../../i18n/report-texts/headline-sentence.ts';
import { smileyColours } from '../../../charts/theme.ts';
import { Chart } from '../../ui/chart-figure.tsx';
import { useSpeech } from '../../app-context.tsx';
import type { Room } from '../../ui/page-section.tsx';
import { ROOMS } from '../../ui/page-section.tsx';

interface HeadlineProps {
  readonly figures: Figures & GroupKey;
  readonly reading: Localization;
  /** Instead of the index's name, where several kinds share a page. */
  readonly over?: string;
  readonly under?: string;
  readonly room?: Room;
}

export function Headline({
  figures,
  reading,
  over,
  under = '',
  room = 'whole',
}: HeadlineProps): JSX.Element {
  const { words, formats } = reading;
  const { index, indexType, responses, halfWidth, data } = figures;
  const isCount = index === null && responses > 0;
  const certainty = halfWidth === null ? '' : certaintyText(halfWidth, indexType, reading);
  // Over it stands which kind, so what it counts is said under it.
  const unit = isCount && over !== undefined ? words.noIndex : '';
  return (
    <section class={`${ROOMS[room]} headline`}>
      <div class="figure">
        <h2>{over ?? (isCount ? words.noIndex : indexName(figures, reading))}</h2>
        <p class={responses === 0 ? 'figure-value is-absent' : 'figure-value'}>
          {isCount ? formats.count(responses) : formats.index(index, indexType)}
        </p>
        <p class="muted">{joined([unit, certainty, under])}</p>
      </div>
      <div class="said">
        <p class="sentence">{sentenceOf(figures, reading)}</p>
        {responses > 0 && <Distribution data={data} reading={reading} />}
      </div>
    </section>
  );
}

interface DistributionProps {
  readonly data: readonly number[];
  readonly reading: Localization;
}

function Distribution({ data, reading }: DistributionProps): JSX.Element {
  const { page } = useSpeech();
  const { words, formats } = reading;
  const total = responsesOf(data);
  const colours = smileyColours(data.length);
  const more = data.length - MOST_BUTTONS;
  return (
    <div class="distribution">
      <Chart
        reading={reading}
        title={page.read.ofButtons}
        draw={(width, setting) => [sharesBar(data, width, setting)]}
      />
      <ul class="buttons" aria-label={page.read.ofButtons}>
        {data.slice(0, MOST_BUTTONS).map((count, i) => (
          <li key={i}>
            <span class="swatch" style={{ backgroundColor: colours[i] ?? '' }} />
            <span class="button-name">{buttonName(i, data.length, reading)}</span>
            <span class="button-count">
              <strong>{formats.count(count)}</strong>{' '}
              <span class="muted">{formats.share(count / total)}</span>
            </span>
          </li>
        ))}
        {more > 0 && <li class="muted buttons-more">{words.moreInJson(formats.count(more))}</li>}
      </ul>
    </div>
  );
}
