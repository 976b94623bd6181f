// The elements of mails: tables and inline styles, which all mail programs keep, and one style sheet for dark mode, which some
// drop. No images and nothing remote.
import type { Shade } from '../../charts/theme.ts';
import { buttonShades, colours, darkColours, heatShades } from '../../charts/theme.ts';
import type { ConfirmationMessage, MessageLink } from '../../ports/message.ts';
import { escapeHtml } from '../../shared/escape-html.ts';

type Pair = readonly [light: string, dark: string];

function text(name: keyof typeof colours): Pair {
  return [`color:${colours[name]}`, `color:${darkColours[name]}`];
}

function fill(name: keyof typeof colours): Pair {
  return [`background:${colours[name]}`, `background:${darkColours[name]}`];
}

function border(name: keyof typeof colours): Pair {
  return [`border-color:${colours[name]}`, `border-color:${darkColours[name]}`];
}

function cell(shade: Shade): Pair {
  return [
    `background:${shade.fill};color:${shade.text}`,
    `background:${shade.darkFill};color:${shade.darkText}`,
  ];
}

/** Inline styles in light mode, and what the style sheet of dark mode sets instead. */
const LOOKS = {
  page: ['background:#f3f5f7', 'background:#0e1419'],
  card: fill('paper'),
  ink: text('ink'),
  muted: text('muted'),
  link: text('accent'),
  bad: text('bad'),
  good: text('good'),
  noSignal: text('noSignal'),
  edge: fill('bad'),
  top: border('accent'),
  rule: border('ink'),
  bar: fill('presses'),
  badBar: fill('bad'),
  button: fill('accent'),
  onButton: ['color:#ffffff', 'color:#0e1419'],
  notice: [
    `background:${colours.notice};border-color:${colours.noticeEdge}`,
    `background:${darkColours.notice};border-color:${darkColours.noticeEdge}`,
  ],
  farBelow: cell(heatShades.farBelow),
  below: cell(heatShades.below),
  within: cell({ ...heatShades.within, text: colours.ink, darkText: darkColours.ink }),
  above: cell(heatShades.above),
  farAbove: cell(heatShades.farAbove),
  worst: cell(buttonShades.worst),
  low: cell(buttonShades.low),
  middle: cell(buttonShades.middle),
  high: cell(buttonShades.high),
  best: cell(buttonShades.best),
  noMood: cell({
    ...{ fill: colours.volume, text: colours.ink },
    ...{ darkFill: darkColours.volume, darkText: darkColours.ink },
  }),
} as const satisfies Record<string, Pair>;
export type Look = keyof typeof LOOKS;

const DARK = Object.entries(LOOKS)
  .map(([name, [, dark]]) => `.${name}{${dark.replaceAll(';', '!important;')}!important}`)
  .join('');
const STYLE = `:root{color-scheme:light dark}@media(min-width:600px){.wide{padding-left:28px!important;padding-right:28px!important}}@media(prefers-color-scheme:dark){${DARK}}`;
const FONT = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const BREAKS = 'overflow-wrap:anywhere;word-break:break-word';
export const TABLE = 'role="presentation" cellpadding="0" cellspacing="0"';

/** The attributes of an element with these looks and further declarations. */
export function looks(names: readonly Look[], style = ''): string {
  const declarations = [...names.map((name) => LOOKS[name][0]), style].filter(Boolean).join(';');
  return `class="${names.join(' ')}" style="${declarations}"`;
}

export interface TextStyle {
  readonly size?: number;
  /** Distance between lines. */
  readonly leading?: number;
  readonly bold?: boolean;
  readonly look?: Look;
  /** Distance to what is above. */
  readonly top?: number;
}

/** `html` is already escaped. */
export function element(
  tag: 'p' | 'h1' | 'h2' | 'h3',
  html: string,
  { size = 15, leading = 22, bold = tag !== 'p', look = 'ink', top = 0 }: TextStyle = {},
): string {
  const style = `margin:${String(top)}px 0 0;font-size:${String(size)}px;line-height:${String(leading)}px;font-weight:${bold ? 'bold' : 'normal'};${BREAKS}`;
  return `<${tag} ${looks([look], style)}>${html}</${tag}>`;
}

export function paragraph(content: string, style: TextStyle = {}): string {
  return element('p', escapeHtml(content), style);
}

/** `html` is already escaped. */
export function span(html: string, look: Look, style = ''): string {
  return `<span ${looks([look], style)}>${html}</span>`;
}

export function anchor({ text, url }: MessageLink): string {
  return `<a href="${escapeHtml(url)}" ${looks(['link'], 'text-decoration:underline')}>${escapeHtml(text)}</a>`;
}

/** A link as large as a finger, with another one beside it. */
export function button({ text, url }: MessageLink, beside: MessageLink | null): string {
  const style =
    'display:inline-block;padding:13px 24px;font-size:16px;line-height:20px;font-weight:bold;text-decoration:none;white-space:nowrap';
  const other =
    beside === null
      ? ''
      : `<td width="16">&nbsp;</td><td style="font-size:15px">${anchor(beside)}</td>`;
  return `<table ${TABLE}><tr><td ${looks(['button'], 'border-radius:8px')}><a href="${escapeHtml(url)}" ${looks(['onButton'], style)}>${escapeHtml(text)}</a></td>${other}</tr></table>`;
}

export function noticeBox(notices: readonly string[]): string {
  const texts = notices.map((text, i) =>
    paragraph(text, { size: 14, leading: 20, bold: i === 0, top: i === 0 ? 0 : 4 }),
  );
  return `<table ${TABLE} width="100%"><tr><td ${looks(['notice'], 'padding:10px 12px;border-width:1px;border-style:solid')}>${texts.join('')}</td></tr></table>`;
}

/** Shares of a whole beside each other, at least one hundredth wide; `label` stands in those where it fits. */
export function shareBar(
  parts: readonly { readonly share: number; readonly label: string; readonly look: Look }[],
): string {
  const cells = parts
    .filter(({ share }) => share > 0)
    .map(({ share, label, look }) => {
      const width = `${String(Math.max(1, Math.round(share * 100)))}%`;
      const labelHtml = share >= MIN_LABELLED_SHARE ? escapeHtml(label) : '&nbsp;';
      const style = `width:${width};height:24px;font-size:12px;font-weight:bold`;
      return `<td width="${width}" align="center" ${looks([look], style)}>${labelHtml}</td>`;
    });
  return `<table ${TABLE} aria-hidden="true" width="100%" style="table-layout:fixed"><tr>${cells.join('')}</tr></table>`;
}

/** The label of a narrower cell would not fit into it. */
const MIN_LABELLED_SHARE = 0.08;

/** Where lines end. */
export function endOf(direction: ConfirmationMessage['direction']): 'left' | 'right' {
  return direction === 'rtl' ? 'left' : 'right';
}

/** A line does not break within '66–73'. */
const RANGE = /(?<=\p{Nd})–(?=[+−]?\p{Nd})/gu;

type MailDocument = Pick<ConfirmationMessage, 'language' | 'direction' | 'subject'>;

/** A whole document. `preheader` is shown next to the subject in a list of mails; `below` stands under the card. */
export function htmlDocument(
  { language, direction, subject }: MailDocument,
  preheader: string,
  content: readonly string[],
  below: readonly string[],
): string {
  const attributes = `lang="${escapeHtml(language)}" dir="${direction}"`;
  const align = `text-align:${direction === 'rtl' ? 'right' : 'left'}`;
  // Some programs remove html and body; the outer table has the language and the direction too.
  return `<!doctype html>
<html ${attributes}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${STYLE}</style>
</head>
<body ${looks(['page'], 'margin:0;padding:0')}>
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preheader)}</div>
<table ${TABLE} ${attributes} width="100%" ${looks(['page'], `font-family:${FONT}`)}>
<tr><td align="center" style="padding:12px 0">
<table ${TABLE} width="100%" ${looks(['card', 'top'], `max-width:600px;border-top-width:4px;border-top-style:solid;${align}`)}>
<tr><td class="wide" style="padding:16px 16px 22px">
${content.join('\n').replaceAll(RANGE, '–\u2060')}
</td></tr>
</table>
${below.length === 0 ? '' : `<table ${TABLE} width="100%" style="max-width:600px;${align}"><tr><td class="wide" style="padding:14px 16px 4px">${below.join('\n')}</td></tr></table>`}
</td></tr>
</table>
</body>
</html>
`;
}
