// What a reader must know before trusting the figures: above them what is missing, at the end what was odd.
import type { Report } from '../../../domain/report.ts';
import { clean } from '../../../i18n/clean-text.ts';
import { filled } from '../../../charts/draw-operations.ts';
import {
  changesText,
  emptyText,
  hiddenMarksText,
  missingTexts,
  qualityNotes,
  sumOverNames,
} from '../../../i18n/report-texts/quality-texts.ts';
import { colours, type } from '../../../charts/theme.ts';
import type { Block } from '../block.ts';
import { block, paragraph, partsMoved, stacked } from '../block.ts';
import { space } from '../layout-context.ts';
import type { Setting } from '../layout-context.ts';
import { boxesIn } from '../text/typesetter.ts';
import { heading } from './section-heading.ts';

const NOTICE_LINES = 6;

/** On the first page, above the figures: why a report is partial, or that an empty one is in order. */
export function notice(report: Report, setting: Setting): readonly Block[] {
  const { words, formats } = setting;
  if (report.status === 'empty') {
    const lines = [emptyText(report, setting)];
    return [panel(words.emptyHeading, lines, colours.calm, colours.hairline, setting)];
  }
  if (report.status !== 'partial') return [];
  const missing = missingTexts(report, setting);
  const lines = missing.slice(0, NOTICE_LINES);
  if (missing.length > NOTICE_LINES) {
    lines.push(words.moreInJson(formats.count(missing.length - NOTICE_LINES)));
  }
  return [panel(words.partialHeading, lines, colours.notice, colours.noticeEdge, setting)];
}

function panel(
  title: string,
  lines: readonly string[],
  fill: string,
  edge: string,
  { width }: Setting,
): Block {
  const inset = 12;
  const room = width - 2 * inset;
  const text = stacked([
    paragraph('H2', title, type.strong, room),
    ...lines.map((one) => paragraph('P', one, type.body, room, { before: 2, balanced: true })),
  ]);
  const height = text.height + 2 * space.small;
  const back = block(null, height, [
    filled(0, 0, width, height, fill),
    filled(0, 0, 3, height, edge),
  ]);
  return {
    ...back,
    parts: [...back.parts, ...partsMoved(text.parts, inset, space.small)],
    before: space.block,
  };
}

/** The notes under "Data quality", when there is something to say. */
export function dataQuality(report: Report, most: number, setting: Setting): readonly Block[] {
  const { words, formats, width } = setting;
  const notes = qualityNotes(report, setting);
  const said = notes.slice(0, most);
  if (notes.length > most) said.push(words.moreInJson(formats.count(notes.length - most)));
  const boxes = undisplayable(report);
  if (boxes > 0) said.push(words.undisplayable(formats.count(boxes), formats.plural(boxes)));
  for (const text of [hiddenMarksText(report, setting), changesText(report, setting)]) {
    if (text !== null) said.push(text);
  }
  if (said.length === 0) return [];
  return [
    heading('H2', words.dataQuality, width),
    ...said.map((note, i) =>
      paragraph('P', note, type.body, width, {
        before: 2,
        balanced: true,
        // The last note is never alone on a page.
        keepWithNext: i === said.length - 2,
      }),
    ),
  ];
}

/** Characters of names that no font of ours has, each name counted once. */
function undisplayable(report: Report): number {
  return sumOverNames(report, (name) => boxesIn(clean(name)));
}
