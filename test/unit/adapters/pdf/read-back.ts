// Extracts the text of a PDF: glyphs by the ToUnicode maps of their fonts, or ActualText.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The texts of a file in drawing order; needs qpdf. */
export function textsOf(pdf: Uint8Array): readonly string[] {
  const objects = objectsOf(unpacked(pdf));
  const pages = [...objects.values()].filter((object) => object.includes('/Type /Page\n'));
  return pages.flatMap((page) => {
    const fonts = fontsOf(page, objects);
    const [, list = ''] = /\/Contents (\[[^\]]*\]|\d+ 0 R)/.exec(page) ?? [];
    const content = refsIn(list).map((id) => streamOf(objects.get(id) ?? ''));
    return textsIn(content.join('\n'), fonts);
  });
}

function unpacked(pdf: Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'read-back-'));
  try {
    const [packed, plain] = [join(folder, 'in.pdf'), join(folder, 'out.pdf')];
    writeFileSync(packed, pdf);
    execFileSync('qpdf', [
      '--qdf',
      '--object-streams=disable',
      '--normalize-content=n',
      packed,
      plain,
    ]);
    return readFileSync(plain, 'latin1');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function objectsOf(file: string): ReadonlyMap<number, string> {
  const objects = new Map<number, string>();
  for (const [, id = '', body = ''] of file.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj$/gm)) {
    objects.set(Number(id), body);
  }
  return objects;
}

function refsIn(text: string): readonly number[] {
  return [...text.matchAll(/(\d+) 0 R/g)].map(([, id = '']) => Number(id));
}

function streamOf(object: string): string {
  return /\nstream\n([\s\S]*)\nendstream/.exec(object)?.[1] ?? '';
}

type Unicode = ReadonlyMap<string, string>;

/** The ToUnicode map of each font of a page, by resource name. */
function fontsOf(page: string, objects: ReadonlyMap<number, string>): ReadonlyMap<string, Unicode> {
  const [resources = 0] = refsIn(/\/Resources \d+ 0 R/.exec(page)?.[0] ?? '');
  const fontObjects = objects.get(resources) ?? page;
  const fonts = new Map<string, Unicode>();
  for (const [, name = '', id = ''] of fontObjects.matchAll(/\/(\w+) (\d+) 0 R/g)) {
    const font = objects.get(Number(id)) ?? '';
    const [toUnicode] = refsIn(/\/ToUnicode \d+ 0 R/.exec(font)?.[0] ?? '');
    if (toUnicode !== undefined) fonts.set(name, unicodeIn(streamOf(objects.get(toUnicode) ?? '')));
  }
  return fonts;
}

function unicodeIn(cmap: string): Unicode {
  const unicode = new Map<string, string>();
  const put = (code: number, text: string): void => {
    unicode.set(code.toString(16).padStart(4, '0'), text);
  };
  for (const [block] of cmap.matchAll(/(?<=beginbfchar)[^]*?(?=endbfchar)/g)) {
    for (const [, code = '', text = ''] of block.matchAll(/<(\w+)> <(\w+)>/g)) {
      put(parseInt(code, 16), utf16(text));
    }
  }
  const RANGE = /<(\w+)> <(\w+)> (?:\[([^\]]*)\]|<(\w+)>)/g;
  for (const [, from = '', to = '', list, first = ''] of cmap.matchAll(RANGE)) {
    const start = parseInt(from, 16);
    if (list === undefined) {
      const text = utf16(first);
      const last = text.charCodeAt(text.length - 1);
      for (let code = start; code <= parseInt(to, 16); code += 1) {
        put(code, text.slice(0, -1) + String.fromCharCode(last + code - start));
      }
    } else {
      [...list.matchAll(/<([\w ]*)>/g)].forEach(([, text = ''], i) => {
        put(start + i, utf16(text.replaceAll(' ', '')));
      });
    }
  }
  return unicode;
}

function utf16(hex: string): string {
  return Buffer.from(hex, 'hex').swap16().toString('utf16le');
}

/** Each text object, or each span with ActualText, is one text. */
function textsIn(content: string, fonts: ReadonlyMap<string, Unicode>): readonly string[] {
  const texts: string[] = [];
  let font: Unicode = new Map();
  let actual: string | null = null;
  const TOKEN =
    /\/Span *<<\/ActualText *<feff(\w*)>>> *BDC|\/(\w+) [\d.]+ Tf|\[((?:\((?:\\[\s\S]|[^\\)])*\)|-?\d+)*)\]TJ|\b(BT|EMC)\b/g;
  let shownText = '';
  const end = (): void => {
    if (shownText !== '') texts.push(shownText);
    shownText = '';
  };
  for (const [, span, name, codes, word] of content.matchAll(TOKEN)) {
    if (span !== undefined) {
      end();
      actual = utf16(span);
    } else if (name !== undefined) {
      font = fonts.get(name) ?? new Map();
    } else if (codes !== undefined && actual === null) {
      for (const [, escaped = ''] of codes.matchAll(/\(((?:\\[\s\S]|[^\\)])*)\)/g)) {
        const bytes = escaped.replaceAll(/\\([\s\S])/g, (_, c: string) => (c === 'r' ? '\r' : c));
        const hex = Buffer.from(bytes, 'latin1').toString('hex');
        for (const code of hex.match(/\w{4}/g) ?? []) shownText += font.get(code) ?? '\ufffd';
      }
    } else if (word === 'BT' && actual === null) {
      end();
    } else if (word === 'EMC' && actual !== null) {
      texts.push(actual);
      actual = null;
    }
  }
  end();
  return texts;
}
