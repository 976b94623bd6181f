// Reports of the sample company, made in a folder from its reporting API.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { openServices } from '../../lib/composition/compose.ts';
import { DEFAULTS } from '../../lib/composition/config.ts';
import { sampleCompany, startFeedbackService } from '../../lib/feedback-service/index.ts';
import { once } from '../../lib/domain/memoize.ts';
import type { ReportRepository } from '../../lib/reports/report-repository.ts';
import { runWeek } from '../../lib/reports/run-week.ts';
import { withoutPdfs } from './blank-pdf.ts';
import { NOW } from './test-company.ts';
import { requireWeek } from './test-facts.ts';
import { createRandom } from './test-reports.ts';

/** Runs of a week for a folder and its subtree; null for all folders. */
export type WeekRuns = readonly (readonly [week: string, folder: number | null])[];

export interface SampleReports {
  /** The folder of the store. */
  readonly folder: string;
  readonly repository: ReportRepository;
}

/** Largest region of the sample company. */
export const EUROPE = 41_003;

/** The sample company with both weeks of its largest region, made once for all tests of a process, which only read it. */
export const sampleReports = once(() =>
  makeSampleReports({
    seed: 1,
    runs: [
      ['2026-W45', EUROPE],
      ['2026-W46', null],
    ],
  }),
);

const folders: string[] = [];
after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

/** Makes reports in a folder, without drawing their PDFs; it is removed after the last test of the process. */
export async function makeSampleReports({
  seed,
  runs,
}: {
  readonly seed: number;
  readonly runs: WeekRuns;
}): Promise<SampleReports> {
  const folder = await mkdtemp(join(tmpdir(), 'reports-'));
  folders.push(folder);
  const clock = (): number => NOW;
  const { company, clientId, token } = sampleCompany({ seed, clock });
  const service = await startFeedbackService({ companies: [company], clock });
  const services = openServices(
    { ...DEFAULTS, store: { kind: 'file', folder } },
    {
      url: service.url,
      credentials: { clientId, apiToken: token },
      auth: 'basic',
      headerPrefix: 'X-SVC',
    },
    { clock, random: createRandom(1) },
  );
  const { repository } = services.making;
  const making = withoutPdfs(services.making);
  for (const [week, key] of runs) {
    await runWeek(making, { week: requireWeek(week), folder: key, force: false });
  }
  await services.close();
  await service.close();
  return { folder, repository };
}
