// Checks the addresses that are written into a PDF as links: only links to our own reports are allowed.
import { parseSafeUrl } from '../../shared/safe-url.ts';

/**
 * Returns the map when every address is below `publicUrl` (without a trailing slash), by https, or by http on this
 * machine. Throws a TypeError otherwise; its message contains no address, because the address opens a report.
 */
export function checkLinks(
  links: ReadonlyMap<number, string>,
  publicUrl: string | null,
): ReadonlyMap<number, string> {
  for (const [folder, url] of links) {
    const urlResult = parseSafeUrl(url);
    const isOurs =
      publicUrl !== null &&
      url.startsWith(`${publicUrl}/`) &&
      urlResult.ok &&
      // Only the normalized spelling, which all PDF readers interpret in the same way.
      urlResult.value.href === url;
    if (!isOurs) throw new TypeError(`the link to folder ${folder} is not one of ours`);
  }
  return links;
}
