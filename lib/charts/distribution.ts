// The distribution of responses: a stacked bar, worst on the left, with counts and shares below.
import { npsPercents, wholePercents } from '../domain/printed-shares.ts';
import { isIndexType, npsCounts, responsesOf } from '../domain/scale.ts';
import { buttonName } from '../i18n/report-texts/index-types.ts';
import type { Operation } from './draw-operations.ts';
import { filledRectangle, hatching } from './draw-operations.ts';
import type { Localization } from '../i18n/localization.ts';
import type { Colour } from './theme.ts';
import { withColour, smileyColours, textOn, textStyles } from './theme.ts';
import type { ChartContext, Drawing } from './chart.ts';
import { fitCount } from './chart.ts';

const BAR = 18;
const GAP = 1;
const COLUMNS_PER_ROW = 6;
const LEGEND_ROW = 24;
const SWATCH = 7;
/** In the column of a segment: the swatch, and the distances to it and to the next column. */
const NAME_OFFSET = SWATCH + 8;
/** The part of a segment's column for the count; the share is next to it. */
const COUNT_SHARE = 0.6;
/** An unknown scale can have any number of buttons; the JSON has all of them. */
export const MAX_SEGMENTS = 24;

/** A button, or a group of buttons that count the same. */
export interface BarSegment {
  readonly name: string;
  readonly count: number;
  /** "12%"; '' without responses. All shares add up to 100%, and those of an NPS give it as it is printed. */
  readonly share: string;
  readonly colour: Colour;
  /** The worst of a known scale, which is hatched: in grey print it looks like the best. */
  readonly isHatched: boolean;
}

/** The buttons from the worst to the best; detractors, passives and promoters of an NPS. */
export function segmentsOf(
  data: readonly number[],
  indexType: string,
  localization: Localization,
): readonly BarSegment[] {
  const total = responsesOf(data);
  const shareOf = (percent = 0): string =>
    total === 0 ? '' : localization.formats.percentOfAll(percent);
  if (isIndexType(indexType) && indexType === 'NPS' && data.length > 2) {
    const { npsGroups } = localization.words.signals;
    const counts = npsCounts(data);
    const percents = npsPercents(data);
    const colours = smileyColours(3);
    return (['detractor', 'passive', 'promoter'] as const).map((group, i) => ({
      name: npsGroups[group],
      count: counts[group],
      share: shareOf(percents[i]),
      colour: colours[i] ?? '#ffffff',
      isHatched: i === 0,
    }));
  }
  const percents = wholePercents(data.map((count) => count / Math.max(1, total)));
  const colours = smileyColours(data.length);
  return data.map((count, i) => ({
    name: buttonName(i, data.length, localization),
    count,
    share: shareOf(percents[i]),
    colour: colours[i] ?? '#ffffff',
    isHatched: i === 0 && data.length > 1 && data.length <= 5,
  }));
}

/** The bar with the shares that fit into its segments. */
export function sharesBar(
  data: readonly number[],
  indexType: string,
  width: number,
  context: ChartContext,
): Drawing {
  const { lineIn, widthOf } = context.typesetter;
  const total = responsesOf(data);
  const segments = segmentsOf(data, indexType, context);
  const operations: Operation[] = [...distributionBar(segments, width, BAR)];
  let x = 0;
  for (const { count, share, colour, isHatched } of segments) {
    const segment = total === 0 ? 0 : (count / total) * width;
    const style = withColour(textStyles.labelStrong, textOn(colour));
    const textWidth = widthOf(share, style);
    if (count > 0 && textWidth + 8 <= segment) {
      const centre = x + segment / 2;
      // Lines behind a text would make it hard to read.
      if (isHatched) {
        operations.push(filledRectangle(centre - textWidth / 2 - 3, 0, textWidth + 6, BAR, colour));
      }
      operations.push(...lineIn(share, style, centre, [0, BAR], 'centre'));
    }
    x += segment;
  }
  return { width, height: BAR, alt: distributionAltText(data, indexType, context), operations };
}

/** The bar, with the count and share of every segment below it. */
export function distribution(
  data: readonly number[],
  indexType: string,
  width: number,
  context: ChartContext,
): Drawing {
  const { words, typesetter } = context;
  const { fitted, lineIn, widthOf } = typesetter;
  const segments = segmentsOf(data, indexType, context);
  const shownSegments = segments.slice(0, MAX_SEGMENTS);
  const widest = Math.max(0, ...shownSegments.map(({ name }) => widthOf(name, textStyles.label)));
  const columns = columnsFor(shownSegments.length, width, widest + NAME_OFFSET);
  const columnWidth = width / columns;

  const operations: Operation[] = [...distributionBar(segments, width, BAR)];
  shownSegments.forEach(({ name, count, share, colour, isHatched }, i) => {
    const left = (i % columns) * columnWidth;
    const top = BAR + 6 + Math.floor(i / columns) * LEGEND_ROW;
    const labelWidth = columnWidth - NAME_OFFSET;
    const remainingWidth = columnWidth - NAME_OFFSET - widthOf(share, textStyles.quiet);
    const countText = fitCount(
      count,
      Math.min(labelWidth * COUNT_SHARE, remainingWidth),
      textStyles.strong,
      context,
    );
    const textX = left + SWATCH + 4;
    const shareX = textX + widthOf(countText, textStyles.strong) + 4;
    operations.push(
      filledRectangle(left, top + 1.5, SWATCH, SWATCH, colour),
      ...(isHatched ? [hatching({ x: left, y: top + 1.5, width: SWATCH, height: SWATCH })] : []),
      ...lineIn(fitted(name, textStyles.label, labelWidth), textStyles.label, textX, [top, 10]),
      ...lineIn(countText, textStyles.strong, textX, [top + 11, 12]),
      ...lineIn(share, textStyles.quiet, shareX, [top + 11, 12]),
    );
  });
  let height = BAR + 6 + Math.ceil(shownSegments.length / columns) * LEGEND_ROW;
  if (shownSegments.length < segments.length) {
    const hiddenSegments = words.moreInJson({ n: segments.length - shownSegments.length });
    operations.push(...lineIn(hiddenSegments, textStyles.label, 0, [height, 10]));
    height += 10;
  }
  return { width, height, alt: distributionAltText(data, indexType, context), operations };
}

/** As many columns as fit, at most six; several rows get about the same length. */
function columnsFor(segments: number, width: number, labelWidth: number): number {
  const idealColumns = Math.min(COLUMNS_PER_ROW, Math.max(1, segments));
  const maxColumns = Math.max(1, Math.floor(width / labelWidth));
  return maxColumns >= idealColumns
    ? idealColumns
    : Math.ceil(segments / Math.ceil(segments / maxColumns));
}

/** The alternative text: every shown segment with its count and share. */
export function distributionAltText(
  data: readonly number[],
  indexType: string,
  localization: Localization,
): string {
  const { formats, words } = localization;
  if (responsesOf(data) === 0) return words.responses({ n: 0 });
  const segments = segmentsOf(data, indexType, localization);
  const texts = segments
    .slice(0, MAX_SEGMENTS)
    .map(({ name, count, share }) => words.textAlternatives.button({ name, count, share }));
  const hiddenSegments = segments.length - texts.length;
  if (hiddenSegments > 0) texts.push(words.moreInJson({ n: hiddenSegments }));
  return words.textAlternatives.distribution({ buttons: formats.list(texts) });
}

/** The bar without texts, with hairline gaps between its segments; grey when there are no responses. */
export function distributionBar(
  segments: readonly BarSegment[],
  width: number,
  height: number,
): readonly Operation[] {
  const total = responsesOf(segments.map(({ count }) => count));
  if (total === 0) return [filledRectangle(0, 0, width, height, '#eceff2')];
  const operations: Operation[] = [];
  let x = 0;
  for (const { count, colour, isHatched } of segments) {
    if (count === 0) continue;
    const segment = (count / total) * width;
    const gap = segment > 2 * GAP && x + segment < width - 0.01 ? GAP : 0;
    operations.push(filledRectangle(x, 0, segment - gap, height, colour));
    if (isHatched) operations.push(hatching({ x, y: 0, width: segment - gap, height }));
    x += segment;
  }
  return operations;
}
