// Pages for readers without an account, which load nothing and run nothing, and the response to a link that can't be opened:
// such a page in the reader's language, or problem JSON for programs.
import { createHash } from 'node:crypto';
import type { Hono, HonoRequest } from 'hono';
import { serverTextsFor } from '../i18n/catalogues.ts';
import type { Language } from '../i18n/messages.ts';
import { languageOf, directionOf } from '../i18n/messages.ts';
import { escapeHtml } from '../shared/escape-html.ts';
import type { ApiEnv, ApiRequest, ReportsApiContext } from './api-context.ts';
import type { ProblemJson } from './problem-responses.ts';
import { problemResponse, toProblem } from './problem-responses.ts';
import { preferredValues } from './read-request.ts';
import { allowMethods, checkUrl } from './request-checks.ts';

type TitleAndSentences = readonly [title: string, ...sentences: string[]];

/** The address contains a secret: it is neither cached nor passed on. */
export const LINK_PAGE_HEADERS = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
} as const;

interface LinkPage {
  readonly path: string;
  readonly methods: readonly string[];
  readonly respond: (token: string, request: HonoRequest<string>) => Promise<Response>;
  /** What the page says about a problem. */
  readonly describe: (problem: ProblemJson, language: Language) => TitleAndSentences;
}

/**
 * Answers at an address and every path below it, so that a broken link is answered with a page: HTML unless the client prefers
 * JSON.
 */
export function addLinkPage(
  app: Hono<ApiEnv>,
  api: ReportsApiContext,
  { path, methods, respond, describe }: LinkPage,
): void {
  const respondOrExplain = async ({ req, env }: ApiRequest): Promise<Response> => {
    try {
      checkUrl(req);
      // Programs that turn addresses into links may add a slash.
      return await respond((req.param('token') ?? '').replace(/\/$/, ''), req);
    } catch (error) {
      const problem = toProblem(error, (fault) => {
        api.onFault(fault, env.ids ?? {});
      });
      const headers = {
        ...problem.headers,
        ...LINK_PAGE_HEADERS,
        Vary: 'Accept, Accept-Language',
      };
      if (prefersJson(req.header('Accept'))) return problemResponse({ ...problem, headers });
      const language = chooseLanguage(req.header('Accept-Language'), api.locale);
      const [title, ...sentences] = describe(problem, language);
      const { code, status } = problem;
      return readerPageResponse(
        { language, title, sentences, button: null, code },
        status,
        headers,
      );
    }
  };
  for (const pattern of [path, `${path}/:token{[\\s\\S]*}`]) {
    app.all(pattern, allowMethods(methods), respondOrExplain);
  }
}

export function describeLinkProblem(
  { code, status }: ProblemJson,
  language: Language,
): TitleAndSentences {
  const texts = serverTextsFor(language).sharedLink;
  switch (code) {
    case 'LINK_EXPIRED':
      return pageOf(texts.expired, texts.newLink);
    case 'LINK_REVOKED':
      return pageOf(texts.revoked, texts.newLink);
    case 'REPORT_GONE':
      return pageOf(texts.gone, texts.copy);
    default:
      return status >= 500 ? pageOf(texts.unavailable) : pageOf(texts.invalid, texts.newLink);
  }
}

function pageOf(
  { title, text }: { readonly title: string; readonly text: string },
  ...advice: readonly string[]
): TitleAndSentences {
  return [title, text, ...advice];
}

/** The available language that the reader prefers. */
export function chooseLanguage(accept: string | undefined, fallbackLocale: string): Language {
  for (const tag of [...preferredValues(accept), fallbackLocale.toLowerCase()]) {
    const language = languageOf(tag);
    if (language !== null) return language;
  }
  return 'en';
}

/** JSON only for a client that names it before HTML; a client that accepts anything gets the page. */
function prefersJson(accept: string | undefined): boolean {
  const best = preferredValues(accept).find((range) =>
    /^(text\/(html|\*)|application\/(xhtml\+xml|json|problem\+json))$/.test(range),
  );
  return best?.endsWith('json') ?? false;
}

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

interface ReaderPage {
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
  status = 200,
  headers: Readonly<Record<string, string>> = LINK_PAGE_HEADERS,
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
    `<h1>${escapeHtml(title)}</h1>`,
    ...sentences.map((sentence) => `<p>${escapeHtml(sentence)}</p>`),
    ...(button === null
      ? []
      : [`<form method="post"><button type="submit">${escapeHtml(button)}</button></form>`]),
    ...(code === null ? [] : [`<small dir="ltr">${code}</small>`]),
  ];
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)} – ${product}</title>
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
