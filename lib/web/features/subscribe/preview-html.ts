// The HTML of a message as its preview shows it.

/**
 * Opens links in a new tab. The style sheet is left out, because the page's policy allows no style elements: it only has the
 * colours of dark mode.
 */
export function previewHtml(html: string): string {
  return html
    .replaceAll(/<style\b[^>]*>.*?<\/style>/gis, '')
    .replace(/<head>/i, '<head><base target="_blank">');
}
