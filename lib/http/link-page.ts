// The response to a link that can't be opened: a page in the reader's language that loads nothing, or problem JSON for
// programs.
import type { HonoRequest } from 'hono';
import type { LinkPageTexts } from '../i18n/catalogues.ts';
import { serverTextsFor } from '../i18n/catalogues.ts';
import type { Language } from '../i18n/messages.ts';
import { languageOf } from '../i18n/messages.ts';
import type { ProblemJson } from './problem-responses.ts';
import { problemResponse } from './problem-responses.ts';
import { preferredValues } from './read-request.ts';
import { readerPageResponse } from './reader-page.ts';

type TitleAndSentences = readonly [title: string, ...sentences: string[]];

/** HTML unless the client prefers JSON. `describe`: what the page says about a problem. */
export function linkErrorResponse(
  request: HonoRequest<string>,
  problem: ProblemJson,
  fallbackLocale: string,
  headers: Readonly<Record<string, string>>,
  describe: (problem: ProblemJson, language: Language) => TitleAndSentences = describeLinkProblem,
): Response {
  const allHeaders = { ...problem.headers, ...headers, Vary: 'Accept, Accept-Language' };
  if (prefersJson(request.header('Accept')))
    return problemResponse({ ...problem, headers: allHeaders });
  const language = chooseLanguage(request.header('Accept-Language'), fallbackLocale);
  const [title, ...sentences] = describe(problem, language);
  const { code, status } = problem;
  return readerPageResponse(
    { language, title, sentences, button: null, code },
    { status, headers: allHeaders },
  );
}

function describeLinkProblem({ code, status }: ProblemJson, language: Language): TitleAndSentences {
  const texts = serverTextsFor(language).sharedLink;
  const kind = kindOf(code, status);
  const advice = adviceFor(kind, texts);
  return advice === '' ? texts[kind] : [...texts[kind], advice];
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
