// Messages as HTML mails: one column that reads on a phone, without images and remote resources.
import { colours, textOn } from '../../charts/theme.ts';
import type {
  ConfirmationMessage,
  MessageFooter,
  MessageKind,
  MessageList,
  ReportMessage,
  Tone,
  MessageLink,
} from '../../ports/message.ts';
import { escapeHtml } from '../../shared/escape-html.ts';

export function renderHtml(message: ReportMessage, footer: MessageFooter): string {
  const { title, period, finding, details, tone, notices } = message;
  const { attention, kinds, improved, alerts, reportLink, pageLink } = message;
  const rows = [
    row(paragraph(title, { bold: true, size: 14 }) + paragraph(period, { muted: true, size: 13 })),
    row(edged(element('h1', escapeHtml(finding), { size: 20 }), TONES[tone].edge), 12),
    ...(details === null ? [] : [row(paragraph(details, { size: 14 }), 8)]),
    ...(notices.length === 0 ? [] : [row(noticeBox(notices), 12)]),
    ...attention.map((list) => row(placeList(list))),
    ...kinds.map((kind) => row(kindBlock(kind), 20)),
    ...improved.map((list) => row(placeList(list), 20)),
    ...(alerts === null ? [] : [row(paragraph(alerts, { size: 14 }), 20)]),
    ...(reportLink === null ? [] : [row(button(reportLink), 20)]),
    ...(pageLink === null ? [] : [row(element('p', anchor(pageLink)), 12)]),
    '<tr><td style="height:20px;font-size:1px;line-height:1px">&nbsp;</td></tr>',
  ];
  return htmlDocument(message, finding, rows, footerBlock(footer));
}

export function renderConfirmationHtml(message: ConfirmationMessage): string {
  const { subject, paragraphs, confirm, note } = message;
  const [first = ''] = paragraphs;
  const rows = [
    row(element('h1', escapeHtml(subject), { size: 20 })),
    ...paragraphs.map((text) => row(paragraph(text), 12)),
    row(button(confirm), 20),
    row(paragraph(note, { muted: true, size: 13 }), 20),
    '<tr><td style="height:20px;font-size:1px;line-height:1px">&nbsp;</td></tr>',
  ];
  return htmlDocument(message, first, rows, '');
}

function noticeBox(notices: readonly string[]): string {
  const texts = notices
    .map(
      (text, i) =>
        `<p style="margin:${i === 0 ? '0' : '4px'} 0 0;font-size:14px;line-height:1.4;${i === 0 ? 'font-weight:bold;' : ''}color:${colours.ink};overflow-wrap:anywhere;word-break:break-word">${escapeHtml(text)}</p>`,
    )
    .join('');
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td style="padding:10px 12px;background:${colours.notice};border:1px solid ${colours.noticeEdge}">${texts}</td></tr></table>`;
}

function placeList({ title, places, also }: MessageList): string {
  const items = places.map(({ name, reason, tone, url }) => {
    const nameHtml = url === null ? escapeHtml(name) : anchor({ text: name, url }, 'none');
    const texts = element('p', nameHtml, { bold: true }) + paragraph(reason, { size: 14 });
    return `<div style="padding-top:10px">${edged(texts, TONES[tone].edge)}</div>`;
  });
  return [
    element('h2', escapeHtml(title), { size: 16 }),
    ...items,
    ...(also === null ? [] : [paragraph(also, { muted: true, size: 14, top: 8 })]),
  ].join('\n');
}

function kindBlock(kind: MessageKind): string {
  const { name, index, usual, verdict, tone, responses } = kind;
  const value = index === null ? '' : ` <span style="font-size:22px">${escapeHtml(index)}</span>`;
  const label = verdict === '' ? '' : ` ${verdictLabel(verdict, tone)}`;
  const details = [usual, responses].filter((text) => text !== null);
  return [
    element('h2', `${escapeHtml(name)}${value}${label}`, { size: 16 }),
    paragraph(details.join(' · '), { muted: true, size: 14 }),
    ...(kind.distribution.length === 0 ? [] : [distributionBar(kind), distributionWords(kind)]),
    ...(kind.weeks.length === 0 ? [] : [weeksTable(kind)]),
  ].join('\n');
}

function verdictLabel(verdict: string, tone: Tone): string {
  return `<span style="padding:2px 8px;white-space:nowrap;font-size:13px;font-weight:normal;background:${TONES[tone].fill};color:${colours.ink}">${escapeHtml(verdict)}</span>`;
}

/** The words below have everything that the bar shows. */
function distributionBar({ distribution }: MessageKind): string {
  const cells = distribution
    .filter(({ share }) => share > 0)
    .map(({ share, text, colour }) => {
      const width = `${String(Math.max(1, Math.round(share * 100)))}%`;
      const labelHtml = share >= MIN_LABELLED_SHARE ? escapeHtml(text) : '&nbsp;';
      return `<td width="${width}" align="center" style="width:${width};height:24px;background:${colour};color:${textOn(colour)};font-size:12px;font-weight:bold">${labelHtml}</td>`;
    });
  return `<table role="presentation" aria-hidden="true" width="100%" cellpadding="0" cellspacing="0" style="margin-top:8px;table-layout:fixed"><tr>${cells.join('')}</tr></table>`;
}

/** The share of a narrower cell would not fit into it. */
const MIN_LABELLED_SHARE = 0.08;

function distributionWords({ distribution }: MessageKind): string {
  const texts = distribution.map(
    ({ name, text, colour }) =>
      `<span style="white-space:nowrap"><span aria-hidden="true" style="background:${colour};border:1px solid ${colours.interval}">&nbsp;&nbsp;&nbsp;</span> ${escapeHtml(name)} ${escapeHtml(text)}</span>`,
  );
  return element('p', texts.join(' &nbsp; '), { size: 13, top: 4 });
}

function weeksTable({ weeksTitle, weeks }: MessageKind): string {
  const names = weeks.map(
    ({ name }) =>
      `<th scope="col" class="muted" style="font-size:11px;font-weight:normal;color:${colours.muted}">${escapeHtml(name)}</th>`,
  );
  const longest = Math.max(...weeks.map(({ text }) => text.length));
  const size = longest > 2 ? 10 : 13;
  const values = weeks.map(({ text, tone, isReportWeek }) => {
    const { fill, edge } = TONES[tone];
    const border = `3px solid ${isReportWeek ? edge : fill}`;
    const weight = isReportWeek ? 'bold' : 'normal';
    return `<td style="padding:2px 0;background:${fill};color:${colours.ink};font-size:${String(size)}px;font-weight:${weight};border-top:${border};border-bottom:${border}">${escapeHtml(text)}</td>`;
  });
  return `<table width="100%" cellpadding="0" cellspacing="1" style="margin-top:8px;table-layout:fixed;text-align:center">
<caption class="muted" style="font-size:13px;text-align:start;color:${colours.muted}">${escapeHtml(weeksTitle)}</caption>
<tr>${names.join('')}</tr>
<tr>${values.join('')}</tr>
</table>`;
}

function footerBlock({ texts, unsubscribe }: MessageFooter): string {
  const lines = texts.map((text) => paragraph(text, { muted: true, size: 12, top: 4 }));
  const link =
    unsubscribe === null
      ? []
      : [element('p', anchor(unsubscribe), { muted: true, size: 13, top: 8 })];
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px"><tr><td style="padding:8px 16px 16px">${[...lines, ...link].join('\n')}</td></tr></table>`;
}

type MailDocument = Pick<ConfirmationMessage, 'language' | 'direction' | 'subject'>;

/** A background and the text on it, the same in dark mode. */
const TONES: Readonly<Record<Tone, { readonly fill: string; readonly edge: string }>> = {
  worse: { fill: '#f6dbe0', edge: '#b3475a' },
  better: { fill: '#d3ede8', edge: '#2f9485' },
  usual: { fill: colours.band, edge: colours.interval },
  unknown: { fill: colours.calm, edge: '#8b96a1' },
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
function htmlDocument(
  { language, direction, subject }: MailDocument,
  preheader: string,
  rows: readonly string[],
  below: string,
): string {
  const attributes = `lang="${escapeHtml(language)}" dir="${direction}"`;
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
<body class="page" style="margin:0;padding:0;background:${colours.calm}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preheader)}</div>
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
function row(content: string, top = 16): string {
  return `<tr><td style="padding:${String(top)}px 16px 0">${content}</td></tr>`;
}

interface MailTextStyle {
  readonly size?: number;
  readonly bold?: boolean;
  readonly muted?: boolean;
  /** Distance to the text above. */
  readonly top?: number;
}

function paragraph(text: string, style: MailTextStyle = {}): string {
  return element('p', escapeHtml(text), style);
}

/** `html` is already escaped. */
function element(
  tag: 'p' | 'h1' | 'h2',
  html: string,
  { size = 15, bold = tag !== 'p', muted = false, top = 0 }: MailTextStyle = {},
): string {
  const colour = muted ? colours.muted : colours.ink;
  const weight = bold ? 'bold' : 'normal';
  return `<${tag} class="${muted ? 'muted' : 'ink'}" style="margin:${String(top)}px 0 0;font-size:${String(size)}px;line-height:1.4;font-weight:${weight};color:${colour};overflow-wrap:anywhere;word-break:break-word">${html}</${tag}>`;
}

function anchor(
  { text, url }: MessageLink,
  decoration: 'underline' | 'none' = 'underline',
): string {
  return `<a class="link" href="${escapeHtml(url)}" style="color:${colours.accent};text-decoration:${decoration}">${escapeHtml(text)}</a>`;
}

/** A link as large as a finger. */
function button({ text, url }: MessageLink): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0"><tr><td style="background:${colours.accent};border-radius:4px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;font-size:16px;font-weight:bold;color:${textOn(colours.accent)};text-decoration:none">${escapeHtml(text)}</a></td></tr></table>`;
}

/** Content with a coloured edge where the line starts. */
function edged(content: string, colour: string): string {
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td width="4" style="width:4px;background:${colour};font-size:1px;line-height:1px">&nbsp;</td><td style="padding:1px 12px">${content}</td></tr></table>`;
}
