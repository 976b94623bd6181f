// Recognizes a PDF that was cut off while it was written: its hash matches its manifest, but no program can open it.

const START = '%PDF-';
const END = '%%EOF';
/** Readers of PDFs accept some bytes after the end, e.g. a line break. */
const MAX_AFTER_END = 1024;

export function isWholePdf(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return (
    file.toString('latin1', 0, START.length) === START &&
    file.subarray(-MAX_AFTER_END).includes(END, 0, 'latin1')
  );
}
