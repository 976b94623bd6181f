// How the responses fall on the buttons: one stacked bar, worst left, with every count and share under it.
import { responsesOf } from '../../../domain/scale.ts';
import type { Block } from '../block.ts';
import { block } from '../block.ts';
import { buttonName } from '../kinds.ts';
import type { Operation } from '../operations.ts';
import { element, filled } from '../operations.ts';
import type { Setting } from '../setting.ts';
import { countIn } from '../text/counts.ts';
import { baselineIn, fitted, lineAt, widthOf } from '../text/typesetter.ts';
import { inColour, smileyColours, textOn, type } from '../theme.ts';

const BAR = 18;
const GAP = 1;
const COLUMNS_PER_ROW = 6;
const LEGEND_ROW = 26;
const SWATCH = 6;
/** Of a button's column; the share stands beside the count. */
const COUNT_SHARE = 0.6;
/** An unknown scale could have any number of buttons; the JSON has them all. */
const MOST_BUTTONS = 24;

export function distribution(data: readonly number[], width: number, setting: Setting): Block {
  const { formats, words } = setting;
  const total = responsesOf(data);
  const shown = data.slice(0, MOST_BUTTONS);
  const colours = smileyColours(data.length);
  const columns = Math.min(COLUMNS_PER_ROW, Math.max(1, shown.length));
  const columnWidth = width / columns;

  const operations: Operation[] = [...bar(data, width, BAR)];
  let x = 0;
  data.forEach((count, i) => {
    const segment = total === 0 ? 0 : (count / total) * width;
    const text = formats.share(count / Math.max(1, total));
    const style = inColour(type.labelStrong, textOn(colours[i] ?? '#ffffff'));
    if (count > 0 && widthOf(text, style) + 6 <= segment) {
      operations.push(...lineAt(text, style, x + segment / 2, baselineIn(0, BAR, style), 'centre'));
    }
    x += segment;
  });
  shown.forEach((count, i) => {
    const left = (i % columns) * columnWidth;
    const top = BAR + 8 + Math.floor(i / columns) * LEGEND_ROW;
    const name = buttonName(i, data.length, setting);
    const room = columnWidth - SWATCH - 8;
    const counted = countIn(count, room * COUNT_SHARE, type.strong, formats);
    const share = total === 0 ? '' : formats.share(count / total);
    const shareX = left + SWATCH + 4 + widthOf(counted, type.strong) + 4;
    operations.push(
      filled(left, top + 2, SWATCH, SWATCH, colours[i] ?? '#ffffff'),
      ...lineAt(
        fitted(name, type.label, room),
        type.label,
        left + SWATCH + 4,
        baselineIn(top, 10, type.label),
      ),
      ...lineAt(counted, type.strong, left + SWATCH + 4, baselineIn(top + 11, 12, type.strong)),
      ...lineAt(share, type.quiet, shareX, baselineIn(top + 11, 12, type.quiet)),
    );
  });
  let height = BAR + 8 + Math.ceil(shown.length / columns) * LEGEND_ROW;
  if (shown.length < data.length) {
    const more = words.moreInJson(formats.count(data.length - shown.length));
    operations.push(...lineAt(more, type.label, 0, baselineIn(height, 10, type.label)));
    height += 10;
  }
  const alt = distributionAlt(data, setting);
  return block(element('Figure', { alt }), height, operations);
}

/** Every button that the chart shows, with its count and share. */
export function distributionAlt(data: readonly number[], setting: Setting): string {
  const { formats, words } = setting;
  const total = responsesOf(data);
  if (total === 0) return words.responses(formats.count(0), formats.plural(0));
  const buttons = data
    .slice(0, MOST_BUTTONS)
    .map((count, i) =>
      words.alts.button(
        buttonName(i, data.length, setting),
        formats.count(count),
        formats.share(count / total),
      ),
    );
  const more = data.length - buttons.length;
  if (more > 0) buttons.push(words.moreInJson(formats.count(more)));
  return words.alts.distribution(formats.list(buttons));
}

/** The bar alone, with hairline gaps between its segments; grey when there is nothing to divide. */
export function bar(data: readonly number[], width: number, height: number): readonly Operation[] {
  const total = responsesOf(data);
  if (total === 0) return [filled(0, 0, width, height, '#eceff2')];
  const colours = smileyColours(data.length);
  const operations: Operation[] = [];
  let x = 0;
  data.forEach((count, i) => {
    if (count === 0) return;
    const segment = (count / total) * width;
    const gap = segment > 2 * GAP && x + segment < width - 0.01 ? GAP : 0;
    operations.push(filled(x, 0, segment - gap, height, colours[i] ?? '#ffffff'));
    x += segment;
  });
  return operations;
}
