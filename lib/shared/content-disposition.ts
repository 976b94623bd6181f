// The header by which a response names the file that it is saved as.

export interface FileName {
  /** In any script. */
  readonly text: string;
  /** For programs that read only this: visible ASCII without quotes and backslashes, at most 200 characters. */
  readonly ascii: string;
}

/** RFC 6266: both names, the text as RFC 8187 encodes it. Fails with a TypeError for an invalid `ascii`. */
export function contentDisposition(
  how: 'attachment' | 'inline',
  { text, ascii }: FileName,
): string {
  if (!/^[!#-[\]-~]{1,200}$/.test(ascii)) {
    throw new TypeError(`not a file name: ${JSON.stringify(ascii.slice(0, 200))}`);
  }
  const header = `${how}; filename="${ascii}"`;
  return text === ascii ? header : `${header}; filename*=UTF-8''${encodeValue(text)}`;
}

/** encodeURIComponent leaves four characters that the grammar of the header uses. */
function encodeValue(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
