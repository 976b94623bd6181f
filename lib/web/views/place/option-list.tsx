// The options of a question, with the presses of this week as bars and those of last week as ticks.
import type { JSX } from 'preact';
import { pressBar } from '../../../charts/bars.ts';
import type { OptionsView } from '../../../view/report-view.ts';
import { FittedDrawing } from '../../ui/chart-drawing.tsx';
import { SectionHead } from './section-head.tsx';

interface OptionListProps {
  readonly options: OptionsView;
  /** The number of presses that fills the width. */
  readonly most: number;
}

/** In points. */
const HEIGHT = 7.5;

/** Nothing for a list that is empty without a reason. */
export function OptionList({ options, most }: OptionListProps): JSX.Element | null {
  const { title, note, empty } = options;
  const isEmpty = options.options.length === 0;
  if (isEmpty && empty === '') return null;
  return (
    <section class="option-list">
      <SectionHead title={title} note={isEmpty ? '' : note} />
      {isEmpty ? (
        <p class="muted">{empty}</p>
      ) : (
        <ul>
          {options.options.map((option) => (
            <li key={option.key} class={option.isReason ? 'is-reason' : undefined}>
              <bdi title={option.name}>{option.name}</bdi>
              <FittedDrawing
                draw={(width) => ({
                  width,
                  height: HEIGHT,
                  operations: pressBar(option, most, width, HEIGHT),
                })}
              />
              <strong>{option.pressesText}</strong>
              <span class="option-change">{option.change}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
