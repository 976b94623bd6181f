// The report library as a browser gets it: built from its source, served by the API, under its own policy.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Request } from 'playwright-core';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { z } from 'zod';
import { readEvent } from '../../../functions/reports-api/http-event.ts';
import { MAX_FIRST_SCRIPT_BYTES } from '../../../lib/adapters/page-bundle/index.ts';
import type { TestBrowser } from '../../support/browser.ts';
import { missingBrowser, openBrowser } from '../../support/browser.ts';
import type { Library } from '../../support/page-server.ts';
import { openLibrary, SIGNED_IN, WEEK } from '../../support/page-server.ts';
import { addressOf, until } from '../../support/page-queries.ts';

/** What somebody may call a place. */
const NAME = '"><img src=x onerror="fetch(`/stolen`)"><script>fetch(`/stolen`)</script>';

const opened = new AsyncDisposableStack();
let library: Library;
before(async () => {
  const alter = (_path: string, body: string): string =>
    body.replaceAll('"Store B"', JSON.stringify(NAME));
  library = opened.use(await openLibrary({ alter }));
});
after(() => opened.disposeAsync());

interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

/** As it comes over the wire: nothing is decompressed or followed. */
async function get(
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method: 'GET' | 'HEAD' | 'POST' = 'GET',
): Promise<Got> {
  const answer = await request(new URL(path, library.url), { method, headers });
  return {
    status: answer.statusCode,
    headers: Object.fromEntries(
      Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
    ),
    bytes: Buffer.from(await answer.body.arrayBuffer()),
  };
}

/** The addresses that the HTML names, by the kind of element. */
function namedIn(html: string): readonly string[] {
  return Array.from(html.matchAll(/(?:href|src)="([^"]+)"/g), ([, address = '']) => address);
}

describe('the page', () => {
  it('is HTML that runs and styles nothing by itself, and asks to be looked at again', async () => {
    const { status, headers, bytes } = await get('/?utm=anything');
    const html = bytes.toString();
    assert.equal(status, 200);
    assert.equal(headers['content-type'], 'text/html; charset=utf-8');
    assert.equal(headers['cache-control'], 'no-cache');
    assert.doesNotMatch(html, /<script>|<style|style=| on\w+=|javascript:/);
    assert.match(html, /<meta name="reports-api" content="">/);
    assert.match(html, /<title>Feedback reports<\/title>/);
    assert.match(html, /<noscript>[^<]+<\/noscript>/);
    assert.ok(!html.includes(library.token));
  });

  it('is known to a browser that has it', async () => {
    const etag = (await get('/')).headers['etag'] ?? '';
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const { status, bytes } = await get('/', { 'if-none-match': known });
      assert.deepEqual([status, bytes.length], [304, 0]);
    }
    assert.equal((await get('/', { 'if-none-match': '"other"' })).status, 200);
  });

  it('speaks the reader’s language before its script runs', async () => {
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

  it('lets nothing in that does not come with it', async () => {
    const { headers } = await get('/');
    assert.equal(
      headers['content-security-policy'],
      "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; " +
        `frame-src 'self' ${library.url}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; ` +
        "require-trusted-types-for 'script'; trusted-types 'none'",
    );
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.equal(headers['cross-origin-opener-policy'], 'same-origin');
    assert.equal(headers['strict-transport-security'], undefined);
    assert.match(headers['permissions-policy'] ?? '', /camera=\(\).*clipboard-write=\(self\)/);
  });

  it('names files that are kept for a year, each as whoever asks can take it', async () => {
    const names = namedIn((await get('/')).bytes.toString());
    const [fonts, others] = [true, false].map((isFont) =>
      names.filter((name) => name.endsWith('.woff2') === isFont),
    );
    assert.ok(fonts?.length === 2 && others !== undefined && others.length >= 3);
    for (const name of fonts) {
      // Fonts are compressed in themselves.
      const { headers } = await get(name, { 'accept-encoding': 'gzip, br' });
      assert.equal(headers['content-type'], 'font/woff2');
      assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
      assert.equal(headers['content-encoding'], undefined);
    }
    for (const name of others) {
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

  it('answers HEAD as GET without its body', async () => {
    const [script = ''] = namedIn((await get('/')).bytes.toString()).filter((one) =>
      one.endsWith('.js'),
    );
    for (const path of ['/', script]) {
      const [{ headers: got, bytes }, head] = [await get(path), await get(path, {}, 'HEAD')];
      assert.deepEqual([head.status, head.bytes.length], [200, 0]);
      assert.equal(head.headers['content-length'], String(bytes.length));
      for (const name of ['content-type', 'cache-control', 'etag', 'content-security-policy']) {
        assert.equal(head.headers[name], got[name], name);
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
      const { status: told, headers, bytes } = await get(path, {}, method);
      assert.equal(told, status);
      assert.equal(headers['content-type'], 'application/problem+json');
      assert.equal(headers['cache-control'], 'private, no-store');
      assert.match(bytes.toString(), new RegExp(`"code":"${code}"`));
    });
  }
});

describe('behind a gateway', () => {
  it('the page is found at the path of a stage, with a slash or without', () => {
    const at = (rawPath: string): string | undefined => {
      const requestContext = { http: { method: 'GET' } };
      const event = { version: '2.0', rawPath, rawQueryString: '', headers: {}, requestContext };
      const read = readEvent(event, '/prod');
      return read === null ? undefined : new URL(read.request.url).pathname;
    };
    assert.deepEqual(['/prod', '/prod/', '/', '/prod/page/a.js', '/product'].map(at), [
      '/',
      '/',
      '/',
      '/page/a.js',
      '/product',
    ]);
  });
});

describe('in a browser', { skip: missingBrowser() ?? false }, () => {
  let browser: TestBrowser;
  before(async () => {
    browser = opened.use(await openBrowser());
  });

  it('the page runs under its policy, and asks nobody else', async () => {
    await using tab = await library.enter(browser);
    await tab.page.locator('main h1').waitFor();
    await tab.page.evaluate('document.fonts.ready');
    assert.deepEqual(tab.troubles(), []);
    assert.deepEqual(library.bugs, []);
  });

  it('the fonts of the first picture are fetched beside the script, once each, whatever the language', async () => {
    const fonts = namedIn((await get('/')).bytes.toString()).filter((name) =>
      name.endsWith('.woff2'),
    );
    assert.equal(fonts.length, 2);
    for (const locale of ['en-GB', 'ja', 'ar']) {
      await using tab = await browser.open('about:blank', { locale });
      const { page } = tab;
      const fetched: string[] = [];
      page.on('request', (one) => {
        if (one.resourceType() === 'font') fetched.push(new URL(one.url()).pathname);
      });
      const preloaded = Promise.all(
        fonts.map((path) => page.waitForRequest((one) => new URL(one.url()).pathname === path)),
      );
      await page.route('**/page/main-*.js', async (route) => {
        await preloaded;
        await route.continue();
      });
      await page.goto(library.address);
      await page.locator('h1').waitFor();
      await page.evaluate('document.fonts.ready');
      assert.deepEqual(fetched.toSorted(), fonts.toSorted(), locale);
    }
  });

  it('what the address shows is asked for beside the folders, once', async () => {
    for (const [view, path] of [
      [`/${WEEK}/22`, `/v1/reports/${WEEK}/22/content`],
      [`/${WEEK}/22/survey/221`, `/v1/reports/${WEEK}/22/content`],
      [`/${WEEK}`, `/v1/weeks/${WEEK}`],
      ['/', `/v1/weeks/${WEEK}`],
    ] as const) {
      await using tab = await browser.open('about:blank', { before: SIGNED_IN(library.token) });
      const { page } = tab;
      const asked: string[] = [];
      page.on('request', (one) => asked.push(new URL(one.url()).pathname));
      const shown = page.waitForRequest((one) => new URL(one.url()).pathname === path);
      await page.route('**/v1/folders', async (route) => {
        await shown;
        await route.continue();
      });
      await page.goto(`${library.address}#${view}`);
      await page.locator('main h1').waitFor();
      await until(page, "document.querySelector('.waiting') === null");
      const counts = [path, '/v1/weeks', '/v1/folders'].map(
        (one) => asked.filter((other) => other === one).length,
      );
      assert.deepEqual(counts, [1, 1, 1], view);
    }
  });

  it('a theme that was chosen is there before anything is painted, however late the script comes', async () => {
    await using tab = await browser.open(library.address, { colorScheme: 'light' });
    const { page } = tab;
    await page.locator('h1').waitFor();
    await page.evaluate("localStorage.setItem('feedback-reports.theme', 'dark')");
    // At each picture from now on: what it is painted with.
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
    assert.deepEqual(tab.troubles(), []);
  });

  it('the token leaves the address before anything is asked, and stays in the tab', async () => {
    await using tab = await browser.open(`${library.address}#token=${library.token}`);
    await tab.page.locator('main h1').waitFor();
    assert.ok(!(await addressOf(tab.page)).includes(library.token));
    const kept = await tab.page.evaluate(
      'JSON.stringify([Object.values(sessionStorage), Object.values(localStorage), document.cookie])',
    );
    assert.equal(kept, JSON.stringify([[library.token], [], '']));
  });

  it('the first load has no more script than it may, as it is sent', async () => {
    await using tab = await browser.open('about:blank');
    const scripts: Request[] = [];
    tab.page.on('requestfinished', (finished) => {
      if (finished.resourceType() === 'script') scripts.push(finished);
    });
    await tab.page.goto(library.address);
    const sizes = await Promise.all(scripts.map((script) => script.sizes()));
    const sent = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
    assert.ok(sent > 1000 && sent <= MAX_FIRST_SCRIPT_BYTES, `${sent} bytes`);
  });

  it('the name of a place is shown as it is and never becomes markup', async () => {
    await using tab = await library.enter(browser, `/${WEEK}/22`);
    const { page } = tab;
    await page.locator('h1', { hasText: NAME }).waitFor();
    assert.equal(await page.locator('img, script:not([src]), #app script').count(), 0);
    assert.deepEqual(tab.troubles(), []);
  });

  it('no script of the page could make markup of a text', async () => {
    await using tab = await browser.open(library.address);
    const told = tab.page.waitForEvent('console', (message) =>
      message.text().startsWith('policy: require-trusted-types-for'),
    );
    await assert.rejects(
      tab.page.evaluate('document.body.innerHTML = "<b>text</b>"'),
      /requires 'TrustedHTML'/,
    );
    await told;
    assert.ok(tab.troubles().length > 0);
  });

  it('a PDF is shown in a frame, from where links to files lead', async () => {
    const { bytes } = await get(`/v1/reports/${WEEK}/21/files`, {
      authorization: `Bearer ${library.token}`,
    });
    const { view } = z.object({ view: z.string() }).parse(JSON.parse(bytes.toString()));
    await using tab = await library.enter(browser);
    const shown = tab.page.waitForResponse(view);
    await tab.page.evaluate(`{
      const frame = document.createElement('iframe');
      frame.src = ${JSON.stringify(view)};
      document.body.append(frame);
    }`);
    const answer = await shown;
    assert.equal(answer.status(), 200);
    assert.equal(answer.headers()['content-type'], 'application/pdf');
    assert.equal(answer.headers()['content-security-policy'], "frame-ancestors 'self'");
    assert.deepEqual(tab.troubles(), []);
  });

  it('the page works below a path, whether the path is taken away before us or not', async () => {
    await using below = await openLibrary({
      publicUrl: 'https://reports.example.com/prod',
      weeks: [],
    });
    for (const address of [below.address, `${below.url}/prod`]) {
      await using tab = await browser.open(`${address}#token=${below.token}`);
      await tab.page.locator('main h1').waitFor();
      assert.deepEqual(tab.troubles(), []);
    }
    for (const base of ['', '/prod']) {
      // Looked at where files are, and refused for its signature alone.
      const { status } = await fetch(`${below.url}${base}/files/weeks/${WEEK}/plan.json?expires=1`);
      assert.equal(status, 403, base);
    }
    const answer = await fetch(below.url);
    assert.equal(answer.headers.get('strict-transport-security'), 'max-age=31536000');
    const html = await answer.text();
    assert.match(html, /<meta name="reports-api" content="\/prod">/);
    assert.ok(namedIn(html).every((name) => name.startsWith('/prod/page/')));
  });
});
