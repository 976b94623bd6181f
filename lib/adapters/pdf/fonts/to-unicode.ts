// ToUnicode CMaps, from which PDF readers extract the text of glyph codes.

/** The most that one block of a CMap may have. */
const BLOCK_CODES = 100;

/** PDF/A forbids these in ToUnicode maps, and readers take them for the end of a text or for a byte order. */
const FORBIDDEN = /[\0\ufeff\ufffe\uffff]/g;

/** `texts`: those of the codes from 1 on. */
export function toUnicodeMap(texts: readonly string[]): string {
  const lines = texts.map((text, i) => {
    const allowed = text.toWellFormed().replaceAll(FORBIDDEN, '\ufffd');
    // CMaps have texts in big-endian UTF-16.
    const utf16 = Buffer.from(allowed, 'utf16le').swap16();
    return `<${(i + 1).toString(16).padStart(4, '0')}> <${utf16.toString('hex')}>`;
  });
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
