// What the page does when something is wrong around it: it says what, keeps what it has, and goes on by itself or when
// it is told to.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page, Route } from 'playwright-core';
import type { Tab, TestBrowser } from '../../../support/browser.ts';
import type { PageServer } from '../../../support/page-server.ts';
import { startPageServer, signInScript, WEEK } from '../../../support/page-server.ts';
import { waitForFocus, heading, currentView, visit, words } from '../../../support/page-queries.ts';

const { trouble, signIn } = words;

/** Who is told to be hasty gives up on answers at once. */
const HASTY = `const patient = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = (ms) => patient(globalThis.isHasty === true ? 1 : ms);`;

export function inTrouble(opened: () => Promise<TestBrowser>): void {
  describe('in trouble the page', { concurrency: 1 }, () => {
    const all = new AsyncDisposableStack();
    let library: PageServer;
    let browser: TestBrowser;
    let page: Page;
    let tab: Tab;
    before(async () => {
      library = all.use(await startPageServer());
      browser = await opened();
      tab = all.use(
        await browser.open(`${library.pageUrl}#/`, {
          initScript: `${signInScript(library.token)}${HASTY}`,
        }),
      );
      ({ page } = tab);
      await heading(page, /week 46/).waitFor();
      await page.getByRole('table').waitFor();
    });
    after(() => all.disposeAsync());

    const note = ([title = '', what = '']: readonly string[]) =>
      page
        .getByRole('alert')
        .filter({ has: page.getByRole('heading', { name: title }) })
        .filter({ hasText: what });
    const retry = () => page.getByRole('button', { name: trouble.retry });
    const asks = async (
      path: string,
      how: (route: Route) => Promise<void>,
      during: () => Promise<void>,
    ) => {
      await page.route(path, how);
      await during();
      await page.unroute(path);
    };

    it('that has no connection says so, keeps what it has, and goes on when it is back', async () => {
      await visit(page, `/${WEEK}/21`);
      await heading(page, /^Store Å$/).waitFor();
      await page.context().setOffline(true);
      const banner = page.getByRole('status').filter({ hasText: trouble.offlineBanner });
      await banner.waitFor();
      await visit(page, `/${WEEK}/22`);
      await note(trouble.offline).waitFor();
      // What was read before can still be read, with what went wrong above it.
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

    it('gives up on an answer that doesn’t come, and asks again when it is told to', async () => {
      await asks(
        '**/3/content',
        () => new Promise(() => undefined),
        async () => {
          await visit(page, `/${WEEK}/3`);
          await page.getByText(words.read.loading).waitFor({ state: 'attached' });
          // Nobody has to wait for it.
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

    it('tells a busy service, a fault and somebody else’s answer from one another', async () => {
      const problem = (status: number, code: string) => (route: Route) =>
        route.fulfill({
          status,
          contentType: 'application/problem+json',
          body: JSON.stringify({ code, status }),
        });
      for (const [how, said, code] of [
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
        await heading(page, /week 46/).waitFor();
        await asks('**/2/content', how, async () => {
          await visit(page, `/${WEEK}/2`);
          await note(said).waitFor();
          assert.equal(
            await page.getByText(trouble.code(code ?? '')).count(),
            code === null ? 0 : 1,
          );
        });
        assert.equal(await page.getByText('Wi-Fi').count(), 0);
      }
      await retry().click();
      await heading(page, /^North$/).waitFor();
      // An old week stays, with what went wrong above it.
      await asks(`**/v1/weeks/${WEEK}`, problem(500, 'INTERNAL'), async () => {
        await visit(page, '/');
        await note(trouble.broken).waitFor();
        await page.getByRole('table').getByRole('link', { name: 'North' }).waitFor();
      });
      await retry().click();
      await note(trouble.broken).waitFor({ state: 'detached' });
    });

    it('whose token has ended asks for another, and goes on where it was', async () => {
      const forbidden = {
        status: 403,
        contentType: 'application/json',
        body: '{"message":"Forbidden"}',
      };
      await asks(
        '**/revisions',
        (route) => route.fulfill(forbidden),
        async () => {
          await visit(page, `/${WEEK}/22/revisions`);
          await page.getByRole('alert').getByText(signIn.ended).waitFor();
        },
      );
      await waitForFocus(page, signIn.token);
      assert.equal(await page.evaluate('sessionStorage.length'), 0);
      await page.getByLabel(signIn.token, { exact: true }).fill(library.token);
      await page.keyboard.press('Enter');
      await heading(page, /^Store B$/).waitFor();
      assert.equal(await currentView(page), `/${WEEK}/22/revisions`);
    });

    it('that is older than the server speaks English, and offers to be loaded again', async () => {
      await page.getByRole('button', { name: words.shell.settings }).click();
      await asks(
        '**/page/*.js',
        (route) => route.fulfill({ status: 404, body: '{}' }),
        async () => {
          await page.getByLabel(words.shell.language).selectOption('fi');
          await page.getByText(trouble.stale).waitFor();
          assert.equal(await page.locator('html').getAttribute('lang'), 'en');
        },
      );
      await page.getByRole('button', { name: trouble.reload }).click();
      await page.locator('html[lang=fi] main h1').waitFor();
      await page.evaluate('localStorage.clear()');
    });

    it('that could not begin can be told to try again', async () => {
      await asks(
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

    it('met nothing but what it was given', () => {
      const own = tab
        .problems()
        .filter((one) => !/Failed to load resource|ERR_INTERNET_DISCONNECTED|ERR_FAILED/.test(one));
      assert.deepEqual(own, []);
      assert.deepEqual(library.serverErrors, []);
    });
  });
}
