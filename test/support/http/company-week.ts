// A week of a company's reports, each parent's merged from its children's: 1 → 2 → 21, 22 and 1 → 3 → 31.
import { buildReport } from '../../../lib/domain/build-report.ts';
import { NO_SETTINGS } from '../../../lib/domain/signals/folder-settings.ts';
import type { FolderName, Report } from '../../../lib/domain/report.ts';
import { openArchive, commitTestReport } from '../archive.ts';
import { RULES, requireWeek } from '../test-facts.ts';
import { createReport } from '../test-reports.ts';
import type { ReportsApiTestContext } from './reports-api-context.ts';

const ROOT: FolderName = { key: 1, name: 'Acme' };
const NORTH: FolderName = { key: 2, name: 'North' };
const SOUTH: FolderName = { key: 3, name: 'South' };

/** A shop's report; another seed gives other figures. */
export function shop(
  { key, name, path }: FolderName & { readonly path: readonly FolderName[] },
  { week, seed = key, asOf }: { week: string; seed?: number; asOf?: string },
): Report {
  const surveys = [
    {
      key: key * 10,
      name: `How was ${name}?`,
      volume: 150,
      alerts: [{ alertType: 'negative', from: -10, to: null }],
    },
  ];
  return createReport(
    { key, name, path, surveys },
    { week, seed, ...(asOf === undefined ? {} : { asOf }) },
  );
}

/** The report of a folder without surveys of its own. */
function merged(
  folder: FolderName & { readonly path: readonly FolderName[] },
  children: readonly Report[],
): Report {
  const [firstChild] = children;
  if (firstChild === undefined) throw new TypeError('nothing to merge');
  const facts = {
    folder,
    week: requireWeek(firstChild.week),
    asOf: '2026-11-17T08:00:00.000Z',
    surveys: [],
    failed: [],
    absent: [],
    settings: NO_SETTINGS,
    problems: [],
  };
  return buildReport(facts, children, null, RULES);
}

export const SHOP = { key: 21, name: 'Store Å', path: [ROOT, NORTH] } as const;

/** Commits all six reports and returns them by folder. */
export async function commitWeek(
  testApi: ReportsApiTestContext,
  week: string,
): Promise<ReadonlyMap<number, Report>> {
  const shops = [
    shop(SHOP, { week }),
    shop({ key: 22, name: 'Store B', path: [ROOT, NORTH] }, { week }),
    shop({ key: 31, name: 'Store C', path: [ROOT, SOUTH] }, { week }),
  ];
  const north = merged({ ...NORTH, path: [ROOT] }, shops.slice(0, 2));
  const south = merged({ ...SOUTH, path: [ROOT] }, shops.slice(2));
  const reports = [...shops, north, south, merged({ ...ROOT, path: [] }, [north, south])];
  for (const report of reports) await commitTestReport(openArchive(testApi.store), report);
  return new Map(reports.map((report) => [report.folder.key, report]));
}

/** The plan of all folders, with their current parents. */
export const PLANNED_FOLDERS = [
  [1, null],
  [2, 1],
  [21, 2],
  [22, 2],
  [3, 1],
  [31, 3],
] as const;
