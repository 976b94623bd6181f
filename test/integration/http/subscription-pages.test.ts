// The pages that confirm and end a subscription: what they show, that only a POST acts, and that any other token than one
// that was issued gets the same answer.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import type { TokenPurpose } from '../../../lib/delivery/subscription-tokens.ts';
import { subscriptionUrl } from '../../../lib/delivery/subscription-tokens.ts';
import { createSubscription, readSubscription } from '../../../lib/delivery/subscriptions.ts';
import { requireDelivery } from '../../../lib/http/api-context.ts';
import { LANGUAGES } from '../../../lib/i18n/messages.ts';
import { serverTextsFor } from '../../../lib/i18n/catalogues.ts';
import { makeLink } from '../../../lib/links/make-link.ts';
import type { Subscription } from '../../../lib/ports/subscriptions.ts';
import { WHOLE_COMPANY } from '../../../lib/reports/access.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import { openArchive, commitTestReport } from '../../support/archive.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { fc } from '../../support/property-settings.ts';
import { shop } from '../../support/http/company-week.ts';
import {
  createTestApiOn,
  PUBLIC_URL,
  type ReportsApiTestContext,
  type TestResponse,
} from '../../support/http/reports-api-context.ts';

const WEEK = '2026-W46';
const PURPOSES = ['confirm', 'unsubscribe'] as const;
const ONE_CLICK = {
  body: 'List-Unsubscribe=One-Click',
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
};

interface Pages {
  readonly testApi: ReportsApiTestContext;
  readonly subscription: Subscription;
  /** The address of a page of the subscription, as the server sees it. */
  readonly pathOf: (purpose: TokenPurpose) => Promise<string>;
  readonly stateNow: () => Promise<string>;
}

async function withSubscription(
  changes: Partial<Pick<Subscription, 'locale' | 'channel' | 'address'>> & {
    readonly name?: string;
  } = {},
): Promise<Pages> {
  const { locale = 'en', name = 'Store Å', channel = 'mail' } = changes;
  const { address = 'anna@example.com' } = changes;
  const testApi = createTestApiOn(memoryStore());
  const report = shop({ key: 21, name, path: [{ key: 1, name: 'Acme' }] }, { week: WEEK });
  await commitTestReport(openArchive(testApi.store), report);
  const delivery = requireDelivery(testApi.api);
  const { subscription } = await createSubscription(delivery, WHOLE_COMPANY, {
    ...{ folder: 21, channel, address, locale },
    ...{ when: 'ready', only: 'always', attach: 'none' },
  });
  return {
    testApi,
    subscription,
    pathOf: async (purpose) => {
      const url = (await subscriptionUrl(delivery, purpose, subscription)) ?? assert.fail();
      assert.ok(url.startsWith(`${PUBLIC_URL}/subscriptions/${purpose}/`));
      return url.slice(PUBLIC_URL.length);
    },
    stateNow: async () => (await readSubscription(delivery, WHOLE_COMPANY, subscription.id)).state,
  };
}

function visit(testApi: ReportsApiTestContext, method: string, path: string) {
  const headers = { Accept: 'text/html', 'Accept-Language': 'fi' };
  return testApi.ask(method, path, { caller: null, headers });
}

function checkPage({ headers, text }: TestResponse): void {
  const style = /<style>([^]*)<\/style>/.exec(text)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  const action = text.includes('<form') ? "'self'" : "'none'";
  assert.equal(
    headers.get('content-security-policy'),
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action ${action}; frame-ancestors 'none'`,
  );
  assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(headers.get('referrer-policy'), 'no-referrer');
  assert.equal(headers.get('x-robots-tag'), 'noindex, nofollow');
  assert.equal(headers.get('location'), null);
  // The form posts to the page's own address.
  assert.doesNotMatch(text, /<script|src=|href=|action=|url\(|style="|\son\w+=/);
}

function titleOf({ text }: TestResponse): string {
  return /<h1>(.*)<\/h1>/.exec(text)?.[1] ?? '';
}

describe('the page of a subscription', () => {
  const texts = serverTextsFor('en').pages;

  it('asks, and acts only when its button is pressed', async () => {
    const { testApi, pathOf, stateNow } = await withSubscription();
    const steps = [
      ['confirm', texts.confirmTitle, 'pending', texts.confirmed.title, 'active'],
      ['unsubscribe', texts.unsubscribeTitle, 'active', texts.unsubscribed.title, 'ended'],
    ] as const;
    for (const [purpose, question, before, result, after] of steps) {
      const path = await pathOf(purpose);
      for (const method of ['GET', 'HEAD', 'GET']) {
        const firstAnswer = await visit(testApi, method, path);
        assert.equal(firstAnswer.status, 200);
        if (method === 'HEAD') assert.equal(firstAnswer.text, '');
        else checkPage(firstAnswer);
        assert.equal(titleOf(firstAnswer), method === 'HEAD' ? '' : question);
        assert.equal(await stateNow(), before, `${method} ${purpose}`);
      }
      // The second request finds nothing to do and says the same; so does the page from now on.
      for (const method of ['POST', 'POST', 'GET']) {
        const secondAnswer = await visit(testApi, method, path);
        assert.deepEqual([secondAnswer.status, titleOf(secondAnswer)], [200, result], method);
        checkPage(secondAnswer);
        assert.equal(await stateNow(), after);
      }
    }
    const confirmed = await visit(testApi, 'POST', await pathOf('confirm'));
    assert.deepEqual([confirmed.status, await stateNow()], [403, 'ended'], 'of one that has ended');
  });

  it('ends a subscription by the one-click request of a mail program (RFC 8058)', async () => {
    const boundary = 'x';
    const multipart = {
      body: `--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n`,
      headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    };
    for (const request of [ONE_CLICK, multipart, { body: '' }, {}]) {
      const { testApi, pathOf, stateNow } = await withSubscription();
      const path = await pathOf('unsubscribe');
      const answer = await testApi.ask('POST', path, { caller: null, ...request });
      assert.deepEqual([answer.status, await stateNow()], [200, 'ended']);
    }
  });

  it('refuses other methods', async () => {
    const { testApi, pathOf, stateNow } = await withSubscription();
    for (const purpose of PURPOSES) {
      for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
        const { status, headers } = await visit(testApi, method, await pathOf(purpose));
        assert.deepEqual([status, headers.get('allow')], [405, 'GET, HEAD, POST']);
      }
    }
    assert.equal(await stateNow(), 'pending');
  });

  it('is in the language of the subscription, and masks the address', async () => {
    for (const language of LANGUAGES) {
      const { testApi, pathOf } = await withSubscription({ locale: language });
      const words = serverTextsFor(language).pages;
      const confirmPage = await visit(testApi, 'GET', await pathOf('confirm'));
      assert.equal(confirmPage.headers.get('content-language'), language);
      assert.ok(
        confirmPage.text.includes(
          `<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`,
        ),
      );
      assert.ok(confirmPage.text.includes(`<button type="submit">${words.confirmButton}</button>`));
      assert.match(confirmPage.text, /Store Å/);
      assert.match(confirmPage.text, /a…\u2060@example\.com/);
      assert.doesNotMatch(confirmPage.text, /anna/);
    }
  });

  it('shows of the address of a chat or webhook, which is a secret, only the host', async () => {
    for (const channel of ['slack', 'teams', 'webhook'] as const) {
      const address = 'https://hooks.example.com:8443/services/T0/secret-path?key=secret-key';
      const { testApi, pathOf } = await withSubscription({ channel, address });
      const { text } = await visit(testApi, 'GET', await pathOf('unsubscribe'));
      assert.match(text, /hooks\.example\.com:8443(?![\w/])/);
      assert.doesNotMatch(text, /services|T0|secret-/);
    }
  });

  it('is the same in each language at each step', async () => {
    for (const language of LANGUAGES) {
      const { unsubscribed, invalid, unavailable } = serverTextsFor(language).pages;
      for (const { title, text } of [unsubscribed, invalid, unavailable])
        assert.doesNotMatch(`${title} ${text}`, /[<>&]/);
      const testApi = createTestApiOn(memoryStore());
      const headers = { Accept: 'text/html', 'Accept-Language': language };
      const brokenLinkAnswer = await testApi.ask('GET', '/subscriptions/confirm/x', {
        caller: null,
        headers,
      });
      assert.equal(titleOf(brokenLinkAnswer), invalid.title);
    }
  });

  it('escapes the name of the folder and the address', async () => {
    const name = `</p><script>alert(1)</script>"'&\u202e<b`;
    const { testApi, pathOf } = await withSubscription({
      name,
      address: `&amp@example.com`,
    });
    for (const purpose of PURPOSES) {
      const answer = await visit(testApi, 'GET', await pathOf(purpose));
      checkPage(answer);
      assert.ok(
        answer.text.includes(
          '&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;&lt;b',
        ),
      );
      assert.ok(answer.text.includes('&amp;…\u2060@example.com'));
      assert.doesNotMatch(answer.text, /\u202e/);
    }
  });

  it('ignores parameters and a slash that programs add, and never redirects', async () => {
    const { testApi, pathOf } = await withSubscription();
    const path = await pathOf('unsubscribe');
    for (const addedText of [
      '/',
      '?utm_source=x',
      '?next=https://evil.example',
      '/?url=//evil.example',
    ]) {
      const answer = await visit(testApi, 'GET', `${path}${addedText}`);
      assert.equal(answer.status, 200);
      assert.doesNotMatch(answer.text, /evil/);
      checkPage(answer);
    }
  });

  it('acts also while the reporting API is unavailable, and says when the store is', async () => {
    const { testApi, pathOf } = await withSubscription();
    testApi.upstream = new Failure('UPSTREAM_UNAVAILABLE');
    const path = await pathOf('unsubscribe');
    assert.equal((await visit(testApi, 'POST', path)).status, 200);
    testApi.broken = new TypeError('broken on purpose');
    const answer = await visit(testApi, 'GET', path);
    assert.deepEqual(
      [answer.status, titleOf(answer)],
      [500, serverTextsFor('fi').pages.unavailable.title],
    );
    assert.equal(testApi.faults.length, 1);
  });
});

describe('a token that was not issued for a page', () => {
  /** What the answer tells, without the time at which it was made. */
  const visibleAnswer = ({ status, headers, text }: TestResponse): unknown => [
    status,
    [...headers],
    text,
  ];

  async function invalidAnswer(testApi: ReportsApiTestContext): Promise<unknown> {
    const answer = await visit(testApi, 'GET', '/subscriptions/confirm/x');
    assert.deepEqual(
      [answer.status, titleOf(answer)],
      [403, serverTextsFor('fi').pages.invalid.title],
    );
    checkPage(answer);
    return visibleAnswer(answer);
  }

  it('gets the same answer, whatever is wrong with it', async () => {
    const { testApi, subscription, pathOf, stateNow } = await withSubscription();
    const expected = await invalidAnswer(testApi);
    const [confirm, unsubscribe] = [await pathOf('confirm'), await pathOf('unsubscribe')];
    const tokenOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
    const link = await makeLink(testApi.api, WHOLE_COMPANY, {
      ...{ folder: 21, week: WEEK, expiresInDays: 1 },
    });
    const otherKey = createTestApiOn(memoryStore());
    otherKey.keys = [{ id: 'k1', key: 'another key of at least thirty-two characters' }];
    const delivery = requireDelivery(otherKey.api);
    const forgedUrl =
      (await subscriptionUrl(delivery, 'unsubscribe', subscription)) ?? assert.fail();
    const removedId = `21-${'0'.repeat(20)}`;
    const unknown = await subscriptionUrl(requireDelivery(testApi.api), 'unsubscribe', {
      ...subscription,
      id: removedId,
    });
    const older = await subscriptionUrl(requireDelivery(testApi.api), 'confirm', {
      ...subscription,
      createdAt: '2026-01-01T00:00:00.000Z',
    });
    for (const path of [
      '/subscriptions/confirm',
      '/subscriptions/unsubscribe/',
      '/subscriptions/unsubscribe/x/y',
      `/subscriptions/unsubscribe/${'x'.repeat(5000)}`,
      `/subscriptions/unsubscribe/${tokenOf(confirm)}`,
      `/subscriptions/confirm/${tokenOf(unsubscribe)}`,
      `/subscriptions/confirm/${tokenOf(link.url)}`,
      `/subscriptions/unsubscribe/${tokenOf(forgedUrl)}`,
      `/subscriptions/unsubscribe/${tokenOf(unknown ?? '')}`,
      `/subscriptions/confirm/${tokenOf(older ?? '')}`,
      `/subscriptions/unsubscribe/${subscription.id}`,
      `${unsubscribe}/x`,
      `${unsubscribe}=`,
    ]) {
      for (const method of ['GET', 'POST']) {
        assert.deepEqual(
          visibleAnswer(await visit(testApi, method, path)),
          expected,
          `${method} ${path}`,
        );
      }
    }
    const openedPage = await visit(testApi, 'GET', `/d/${tokenOf(unsubscribe)}`);
    assert.equal(openedPage.status, 403);
    assert.equal(await stateNow(), 'pending');
    assert.deepEqual(testApi.faults, []);
  });

  it('gets the same answer when any of its characters differs', async () => {
    const { testApi, pathOf, stateNow } = await withSubscription();
    const expected = await invalidAnswer(testApi);
    const paths = [await pathOf('confirm'), await pathOf('unsubscribe')];
    const anyCharacter = fc.constantFrom(
      ...Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~'),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...paths),
        fc.nat(),
        fc.option(anyCharacter),
        fc.constantFrom('replace', 'insert'),
        async (path, position, character, kind) => {
          const start = path.lastIndexOf('/') + 1;
          const at = start + (position % (path.length - start));
          const pathRest = path.slice(kind === 'insert' && character !== null ? at : at + 1);
          const alteredPath = `${path.slice(0, at)}${character ?? ''}${pathRest}`;
          if (alteredPath === path) return;
          assert.deepEqual(
            visibleAnswer(await visit(testApi, 'POST', alteredPath)),
            expected,
            alteredPath,
          );
        },
      ),
      { numRuns: 300 },
    );
    assert.equal(await stateNow(), 'pending');
  });

  it('is problem JSON for a program that prefers it, and is never repeated', async () => {
    const testApi = createTestApiOn(memoryStore());
    const headers = { Accept: 'application/json' };
    const path = '/subscriptions/unsubscribe/canary';
    const { status, body, text } = await testApi.ask('POST', path, { caller: null, headers });
    assert.deepEqual([status, body['code']], [403, 'LINK_INVALID']);
    assert.doesNotMatch(text, /canary/);
  });
});
