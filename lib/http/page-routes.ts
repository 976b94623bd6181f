// Routes of the report library: its HTML in the reader's language and its files, with a strict content security policy.
// Nothing here is secret, and nothing comes from a report.
import { createHash } from 'node:crypto';
import { manifestKey } from '../reports/report-repository.ts';
import type { Language } from '../i18n/messages.ts';
import { directionOf } from '../i18n/messages.ts';
import { basePathOf, parseAccept, matchesTag } from './read-request.ts';
import { allowMethods, checkUrl } from './request-checks.ts';
import { chooseLanguage } from './link-page.ts';
import { serverTextsFor } from '../i18n/catalogues.ts';
import type { Encoding, FirstLoad } from '../ports/page-bundle.ts';
import { ENCODINGS } from '../ports/page-bundle.ts';
import { RequestProblem } from './problem-responses.ts';
import type { Handler, Hono } from 'hono';
import type { ApiEnv, ApiRequest, ReportsApiContext } from './api-context.ts';

type PageRoutesContext = Pick<
  ReportsApiContext,
  'page' | 'publicUrl' | 'locale' | 'signLink' | 'delivery'
>;

/** `/` and `/page/NAME`, which need no token. */
export function addPageRoutes(app: Hono<ApiEnv>, api: PageRoutesContext): void {
  const readFilesOrigin = createFilesOriginReader(api);

  const index: Handler<ApiEnv, string> = async (context) => {
    checkUrl(context.req);
    const [{ first }, origin] = await Promise.all([api.page(), readFilesOrigin()]);
    const language = chooseLanguage(context.req.header('Accept-Language'), api.locale);
    const base = basePathOf(api.publicUrl);
    const offersAccessLinks = mailsHaveAccessLinks(api.delivery);
    const html = new TextEncoder().encode(renderHtml({ first, base, language, offersAccessLinks }));
    const policy = contentSecurityPolicy(origin);
    const headers = {
      ...PAGE_HEADERS,
      ...(api.publicUrl.startsWith('https:') ? STRICT_TRANSPORT : {}),
      'Content-Security-Policy': policy,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': language,
      'Cache-Control': 'no-cache',
      Vary: 'Accept-Language',
      // The ETag covers the policy too: browsers cache headers with the page, and both must be renewed together.
      ETag: `"${createHash('sha256').update(html).update(policy).digest('base64url')}"`,
    };
    return matchesTag(context.req.header('If-None-Match'), [headers.ETag])
      ? new Response(null, { status: 304, headers })
      : createFileResponse(context, html, headers);
  };

  const file: Handler<ApiEnv, string> = async (context) => {
    checkUrl(context.req);
    const pageFile = (await api.page()).files.get(context.req.param('name') ?? '');
    if (pageFile === undefined)
      throw new RequestProblem('ROUTE_NOT_FOUND', 'There is no such file.');
    const encoding = encodingFor(context.req.header('Accept-Encoding'), pageFile.encoded);
    const encodedBytes = encoding === undefined ? undefined : pageFile.encoded.get(encoding);
    return createFileResponse(context, encodedBytes ?? pageFile.bytes, {
      'Content-Type': pageFile.contentType,
      // The name changes with the content.
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
      ...(pageFile.encoded.size === 0 ? {} : { Vary: 'Accept-Encoding' }),
      ...(encoding === undefined ? {} : { 'Content-Encoding': encoding }),
    });
  };

  const checkMethod = allowMethods(['GET', 'HEAD']);
  app.all('/', checkMethod, index);
  app.all('/page/:name', checkMethod, file);
}

function mailsHaveAccessLinks(delivery: PageRoutesContext['delivery']): boolean {
  return delivery !== null && delivery.accessLinks && delivery.channels.includes('mail');
}

/** The origin of signed links, read once from a link that is never opened. */
function createFilesOriginReader({ signLink }: PageRoutesContext): () => Promise<string> {
  let origin: string | null = null;
  return async () => {
    origin ??= new URL(await signLink({ key: manifestKey(ANY_REPORT), name: ANY_NAME })).origin;
    return origin;
  };
}

const ANY_REPORT = { week: '2026-W01', folder: 1 } as const;
const ANY_NAME = { text: 'report.pdf', ascii: 'report.pdf' } as const;

/** Without a body for HEAD. */
function createFileResponse(
  { req }: ApiRequest,
  bytes: Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>>,
): Response {
  return new Response(req.method === 'HEAD' ? null : bytes, {
    headers: { ...headers, 'Content-Length': String(bytes.byteLength) },
  });
}

/** The PDF is shown in a frame, whose address is a signed link. */
function contentSecurityPolicy(filesOrigin: string): string {
  return [
    "default-src 'none'",
    ...['script', 'style', 'font', 'img', 'connect'].map((kind) => `${kind}-src 'self'`),
    `frame-src 'self' ${filesOrigin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    // Mails have inline styles, and their preview has this policy too.
    "style-src-attr 'unsafe-inline'",
    // No code can turn text into markup or script, except for the preview of a message in a frame without scripts.
    "require-trusted-types-for 'script'",
    'trusted-types message-preview',
  ].join('; ');
}

/** Denies browser features that the page doesn't use; it copies links and shows PDFs in full screen. */
const PERMISSIONS = [
  ...['accelerometer', 'autoplay', 'camera', 'display-capture', 'encrypted-media'],
  ...['geolocation', 'gyroscope', 'magnetometer', 'microphone', 'midi', 'payment'],
  ...['picture-in-picture', 'publickey-credentials-get', 'screen-wake-lock', 'usb'],
]
  .map((feature) => `${feature}=()`)
  .concat('clipboard-write=(self)', 'fullscreen=(self)')
  .join(', ');

/** Readers type a long-lived token, so never over plain HTTP after the first visit. */
const STRICT_TRANSPORT = { 'Strict-Transport-Security': 'max-age=31536000' } as const;

const PAGE_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': PERMISSIONS,
} as const;

/** Nothing in it comes from the request; `base` comes from the configuration. */
function renderHtml(options: {
  readonly first: FirstLoad;
  readonly base: string;
  readonly language: Language;
  readonly offersAccessLinks: boolean;
}): string {
  const { first, base, language, offersAccessLinks } = options;
  const at = (name: string): string => attribute(`${base}/page/${name}`);
  const texts = first.texts[language];
  const preloads = [
    // Fonts are always fetched in CORS mode: without crossorigin the preload is another request.
    ...first.fonts.map(
      (name) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${at(name)}">\n`,
    ),
    // The script would request the texts only when it runs. A reader who has chosen another language needs others.
    ...[...first.imported, ...(texts === undefined ? [] : [texts])].map(
      (name) => `<link rel="modulepreload" href="${at(name)}">\n`,
    ),
  ];
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<meta name="reports-api" content="${attribute(base)}">
${offersAccessLinks ? '<meta name="access-links" content="on">\n' : ''}<title>${serverTextsFor(language).sharedLink.product}</title>
<link rel="icon" type="image/svg+xml" href="${at(first.icon)}">
<link rel="stylesheet" href="${at(first.style)}">
${preloads.join('')}<script type="module" blocking="render" src="${at(first.script)}"></script>
</head>
<body>
<div id="app"></div>
<noscript>${serverTextsFor(language).noScript}</noscript>
</body>
</html>
`;
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}

/** The smallest encoding that the client accepts. */
function encodingFor(
  accept: string | undefined,
  encoded: ReadonlyMap<Encoding, unknown>,
): Encoding | undefined {
  const acceptedEncodings = parseAccept(accept)
    .filter(({ quality }) => quality !== 0)
    .map(({ value }) => value);
  return ENCODINGS.find(
    (encoding) => encoded.has(encoding) && acceptedEncodings.includes(encoding),
  );
}
