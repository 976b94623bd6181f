// Reports of the sample company, made in a folder from its reporting API.
import { openServices } from '../../lib/composition/compose.ts';
import { DEFAULTS } from '../../lib/composition/config.ts';
import { sampleCompany, startFeedbackService } from '../../lib/feedback-service/index.ts';
import type { ReportRepository } from '../../lib/reports/report-repository.ts';
import { runWeek } from '../../lib/reports/run-week.ts';
import { fakePdfRenderer } from './blank-pdf.ts';
import { NOW } from './test-company.ts';
import { requireWeek } from './test-facts.ts';
import { createRandom } from './test-reports.ts';

/** Runs of a week for a folder and its subtree; null for all folders. */
export type WeekRuns = readonly (readonly [week: string, folder: number | null])[];

/** Makes reports in a folder, without drawing their PDFs. */
export async function makeSampleReports(
  folder: string,
  { seed, runs }: { readonly seed: number; readonly runs: WeekRuns },
): Promise<ReportRepository> {
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
  const renderers = { ...repository.renderers, pdf: fakePdfRenderer };
  const making = { ...services.making, repository: { ...repository, renderers } };
  for (const [week, key] of runs) {
    await runWeek(making, { week: requireWeek(week), folder: key, force: false });
  }
  await services.close();
  await service.close();
  return repository;
}
