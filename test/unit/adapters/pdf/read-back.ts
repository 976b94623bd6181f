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
  for (const [block] of cmap.matchAll(/(?<=beginbfchar)[^]*?(?=endbfchar)/g)) {
    for (const [, code = '', text = ''] of block.matchAll(/<(\w+)> <(\w+)>/g)) {
      unicode.set(code, utf16(Buffer.from(text, 'hex')));
    }
  }
  return unicode;
}

function utf16(bytes: Buffer): string {
  return bytes.swap16().toString('utf16le');
}

/** The bytes of a literal string, given without its brackets. */
function literalBytes(escaped: string): Buffer {
  const bytes = escaped.replaceAll(/\\([\s\S])/g, (_, c: string) => (c === 'r' ? '\r' : c));
  return Buffer.from(bytes, 'latin1');
}

/** Each text object, or each span with ActualText, is one text. */
function textsIn(content: string, fonts: ReadonlyMap<string, Unicode>): readonly string[] {
  const texts: string[] = [];
  let font: Unicode = new Map();
  let actual: string | null = null;
  const TOKEN =
    /\/Span<<\/ActualText\(\xfe\xff((?:\\[\s\S]|[^\\)])*)\)>>BDC|\/(\w+) [\d.]+ Tf|\[((?:\((?:\\[\s\S]|[^\\)])*\)|-?\d+)*)\]TJ|\b(BT|EMC)\b/g;
  let shownText = '';
  const end = (): void => {
    if (shownText !== '') texts.push(shownText);
    shownText = '';
  };
  for (const [, span, name, codes, word] of content.matchAll(TOKEN)) {
    if (span !== undefined) {
      end();
      actual = utf16(literalBytes(span));
    } else if (name !== undefined) {
      font = fonts.get(name) ?? new Map();
    } else if (codes !== undefined && actual === null) {
      for (const [, escaped = ''] of codes.matchAll(/\(((?:\\[\s\S]|[^\\)])*)\)/g)) {
        const hex = literalBytes(escaped).toString('hex');
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
