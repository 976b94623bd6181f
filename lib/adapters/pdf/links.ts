// Which addresses may go into a file as links: those of our own reports, and nothing that could be anything else.
import { parseSafeUrl } from '../../shared/safe-url.ts';

/**
 * The same map when every address lies below `publicUrl` (without a slash at its end), by https, or by http on this
 * machine; else a TypeError, which tells no address: they open reports.
 */
export function checkLinks(
  links: ReadonlyMap<number, string>,
  publicUrl: string | null,
): ReadonlyMap<number, string> {
  for (const [folder, url] of links) {
    const parsed = parseSafeUrl(url);
    const isOurs =
      publicUrl !== null &&
      url.startsWith(`${publicUrl}/`) &&
      parsed.ok &&
      // In the one spelling that every reader takes for this very place.
      parsed.value.href === url;
    if (!isOurs) throw new TypeError(`the link to folder ${folder} is not one of ours`);
  }
  return links;
}
