// Which places the difference of a folder from its usual level comes from.
import type { Moved } from '../../../view/report-view.ts';
import { movedBar } from '../../../charts/bars.ts';
import type { Block } from '../block.ts';
import { block } from '../block.ts';
import type { Element } from '../page-elements.ts';
import { element, partOf } from '../page-elements.ts';
import { fitted, lineIn } from '../text/typesetter.ts';
import type { Span } from '../sheet/rich-text.ts';
import { sectionHead } from '../sheet/section-head.ts';
import { CONTENT_WIDTH, millimetres } from '../sheet/sheet-context.ts';
import { sheetStyles } from '../sheet/sheet-styles.ts';

const GAP = millimetres(3);
const NAME_WIDTH = millimetres(49);
const BAR = { x: NAME_WIDTH + GAP, width: 142.5, height: 9 } as const;
const VALUE_RIGHT = BAR.x + BAR.width + GAP + millimetres(12);
const DETAIL_X = VALUE_RIGHT + GAP;
const ROW_GAP = 3;

export function movedBlocks(moved: Moved, before: number): readonly Block[] {
  const table = element('Table');
  return [
    sectionHead(moved.title, CONTENT_WIDTH, { note: moved.note, before }),
    ...moved.parts.map((part, i) => movedRow(part, moved, table, i === 0 ? 4 : ROW_GAP)),
  ];
}

/** The parts as a paragraph. */
export function movedLine({ title, parts }: Moved): readonly Span[] {
  const { body, bodyStrong } = sheetStyles;
  const texts = parts.map(({ name, text }) => `${name} ${text}`);
  return [
    { text: `${title}  `, style: bodyStrong },
    { text: texts.join(' · '), style: body },
  ];
}

function movedRow(
  { name, text, detail, ...part }: Moved['parts'][number],
  moved: Moved,
  table: Element,
  before: number,
): Block {
  const { body, bodyStrong, path } = sheetStyles;
  const height = 11;
  const parent = element('TR', { parent: table });
  const band = [0, height] as const;
  const bar = movedBar({ name, text, detail, ...part }, moved, BAR.width, BAR.height);
  return {
    ...block(null, height, [], { before }),
    parts: [
      partOf(
        element('TH', { parent, scope: 'Row' }),
        lineIn(fitted(name, body, NAME_WIDTH), body, 0, band),
      ),
      // The bar says nothing that the number beside it doesn't.
      partOf(null, bar, BAR.x, (height - BAR.height) / 2),
      partOf(element('TD', { parent }), lineIn(text, bodyStrong, VALUE_RIGHT, band, 'right')),
      partOf(
        element('TD', { parent }),
        lineIn(fitted(detail, path, CONTENT_WIDTH - DETAIL_X), path, DETAIL_X, band),
      ),
    ],
  };
}
