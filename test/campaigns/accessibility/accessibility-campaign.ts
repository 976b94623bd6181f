// Checks every view of the page with axe in every language, in both themes, in Chromium and Firefox, and that none overflows.
import { performance } from 'node:perf_hooks';
import pMap from 'p-map';
import { LANGUAGES } from '../../../lib/i18n/messages.ts';
import { startAllViews } from '../../support/all-views.ts';
import { missingBrowser, openBrowser, openFirefox } from '../../support/browser.ts';
import { campaignArguments, exitWithUsageError } from '../../support/campaign-arguments.ts';
import { missingFirefox } from '../../support/firefox.ts';
import { checkViews } from './check-views.ts';
import type { Pass } from './passes.ts';
import { BROWSERS, plannedPasses } from './passes.ts';

/** Tabs of a browser at the same time. */
const TABS = 2;

const HELP = `npm run campaign accessibility -- [options]

Opens every view of the page in every language, in Chromium and in Firefox: in one of them on a laptop, in the other on a
phone. Reports what violates a rule of axe (WCAG 2.2 AA and best practice) in light or dark mode, and what overflows. Leaves
out what npm run test:all checks: English in light and Arabic in dark mode in Chromium.

  --browser NAME   only ${BROWSERS.join(' or ')}
  --language CODE  only one of ${LANGUAGES.join(', ')}
  --view TEXT      only views whose name contains the text
  --help

Exit codes: 0 no problems · 1 problems, or a browser is missing · 2 wrong arguments.
`;

const { values } = campaignArguments(HELP, {
  options: {
    browser: { type: 'string' },
    language: { type: 'string' },
    view: { type: 'string', default: '' },
  },
});
const { browser: onlyBrowser, language: onlyLanguage, view: viewPart } = values;
const passes = plannedPasses().filter(
  ({ browser, language }) =>
    (onlyBrowser ?? browser) === browser && (onlyLanguage ?? language) === language,
);
if (passes.length === 0) exitWithUsageError('there is no such browser or language');
const missing = [missingBrowser(), missingFirefox()].filter((reason) => reason !== null);
if (missing.length > 0) {
  process.stderr.write(`${missing.join('\n')}\n`);
  process.exit(1);
}

const startTime = performance.now();
await using allViews = await startAllViews();
const views = allViews.views.filter(({ name }) => name.includes(viewPart));
if (views.length === 0) exitWithUsageError('--view takes a part of the name of a view');
let done = 0;
let checks = 0;
let problems = 0;

async function runPasses(name: Pass['browser']): Promise<void> {
  const own = passes.filter(({ browser }) => browser === name);
  if (own.length === 0) return;
  await using browser = await (name === 'firefox' ? openFirefox() : openBrowser());
  await pMap(own, (pass) => runPass(pass, browser), { concurrency: TABS });
}

async function runPass(
  pass: Pass,
  browser: Awaited<ReturnType<typeof openBrowser>>,
): Promise<void> {
  const passStart = performance.now();
  const result = await checkViews(browser, allViews.pageServer, { pass, views });
  const screen = `${pass.browser}, ${pass.language}, ${pass.viewport.width} px`;
  done += 1;
  checks += result.checks;
  problems += result.problems.length;
  process.stderr.write(
    `${done}/${passes.length} ${screen}: ${result.checks} checks, ${result.problems.length} problems, ${seconds(passStart)}\n`,
  );
  for (const problem of result.problems) console.log(`${screen}: ${problem}`);
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}

await Promise.all(BROWSERS.map(runPasses));
console.log(
  `${checks} checks of ${views.length} views, ${problems} problems, ${seconds(startTime)}`,
);
process.exitCode = problems === 0 ? 0 : 1;
