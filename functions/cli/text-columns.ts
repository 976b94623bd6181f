// Texts in columns, measured as a terminal shows them: letters of East Asia take two columns, marks and direction isolates none.
import stringWidth from 'string-width';
import { graphemesOf } from '../../lib/i18n/segments.ts';
import { POP_ISOLATE } from '../../lib/i18n/text-direction.ts';

/** At most `width` columns: whole characters with an ellipsis, within the isolate that is cut. */
export function cutText(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let cut = '';
  let used = 1;
  for (const { segment } of graphemesOf(text)) {
    used += stringWidth(segment);
    if (used > width) break;
    cut += segment;
  }
  return `${cut.trimEnd()}…${openIsolate(cut) === '' ? '' : POP_ISOLATE}`;
}

/** The direction isolate that the text does not close; '' without one. */
function openIsolate(text: string): string {
  return /[\u2066\u2067](?=[^\u2069]*$)/.exec(text)?.[0] ?? '';
}

/** Spaces before or behind the text up to the width. */
export function padText(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const spaces = ' '.repeat(Math.max(0, width - stringWidth(text)));
  return align === 'left' ? text + spaces : spaces + text;
}

/** The columns of the widest text; 0 without texts. */
export function widestOf(texts: readonly string[]): number {
  return Math.max(0, ...texts.map((text) => stringWidth(text)));
}

/**
 * Lines of at most `width` columns unless a word is wider; those below the first begin below its text. An isolate that is
 * broken is closed and opened again.
 */
export function wrapText(text: string, width: number, before = ''): readonly string[] {
  const limit = width - stringWidth(before);
  const lines: string[] = [];
  for (const word of text.split(' ').filter((part) => part !== '')) {
    const last = lines.pop();
    const longer = `${last ?? ''} ${word}`;
    if (last === undefined) lines.push(word);
    else if (stringWidth(longer) <= limit) lines.push(longer);
    else {
      const isolate = openIsolate(last);
      lines.push(isolate === '' ? last : last + POP_ISOLATE, isolate + word);
    }
  }
  const indent = ' '.repeat(stringWidth(before));
  return lines.map((line, i) => (i === 0 ? before : indent) + line);
}

interface PlainTable {
  push(row: readonly string[]): void;
  toString(): string;
}

/** A table without borders. Columns are aligned to the left, except those named in `right`. */
export function createPlainTable(
  head: readonly string[],
  right: readonly string[] = [],
): PlainTable {
  const rows: (readonly string[])[] = [head];
  return {
    push: (row) => {
      rows.push(row);
    },
    toString: () => {
      const widths = head.map((_, column) => widestOf(rows.map((row) => row[column] ?? '')));
      const cell = (text: string, column: number): string =>
        padText(text, widths[column] ?? 0, right.includes(head[column] ?? '') ? 'right' : 'left');
      return rows.map((row) => row.map(cell).join('  ').trimEnd()).join('\n');
    },
  };
}
