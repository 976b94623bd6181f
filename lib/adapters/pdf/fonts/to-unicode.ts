// ToUnicode CMaps, from which PDF readers extract the text of glyph codes.
import { codeHex, utf16Hex } from '../pdf-syntax.ts';

/** The most that one block of a CMap may have. */
const BLOCK_CODES = 100;

/** `texts`: the text of each code. */
export function toUnicodeMap(texts: ReadonlyMap<number, string>): string {
  const lines = [...texts].map(([code, text]) => `<${codeHex(code)}> <${utf16Hex(text)}>`);
  const blocks = Array.from({ length: Math.ceil(lines.length / BLOCK_CODES) }, (_, i) =>
    lines.slice(i * BLOCK_CODES, (i + 1) * BLOCK_CODES),
  );
  return [
    '/CIDInit /ProcSet findresource begin',
    '12 dict begin',
    'begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def',
    '/CMapType 2 def',
    '1 begincodespacerange',
    '<0000> <ffff>',
    'endcodespacerange',
    ...blocks.flatMap((block) => [`${block.length} beginbfchar`, ...block, 'endbfchar']),
    'endcmap',
    'CMapName currentdict /CMap defineresource pop',
    'end',
    'end',
  ].join('\n');
}
