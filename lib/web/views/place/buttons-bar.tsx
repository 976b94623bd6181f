// How often each button was pressed: a bar of shares, with the counts below it.
import type { JSX } from 'preact';
import { buttonsBar } from '../../../charts/buttons-bar.ts';
import type { ButtonsView } from '../../../view/report-view.ts';
import { FittedDrawing } from '../../ui/chart-drawing.tsx';

/** In points. */
const HEIGHT = 14;

/** Worst first. */
export function ButtonsBar({ buttons }: { readonly buttons: ButtonsView }): JSX.Element {
  return (
    <div class="buttons-view">
      <FittedDrawing
        draw={(width, typesetter) => ({
          width,
          height: HEIGHT,
          operations: buttonsBar(buttons, width, HEIGHT, typesetter),
        })}
      />
      <ul class="buttons-legend">
        {buttons.buttons.map(({ name, countText }) => (
          <li key={name}>
            {name} <strong>{countText}</strong>
          </li>
        ))}
      </ul>
    </div>
  );
}
