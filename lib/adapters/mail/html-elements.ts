// The frame and the elements of a mail in HTML: tables and inline styles, which mail programs keep. The style sheet only has
// the colours of dark mode, and may be removed.
import { colours, textOn } from '../../charts/theme.ts';
import type { ConfirmationMessage, MessageLink, Tone } from '../../ports/message.ts';

type Page = Pick<ConfirmationMessage, 'language' | 'direction' | 'subject'>;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For texts, and for attributes in double quotes. */
export function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** A background and the text on it, the same in dark mode. */
export const TONES: Readonly<Record<Tone, { readonly fill: string; readonly edge: string }>> = {
  worse: { fill: '#f6dbe0', edge: '#b3475a' },
  better: { fill: '#d3ede8', edge: '#2f9485' },
  usual: { fill: colours.usual, edge: colours.interval },
  unknown: { fill: colours.thin, edge: '#8b96a1' },
};

const FONT = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Classes of the elements whose colours depend on the mode; inline styles have those of light mode. */
const DARK = {
  page: 'background:#11171d',
  card: 'background:#1c252e',
  ink: 'color:#e9eef3',
  muted: 'color:#b3bfca',
  link: 'color:#9cc8ea',
  rule: 'border-color:#3a4754',
} as const;

const STYLE = `:root{color-scheme:light dark}@media(prefers-color-scheme:dark){${Object.entries(
  DARK,
)
  .map(([name, style]) => `.${name}{${style}!important}`)
  .join('')}}`;

/** A whole document. `rows` are rows of the card's table; `preheader` is shown next to the subject in a list of mails. */
export function htmlDocument(
  { language, direction, subject }: Page,
  preheader: string,
  rows: readonly string[],
  below: string,
): string {
  const attributes = `lang="${escape(language)}" dir="${direction}"`;
  // Some programs remove html and body; the outer table has the language and the direction too.
  return `<!doctype html>
<html ${attributes}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escape(subject)}</title>
<style>${STYLE}</style>
</head>
<body class="page" style="margin:0;padding:0;background:${colours.calm}">
<div style="display:none;max-height:0;overflow:hidden">${escape(preheader)}</div>
<table role="presentation" class="page" ${attributes} width="100%" cellpadding="0" cellspacing="0" style="background:${colours.calm};font-family:${FONT}">
<tr><td align="center" style="padding:12px 8px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:${colours.paper};border-top:4px solid ${colours.accent};text-align:${direction === 'rtl' ? 'right' : 'left'}">
${rows.join('\n')}
</table>
${below}
</td></tr>
</table>
</body>
</html>
`;
}

/** A row of the card. */
export function row(content: string, top = 16): string {
  return `<tr><td style="padding:${String(top)}px 16px 0">${content}</td></tr>`;
}

interface TextStyle {
  readonly size?: number;
  readonly bold?: boolean;
  readonly muted?: boolean;
  /** Distance to the text above. */
  readonly top?: number;
}

export function paragraph(text: string, style: TextStyle = {}): string {
  return element('p', escape(text), style);
}

/** `html` is already escaped. */
export function element(
  tag: 'p' | 'h1' | 'h2',
  html: string,
  { size = 15, bold = tag !== 'p', muted = false, top = 0 }: TextStyle = {},
): string {
  const colour = muted ? colours.muted : colours.ink;
  const weight = bold ? 'bold' : 'normal';
  return `<${tag} class="${muted ? 'muted' : 'ink'}" style="margin:${String(top)}px 0 0;font-size:${String(size)}px;line-height:1.4;font-weight:${weight};color:${colour};overflow-wrap:anywhere;word-break:break-word">${html}</${tag}>`;
}

export function anchor(
  { text, url }: MessageLink,
  decoration: 'underline' | 'none' = 'underline',
): string {
  return `<a class="link" href="${escape(url)}" style="color:${colours.accent};text-decoration:${decoration}">${escape(text)}</a>`;
}

/** A link as large as a finger. */
export function button({ text, url }: MessageLink): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0"><tr><td style="background:${colours.accent};border-radius:4px"><a href="${escape(url)}" style="display:inline-block;padding:12px 20px;font-size:16px;font-weight:bold;color:${textOn(colours.accent)};text-decoration:none">${escape(text)}</a></td></tr></table>`;
}

/** Content with a coloured edge where the line starts. */
export function edged(content: string, colour: string): string {
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td width="4" style="width:4px;background:${colour};font-size:1px;line-height:1px">&nbsp;</td><td style="padding:1px 12px">${content}</td></tr></table>`;
}
