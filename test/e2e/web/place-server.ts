// A server with the reports of three places, their region and the company, and the rules of axe on their views.
import assert from 'node:assert/strict';
import type { BrowserContextOptions } from 'playwright-core';
import { commitTestReport, openArchive } from '../../support/archive.ts';
import {
  accessibilityViolations,
  NO_OVERFLOW,
  OVERFLOW,
  visit,
} from '../../support/page-queries.ts';
import type { PageServer } from '../../support/page-server.ts';
import { startPageServer, WEEK } from '../../support/page-server.ts';
import { sharedBrowser } from '../../support/shared-browser.ts';
import type { FolderSketch } from '../../support/test-reports.ts';
import { createReport, STORE_ALERTS } from '../../support/test-reports.ts';

const ACME = { key: 1, name: 'Acme' };
const NORTH = { key: 2, name: 'North' };
const FOLLOW_UPS = {
  painPoints: ['Waiting time', 'Prices', 'Cleanliness'],
  highlights: ['Friendly staff', 'Good value'],
};

function store(key: number, name: string, shift = 0): FolderSketch {
  const survey = { key: key * 10, name: 'How was your visit today?', volume: 1200, shift };
  const alerts = shift === 0 ? [] : STORE_ALERTS;
  return {
    key,
    name,
    path: [ACME, NORTH],
    surveys: [{ ...survey, alerts, followUps: FOLLOW_UPS }],
  };
}

const STATION = store(21, 'Central railway station', -0.3);
const TERMINAL = store(22, 'Terminal 2, arrivals and baggage claim');
const WASHROOMS = store(31, 'Washrooms, gates 20–36');
const REGION: FolderSketch = { ...NORTH, path: [ACME], folders: [STATION, TERMINAL, WASHROOMS] };
const COMPANY: FolderSketch = { ...ACME, folders: [REGION] };

export const LAPTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

export async function startPlaceServer(): Promise<PageServer> {
  const pageServer = await startPageServer({ weeks: [] });
  const archive = openArchive(pageServer.making.repository.store);
  for (const sketch of [COMPANY, REGION, STATION, TERMINAL, WASHROOMS]) {
    await commitTestReport(archive, createReport(sketch, { week: WEEK }));
  }
  return pageServer;
}

interface PlaceReader extends BrowserContextOptions {
  readonly locale: string;
  readonly colorScheme: 'light' | 'dark';
  readonly viewport: { readonly width: number; readonly height: number };
}

export function titleOf({ locale, colorScheme, viewport }: PlaceReader): string {
  return `violates no axe rule and never overflows: ${locale}, ${colorScheme}, ${viewport.width} px`;
}

export async function assertPlacesAccessible(
  pageServer: PageServer,
  options: PlaceReader,
): Promise<void> {
  await using tab = await pageServer.openSignedIn(await sharedBrowser(), `/${WEEK}/21`, options);
  const { page } = tab;
  const problems: string[] = [];
  for (const view of ['21', '1?as=heat', 'compare/21,22,31', '1']) {
    await visit(page, `/${WEEK}/${view}`);
    await page.locator('.plot-area, .heat-grid, .folder-details').first().waitFor();
    const faults = await accessibilityViolations(page);
    problems.push(...faults.map((fault) => `${view}: ${fault}`));
    const overflow = String(await page.evaluate(OVERFLOW));
    if (overflow !== NO_OVERFLOW) problems.push(`${view}: ${overflow}`);
  }
  assert.deepEqual(problems, []);
  assert.deepEqual(tab.problems(), []);
}
