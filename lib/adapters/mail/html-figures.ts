// Figures of a view in cells: shares of the buttons, thirteen weeks, and presses of options.
import type { ReportMessage } from '../../ports/message.ts';
import { escapeHtml } from '../../shared/escape-html.ts';
import type { ButtonsView, OptionsView, Trend } from '../../view/report-view.ts';
import type { Look } from './html-elements.ts';
import { element, endOf, looks, paragraph, shareBar, span, TABLE } from './html-elements.ts';
import { MOST_OPTIONS } from './shown-rows.ts';

const HEAD = { size: 13, leading: 18 } as const;

export function buttonBlocks({ buttons }: ButtonsView): readonly string[] {
  const words = buttons.map(
    ({ name, countText, position }) =>
      `<span style="white-space:nowrap"><span aria-hidden="true" ${looks([buttonLook(position)])}>&nbsp;&nbsp;&nbsp;</span> ${escapeHtml(name)} ${escapeHtml(countText)}</span>`,
  );
  const parts = buttons.map(({ share, shareText, position }) => ({
    share,
    label: shareText,
    look: buttonLook(position),
  }));
  return [
    `<div style="padding-top:14px">${shareBar(parts)}</div>`,
    element('p', words.join(' &nbsp; '), { size: 13, leading: 19, look: 'muted', top: 6 }),
  ];
}

const BUTTONS: readonly Look[] = ['worst', 'low', 'middle', 'high', 'best'];

/** `position` on a scale of five, worst first; null for one that suggests no mood. */
function buttonLook(position: number | null): Look {
  return (position === null ? undefined : BUTTONS[position]) ?? 'noMood';
}

/**
 * The week of the report is the last one: only it may be dark. A title is shown to say what the colours are; without them, the weeks
 * stand below the figure, and the title is for who can't see the cells.
 */
export function trendBlocks({ title, points }: Trend, note: string): readonly string[] {
  const names = points.map(({ number }) =>
    cell('th', number, ['muted'], 'font-size:12px;line-height:16px;font-weight:normal'),
  );
  const longest = Math.max(...points.map(({ text }) => text.length));
  const size = `font-size:12px;line-height:24px${longest > 3 ? ';letter-spacing:-0.5px' : ''}`;
  const last = points.length - 1;
  const values = points.map(({ text, heat }, i) =>
    i === last
      ? cell('td', text, [cellLook(heat ?? 0), 'rule'], `${size};font-weight:bold;${NOW}`)
      : cell('td', text, [cellLook(Math.max(-1, Math.min(1, heat ?? 0)))], size),
  );
  const isColoured = points.some(({ heat }) => heat !== null && heat !== 0);
  const noteHtml = span(escapeHtml(note), 'muted', 'font-weight:normal');
  return [
    ...(isColoured
      ? [element('p', `<b>${escapeHtml(title)}</b> ${noteHtml}`, { ...HEAD, top: 18 })]
      : []),
    `<table width="100%" cellpadding="0" cellspacing="2" aria-label="${escapeHtml(title)}" style="table-layout:fixed;text-align:center;margin-top:${isColoured ? '0' : '8px'}"><tr>${names.join('')}</tr><tr>${values.join('')}</tr></table>`,
  ];
}

const NOW = 'border-bottom-width:3px;border-bottom-style:solid';

function cellLook(heat: number): Look {
  if (heat <= -2) return 'farBelow';
  if (heat === -1) return 'below';
  if (heat === 1) return 'above';
  return heat >= 2 ? 'farAbove' : 'within';
}

function cell(tag: 'th' | 'td', text: string, names: readonly Look[], style: string): string {
  const scope = tag === 'th' ? ' scope="col"' : '';
  return `<${tag}${scope} align="center" ${looks(names, style)}>${escapeHtml(text)}</${tag}>`;
}

/** Those with the most presses. */
export function optionBlocks(
  { title, options, empty }: OptionsView,
  { view: { direction }, notes }: ReportMessage,
): readonly string[] {
  const shown = options.slice(0, MOST_OPTIONS);
  const head = element(
    'p',
    `<b>${escapeHtml(title)}</b> ${span(escapeHtml(notes.presses), 'muted')}`,
    {
      ...HEAD,
      top: 18,
    },
  );
  if (shown.length === 0) return empty === '' ? [] : [head, paragraph(empty)];
  const end = endOf(direction);
  const most = Math.max(...shown.map(({ presses }) => presses), 1);
  const rows = shown.map(({ name, presses, pressesText, change, isReason }) => {
    const width = `${String(Math.round((100 * presses) / most))}%`;
    const bar =
      presses === 0
        ? ''
        : `<table ${TABLE} aria-hidden="true" width="${width}"><tr><td ${looks([isReason ? 'badBar' : 'bar'], 'font-size:1px;line-height:12px')}>&nbsp;</td></tr></table>`;
    const changeStyle = isReason ? 'font-weight:bold' : '';
    return `<tr><td width="42%" ${looks(['ink'], 'padding:2px 0')}>${escapeHtml(name)}</td><td width="8">&nbsp;</td><td>${bar}</td><td width="48" align="${end}" ${looks(['ink'], 'font-weight:bold')}>${escapeHtml(pressesText)}</td><td width="48" align="${end}" ${looks([isReason ? 'bad' : 'muted'], changeStyle)}>${escapeHtml(change)}</td></tr>`;
  });
  return [
    head,
    `<table ${TABLE} width="100%" style="font-size:14px;line-height:20px">${rows.join('')}</table>`,
  ];
}
