// The finding of a sheet, with the notes of the folder at its end side.
import type { CommonView, Finding, NotesView, PlaceState } from '../../../view/report-view.ts';
import type { Colour } from '../../../charts/theme.ts';
import { colours, withColour } from '../../../charts/theme.ts';
import { filledRectangle } from '../../../charts/draw-operations.ts';
import { stateColour } from '../../../charts/state-glyph.ts';
import type { Block } from '../block.ts';
import { block, moveParts, paragraph, stackBlocks } from '../block.ts';
import { element } from '../page-elements.ts';
import { fitted, lineIn } from '../text/typesetter.ts';
import { GLYPH_WIDTH, glyphIn } from './section-head.ts';
import type { SheetContext } from './sheet-context.ts';
import { millimetres } from './sheet-context.ts';
import { sheetStyles } from './sheet-styles.ts';

const DETAIL_WIDTH = millimetres(165);
const NOTE_WIDTH = millimetres(52);
const NOTE_GAP = millimetres(7);
const NOTE_PADDING = { x: 7, y: 5 };
const NOTE_EDGE = 2;
const { finding: headlineStyle, detail: detailStyle, body, bodyStrong, label } = sheetStyles;

export function findingBlock(
  { finding, notes }: Pick<CommonView, 'finding' | 'notes'>,
  context: SheetContext,
): Block {
  const { width } = context;
  const hasNotes = notes !== null && (notes.owner !== null || notes.notes.length > 0);
  if (!hasNotes) return stackBlocks(findingParts(finding, width, context), { before: 7 });
  const text = stackBlocks(findingParts(finding, width - NOTE_WIDTH - NOTE_GAP, context));
  const box = noteBox(notes);
  return {
    ...text,
    height: Math.max(text.height, box.height + 2),
    before: 7,
    parts: [...text.parts, ...moveParts(box.parts, width - NOTE_WIDTH, 2)],
  };
}

function findingParts(
  { state, label: text, headline, details }: Finding,
  width: number,
  { formats }: Pick<SheetContext, 'formats'>,
): Block[] {
  const detail = formats.sentences(details);
  return [
    ...(text === '' ? [] : [stateLine(state, text, width)]),
    paragraph('P', headline, headlineStyle, width, { maxLines: 4, balanced: true, before: 2 }),
    ...(detail === ''
      ? []
      : [
          paragraph('P', detail, detailStyle, Math.min(width, DETAIL_WIDTH), {
            maxLines: 8,
            before: 3,
          }),
        ]),
  ];
}

/** The state in its colour, after its glyph. */
function stateLine(state: PlaceState, text: string, width: number): Block {
  const style = withColour(bodyStrong, stateColour(state));
  const label = fitted(text, style, width - GLYPH_WIDTH);
  const runs = lineIn(label, style, GLYPH_WIDTH, [0, style.leading]);
  const line = block(element('P'), style.leading, runs);
  return { ...line, parts: [glyphIn(state, style.leading), ...line.parts] };
}

function noteBox({ owner, notes }: NotesView): Block {
  const width = NOTE_WIDTH - NOTE_EDGE - 2 * NOTE_PADDING.x;
  const content = stackBlocks([
    ...(owner === null
      ? []
      : [
          paragraph('P', owner.name, bodyStrong, width, { maxLines: 2 }),
          paragraph('P', owner.since, label, width, { maxLines: 2 }),
        ]),
    ...notes.flatMap((note, i) => [
      paragraph('P', note.text, body, width, {
        maxLines: 20,
        before: i === 0 && owner === null ? 0 : 4,
      }),
      paragraph('P', note.signature, label, width, { maxLines: 2 }),
    ]),
  ]);
  const height = content.height + 2 * NOTE_PADDING.y;
  const area = (x: number, areaWidth: number, colour: Colour): Block =>
    block(null, height, [filledRectangle(x, 0, areaWidth, height, colour)]);
  return {
    ...content,
    height,
    parts: [
      ...area(0, NOTE_WIDTH, colours.notice).parts,
      ...area(0, NOTE_EDGE, colours.noticeEdge).parts,
      ...moveParts(content.parts, NOTE_EDGE + NOTE_PADDING.x, NOTE_PADDING.y),
    ],
  };
}
