// ToUnicode CMaps, from which PDF readers extract the text of glyph codes.

/** The most that one block of a CMap may have. */
const BLOCK_CODES = 100;

/** `texts`: the text of each code. */
export function toUnicodeMap(texts: ReadonlyMap<number, string>): string {
  const lines = Array.from(texts, ([code, text]) => {
    // CMaps have texts in big-endian UTF-16.
    const utf16 = Buffer.from(text.toWellFormed(), 'utf16le').swap16();
    return `<${code.toString(16).padStart(4, '0')}> <${utf16.toString('hex')}>`;
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
