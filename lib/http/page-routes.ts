// The report library as browsers get it: its HTML in the reader's language and its files, with a strict policy.
// It hides headers, encodings and what is cached. Nothing here is secret, and nothing comes from a report.
import { createHash } from 'node:crypto';
import { manifestKey } from '../reports/report-repository.ts';
import type { Language } from '../i18n/messages.ts';
import { directionOf } from '../i18n/messages.ts';
import { basePathOf } from './base-path.ts';
import { acceptedIn, hasTag } from './request-headers.ts';
import { languageFor } from './link-page.ts';
import { LINK_PAGE_TEXTS } from '../i18n/link-page-texts.ts';
import type { Encoding, FirstLoad } from '../ports/page-bundle.ts';
import { ENCODINGS } from '../ports/page-bundle.ts';
import { NO_SCRIPT } from '../i18n/page-shell-texts.ts';
import { RequestProblem } from './problem-responses.ts';
import type { AddRoute, ResponseHandler, RequestHandler, ReportsApi } from './reports-api.ts';

type Parts = Pick<ReportsApi, 'page' | 'publicUrl' | 'locale' | 'signLink'>;

/** `/` and `/page/NAME`, open to everybody. */
export function addPageRoutes(route: AddRoute, api: Parts): void {
  const originOfFiles = filesOriginOf(api);

  const index: ResponseHandler = async (context) => {
    const [{ first }, origin] = await Promise.all([api.page(), originOfFiles()]);
    const language = languageFor(context.req.header('Accept-Language'), api.locale);
    const base = basePathOf(api.publicUrl);
    const html = new TextEncoder().encode(htmlOf({ first, base, language }));
    const policy = policyWith(origin);
    const headers = {
      ...CLOSED_PAGE,
      ...(api.publicUrl.startsWith('https:') ? STRICT_TRANSPORT : {}),
      'Content-Security-Policy': policy,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': language,
      'Cache-Control': 'no-cache',
      Vary: 'Accept-Language',
      // Headers that a browser keeps beside the page are renewed with it.
      ETag: `"${createHash('sha256').update(html).update(policy).digest('base64url')}"`,
    };
    return hasTag(context.req.header('If-None-Match'), [headers.ETag])
      ? new Response(null, { status: 304, headers })
      : answer(context, html, headers);
  };

  const file: ResponseHandler = async (context) => {
    const found = (await api.page()).files.get(context.req.param('name') ?? '');
    if (found === undefined) throw new RequestProblem('ROUTE_NOT_FOUND', 'There is no such file.');
    const encoding = encodingFor(context.req.header('Accept-Encoding'), found.encoded);
    const smaller = encoding === undefined ? undefined : found.encoded.get(encoding);
    return answer(context, smaller ?? found.bytes, {
      'Content-Type': found.contentType,
      // The name changes with the content.
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
      ...(found.encoded.size === 0 ? {} : { Vary: 'Accept-Encoding' }),
      ...(encoding === undefined ? {} : { 'Content-Encoding': encoding }),
    });
  };

  route('/', { GET: index, HEAD: index }, { isJson: false });
  route('/page/:name', { GET: file, HEAD: file }, { isJson: false });
}

/** Where signed links lead, found out once by signing one that nobody opens. */
function filesOriginOf({ signLink }: Parts): () => Promise<string> {
  let known: string | null = null;
  return async () => {
    known ??= new URL(await signLink({ key: manifestKey(ANY), name: 'report.pdf' })).origin;
    return known;
  };
}

const ANY = { week: '2026-W01', folder: 1 } as const;

/** Without a body to HEAD. */
function answer(
  { req }: RequestHandler,
  bytes: Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>>,
): Response {
  return new Response(req.method === 'HEAD' ? null : bytes, {
    headers: { ...headers, 'Content-Length': String(bytes.byteLength) },
  });
}

/** The PDF is shown in a frame, from where signed links lead. */
function policyWith(filesOrigin: string): string {
  return [
    "default-src 'none'",
    ...['script', 'style', 'font', 'img', 'connect'].map((what) => `${what}-src 'self'`),
    `frame-src 'self' ${filesOrigin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    // No text becomes markup or script, whatever code tries it.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

/** All that browsers would let a page do beyond showing itself, but copying a link. */
const PERMISSIONS = [
  ...['accelerometer', 'autoplay', 'camera', 'display-capture', 'encrypted-media'],
  ...['geolocation', 'gyroscope', 'magnetometer', 'microphone', 'midi', 'payment'],
  ...['picture-in-picture', 'publickey-credentials-get', 'screen-wake-lock', 'usb'],
]
  .map((feature) => `${feature}=()`)
  .concat('clipboard-write=(self)', 'fullscreen=(self)')
  .join(', ');

/** People type a token that lives long: never over plain HTTP after the first time. */
const STRICT_TRANSPORT = { 'Strict-Transport-Security': 'max-age=31536000' } as const;

const CLOSED_PAGE = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': PERMISSIONS,
} as const;

/** Nothing in it comes from the request; `base` is the configuration's. */
function htmlOf(options: {
  readonly first: FirstLoad;
  readonly base: string;
  readonly language: Language;
}): string {
  const { first, base, language } = options;
  const at = (name: string): string => attribute(`${base}/page/${name}`);
  const preloads = [
    // Fonts are always fetched in CORS mode: without crossorigin the preload is another request.
    ...first.fonts.map(
      (name) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${at(name)}">\n`,
    ),
    ...first.imported.map((name) => `<link rel="modulepreload" href="${at(name)}">\n`),
  ];
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<meta name="reports-api" content="${attribute(base)}">
<title>${LINK_PAGE_TEXTS[language].product}</title>
<link rel="icon" type="image/svg+xml" href="${at(first.icon)}">
<link rel="stylesheet" href="${at(first.style)}">
${preloads.join('')}<script type="module" blocking="render" src="${at(first.script)}"></script>
</head>
<body>
<div id="app"></div>
<noscript>${NO_SCRIPT[language]}</noscript>
</body>
</html>
`;
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}

/** The smallest that the client takes. */
function encodingFor(
  accept: string | undefined,
  encoded: ReadonlyMap<Encoding, unknown>,
): Encoding | undefined {
  const taken = acceptedIn(accept)
    .filter(({ quality }) => quality !== 0)
    .map(({ value }) => value);
  return ENCODINGS.find((one) => encoded.has(one) && taken.includes(one));
}
