// The alerts of a place: the hours in alarm, and a line for each kind of alert.
import type { AlertsView } from '../../../view/report-view.ts';
import { alarmHours } from '../../../charts/alarm-hours.ts';
import { colours, withColour } from '../../../charts/theme.ts';
import type { Block } from '../block.ts';
import { block, figureBlock, paragraph } from '../block.ts';
import { element } from '../page-elements.ts';
import { lineIn, widthOf } from '../text/typesetter.ts';
import { richParagraph, ruled } from '../sheet/rich-text.ts';
import { sectionHead } from '../sheet/section-head.ts';
import { CONTENT_WIDTH, millimetres } from '../sheet/sheet-context.ts';
import type { SheetContext } from '../sheet/sheet-context.ts';
import { sheetStyles } from '../sheet/sheet-styles.ts';

const GAP = millimetres(6);
const PADDING = 3.5;
const { body, bodyStrong } = sheetStyles;
const SINCE = withColour(body, colours.muted);

/** Empty without alerts. */
export function alertBlocks(
  alerts: AlertsView | null,
  { typesetter, words }: SheetContext,
): readonly Block[] {
  if (alerts === null) return [];
  const { title, note, strip, items, summary, good } = alerts;
  const hours = figureBlock(alarmHours(alerts, CONTENT_WIDTH, typesetter));
  const texts = [strip.length === 0 ? summary : '', good].filter((text) => text !== '');
  return [
    sectionHead(title, CONTENT_WIDTH, { note }),
    ...(strip.length === 0 ? [] : [{ ...hours, before: 4, keepWithNext: items.length > 0 }]),
    ...items.flatMap((item) =>
      alertRow(
        item.detail === ''
          ? item
          : { ...item, name: words.signals.asSentence({ text: item.name }) },
      ),
    ),
    ...texts.map((text) => paragraph('P', text, body, CONTENT_WIDTH, { maxLines: 4, before: 3 })),
  ];
}

/** Below a rule: what the alert is about, and at the end side since when it is open. */
function alertRow({ name, detail, since }: AlertsView['items'][number]): readonly Block[] {
  const sinceWidth = since === '' ? 0 : widthOf(since, SINCE) + GAP;
  const isBeside = sinceWidth <= CONTENT_WIDTH / 2;
  const spans = [
    { text: detail === '' ? name : `${name} `, style: bodyStrong },
    { text: isBeside || since === '' ? detail : `${detail} ${since}`, style: body },
  ].filter(({ text }) => text !== '');
  const [text] = richParagraph(spans, CONTENT_WIDTH - (isBeside ? sinceWidth : 0));
  if (text === undefined) return [];
  const end = isBeside
    ? block(element('P'), 0, lineIn(since, SINCE, CONTENT_WIDTH, [0, SINCE.leading], 'right')).parts
    : [];
  const row = { ...text, before: PADDING, parts: [...text.parts, ...end] };
  return ruled([row], CONTENT_WIDTH, PADDING);
}
