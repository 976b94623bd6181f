// The page of a server that makes the first week of a company: what it shows before there is a report.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { missingBrowser } from '../../support/browser.ts';
import { heading, words } from '../../support/page-queries.ts';
import { signInScript } from '../../support/page-server.ts';
import { temporaryFolder } from '../../support/run-command.ts';
import { FIXED_TIME, serve, serveEnvironment } from '../../support/serve-process.ts';
import { sharedBrowser } from '../../support/shared-browser.ts';
import { startTestCompany, type TestCompany } from '../../support/test-company.ts';

const TOKEN = 'a-token-of-the-whole-company';
const { pending, browse } = words;

describe('the page while the first week is made', { skip: missingBrowser() ?? false }, () => {
  let acme: TestCompany;
  before(async () => {
    acme = await startTestCompany();
  });
  after(() => acme.close());

  it('says what is happening, counts the reports that are ready, and shows the report when it is there', async (t) => {
    const heldAnswers: ServerResponse[] = [];
    acme.answerInstead = (path, answer) => {
      const isHeld = path.startsWith('/v1/surveys/221/results');
      if (isHeld) heldAnswers.push(answer);
      return isHeld;
    };
    const store = await temporaryFolder(t);
    const env = { NODE_OPTIONS: `--import=${FIXED_TIME}`, REPORTS_API_TOKEN: TOKEN };
    const server = serve(t, store, serveEnvironment(acme, env));
    const url = await server.listening;
    await server.logged('report made', 2);
    await using tab = await (
      await sharedBrowser()
    ).open(`${url}/`, { initScript: signInScript(TOKEN) });
    const { page } = tab;
    await heading(page, /Week 46/).waitFor();
    await page.getByRole('heading', { name: pending.makingHeading }).waitFor();
    await page.getByRole('progressbar', { name: browse.ready({ n: 2, total: 5 }) }).waitFor();
    assert.equal(await page.locator('.pending-reports a').count(), 2);
    acme.reset();
    // The dropped requests are retried.
    for (const answer of heldAnswers) answer.destroy();
    await page.locator('.list-head').waitFor();
    assert.equal(await page.locator('.pending').count(), 0);
    assert.deepEqual(tab.problems(), []);
    assert.equal((await server.stop()).code, 0);
  });
});
