// A page for readers without an account: a title, sentences and perhaps a button, in one column. It loads nothing and runs
// nothing.
import { createHash } from 'node:crypto';
import { serverTextsFor } from '../i18n/catalogues.ts';
import type { Language } from '../i18n/messages.ts';
import { directionOf } from '../i18n/messages.ts';

/** In the colours of the report. */
const STYLE = `
body{margin:0;background:#f1f4f7;color:#1d2733;font:16px/1.5 system-ui,sans-serif}
main{max-width:34rem;margin:12vh auto 0;padding:2rem;background:#fff;border-block-start:4px solid #1f5277}
h1{margin:0 0 1rem;font-size:1.5rem;line-height:1.25;text-wrap:balance;word-break:auto-phrase}
p{margin:0 0 .75rem;overflow-wrap:anywhere}
header{margin:0 0 1rem}
header,small{color:#5a6673;font-size:.8125rem}
button{margin:.75rem 0 0;padding:.625rem 1.25rem;border:0;border-radius:4px;background:#1f5277;color:#fff;font:inherit;font-weight:600;cursor:pointer}
button:focus-visible{outline:3px solid #1d2733;outline-offset:2px}
@media(max-width:36rem){main{margin-block-start:0}}
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

export interface ReaderPage {
  readonly language: Language;
  /** Plain texts, which are escaped here. */
  readonly title: string;
  readonly sentences: readonly string[];
  /** The text of a button that posts to the page's own address; null without one. */
  readonly button: string | null;
  /** The code of a problem; null without one. */
  readonly code: string | null;
}

export function readerPageResponse(
  page: ReaderPage,
  { status, headers }: { status: number; headers: Readonly<Record<string, string>> },
): Response {
  return new Response(renderPage(page), {
    status,
    headers: {
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': page.language,
      'Content-Security-Policy': [
        "default-src 'none'",
        `style-src 'sha256-${STYLE_HASH}'`,
        "base-uri 'none'",
        `form-action ${page.button === null ? "'none'" : "'self'"}`,
        "frame-ancestors 'none'",
      ].join('; '),
    },
  });
}

function renderPage({ language, title, sentences, button, code }: ReaderPage): string {
  const { product } = serverTextsFor(language).sharedLink;
  const parts = [
    `<header>${product}</header>`,
    `<h1>${escape(title)}</h1>`,
    ...sentences.map((sentence) => `<p>${escape(sentence)}</p>`),
    ...(button === null
      ? []
      : [`<form method="post"><button type="submit">${escape(button)}</button></form>`]),
    ...(code === null ? [] : [`<small dir="ltr">${code}</small>`]),
  ];
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escape(title)} – ${product}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${parts.join('\n')}
</main>
</body>
</html>
`;
}

/** For the content of elements; no text is part of an attribute. */
function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
