// The response to a link that opens no report: a page in the reader's language that loads nothing, or problem JSON for
// programs.
import { createHash } from 'node:crypto';
import type { HonoRequest } from 'hono';
import type { Language } from '../i18n/messages.ts';
import { directionOf, languageOf } from '../i18n/messages.ts';
import { preferredValues } from './read-request.ts';
import type { LinkPageTexts } from '../i18n/link-page-texts.ts';
import { LINK_PAGE_TEXTS } from '../i18n/link-page-texts.ts';
import type { ProblemJson } from './problem-responses.ts';
import { problemResponse } from './problem-responses.ts';

/** In the colours of the report. */
const STYLE = `
body{margin:0;background:#f1f4f7;color:#1d2733;font:16px/1.5 system-ui,sans-serif}
main{max-width:34rem;margin:12vh auto 0;padding:2rem;background:#fff;border-block-start:4px solid #1f5277}
h1{margin:0 0 1rem;font-size:1.5rem;line-height:1.25;text-wrap:balance;word-break:auto-phrase}
p{margin:0 0 .75rem}
header{margin:0 0 1rem}
header,small{color:#5a6673;font-size:.8125rem}
@media(max-width:36rem){main{margin-block-start:0}}
`;

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** HTML unless the client prefers JSON. */
export function linkErrorResponse(
  request: HonoRequest<string>,
  problem: ProblemJson,
  fallbackLocale: string,
  headers: Readonly<Record<string, string>>,
): Response {
  const allHeaders = { ...problem.headers, ...headers, Vary: 'Accept, Accept-Language' };
  if (prefersJson(request.header('Accept')))
    return problemResponse({ ...problem, headers: allHeaders });
  const language = chooseLanguage(request.header('Accept-Language'), fallbackLocale);
  return new Response(renderPage(language, problem), {
    status: problem.status,
    headers: {
      ...allHeaders,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': language,
      'Content-Security-Policy': POLICY,
    },
  });
}

/** Has no text of the request, so nothing must be escaped. */
function renderPage(language: Language, { code, status }: ProblemJson): string {
  const texts = LINK_PAGE_TEXTS[language];
  const kind = kindOf(code, status);
  const [title, explanation] = texts[kind];
  const advice = adviceFor(kind, texts);
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} – ${texts.product}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<header>${texts.product}</header>
<h1>${title}</h1>
<p>${explanation}</p>
${advice === '' ? '' : `<p>${advice}</p>\n`}<small dir="ltr">${code}</small>
</main>
</body>
</html>
`;
}

type Kind = Exclude<keyof LinkPageTexts, 'product' | 'newLink' | 'copy'>;

function adviceFor(kind: Kind, { newLink, copy }: LinkPageTexts): string {
  switch (kind) {
    case 'invalid':
    case 'expired':
    case 'revoked':
      return newLink;
    case 'gone':
      return copy;
    case 'unavailable':
      return '';
  }
}

function kindOf(code: string, status: number): Kind {
  switch (code) {
    case 'LINK_EXPIRED':
      return 'expired';
    case 'LINK_REVOKED':
      return 'revoked';
    case 'REPORT_GONE':
      return 'gone';
    default:
      return status >= 500 ? 'unavailable' : 'invalid';
  }
}

/** The available language that the reader prefers. */
export function chooseLanguage(accept: string | undefined, fallbackLocale: string): Language {
  for (const tag of [...preferredValues(accept), fallbackLocale.toLowerCase()]) {
    const language = languageOf(tag);
    if (language !== null) return language;
  }
  return 'en';
}

/** Browsers accept text/html by name; programs accept JSON, or anything. */
function prefersJson(accept: string | undefined): boolean {
  const best = preferredValues(accept).find((range) =>
    /^(text\/(html|\*)|application\/(xhtml\+xml|json|problem\+json))$/.test(range),
  );
  return best?.endsWith('json') ?? false;
}
