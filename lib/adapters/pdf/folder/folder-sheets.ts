// The sheets of a folder: what changed on the first page, and the folders below and every place on the second.
import type { FolderView, Line } from '../../../view/report-view.ts';
import type { PartsOf } from '../../../view/view-parts.ts';
import { shortHeat } from '../../../view/short-heat.ts';
import { memoizeByNumber, once } from '../../../domain/memoize.ts';
import type { Block } from '../block.ts';
import { heightOf } from '../page-flow.ts';
import { findingBlock } from '../sheet/finding-block.ts';
import { fitSheet } from '../sheet/fit-sheet.ts';
import { noticeBlocks } from '../sheet/notice-block.ts';
import { footnote } from '../sheet/page-foot.ts';
import { pageHead } from '../sheet/page-head.ts';
import type { Span } from '../sheet/rich-text.ts';
import { ruledParagraph } from '../sheet/rich-text.ts';
import type { SheetContext, SheetParts } from '../sheet/sheet-context.ts';
import { bodyHeight, pageCount } from '../sheet/sheet-pages.ts';
import { sheetStyles } from '../sheet/sheet-styles.ts';
import { bandBlock, countsColumn, figureColumn, trendColumn } from './band.ts';
import { panelBlocks } from './child-panels.ts';
import { heatBlocks } from './heat-blocks.ts';
import { movedBlocks, movedLine } from './moved-blocks.ts';
import { sectionsLayout } from './section-blocks.ts';
import { sharesBlock } from './shares.ts';
import type { FolderLayout } from './steps.ts';
import { FRONT_STEPS, frontLayout, SECOND_STEPS, secondLayout, sectionGap } from './steps.ts';

/** A folder with at most so many surveys lists all of them on its first page, and has no second one. */
const MOST_ON_FRONT = 12;

interface PartContext extends SheetContext {
  readonly view: FolderView;
  /** The height of the highest text in the band. */
  readonly bandHeight: number;
}

/** A part of a page, prepared once and laid out for each step. */
type LayOut = (layout: FolderLayout) => readonly Block[];
type FolderParts = Omit<PartsOf<FolderView, 'pdf', LayOut, PartContext>, SheetParts>;

const PARTS: FolderParts = {
  figure: (figure) => always(figure === null ? [] : [figureColumn(figure)]),
  trend: (trend, context) => (layout) =>
    trend === null ? [] : [trendColumn(trend, layout, context.bandHeight, context)],
  counts: (counts, context) => always([countsColumn(counts, context)]),
  buttons: (buttons, context) => always(buttons === null ? [] : [sharesBlock(buttons, context)]),
  sections: sectionsLayout,
  lines: (lines, { width }) => spaced(always(ruledParagraph(lines.flatMap(spansOf), width))),
  moved: (moved, { width }) =>
    moved === null
      ? always([])
      : spaced((layout) =>
          layout.isMovedLine
            ? ruledParagraph(movedLine(moved), width)
            : movedBlocks(moved, sectionGap(layout)),
        ),
  children(children, context) {
    if (children === null) return always([]);
    const normal = once(() => panelBlocks(children, { isDense: false }, context));
    const dense = once(() => panelBlocks(children, { isDense: true }, context));
    return ({ isDense }) => (isDense ? dense() : normal());
  },
  heat(heat, context) {
    if (heat === null) return always([]);
    const groups = shortHeat(heat, context.view.sections);
    return (layout) => heatBlocks(heat, groups(layout.lowest), layout, context);
  },
};

function always(blocks: readonly Block[]): LayOut {
  return () => blocks;
}

function spaced(layOut: LayOut): LayOut {
  return (layout) =>
    layOut(layout).map((block, i) => (i === 0 ? { ...block, before: sectionGap(layout) } : block));
}

function spansOf({ lead, text }: Line): readonly Span[] {
  const { body, bodyStrong } = sheetStyles;
  return [
    { text: lead === '' ? '' : `${lead} `, style: bodyStrong },
    { text: `${text} `, style: body },
  ];
}

export function folderSheets(view: FolderView, context: SheetContext): readonly Block[] {
  const partContext = { ...context, view, bandHeight: 0 };
  const front = frontPages(partContext);
  if (!hasSecondPage(view)) return front;
  const [first, ...others] = secondPages(partContext);
  return first === undefined ? front : [...front, { ...first, startsPage: true }, ...others];
}

/** The second page; where no step makes it fit, further ones, of which the last has more than a few lines. */
function secondPages(context: PartContext): readonly Block[] {
  const height = bodyHeight(context.paper, false);
  const layOut = secondPage(context, height);
  const build = memoizeByNumber(SECOND_STEPS + 1, (steps) => layOut(secondLayout(steps)));
  const fitting = fitSheet(height, SECOND_STEPS, build);
  if (heightOf(fitting) <= height) return fitting;
  const steps = Array.from({ length: SECOND_STEPS + 1 }, (_, i) => i);
  return build(steps.find((count) => !endsOnLowPage(build(count))) ?? 0);
}

/** A last page that is lower than this is avoided. */
const LOW_PAGE = 100;

function endsOnLowPage(blocks: readonly Block[]): boolean {
  const last = blocks.at(-1);
  return last !== undefined && last.startsPage && last.height < LOW_PAGE;
}

/** The first page, and further ones where no step makes it fit. */
function frontPages(context: PartContext): readonly Block[] {
  const layOut = firstPage(context, 1);
  const height = bodyHeight(context.paper, true);
  const front = fitSheet(height, FRONT_STEPS, (steps) => layOut(frontLayout(steps)));
  const pages = pageCount(front, context.paper);
  return pages === 1 ? front : firstPage(context, pages)(frontLayout(FRONT_STEPS));
}

function hasSecondPage({ sections, heat }: FolderView): boolean {
  // Without a heat map all places are rows, on as many pages as they need.
  return heat !== null && sections.reduce((sum, { rows }) => sum + rows.length, 0) > MOST_ON_FRONT;
}

/** `pages`: the number of pages before the one with the other places. */
function firstPage(context: PartContext, pages: number): LayOut {
  const { view, width } = context;
  const hasSecond = hasSecondPage(view);
  const listed = hasSecond ? view.sections.filter(({ state }) => state !== 'usual') : view.sections;
  const head = [pageHead(view, context), ...noticeBlocks(view, width), findingBlock(view, context)];
  const band = bandOf(context);
  const parts = [
    PARTS.buttons(view.buttons, context),
    PARTS.sections(listed, context),
    // The causes of the panels on the second page say the same.
    ...(hasSecond ? [] : [PARTS.moved(view.moved, context)]),
    PARTS.lines(linesOf(context, pages), context),
    spaced(always(otherLinks(listed, context))),
  ];
  const foot = footnote(view.method, width);
  return (layout) => [
    ...head,
    band(layout),
    ...parts.flatMap((layOut) => layOut(layout)),
    ...(layout.hasFootnote ? [foot] : []),
  ];
}

function bandOf(context: PartContext): (layout: FolderLayout) => Block {
  const { view } = context;
  const shownCounts = view.counts.filter(({ state, count }) => count > 0 || state === 'noSignal');
  const start = frontLayout(0);
  const [figure = null] = PARTS.figure(view.figure, context)(start);
  const [counts = null] = PARTS.counts(shownCounts, context)(start);
  const bandHeight = Math.max(figure?.height ?? 0, counts?.height ?? 0);
  const trends = PARTS.trend(view.trend, { ...context, bandHeight });
  return (layout) => {
    const [trend = null] = trends(layout);
    return bandBlock([figure, trend, counts], layout);
  };
}

/** With a line about the places of the second page. */
function linesOf({ view, words }: PartContext, pages: number): readonly Line[] {
  const others = view.sections.find(({ state }) => state === 'usual')?.rows.length ?? 0;
  return hasSecondPage(view) && others > 0
    ? [...view.lines, layoutLine(words.othersOnPage({ n: others, page: pages + 1 }))]
    : view.lines;
}

/** Links to the reports directly below that no row or panel has. */
function otherLinks(
  listed: FolderView['sections'],
  { view, links, names, words, width }: PartContext,
): readonly Block[] {
  const panels = hasSecondPage(view) ? (view.children?.panels ?? []) : [];
  const linked = new Set([
    ...listed.flatMap(({ rows }) => rows.map(({ folder }) => folder)),
    ...panels.map(({ key }) => key),
  ]);
  const { body, bodyStrong, link: style } = sheetStyles;
  const spans = [...links]
    .filter(([key]) => !linked.has(key))
    .flatMap(([key, link], i): Span[] => [
      { text: i === 0 ? '' : ' · ', style: body },
      { text: names.folder(key), style, link },
    ]);
  return spans.length === 0
    ? []
    : ruledParagraph(
        [{ text: `${words.signals.region.below}  `, style: bodyStrong }, ...spans],
        width,
      );
}

/** What the layout itself says. */
export function layoutLine(text: string): Line {
  return { kind: 'quality', lead: '', text };
}

function secondPage(context: PartContext, height: number): LayOut {
  const { view } = context;
  const children = PARTS.children(view.children, context);
  const heat = PARTS.heat(view.heat, context);
  return (layout) => {
    const panels = children(layout);
    const room = { first: height - heightOf(panels), further: height };
    return [...panels, ...heat({ ...layout, room })];
  };
}
