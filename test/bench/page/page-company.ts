// A company of 2,000 places, some of which have changed: the reports of the top folder and of two places are stored, and served
// with the built page.
import { z } from 'zod';
import { commitTestReport, openArchive } from '../../support/archive.ts';
import { CLIENT_ID, TOKEN } from '../../support/test-company.ts';
import type { PageServer } from '../../support/page-server.ts';
import { startPageServer, WEEK } from '../../support/page-server.ts';
import type { FolderSketch, SurveySketch } from '../../support/test-reports.ts';
import { createReport } from '../../support/test-reports.ts';
import { endChild, startChild } from '../child.ts';
import type { BenchFolder, CompanyShape } from '../upstream/upstream-company.ts';
import { companyOf } from '../upstream/upstream-company.ts';

export const PLACES = 2_000;
const SHAPE: CompanyShape = { perStore: 1, fanOut: 20 };
const UPSTREAM = new URL('../upstream/upstream-server.ts', import.meta.url);

/** What the first places differ in; the others are as usual. */
const CHANGES: readonly (readonly [places: number, change: Partial<SurveySketch>])[] = [
  [30, { levelChange: { weeksAgo: 9, mood: 0.35 } }],
  [60, { levelChange: { weeksAgo: 6, mood: 0.3, weeks: 6 } }],
  [30, { levelChange: { weeksAgo: 2, mood: 0.95 } }],
];

export interface BenchPage extends AsyncDisposable {
  readonly server: PageServer;
  /** Addresses of the list and of its first place. */
  readonly list: string;
  readonly place: string;
}

const rowsOfView = z.object({
  sections: z.array(z.object({ rows: z.array(z.object({ folder: z.number() })) })),
});

export async function openBenchPage(): Promise<BenchPage> {
  await using resources = new AsyncDisposableStack();
  const upstream = await startChild(UPSTREAM, { surveys: PLACES, shape: SHAPE, latencyMs: 0 });
  resources.defer(() => endChild(upstream));
  const { root, stores } = companyOf(PLACES, SHAPE);
  const company = { url: upstream.line, clientId: CLIENT_ID, token: TOKEN };
  const server = resources.use(await startPageServer({ weeks: [], company }));
  const archive = openArchive(server.making.repository.store);
  const store = async (folder: BenchFolder): Promise<void> => {
    await commitTestReport(archive, createReport(sketchOf(folder), { week: WEEK }));
  };
  await store(root);
  const list = `/${WEEK}/${root.key}`;
  const view = rowsOfView.parse(await server.getJson(`/v1/reports${list}/view?language=en`));
  const rows = view.sections.flatMap((section) => section.rows);
  const first = rows
    .slice(0, 2)
    .flatMap(({ folder }) => stores.filter(({ key }) => key === folder));
  for (const place of first) await store(place);
  const opened = resources.move();
  return {
    server,
    list,
    place: `/${WEEK}/${first[0]?.key ?? 0}`,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

function sketchOf({ key, name, folders, surveys }: BenchFolder): FolderSketch {
  return {
    key,
    name,
    folders: folders.map(sketchOf),
    surveys: surveys.map((survey) => ({
      key: survey,
      name: 'How was your visit today?',
      volume: 600 + (survey % 400),
      ...changeOf(survey % PLACES),
    })),
  };
}

function changeOf(place: number): Partial<SurveySketch> {
  let first = 0;
  for (const [places, change] of CHANGES) {
    first += places;
    if (place < first) return change;
  }
  return {};
}
