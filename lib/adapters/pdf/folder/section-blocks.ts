// The sections of a folder: places with rows, and a line of those that have none.
import type { Row, Section } from '../../../view/report-view.ts';
import { shorten } from '../../../i18n/clean-text.ts';
import type { Block } from '../block.ts';
import { moveParts } from '../block.ts';
import { element } from '../page-elements.ts';
import type { Span } from '../sheet/rich-text.ts';
import { PARAGRAPH_GAP, richParagraph, ruled, ruledParagraph } from '../sheet/rich-text.ts';
import { GLYPH_WIDTH, glyphIn, sectionHead } from '../sheet/section-head.ts';
import type { SheetContext } from '../sheet/sheet-context.ts';
import { sheetStyles } from '../sheet/sheet-styles.ts';
import { headRow, placeRow } from './place-rows.ts';
import type { FolderLayout } from './steps.ts';
import { sectionGap } from './steps.ts';

/** A line does not begin with it. */
const SEPARATOR = '\u00a0· ';
/** Characters of the owner and the note of a place within a line. */
const MAX_CARE = 80;
/** Keeps the value of a place beside its name. */
const NO_BREAK = '\u00a0';

/** Returns the blocks of a layout. Most sections are the same in most layouts, and are laid out once for them. */
export function sectionsLayout(
  sections: readonly Section[],
  context: SheetContext,
): (layout: FolderLayout) => readonly Block[] {
  const laidOut = new Map<string, readonly Block[]>();
  return (layout) => {
    let hasHead = false;
    return sections.flatMap((section, i) => {
      const { state } = section;
      const { isCompact, rows, slim } = layout;
      const previous = sections[i - 1];
      const followsLine = previous !== undefined && isLine(previous, layout);
      const asLine = isLine(section, layout);
      const isSlim = slim.has(state);
      const key = [state, rows[state], isCompact, isSlim, asLine, followsLine, hasHead].join(' ');
      const blocks =
        laidOut.get(key) ??
        (asLine
          ? titledLine(section, followsLine, layout, context)
          : sectionBlocks(section, layout, !hasHead, context));
      laidOut.set(key, blocks);
      hasHead ||= rows[state] > 0;
      return blocks;
    });
  };
}

/** Whether the section is a line of names with its title. */
function isLine({ state }: Section, { rows, hasTitleInLine }: FolderLayout): boolean {
  return hasTitleInLine && rows[state] === 0;
}

function sectionBlocks(
  { state, title, rows }: Section,
  layout: FolderLayout,
  isFirst: boolean,
  context: SheetContext,
): readonly Block[] {
  const { isCompact, slim } = layout;
  const { formats, width } = context;
  const count = layout.rows[state];
  // The line would take as much space as the last row.
  const shown = rows.length === count + 1 && count > 0 ? rows.length : count;
  const shownRows = rows.slice(0, shown);
  const table = element('Table');
  return [
    sectionHead(title, width, {
      state,
      count: formats.count(rows.length),
      before: sectionGap(layout),
    }),
    ...(isFirst && shownRows.length > 0 ? [headRow(table, context)] : []),
    ...shownRows.map((row) =>
      placeRow(row, state, table, { isSlim: slim.has(state), isCompact }, context),
    ),
    ...ruledParagraph(namesOf(rows.slice(shown)), width),
  ];
}

/** The title, its number and the places as one paragraph after the glyph, below a rule where it follows no other line. */
function titledLine(
  { state, title, rows }: Section,
  followsLine: boolean,
  layout: FolderLayout,
  { formats, width }: SheetContext,
): readonly Block[] {
  const { bodyStrong, bodyQuiet } = sheetStyles;
  const spans = [
    { text: title, style: bodyStrong },
    { text: ` ${formats.count(rows.length)}  `, style: bodyQuiet },
    ...namesOf(rows),
  ];
  const glyph = glyphIn(state, bodyStrong.leading);
  const lines = richParagraph(spans, width - GLYPH_WIDTH, PARAGRAPH_GAP).map((line, i) => ({
    ...line,
    parts: [...(i === 0 ? [glyph] : []), ...moveParts(line.parts, GLYPH_WIDTH, 0)],
  }));
  return followsLine ? lines : ruled(lines, width, sectionGap(layout));
}

function namesOf(rows: readonly Row[]): readonly Span[] {
  const { body, bodyQuiet, bodyStrong } = sheetStyles;
  return rows.flatMap((row, i): Span[] => {
    const separator = i === 0 ? '' : SEPARATOR;
    // The name is bold where the line begins with it.
    const name = row.line.startsWith(row.name) ? row.name : '';
    return [
      { text: separator, style: body },
      { text: name, style: bodyStrong },
      { text: row.line.slice(name.length).replaceAll(' ', NO_BREAK), style: body },
      { text: row.care === '' ? '' : ` (${shorten(row.care, MAX_CARE)})`, style: bodyQuiet },
    ].filter(({ text }) => text !== '');
  });
}
