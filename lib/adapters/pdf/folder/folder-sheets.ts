// The sheets of a folder: what changed on the first page, and the folders below and every place on the second.
import type { FolderView, Line, PartsOf } from '../../../view/report-view.ts';
import { shortHeat } from '../../../view/short-heat.ts';
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
import { sectionsBlocks } from './section-blocks.ts';
import { sharesBlock } from './shares.ts';
import type { FolderLayout } from './steps.ts';
import { FRONT_STEPS, frontLayout, SECOND_STEPS, secondLayout, sectionGap } from './steps.ts';

/** A folder with at most so many surveys lists all of them on its first page, and has no second one. */
const MOST_ON_FRONT = 12;

interface PartContext extends SheetContext {
  readonly view: FolderView;
  readonly layout: FolderLayout;
  /** The height of the highest text in the band. */
  readonly bandHeight: number;
}

type FolderParts = Omit<PartsOf<FolderView, 'pdf', readonly Block[], PartContext>, SheetParts>;

const PARTS: FolderParts = {
  figure: (figure) => (figure === null ? [] : [figureColumn(figure)]),
  trend: (trend, context) =>
    trend === null ? [] : [trendColumn(trend, context.layout, context.bandHeight, context)],
  counts: (counts, context) => [countsColumn(counts, context)],
  buttons: (buttons, context) => (buttons === null ? [] : [sharesBlock(buttons, context)]),
  sections: (sections, context) => sectionsBlocks(sections, context.layout, context),
  lines: (lines, { width }) => ruledParagraph(lines.flatMap(spansOf), width),
  moved(moved, { layout, width }) {
    if (moved === null) return [];
    return layout.isMovedLine
      ? ruledParagraph(movedLine(moved), width)
      : movedBlocks(moved, sectionGap(layout));
  },
  children: (children, context) =>
    children === null ? [] : panelBlocks(children, context.layout, context),
  heat: (heat, context) =>
    heat === null
      ? []
      : heatBlocks(
          heat,
          shortHeat(heat, context.view.sections, context.layout.lowest),
          context.layout,
          context,
        ),
};

function spansOf({ lead, text }: Line): readonly Span[] {
  const { body, bodyStrong } = sheetStyles;
  return [
    { text: lead === '' ? '' : `${lead} `, style: bodyStrong },
    { text: `${text} `, style: body },
  ];
}

export function folderSheets(view: FolderView, context: SheetContext): readonly Block[] {
  const front = frontPages(view, context);
  if (!hasSecondPage(view)) return front;
  const height = bodyHeight(context.paper, false);
  const second = fitSheet(height, SECOND_STEPS, (steps) =>
    secondPage({ ...context, view, layout: secondLayout(steps), bandHeight: 0 }, height),
  );
  return [
    ...front,
    ...second.map((block, i) => (i === 0 ? { ...block, startsPage: true } : block)),
  ];
}

/** The first page, and further ones where no step makes it fit. */
function frontPages(view: FolderView, context: SheetContext): readonly Block[] {
  const partContext = { ...context, view, layout: frontLayout(0), bandHeight: 0 };
  const fixed = fixedParts(partContext);
  const build = (steps: number, pages: number): readonly Block[] =>
    firstPage(fixed, { ...partContext, layout: frontLayout(steps) }, pages);
  const front = fitSheet(bodyHeight(context.paper, true), FRONT_STEPS, (steps) => build(steps, 1));
  const pages = pageCount(front, context.paper);
  return pages === 1 ? front : build(FRONT_STEPS, pages);
}

/** The parts of the first page that are the same after all steps. */
interface FixedParts {
  readonly head: readonly Block[];
  readonly figure: Block | null;
  readonly counts: Block | null;
  readonly buttons: readonly Block[];
  readonly footnote: Block;
}

function fixedParts(context: PartContext): FixedParts {
  const { view, width } = context;
  const shownCounts = view.counts.filter(({ state, count }) => count > 0 || state === 'noSignal');
  const [figure = null] = PARTS.figure(view.figure, context);
  const [counts = null] = PARTS.counts(shownCounts, context);
  return {
    head: [
      pageHead(view, context),
      ...noticeBlocks(view, width),
      findingBlock(view, context),
    ],
    figure,
    counts,
    buttons: PARTS.buttons(view.buttons, context),
    footnote: footnote(view.method, width),
  };
}

function hasSecondPage({ sections, heat }: FolderView): boolean {
  // Without a heat map all places are rows, on as many pages as they need.
  return heat !== null && sections.reduce((sum, { rows }) => sum + rows.length, 0) > MOST_ON_FRONT;
}

/** `pages`: the number of pages before the one with the other places. */
function firstPage(fixed: FixedParts, context: PartContext, pages: number): readonly Block[] {
  const { view, layout, words } = context;
  const hasSecond = hasSecondPage(view);
  const listed = hasSecond ? view.sections.filter(({ state }) => state !== 'usual') : view.sections;
  const others = view.sections.find(({ state }) => state === 'usual')?.rows.length ?? 0;
  const lines =
    hasSecond && others > 0
      ? [...view.lines, othersLine(words.othersOnPage({ n: others, page: pages + 1 }))]
      : view.lines;
  const { figure, counts } = fixed;
  const bandHeight = Math.max(figure?.height ?? 0, counts?.height ?? 0);
  const [trend = null] = PARTS.trend(view.trend, { ...context, bandHeight });
  return [
    ...fixed.head,
    bandBlock([figure, trend, counts], layout),
    ...fixed.buttons,
    ...PARTS.sections(listed, context),
    // The causes of the panels on the second page say the same.
    ...(hasSecond ? [] : spaced(PARTS.moved(view.moved, context), layout)),
    ...spaced(PARTS.lines(lines, context), layout),
    ...spaced(otherLinks(listed, context), layout),
    ...(layout.hasFootnote ? [fixed.footnote] : []),
  ];
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

function othersLine(text: string): Line {
  return { kind: 'quality', lead: '', text };
}

function spaced(blocks: readonly Block[], layout: FolderLayout): readonly Block[] {
  return blocks.map((block, i) => (i === 0 ? { ...block, before: sectionGap(layout) } : block));
}

function secondPage(context: PartContext, height: number): readonly Block[] {
  const { view } = context;
  const children = PARTS.children(view.children, context);
  const room = { first: height - heightOf(children), further: height };
  const layout = { ...context.layout, room };
  return [...children, ...PARTS.heat(view.heat, { ...context, layout })];
}
