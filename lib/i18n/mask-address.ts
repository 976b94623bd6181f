// Mail addresses where others may see them: enough for their owner to recognize.

/** 'm…@example.com'. */
export function maskMailAddress(address: string): string {
  const [first = ''] = address;
  // A word joiner: no line begins after the ellipsis.
  return `${first}…\u2060${address.slice(address.lastIndexOf('@'))}`;
}
