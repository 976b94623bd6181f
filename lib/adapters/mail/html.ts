// Messages as HTML mails: one column that reads on a phone.
import type { ConfirmationMessage, MessageFooter, ReportMessage } from '../../ports/message.ts';
import { escapeHtml } from '../../shared/escape-html.ts';
import { anchor, button, element, htmlDocument, paragraph } from './html-elements.ts';
import { viewBlocks } from './html-view.ts';

const FINE = { size: 12, leading: 18, look: 'muted' } as const;

export function renderHtml(message: ReportMessage, footer: MessageFooter): string {
  const { view, subject, preheader, pageLink, pdfLink, takeOnLink } = message;
  const takeOn = takeOnLink?.folder === view.folder ? takeOnLink : null;
  const buttons = pageLink === null ? [] : [spaced(button(pageLink, takeOn), 24)];
  const pdf = pdfLink === null ? [] : [element('p', anchor(pdfLink), { top: 14 })];
  const { language, direction } = view;
  return htmlDocument(
    { language, direction, subject },
    preheader,
    [...viewBlocks(message), ...buttons, ...pdf],
    footerBlocks(footer),
  );
}

export function renderConfirmationHtml(message: ConfirmationMessage): string {
  const { subject, paragraphs, confirm, note } = message;
  const [first = ''] = paragraphs;
  return htmlDocument(
    message,
    first,
    [
      element('h1', escapeHtml(subject), { size: 21, leading: 28 }),
      ...paragraphs.map((text) => paragraph(text, { top: 12 })),
      spaced(button(confirm, null), 20),
      paragraph(note, { size: 13, leading: 18, look: 'muted', top: 20 }),
    ],
    [],
  );
}

function footerBlocks({ texts, unsubscribe }: MessageFooter): readonly string[] {
  const last = texts.length - 1;
  const link = unsubscribe === null ? '' : ` ${anchor(unsubscribe)}`;
  return texts.map((text, i) => element('p', escapeHtml(text) + (i === last ? link : ''), FINE));
}

function spaced(html: string, top: number): string {
  return `<div style="padding-top:${String(top)}px">${html}</div>`;
}
