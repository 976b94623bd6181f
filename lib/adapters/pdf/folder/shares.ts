// The shares of the buttons of a folder as one bar, with its ends named.
import type { ButtonsView } from '../../../view/report-view.ts';
import { buttonsBar } from '../../../charts/buttons-bar.ts';
import type { Block } from '../block.ts';
import { block } from '../block.ts';
import { element } from '../page-elements.ts';
import { fitted, lineIn } from '../text/typesetter.ts';
import type { SheetContext } from '../sheet/sheet-context.ts';
import { sheetStyles } from '../sheet/sheet-styles.ts';

const BAR_HEIGHT = 11.25;
const LABEL_TOP = BAR_HEIGHT + 2;

export function sharesBlock(buttons: ButtonsView, { width, typesetter }: SheetContext): Block {
  const { label } = sheetStyles;
  const alt = buttons.buttons.map(({ name, shareText }) => `${name} ${shareText}`).join(', ');
  const band = [LABEL_TOP, label.leading] as const;
  const ends = [
    ...lineIn(fitted(buttons.worst, label, width / 2), label, 0, band),
    ...lineIn(fitted(buttons.best, label, width / 2), label, width, band, 'right'),
  ];
  return block(
    element('Figure', { alt }),
    LABEL_TOP + label.leading,
    [...buttonsBar(buttons, width, BAR_HEIGHT, typesetter), ...ends],
    { before: 6 },
  );
}
