// How the responses fall on the buttons: one stacked bar, worst left, with every count and share under it.
import { responsesOf } from '../domain/scale.ts';
import { buttonName } from '../i18n/report-texts/index-types.ts';
import type { Operation } from './draw-operations.ts';
import { filledRectangle } from './draw-operations.ts';
import type { Localization } from '../i18n/localization.ts';
import { withColour, smileyColours, textOn, textStyles } from './theme.ts';
import type { ChartSetting, Drawing } from './chart.ts';
import { fitCount } from './chart.ts';

const BAR = 18;
const GAP = 1;
const COLUMNS_PER_ROW = 6;
const LEGEND_ROW = 26;
const SWATCH = 6;
/** In a button's column: the swatch, and the distances to it and to the next column. */
const BESIDE_NAME = SWATCH + 8;
/** Of a button's column; the share stands beside the count. */
const COUNT_SHARE = 0.6;
/** An unknown scale could have any number of buttons; the JSON has them all. */
export const MOST_BUTTONS = 24;

/** The bar with the shares that find room on it; what each button got is told beside it. */
export function sharesBar(data: readonly number[], width: number, context: ChartSetting): Drawing {
  const { formats, typesetter } = context;
  const { baselineIn, lineAt, widthOf } = typesetter;
  const total = responsesOf(data);
  const colours = smileyColours(data.length);
  const operations: Operation[] = [...bar(data, width, BAR)];
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
  return { width, height: BAR, alt: distributionAlt(data, context), operations };
}

/** The bar, and under it the count and the share of every button. */
export function distribution(
  data: readonly number[],
  width: number,
  context: ChartSetting,
): Drawing {
  const { formats, words, typesetter } = context;
  const { baselineIn, fitted, lineAt, widthOf } = typesetter;
  const total = responsesOf(data);
  const shown = data.slice(0, MOST_BUTTONS);
  const colours = smileyColours(data.length);
  const names = shown.map((_, i) => buttonName(i, data.length, context));
  const widest = Math.max(0, ...names.map((name) => widthOf(name, textStyles.label)));
  const columns = columnsFor(shown.length, width, widest + BESIDE_NAME);
  const columnWidth = width / columns;

  const operations: Operation[] = [...sharesBar(data, width, context).operations];
  shown.forEach((count, i) => {
    const left = (i % columns) * columnWidth;
    const top = BAR + 8 + Math.floor(i / columns) * LEGEND_ROW;
    const room = columnWidth - BESIDE_NAME;
    const share = total === 0 ? '' : formats.share(count / total);
    const beside = columnWidth - BESIDE_NAME - widthOf(share, textStyles.quiet);
    const counted = fitCount(
      count,
      Math.min(room * COUNT_SHARE, beside),
      textStyles.strong,
      context,
    );
    const shareX = left + SWATCH + 4 + widthOf(counted, textStyles.strong) + 4;
    operations.push(
      filledRectangle(left, top + 2, SWATCH, SWATCH, colours[i] ?? '#ffffff'),
      ...lineAt(
        fitted(names[i] ?? '', textStyles.label, room),
        textStyles.label,
        left + SWATCH + 4,
        baselineIn(top, 10, textStyles.label),
      ),
      ...lineAt(
        counted,
        textStyles.strong,
        left + SWATCH + 4,
        baselineIn(top + 11, 12, textStyles.strong),
      ),
      ...lineAt(share, textStyles.quiet, shareX, baselineIn(top + 11, 12, textStyles.quiet)),
    );
  });
  let height = BAR + 8 + Math.ceil(shown.length / columns) * LEGEND_ROW;
  if (shown.length < data.length) {
    const more = words.moreInJson(formats.count(data.length - shown.length));
    operations.push(...lineAt(more, textStyles.label, 0, baselineIn(height, 10, textStyles.label)));
    height += 10;
  }
  const alt = distributionAlt(data, context);
  return { width, height, alt, operations };
}

/** As many as leave every name its room, at most six; where the room is scarce, all rows are about as long. */
function columnsFor(buttons: number, width: number, room: number): number {
  const wanted = Math.min(COLUMNS_PER_ROW, Math.max(1, buttons));
  const most = Math.max(1, Math.floor(width / room));
  return most >= wanted ? wanted : Math.ceil(buttons / Math.ceil(buttons / most));
}

/** Every button that the chart shows, with its count and share. */
export function distributionAlt(data: readonly number[], localization: Localization): string {
  const { formats, words } = localization;
  const total = responsesOf(data);
  if (total === 0) return words.responses(formats.count(0), formats.plural(0));
  const buttons = data
    .slice(0, MOST_BUTTONS)
    .map((count, i) =>
      words.alts.button(
        buttonName(i, data.length, localization),
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
