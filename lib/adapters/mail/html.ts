// Messages as HTML mails: one column that reads on a phone, without images and remote resources.
import { colours, textOn } from '../../charts/theme.ts';
import type {
  ConfirmationMessage,
  MessageFooter,
  MessageKind,
  MessageList,
  ReportMessage,
  Tone,
} from '../../ports/message.ts';
import {
  TONES,
  anchor,
  button,
  edged,
  element,
  escape,
  htmlDocument,
  paragraph,
  row,
} from './html-elements.ts';

export function renderHtml(message: ReportMessage, footer: MessageFooter): string {
  const { title, period, finding, tone, notices, attention, kinds, improved, alerts } = message;
  const { reportLink, pageLink } = message;
  const rows = [
    row(paragraph(title, { bold: true, size: 14 }) + paragraph(period, { muted: true, size: 13 })),
    row(edged(element('h1', escape(finding), { size: 20 }), TONES[tone].edge), 12),
    ...(notices.length === 0 ? [] : [row(noticeBox(notices), 12)]),
    ...(attention === null ? [] : [row(placeList(attention))]),
    ...kinds.map((kind) => row(kindBlock(kind), 20)),
    ...(improved === null ? [] : [row(placeList(improved), 20)]),
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
    row(element('h1', escape(subject), { size: 20 })),
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
        `<p style="margin:${i === 0 ? '0' : '4px'} 0 0;font-size:14px;line-height:1.4;${i === 0 ? 'font-weight:bold;' : ''}color:${colours.ink};overflow-wrap:anywhere;word-break:break-word">${escape(text)}</p>`,
    )
    .join('');
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td style="padding:10px 12px;background:${colours.notice};border:1px solid ${colours.noticeEdge}">${texts}</td></tr></table>`;
}

function placeList({ title, places, more }: MessageList): string {
  const items = places.map(({ name, reason, tone, url }) => {
    const shown = url === null ? escape(name) : anchor({ text: name, url }, 'none');
    const texts = element('p', shown, { bold: true }) + paragraph(reason, { size: 14 });
    return `<div style="padding-top:10px">${edged(texts, TONES[tone].edge)}</div>`;
  });
  return [
    element('h2', escape(title), { size: 16 }),
    ...items,
    ...(more === null ? [] : [paragraph(more, { muted: true, size: 14, top: 8 })]),
  ].join('\n');
}

function kindBlock(kind: MessageKind): string {
  const { name, index, usual, verdict, tone, responses } = kind;
  const value = index === null ? '' : ` <span style="font-size:22px">${escape(index)}</span>`;
  const label = verdict === '' ? '' : ` ${verdictLabel(verdict, tone)}`;
  const details = [usual, responses].filter((text) => text !== null);
  return [
    element('h2', `${escape(name)}${value}${label}`, { size: 16 }),
    paragraph(details.join(' · '), { muted: true, size: 14 }),
    ...(kind.distribution.length === 0 ? [] : [distributionBar(kind), distributionWords(kind)]),
    ...(kind.weeks.length === 0 ? [] : [weeksTable(kind)]),
  ].join('\n');
}

function verdictLabel(verdict: string, tone: Tone): string {
  return `<span style="padding:2px 8px;white-space:nowrap;font-size:13px;font-weight:normal;background:${TONES[tone].fill};color:${colours.ink}">${escape(verdict)}</span>`;
}

/** The words below have everything that the bar shows. */
function distributionBar({ distribution }: MessageKind): string {
  const cells = distribution
    .filter(({ share }) => share > 0)
    .map(({ share, text, colour }) => {
      const width = `${String(Math.max(1, Math.round(share * 100)))}%`;
      const shown = share >= MIN_LABELLED_SHARE ? escape(text) : '&nbsp;';
      return `<td width="${width}" align="center" style="width:${width};height:24px;background:${colour};color:${textOn(colour)};font-size:12px;font-weight:bold">${shown}</td>`;
    });
  return `<table role="presentation" aria-hidden="true" width="100%" cellpadding="0" cellspacing="0" style="margin-top:8px;table-layout:fixed"><tr>${cells.join('')}</tr></table>`;
}

/** Narrower cells have no room for their share. */
const MIN_LABELLED_SHARE = 0.08;

function distributionWords({ distribution }: MessageKind): string {
  const texts = distribution.map(
    ({ name, text, colour }) =>
      `<span style="white-space:nowrap"><span aria-hidden="true" style="background:${colour};border:1px solid ${colours.interval}">&nbsp;&nbsp;&nbsp;</span> ${escape(name)} ${escape(text)}</span>`,
  );
  return element('p', texts.join(' &nbsp; '), { size: 13, top: 4 });
}

function weeksTable({ weeksTitle, weeks }: MessageKind): string {
  const names = weeks.map(
    ({ name }) =>
      `<th scope="col" class="muted" style="font-size:11px;font-weight:normal;color:${colours.muted}">${escape(name)}</th>`,
  );
  const longest = Math.max(...weeks.map(({ text }) => text.length));
  const size = longest > 2 ? 10 : 13;
  const values = weeks.map(({ text, tone, isReportWeek }) => {
    const { fill, edge } = TONES[tone];
    const border = `3px solid ${isReportWeek ? edge : fill}`;
    const weight = isReportWeek ? 'bold' : 'normal';
    return `<td style="padding:2px 0;background:${fill};color:${colours.ink};font-size:${String(size)}px;font-weight:${weight};border-top:${border};border-bottom:${border}">${escape(text)}</td>`;
  });
  return `<table width="100%" cellpadding="0" cellspacing="1" style="margin-top:8px;table-layout:fixed;text-align:center">
<caption class="muted" style="font-size:13px;text-align:start;color:${colours.muted}">${escape(weeksTitle)}</caption>
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
