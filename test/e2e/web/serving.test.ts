// The page as a browser receives it: built from source, served by the API, with its content security policy.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Request } from 'playwright-core';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { z } from 'zod';
import { readEvent } from '../../../functions/reports-api/handler.ts';
import { MAX_FIRST_SCRIPT_BYTES } from '../../../lib/adapters/page-bundle/index.ts';
import type { TestBrowser } from '../../support/browser.ts';
import { missingBrowser } from '../../support/browser.ts';
import { sharedBrowser } from '../../support/shared-browser.ts';
import type { PageServer } from '../../support/page-server.ts';
import { startPageServer, signInScript, WEEK } from '../../support/page-server.ts';
import { currentUrl, waitForExpression } from '../../support/page-queries.ts';

/** A hostile folder name. */
const HOSTILE_NAME = '"><img src=x onerror="fetch(`/stolen`)"><script>fetch(`/stolen`)</script>';

const resources = new AsyncDisposableStack();
let pageServer: PageServer;
before(async () => {
  const alter = (_path: string, body: string): string =>
    body.replaceAll('"Store B"', JSON.stringify(HOSTILE_NAME));
  pageServer = resources.use(await startPageServer({ alter, drawsPdfs: true }));
});
after(() => resources.disposeAsync());

interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

/** Raw response: not decompressed, redirects not followed. */
async function get(
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method: 'GET' | 'HEAD' | 'POST' = 'GET',
): Promise<RawResponse> {
  const answer = await request(new URL(path, pageServer.url), { method, headers });
  return {
    status: answer.statusCode,
    headers: Object.fromEntries(
      Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
    ),
    bytes: Buffer.from(await answer.body.arrayBuffer()),
  };
}

/** URLs in `href` and `src` attributes. */
function linkedUrls(html: string): readonly string[] {
  return Array.from(html.matchAll(/(?:href|src)="([^"]+)"/g), ([, address = '']) => address);
}

describe('the page', () => {
  it('is HTML without inline scripts or styles, and is revalidated on every load', async () => {
    const { status, headers, bytes } = await get('/?utm=anything');
    const html = bytes.toString();
    assert.equal(status, 200);
    assert.equal(headers['content-type'], 'text/html; charset=utf-8');
    assert.equal(headers['cache-control'], 'no-cache');
    assert.doesNotMatch(html, /<script>|<style|style=| on\w+=|javascript:/);
    assert.match(html, /<meta name="reports-api" content="">/);
    assert.match(html, /<title>Feedback reports<\/title>/);
    assert.match(html, /<noscript>[^<]+<\/noscript>/);
    assert.ok(!html.includes(pageServer.token));
  });

  it('returns 304 when the ETag matches', async () => {
    const etag = (await get('/')).headers['etag'] ?? '';
    for (const ifNoneMatch of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const { status, bytes } = await get('/', { 'if-none-match': ifNoneMatch });
      assert.deepEqual([status, bytes.length], [304, 0]);
    }
    assert.equal((await get('/', { 'if-none-match': '"other"' })).status, 200);
  });

  it('has the reader’s language before the script runs', async () => {
    for (const [accept, start] of [
      ['fi-FI,en;q=0.5', '<html lang="fi" dir="ltr">'],
      ['ar', '<html lang="ar" dir="rtl">'],
      ['tlh', '<html lang="en" dir="ltr">'],
    ] as const) {
      const { headers, bytes } = await get('/', { 'accept-language': accept });
      assert.ok(bytes.toString().includes(start), accept);
      assert.match(headers['vary'] ?? '', /Accept-Language/);
    }
  });

  it('has a content security policy that allows only its own files', async () => {
    const { headers } = await get('/');
    assert.equal(
      headers['content-security-policy'],
      "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; " +
        `frame-src 'self' ${pageServer.url}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; ` +
        "style-src-attr 'unsafe-inline'; require-trusted-types-for 'script'; trusted-types message-preview",
    );
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.equal(headers['cross-origin-opener-policy'], 'same-origin');
    assert.equal(headers['strict-transport-security'], undefined);
    assert.match(headers['permissions-policy'] ?? '', /camera=\(\).*clipboard-write=\(self\)/);
  });

  it('links files that are cached for a year, in the encodings the client accepts', async () => {
    const names = linkedUrls((await get('/')).bytes.toString());
    const [fonts, otherFiles] = [true, false].map((isFont) =>
      names.filter((name) => name.endsWith('.woff2') === isFont),
    );
    assert.ok(fonts?.length === 2 && otherFiles !== undefined && otherFiles.length >= 3);
    for (const name of fonts) {
      // Font files are already compressed.
      const { headers } = await get(name, { 'accept-encoding': 'gzip, br' });
      assert.equal(headers['content-type'], 'font/woff2');
      assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
      assert.equal(headers['content-encoding'], undefined);
    }
    for (const name of otherFiles) {
      const [plain, gzip, br] = await Promise.all([
        get(name),
        get(name, { 'accept-encoding': 'gzip, br;q=0' }),
        get(name, { 'accept-encoding': 'gzip, deflate, br, zstd' }),
      ]);
      for (const { status, headers } of [plain, gzip, br]) {
        assert.equal(status, 200);
        assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
        assert.equal(headers['x-content-type-options'], 'nosniff');
        assert.equal(headers['vary'], 'Accept-Encoding');
      }
      assert.equal(plain.headers['content-encoding'], undefined);
      assert.equal(gzip.headers['content-encoding'], 'gzip');
      assert.equal(br.headers['content-encoding'], 'br');
      assert.ok(gunzipSync(gzip.bytes).equals(plain.bytes), name);
      assert.ok(brotliDecompressSync(br.bytes).equals(plain.bytes), name);
    }
  });

  it('answers HEAD like GET without the body', async () => {
    const [script = ''] = linkedUrls((await get('/')).bytes.toString()).filter((url) =>
      url.endsWith('.js'),
    );
    for (const path of ['/', script]) {
      const [{ headers: getHeaders, bytes }, head] = [await get(path), await get(path, {}, 'HEAD')];
      assert.deepEqual([head.status, head.bytes.length], [200, 0]);
      assert.equal(head.headers['content-length'], String(bytes.length));
      for (const name of ['content-type', 'cache-control', 'etag', 'content-security-policy']) {
        assert.equal(head.headers[name], getHeaders[name], name);
      }
    }
  });

  for (const [method, path, status, code] of [
    ['GET', '/page/main-AAAAAAAA.js', 404, 'ROUTE_NOT_FOUND'],
    ['GET', '/page/index.json', 404, 'ROUTE_NOT_FOUND'],
    ['GET', '/page/..%2Findex.mjs', 404, 'ROUTE_NOT_FOUND'],
    ['GET', '/page/', 404, 'ROUTE_NOT_FOUND'],
    ['POST', '/', 405, 'METHOD_NOT_ALLOWED'],
    ['POST', '/page/main.js', 405, 'METHOD_NOT_ALLOWED'],
  ] as const) {
    it(`answers ${status} ${code} to ${method} ${path}`, async () => {
      const { status: actualStatus, headers, bytes } = await get(path, {}, method);
      assert.equal(actualStatus, status);
      assert.equal(headers['content-type'], 'application/problem+json');
      assert.equal(headers['cache-control'], 'private, no-store');
      assert.match(bytes.toString(), new RegExp(`"code":"${code}"`));
    });
  }
});

describe('behind a gateway', () => {
  it('the page is served at the path of a stage, with or without a trailing slash', () => {
    const pathOf = (rawPath: string): string | undefined => {
      const requestContext = { http: { method: 'GET' } };
      const event = { version: '2.0', rawPath, rawQueryString: '', headers: {}, requestContext };
      const parsedEvent = readEvent(event, '/prod');
      return parsedEvent === null ? undefined : new URL(parsedEvent.request.url).pathname;
    };
    assert.deepEqual(['/prod', '/prod/', '/', '/prod/page/a.js', '/product'].map(pathOf), [
      '/',
      '/',
      '/',
      '/page/a.js',
      '/product',
    ]);
  });
});

describe('the page in a browser', { skip: missingBrowser() ?? false }, () => {
  let browser: TestBrowser;
  before(async () => {
    browser = await sharedBrowser();
  });

  it('runs under its policy and sends requests to no other origin', async () => {
    await using tab = await pageServer.openSignedIn(browser);
    await tab.page.locator('main h1').waitFor();
    await tab.page.evaluate('document.fonts.ready');
    assert.deepEqual(tab.problems(), []);
    assert.deepEqual(pageServer.serverErrors, []);
  });

  it('fetches each font of the first view once, in parallel with the script, in any language', async () => {
    const fonts = linkedUrls((await get('/')).bytes.toString()).filter((name) =>
      name.endsWith('.woff2'),
    );
    assert.equal(fonts.length, 2);
    for (const locale of ['en-GB', 'ja', 'ar']) {
      await using tab = await browser.open('about:blank', { locale });
      const { page } = tab;
      const fetched: string[] = [];
      page.on('request', (browserRequest) => {
        if (browserRequest.resourceType() === 'font')
          fetched.push(new URL(browserRequest.url()).pathname);
      });
      const preloaded = Promise.all(
        fonts.map((path) =>
          page.waitForRequest((browserRequest) => new URL(browserRequest.url()).pathname === path),
        ),
      );
      await page.route('**/page/main-*.js', async (route) => {
        await preloaded;
        await route.continue();
      });
      await page.goto(pageServer.pageUrl);
      await page.locator('h1').waitFor();
      await page.evaluate('document.fonts.ready');
      assert.deepEqual(fetched.toSorted(), fonts.toSorted(), locale);
    }
  });

  it('fetches the texts of the reader’s language once, before the script runs', async () => {
    for (const locale of ['en-GB', 'ja']) {
      await using tab = await browser.open('about:blank', { locale });
      const { page } = tab;
      const name = new RegExp(`/page/${locale.slice(0, 2)}-[A-Z0-9]{8}\\.js$`);
      const fetched: string[] = [];
      page.on('request', (browserRequest) => {
        if (name.test(browserRequest.url())) fetched.push(browserRequest.url());
      });
      const preloaded = page.waitForRequest(name);
      await page.route('**/page/main-*.js', async (route) => {
        await preloaded;
        await route.continue();
      });
      await page.goto(pageServer.pageUrl);
      await page.locator('h1').waitFor();
      assert.equal(fetched.length, 1, locale);
    }
  });

  it('requests the data of the first view once, in parallel with the folders', async () => {
    for (const [view, path] of [
      [`/${WEEK}/22`, `/v1/reports/${WEEK}/22/view`],
      [`/${WEEK}/2?group=region`, `/v1/reports/${WEEK}/2/view`],
      // Only the folders tell which one is the topmost.
      ['/', null],
    ] as const) {
      await using tab = await browser.open('about:blank', {
        initScript: signInScript(pageServer.token),
      });
      const { page } = tab;
      const requestPaths: string[] = [];
      page.on('request', (browserRequest) =>
        requestPaths.push(new URL(browserRequest.url()).pathname),
      );
      const viewRequest = page.waitForRequest(
        (browserRequest) => new URL(browserRequest.url()).pathname === (path ?? '/v1/folders'),
      );
      await page.route('**/v1/folders', async (route) => {
        if (path !== null) await viewRequest;
        await route.continue();
      });
      await page.goto(`${pageServer.pageUrl}#${view}`);
      await page.locator('main h1').waitFor();
      await waitForExpression(page, "document.querySelector('.waiting') === null");
      const counts = [path ?? `/v1/reports/${WEEK}/1/view`, '/v1/weeks', '/v1/folders'].map(
        (expected) => requestPaths.filter((requestPath) => requestPath === expected).length,
      );
      assert.deepEqual(counts, [1, 1, 1], view);
    }
  });

  it('applies the stored theme before the first paint, even when the script is late', async () => {
    await using tab = await browser.open(pageServer.pageUrl, { colorScheme: 'light' });
    const { page } = tab;
    await page.locator('h1').waitFor();
    await page.evaluate("localStorage.setItem('feedback-reports.theme', 'dark')");
    // Records the theme of every frame.
    await page.addInitScript(`globalThis.themes = new Set();
      const look = () => {
        globalThis.themes.add(document.documentElement?.dataset.theme ?? 'none');
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);`);
    await page.route('**/page/main-*.js', async (route) => {
      await page.evaluate('new Promise((resolve) => setTimeout(resolve, 200))');
      await route.continue();
    });
    await page.reload();
    await page.locator('h1').waitFor();
    assert.equal(await page.evaluate('[...globalThis.themes].join()'), 'dark');
    assert.deepEqual(tab.problems(), []);
  });

  it('removes the token from the address before the first request and stores it in the tab only', async () => {
    await using tab = await browser.open(`${pageServer.pageUrl}#token=${pageServer.token}`);
    await tab.page.locator('main h1').waitFor();
    assert.ok(!(await currentUrl(tab.page)).includes(pageServer.token));
    const storedText = await tab.page.evaluate(
      'JSON.stringify([Object.values(sessionStorage), Object.values(localStorage), document.cookie])',
    );
    assert.equal(storedText, JSON.stringify([[pageServer.token], [], '']));
  });

  it('sends no more script on the first load than the size limit', async () => {
    await using tab = await browser.open('about:blank');
    const scripts: Request[] = [];
    tab.page.on('requestfinished', (finished) => {
      if (finished.resourceType() === 'script') scripts.push(finished);
    });
    await tab.page.goto(pageServer.pageUrl);
    const sizes = await Promise.all(scripts.map((script) => script.sizes()));
    const sentBytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
    assert.ok(sentBytes > 1000 && sentBytes <= MAX_FIRST_SCRIPT_BYTES, `${sentBytes} bytes`);
  });

  it('shows the name of a folder literally, never as markup', async () => {
    await using tab = await pageServer.openSignedIn(browser, `/${WEEK}/22`);
    const { page } = tab;
    await page.locator('h1', { hasText: HOSTILE_NAME }).waitFor();
    assert.equal(await page.locator('img, script:not([src]), #app script').count(), 0);
    assert.deepEqual(tab.problems(), []);
  });

  it('prevents scripts from turning text into markup', async () => {
    await using tab = await browser.open(pageServer.pageUrl);
    const actualStatus = tab.page.waitForEvent('console', (message) =>
      message.text().startsWith('policy: require-trusted-types-for'),
    );
    await assert.rejects(
      tab.page.evaluate('document.body.innerHTML = "<b>text</b>"'),
      /requires 'TrustedHTML'/,
    );
    await actualStatus;
    assert.ok(tab.problems().length > 0);
  });

  it('shows a PDF in a frame from the origin of the file links', async () => {
    const { bytes } = await get(`/v1/reports/${WEEK}/21/files`, {
      authorization: `Bearer ${pageServer.token}`,
    });
    const { view } = z.object({ view: z.string() }).parse(JSON.parse(bytes.toString()));
    await using tab = await pageServer.openSignedIn(browser);
    const viewRequest = tab.page.waitForResponse(view);
    await tab.page.evaluate(`{
      const frame = document.createElement('iframe');
      frame.src = ${JSON.stringify(view)};
      document.body.append(frame);
    }`);
    const answer = await viewRequest;
    assert.equal(answer.status(), 200);
    assert.equal(answer.headers()['content-type'], 'application/pdf');
    assert.equal(answer.headers()['content-security-policy'], "frame-ancestors 'self'");
    assert.deepEqual(tab.problems(), []);
  });

  it('works below a path prefix, whether or not a proxy removes it', async () => {
    await using pathServer = await startPageServer({
      publicUrl: 'https://reports.example.com/prod',
      weeks: [],
    });
    for (const address of [pathServer.pageUrl, `${pathServer.url}/prod`]) {
      await using tab = await browser.open(`${address}#token=${pathServer.token}`);
      await tab.page.locator('main h1').waitFor();
      assert.deepEqual(tab.problems(), []);
    }
    for (const base of ['', '/prod']) {
      // The path is routed to the files, which reject the missing signature.
      const { status } = await fetch(
        `${pathServer.url}${base}/files/weeks/${WEEK}/plan.json?expires=1`,
      );
      assert.equal(status, 403, base);
    }
    const answer = await fetch(pathServer.url);
    assert.equal(answer.headers.get('strict-transport-security'), 'max-age=31536000');
    const html = await answer.text();
    assert.match(html, /<meta name="reports-api" content="\/prod">/);
    assert.ok(linkedUrls(html).every((name) => name.startsWith('/prod/page/')));
  });
});
