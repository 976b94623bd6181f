// Behaviour of the page when requests fail: notes, cached data and retries.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Route } from 'playwright-core';
import { loadPageLocalization } from '../../../../lib/web/page-localization.ts';
import type { Tab, TestBrowser } from '../../../support/browser.ts';
import type { PageServer } from '../../../support/page-server.ts';
import { startPageServer, signInScript, WEEK } from '../../../support/page-server.ts';
import {
  waitForFocus,
  waitForTitle,
  waitForView,
  heading,
  currentView,
  visit,
  words,
} from '../../../support/page-queries.ts';

const { errors: trouble, signIn } = words;

/** Shortens request timeouts to 1 ms while `isHasty` is set. */
const SHORT_TIMEOUTS = `const patient = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = (ms) => patient(globalThis.isHasty === true ? 1 : ms);`;

export function errorsFlow(startBrowser: () => Promise<TestBrowser>): void {
  describe('error handling of the page', { concurrency: 1 }, () => {
    const resources = new AsyncDisposableStack();
    let pageServer: PageServer;
    let browser: TestBrowser;
    let page: Page;
    let tab: Tab;
    before(async () => {
      pageServer = resources.use(await startPageServer());
      browser = await startBrowser();
      tab = resources.use(
        await browser.open(`${pageServer.pageUrl}#/`, {
          initScript: `${signInScript(pageServer.token)}${SHORT_TIMEOUTS}`,
        }),
      );
      ({ page } = tab);
      await heading(page, /Week 46/).waitFor();
      await page.getByRole('table').waitFor();
    });
    after(() => resources.disposeAsync());

    const note = ({ title, text }: { readonly title: string; readonly text: string }) =>
      page
        .getByRole('alert')
        .filter({ has: page.getByRole('heading', { name: title }) })
        .filter({ hasText: text });
    const retry = () => page.getByRole('button', { name: trouble.retry });
    const withRoute = async (
      path: string | RegExp,
      handler: (route: Route) => Promise<void>,
      action: () => Promise<void>,
    ) => {
      await page.route(path, handler);
      try {
        await action();
      } finally {
        await page.unroute(path);
      }
    };

    it('shows cached data and a note while offline, and continues when online', async () => {
      await visit(page, `/${WEEK}/21`);
      await heading(page, /^Store Å$/).waitFor();
      await page.context().setOffline(true);
      const banner = page.getByRole('status').filter({ hasText: trouble.offlineBanner });
      await banner.waitFor();
      await visit(page, `/${WEEK}/22`);
      await note(trouble.offline).waitFor();
      // Cached reports stay readable below the error.
      await visit(page, `/${WEEK}/21`);
      await heading(page, /^Store Å$/).waitFor();
      await note(trouble.offline).waitFor();
      await visit(page, `/${WEEK}/22`);
      await note(trouble.offline).waitFor();
      await page.context().setOffline(false);
      await heading(page, /^Store B$/).waitFor();
      await banner.waitFor({ state: 'detached' });
      assert.equal(await page.getByRole('alert').count(), 0);
    });

    it('continues when the connection is back at the moment when its loss is shown, or before', async () => {
      const connectionIsBack = `dispatchEvent(new Event('online'))`;
      const whenShown = `new MutationObserver((_, observer) => {
        if (document.querySelector('[role=alert]') === null) return;
        observer.disconnect();
        ${connectionIsBack};
      }).observe(document, { subtree: true, childList: true })`;
      for (const script of [whenShown, connectionIsBack]) {
        // Without a report, no earlier request of one is pending.
        await visit(page, '/no/such/page');
        await heading(page, trouble.pageNotFound.title).waitFor();
        let requests = 0;
        const repeated = Promise.withResolvers<boolean>();
        const failFirst = async (route: Route): Promise<void> => {
          requests += 1;
          if (requests > 1) {
            repeated.resolve(true);
            return route.continue();
          }
          await page.evaluate(script);
          await route.abort('internetdisconnected');
        };
        await withRoute('**/2/view?*', failFirst, async () => {
          await visit(page, `/${WEEK}/2`);
          const isRepeated = await Promise.race([
            repeated.promise,
            sleep(60_000, false, { ref: false }),
          ]);
          const shown = await page.locator('body').innerText();
          assert.ok(isRepeated, `${requests} requests; the page shows: ${shown}`);
        });
        await heading(page, /^North/).waitFor();
        await page.getByRole('alert').waitFor({ state: 'detached' });
      }
    });

    it('continues when the connection was back before another view asked for the same', async () => {
      const sent = Promise.withResolvers<undefined>();
      const shared = Promise.withResolvers<undefined>();
      const failLater = async (route: Route): Promise<void> => {
        sent.resolve(undefined);
        await shared.promise;
        await route.abort('internetdisconnected');
      };
      await visit(page, `/${WEEK}/2`);
      await heading(page, /^North/).waitFor();
      await page.getByRole('table').waitFor();
      await page.route('**/2/view?*', failLater, { times: 1 });
      // The list beside the store is that of North.
      await visit(page, `/${WEEK}/22`);
      await heading(page, /^Store B$/).waitFor();
      await sent.promise;
      await page.evaluate(`dispatchEvent(new Event('online'))`);
      await visit(page, `/${WEEK}/2`);
      await heading(page, /^North/).waitFor();
      await waitForTitle(page, /^North/);
      const repeated = page.waitForRequest('**/2/view?*');
      shared.resolve(undefined);
      await repeated;
      await page.getByRole('alert').waitFor({ state: 'detached' });
    });

    it('shows a timeout and retries on request', async () => {
      await withRoute(
        '**/3/content',
        () => new Promise(() => undefined),
        async () => {
          await visit(page, `/${WEEK}/3`);
          await page.getByText(words.read.loading).waitFor({ state: 'attached' });
          // The pending request does not block navigation.
          await visit(page, `/${WEEK}/22`);
          await heading(page, /^Store B$/).waitFor();
          await page.evaluate('globalThis.isHasty = true');
          await visit(page, `/${WEEK}/3`);
          await note(trouble.slow).waitFor();
        },
      );
      await page.evaluate('globalThis.isHasty = false');
      await retry().click();
      await heading(page, /^South$/).waitFor();
    });

    it('distinguishes a busy service, a server error and a foreign answer', async () => {
      const problem = (status: number, code: string) => (route: Route) =>
        route.fulfill({
          status,
          contentType: 'application/problem+json',
          body: JSON.stringify({ code, status }),
        });
      for (const [handler, texts, code] of [
        [problem(503, 'STORE_UNAVAILABLE'), trouble.busy, 'STORE_UNAVAILABLE'],
        [problem(500, 'INTERNAL'), trouble.broken, 'INTERNAL'],
        [
          (route: Route) =>
            route.fulfill({ contentType: 'text/html', body: '<h1>Sign in to the Wi-Fi</h1>' }),
          trouble.foreign,
          null,
        ],
      ] as const) {
        await visit(page, '/');
        await heading(page, /Week 46/).waitFor();
        await withRoute('**/2/view?*', handler, async () => {
          await visit(page, `/${WEEK}/2`);
          await note(texts).waitFor();
          assert.equal(
            await page.getByText(trouble.code({ code: code ?? '' })).count(),
            code === null ? 0 : 1,
          );
        });
        assert.equal(await page.getByText('Wi-Fi').count(), 0);
      }
      await retry().click();
      await heading(page, /^North/).waitFor();
      // The old list stays visible with the error.
      await withRoute('**/1/view?*', problem(500, 'INTERNAL'), async () => {
        await visit(page, '/');
        await note(trouble.broken).waitFor();
        await page.locator('.place-list').getByRole('link').first().waitFor();
      });
      await retry().click();
      await note(trouble.broken).waitFor({ state: 'detached' });
    });

    it('asks for a new token when the old one is rejected, and returns to the same view', async () => {
      const forbidden = {
        status: 403,
        contentType: 'application/json',
        body: '{"message":"Forbidden"}',
      };
      await withRoute(
        '**/revisions',
        (route) => route.fulfill(forbidden),
        async () => {
          await visit(page, `/${WEEK}/22/revisions`);
          await page.getByRole('alert').getByText(signIn.ended).waitFor();
        },
      );
      await waitForFocus(page, signIn.token);
      assert.equal(await page.evaluate('sessionStorage.length'), 0);
      await page.getByLabel(signIn.token, { exact: true }).fill(pageServer.token);
      await page.keyboard.press('Enter');
      await heading(page, /^Store B$/).waitFor();
      assert.equal(await currentView(page), `/${WEEK}/22/revisions`);
      await page.keyboard.press('Escape');
      await waitForView(page, `/${WEEK}/22`);
    });

    it('falls back to English and offers a reload when a language file is gone', async () => {
      await page.getByRole('banner').getByRole('button', { name: words.list.more }).click();
      await withRoute(
        '**/page/*.js',
        (route) => route.fulfill({ status: 404, body: '{}' }),
        async () => {
          await page.getByLabel(words.shell.language).selectOption('fi');
          await page.getByText(trouble.outdatedPage).waitFor();
          assert.equal(await page.locator('html').getAttribute('lang'), 'en');
        },
      );
      await page.getByRole('button', { name: trouble.reload }).click();
      await page.locator('html[lang=fi] main h1').waitFor();
      await page.evaluate('localStorage.clear()');
    });

    it('keeps the language and offers a reload when the English file is gone, too', async () => {
      const { shell, errors, list } = (await loadPageLocalization('fi')).page;
      // In an English browser the document preloads the English file.
      await using finnish = await pageServer.openSignedIn(browser, '/', { locale: 'fi-FI' });
      await finnish.page.getByRole('banner').getByRole('button', { name: list.more }).click();
      await finnish.page.route('**/page/*.js', (route) =>
        route.fulfill({ status: 404, body: '{}' }),
      );
      await finnish.page.getByLabel(shell.language).selectOption('sv');
      await finnish.page.getByText(errors.outdatedPage).waitFor();
      assert.equal(await finnish.page.locator('html').getAttribute('lang'), 'fi');
      await finnish.page.unroute('**/page/*.js');
      await finnish.page.getByRole('button', { name: errors.reload }).click();
      await finnish.page.locator('html[lang=sv] main h1').waitFor();
    });

    it('says so in English when no language file can be loaded', async () => {
      await withRoute(
        /\/page\/(?!main)[^/]*\.js$/,
        (route) => route.fulfill({ status: 404, body: '{}' }),
        async () => {
          await page.reload();
          await page.getByRole('alert').getByText('The page could not be loaded').waitFor();
        },
      );
      await page.reload();
      await page.locator('main h1').waitFor();
    });

    it('offers a retry when the first request fails', async () => {
      await withRoute(
        '**/v1/weeks',
        (route) => route.fulfill({ status: 500, body: 'no' }),
        async () => {
          await page.reload();
          await note(trouble.broken).waitFor();
        },
      );
      await retry().click();
      await heading(page, /^Store B$/).waitFor();
    });

    it('causes no other errors', () => {
      const unexpectedProblems = tab
        .problems()
        .filter(
          (problem) =>
            !/Failed to load resource|ERR_INTERNET_DISCONNECTED|ERR_FAILED/.test(problem),
        );
      assert.deepEqual(unexpectedProblems, []);
      assert.deepEqual(pageServer.serverErrors, []);
    });
  });
}
