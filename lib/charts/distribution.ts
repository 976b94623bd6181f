// The distribution of responses over the buttons: a stacked bar, worst on the left, with counts and shares below.
import { responsesOf } from '../domain/scale.ts';
import { buttonName } from '../i18n/report-texts/index-types.ts';
import type { Operation } from './draw-operations.ts';
import { filledRectangle } from './draw-operations.ts';
import type { Localization } from '../i18n/localization.ts';
import { withColour, smileyColours, textOn, textStyles } from './theme.ts';
import type { ChartContext, Drawing } from './chart.ts';
import { fitCount } from './chart.ts';

const BAR = 18;
const GAP = 1;
const COLUMNS_PER_ROW = 6;
const LEGEND_ROW = 26;
const SWATCH = 6;
/** In the column of a button: the swatch, and the distances to it and to the next column. */
const NAME_OFFSET = SWATCH + 8;
/** The part of a button's column for the count; the share is next to it. */
const COUNT_SHARE = 0.6;
/** An unknown scale can have any number of buttons; the JSON has all of them. */
export const MAX_BUTTONS = 24;

/** The bar with the shares that fit into its segments. */
export function sharesBar(data: readonly number[], width: number, context: ChartContext): Drawing {
  const { formats, typesetter } = context;
  const { baselineIn, lineAt, widthOf } = typesetter;
  const total = responsesOf(data);
  const colours = smileyColours(data.length);
  const operations: Operation[] = [...distributionBar(data, width, BAR)];
  let x = 0;
  data.forEach((count, i) => {
    const segment = total === 0 ? 0 : (count / total) * width;
    const text = formats.share(count / Math.max(1, total));
    const style = withColour(textStyles.labelStrong, textOn(colours[i] ?? '#ffffff'));
    if (count > 0 && widthOf(text, style) + 6 <= segment) {
      operations.push(...lineAt(text, style, x + segment / 2, baselineIn(0, BAR, style), 'centre'));
    }
    x += segment;
  });
  return { width, height: BAR, alt: distributionAltText(data, context), operations };
}

/** The bar, with the count and share of every button below it. */
export function distribution(
  data: readonly number[],
  width: number,
  context: ChartContext,
): Drawing {
  const { formats, words, typesetter } = context;
  const { baselineIn, fitted, lineAt, widthOf } = typesetter;
  const total = responsesOf(data);
  const shownButtons = data.slice(0, MAX_BUTTONS);
  const colours = smileyColours(data.length);
  const names = shownButtons.map((_, i) => buttonName(i, data.length, context));
  const widest = Math.max(0, ...names.map((name) => widthOf(name, textStyles.label)));
  const columns = columnsFor(shownButtons.length, width, widest + NAME_OFFSET);
  const columnWidth = width / columns;

  const operations: Operation[] = [...sharesBar(data, width, context).operations];
  shownButtons.forEach((count, i) => {
    const left = (i % columns) * columnWidth;
    const top = BAR + 8 + Math.floor(i / columns) * LEGEND_ROW;
    const labelWidth = columnWidth - NAME_OFFSET;
    const share = total === 0 ? '' : formats.share(count / total);
    const remainingWidth = columnWidth - NAME_OFFSET - widthOf(share, textStyles.quiet);
    const countText = fitCount(
      count,
      Math.min(labelWidth * COUNT_SHARE, remainingWidth),
      textStyles.strong,
      context,
    );
    const shareX = left + SWATCH + 4 + widthOf(countText, textStyles.strong) + 4;
    operations.push(
      filledRectangle(left, top + 2, SWATCH, SWATCH, colours[i] ?? '#ffffff'),
      ...lineAt(
        fitted(names[i] ?? '', textStyles.label, labelWidth),
        textStyles.label,
        left + SWATCH + 4,
        baselineIn(top, 10, textStyles.label),
      ),
      ...lineAt(
        countText,
        textStyles.strong,
        left + SWATCH + 4,
        baselineIn(top + 11, 12, textStyles.strong),
      ),
      ...lineAt(share, textStyles.quiet, shareX, baselineIn(top + 11, 12, textStyles.quiet)),
    );
  });
  let height = BAR + 8 + Math.ceil(shownButtons.length / columns) * LEGEND_ROW;
  if (shownButtons.length < data.length) {
    const hiddenButtons = words.moreInJson(formats.count(data.length - shownButtons.length));
    operations.push(
      ...lineAt(hiddenButtons, textStyles.label, 0, baselineIn(height, 10, textStyles.label)),
    );
    height += 10;
  }
  const alt = distributionAltText(data, context);
  return { width, height, alt, operations };
}

/** As many columns as fit, at most six; several rows get about the same length. */
function columnsFor(buttons: number, width: number, labelWidth: number): number {
  const idealColumns = Math.min(COLUMNS_PER_ROW, Math.max(1, buttons));
  const maxColumns = Math.max(1, Math.floor(width / labelWidth));
  return maxColumns >= idealColumns
    ? idealColumns
    : Math.ceil(buttons / Math.ceil(buttons / maxColumns));
}

/** The alternative text: every shown button with its count and share. */
export function distributionAltText(data: readonly number[], localization: Localization): string {
  const { formats, words } = localization;
  const total = responsesOf(data);
  if (total === 0) return words.responses(formats.count(0), formats.plural(0));
  const buttons = data
    .slice(0, MAX_BUTTONS)
    .map((count, i) =>
      words.alts.button(
        buttonName(i, data.length, localization),
        formats.count(count),
        formats.share(count / total),
      ),
    );
  const hiddenButtons = data.length - buttons.length;
  if (hiddenButtons > 0) buttons.push(words.moreInJson(formats.count(hiddenButtons)));
  return words.alts.distribution(formats.list(buttons));
}

/** The bar without texts, with hairline gaps between its segments; grey when there are no responses. */
export function distributionBar(
  data: readonly number[],
  width: number,
  height: number,
): readonly Operation[] {
  const total = responsesOf(data);
  if (total === 0) return [filledRectangle(0, 0, width, height, '#eceff2')];
  const colours = smileyColours(data.length);
  const operations: Operation[] = [];
  let x = 0;
  data.forEach((count, i) => {
    if (count === 0) return;
    const segment = (count / total) * width;
    const gap = segment > 2 * GAP && x + segment < width - 0.01 ? GAP : 0;
    operations.push(filledRectangle(x, 0, segment - gap, height, colours[i] ?? '#ffffff'));
    x += segment;
  });
  return operations;
}
