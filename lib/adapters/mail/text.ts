// Messages as plain text: the same content as the HTML, in lines of at most 76 columns.
import LineBreaker from 'linebreak';
import type {
  ConfirmationMessage,
  MessageFooter,
  MessageLink,
  ReportMessage,
} from '../../ports/message.ts';
import { viewLines } from './text-view.ts';

const COLUMNS = 76;
const WIDE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303f\uff01-\uff60]/u;

export function renderText(message: ReportMessage, footer: MessageFooter): string {
  const { view, takeOnLink, pageLink, pdfLink } = message;
  return join([
    ...viewLines(message),
    linkLines(takeOnLink?.folder === view.folder ? takeOnLink : null),
    linkLines(pageLink),
    linkLines(pdfLink),
    footer.texts,
    linkLines(footer.unsubscribe),
  ]);
}

export function renderConfirmationText({ paragraphs, confirm, note }: ConfirmationMessage): string {
  return join([...paragraphs.map((text) => [text]), linkLines(confirm), [note]]);
}

/** Paragraphs of lines, with an empty line between them. */
function join(paragraphs: readonly (readonly string[])[]): string {
  const texts = paragraphs
    .map((lines) => lines.filter((line) => line !== '').flatMap(wrap))
    .filter(({ length }) => length > 0)
    .map((lines) => lines.join('\n'));
  return `${texts.join('\n\n')}\n`;
}

function linkLines(link: MessageLink | null): readonly string[] {
  return link === null ? [] : [link.text, link.url];
}

/** Lines without spaces at their ends. An address stays whole; so does a word that is too long. */
function wrap(text: string): readonly string[] {
  if (/^https?:\S+$/.test(text)) return [text];
  const lines: string[] = [];
  let line = '';
  for (const part of breakable(text)) {
    if (columnsOf(`${line}${part}`.trimEnd()) > COLUMNS && line !== '') {
      lines.push(line.trimEnd());
      line = '';
    }
    line += part;
  }
  return [...lines, line.trimEnd()].map(quoteSafe);
}

function breakable(text: string): readonly string[] {
  const parts: string[] = [];
  const breaker = new LineBreaker(text);
  let start = 0;
  for (let next = breaker.nextBreak(); next !== null; next = breaker.nextBreak()) {
    parts.push(text.slice(start, next.position));
    start = next.position;
  }
  return parts;
}

function columnsOf(text: string): number {
  return Array.from(text, (character) => (WIDE.test(character) ? 2 : 1)).reduce<number>(
    (sum, columns) => sum + columns,
    0,
  );
}

/** Mail programs read ">" at the start of a line as a quotation and "From " as the start of a message (RFC 3676, mbox). */
function quoteSafe(line: string): string {
  return /^(>|From )/.test(line) ? `- ${line}` : line;
}
