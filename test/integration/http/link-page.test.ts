// The page for a link that opens nothing: it explains the problem in the reader's language and loads nothing.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import { Failure } from '../../../lib/shared/failure.ts';
import { chooseLanguage } from '../../../lib/http/link-page.ts';
import { serverTextsFor } from '../../../lib/i18n/catalogues.ts';
import { LANGUAGES } from '../../../lib/i18n/messages.ts';
import {
  DAY,
  PUBLIC_URL,
  createTestApi,
  type TestResponse,
  type ReportsApiTestContext,
} from '../../support/http/reports-api-context.ts';

const WEEK = '2026-W46';
const ENGLISH = serverTextsFor('en').sharedLink;

async function withLink(
  t: TestContext,
): Promise<{ testApi: ReportsApiTestContext; path: string; id: string }> {
  const testApi = await createTestApi(t);
  await testApi.put(WEEK, 21);
  const { body } = await testApi.ask('POST', '/v1/links', { body: { folder: 21, week: WEEK } });
  return { testApi, path: String(body['url']).slice(PUBLIC_URL.length), id: String(body['id']) };
}

const browser = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
function visit(
  testApi: ReportsApiTestContext,
  path: string,
  language = 'en',
): Promise<TestResponse> {
  const headers = { ...browser, 'Accept-Language': language };
  return testApi.ask('GET', path, { caller: null, headers });
}

function checkPage({ headers, text }: TestResponse): void {
  const style = /<style>([^]*)<\/style>/.exec(text)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  assert.equal(
    headers.get('content-security-policy'),
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(headers.get('referrer-policy'), 'no-referrer');
  assert.equal(headers.get('vary'), 'Accept, Accept-Language');
  assert.doesNotMatch(text, /<script|src=|href=|url\(|style="|\son\w+=/);
}

describe('a link', () => {
  it('is made a hundred times an hour for a folder, and then refused with the time to wait', async (t) => {
    const testApi = await createTestApi(t);
    await testApi.put(WEEK, 21);
    const make = (id: string) =>
      testApi.ask('POST', '/v1/links', {
        caller: { folders: [21], id },
        body: { folder: 21, week: WEEK },
      });
    for (let i = 0; i < 100; i += 1) assert.equal((await make(`caller ${i}`)).status, 201);
    const { status, body, headers } = await make('another');
    assert.deepEqual([status, body['code']], [429, 'TOO_MANY_LINKS']);
    assert.equal(headers.get('retry-after'), '3600');
  });
});

describe('the page', () => {
  it('explains each problem, with its status and code', async (t) => {
    const { testApi, path, id } = await withLink(t);
    const page = async (at: string, status: number, code: string, title: string): Promise<void> => {
      const answer = await visit(testApi, at);
      assert.equal(answer.status, status);
      assert.match(
        answer.text,
        new RegExp(`<h1>${title}</h1>[^]*<small dir="ltr">${code}</small>`),
      );
      const advice = code === 'REPORT_GONE' ? ENGLISH.copy : ENGLISH.newLink;
      for (const hint of [ENGLISH.newLink, ENGLISH.copy]) {
        assert.equal(answer.text.includes(hint), status < 500 && hint === advice, code);
      }
      checkPage(answer);
    };
    await page('/d/x', 403, 'LINK_INVALID', ENGLISH.invalid.title);
    await page(`${path}x`, 403, 'LINK_INVALID', ENGLISH.invalid.title);
    await page('/d/%FF', 400, 'URL_ENCODING', ENGLISH.invalid.title);
    await page(`${path}?format=csv`, 400, 'FIELD_INVALID', ENGLISH.invalid.title);
    await page(`${path}?format=pdf&format=pdf`, 400, 'FIELD_REPEATED', ENGLISH.invalid.title);
    testApi.now += 91 * DAY;
    await page(path, 410, 'LINK_EXPIRED', ENGLISH.expired.title);
    testApi.now -= 91 * DAY;
    await testApi.store.remove(`weeks/${WEEK}/folders/21/manifest.json`);
    await page(path, 410, 'REPORT_GONE', ENGLISH.gone.title);
    await testApi.ask('DELETE', `/v1/links/${id}`);
    await page(path, 410, 'LINK_REVOKED', ENGLISH.revoked.title);
    Object.assign(testApi.api, {
      linkKeys: () => Promise.reject(new Failure('SECRET_UNAVAILABLE')),
    });
    await page(path, 503, 'SECRET_UNAVAILABLE', ENGLISH.unavailable.title);
  });

  it('is available in each language, Arabic from right to left', async (t) => {
    const testApi = await createTestApi(t);
    for (const language of LANGUAGES) {
      const words = serverTextsFor(language).sharedLink;
      const answer = await visit(testApi, '/d/x', language);
      assert.equal(answer.headers.get('content-language'), language);
      assert.ok(
        answer.text.includes(
          `<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`,
        ),
      );
      assert.ok(answer.text.includes(`<p>${words.invalid.text}</p>\n<p>${words.newLink}</p>`));
      assert.ok(answer.text.includes(`<header>${words.product}</header>`));
      checkPage(answer);
    }
  });

  it('has texts that need no escaping and differ from each other', () => {
    const texts: readonly string[] = LANGUAGES.map(
      (language) => serverTextsFor(language).sharedLink,
    ).flatMap(
      ({ product, invalid, expired, revoked, gone, unavailable: trouble, newLink, copy }) => [
        product,
        ...[invalid, expired, revoked, gone, trouble].flatMap(({ title, text }) => [title, text]),
        newLink,
        copy,
      ],
    );
    for (const text of texts) assert.doesNotMatch(text, /[<>&]/);
    assert.equal(new Set(texts).size, texts.length);
  });

  it('is the response to every broken link, and a slash at the end doesn’t break a link', async (t) => {
    const { testApi, path } = await withLink(t);
    for (const brokenPath of ['/d', '/d/', '/d//', '/d/x/', '/d/x/y', `${path}/x`, `${path}//`]) {
      const answer = await visit(testApi, brokenPath);
      assert.equal(answer.status, 403, brokenPath);
      assert.match(answer.text, /<small dir="ltr">LINK_INVALID<\/small>/);
      checkPage(answer);
    }
    for (const wholePath of [`${path}/`, `${path}/?utm_source=mail`, path.replace('.', '%2E')]) {
      assert.equal((await visit(testApi, wholePath)).status, 302, wholePath);
    }
  });

  it('is sent to HEAD without its body, as is the redirect of a valid link', async (t) => {
    const { testApi, path } = await withLink(t);
    const sendHead = (at: string): Promise<TestResponse> =>
      testApi.ask('HEAD', at, { caller: null, headers: browser });
    const [opens, broken] = [await sendHead(path), await sendHead(`${path}x`)];
    assert.deepEqual([opens.status, opens.text], [302, '']);
    assert.match(opens.headers.get('location') ?? '', /^https:\/\/files\.example\.com\//);
    assert.deepEqual([broken.status, broken.text], [403, '']);
    assert.equal(broken.headers.get('content-type'), 'text/html; charset=utf-8');
    const posted = await testApi.ask('POST', path, { caller: null });
    assert.deepEqual([posted.status, posted.headers.get('allow')], [405, 'GET, HEAD']);
  });

  it('contains nothing of the request', async (t) => {
    const testApi = await createTestApi(t);
    const { text } = await visit(testApi, '/d/%3Cscript%3Ecanary?format=%3Ccanary', 'canary"<');
    assert.doesNotMatch(text, /canary/);
  });

  it('is problem JSON for a client that prefers it, and a page without an Accept header', async (t) => {
    const testApi = await createTestApi(t);
    for (const [accept, type] of [
      ['application/json', 'application/problem+json'],
      ['application/problem+json, text/html;q=0.9', 'application/problem+json'],
      ['application/json;q=0.5, text/html', 'text/html; charset=utf-8'],
      ['text/html, application/json', 'text/html; charset=utf-8'],
      ['*/*', 'text/html; charset=utf-8'],
      ['application/json;q=0', 'text/html; charset=utf-8'],
      ['', 'text/html; charset=utf-8'],
    ] as const) {
      const { headers } = await testApi.ask('GET', '/d/x', {
        caller: null,
        headers: { Accept: accept },
      });
      assert.equal(headers.get('content-type'), type, accept);
      // Only JSON is compressed where that is accepted.
      const byEncoding = type.startsWith('text/') ? '' : ', Accept-Encoding';
      assert.equal(headers.get('vary'), `Accept, Accept-Language${byEncoding}`);
    }
  });
});

describe('the language', () => {
  const cases: readonly (readonly [
    accept: string | undefined,
    fallback: string,
    language: string,
  ])[] = [
    ['fi-FI,fi;q=0.9,en;q=0.8', 'en', 'fi'],
    ['nl, de;q=0.5, fr;q=0.7', 'en', 'fr'],
    ['en;q=0, sv;q=0.1', 'en', 'sv'],
    ['JA', 'en', 'ja'],
    ['nl', 'de-AT', 'de'],
    ['*', 'ar-EG', 'ar'],
    ['fi;q=2', 'en', 'en'],
    [undefined, 'nl', 'en'],
    ['', 'es', 'es'],
    ['fin', 'en', 'en'],
    [`${'x,'.repeat(100_000)}fi`, 'en', 'en'],
  ];
  for (const [accept, fallback, language] of cases) {
    it(`is ${language} for ${accept?.slice(0, 40) ?? 'nothing'}, else ${fallback}`, () => {
      assert.equal(chooseLanguage(accept, fallback), language);
    });
  }
});
