// Makes the sample company's week with a fixed clock and prints each manifest, to compare runs byte for byte.
import { openServices } from '../../lib/composition/compose.ts';
import { DEFAULTS } from '../../lib/composition/config.ts';
import { sampleCompany, startFeedbackService } from '../../lib/feedback-service/index.ts';
import { runWeek } from '../../lib/reports/run-week.ts';
import { NOW } from './test-company.ts';
import { W46 } from './test-facts.ts';

const clock = (): number => NOW;
const { company, clientId, token } = sampleCompany({ seed: 1, clock });
const service = await startFeedbackService({ companies: [company], clock });
const services = openServices(
  { ...DEFAULTS, store: { kind: 'file', folder: process.argv[2] ?? '' } },
  {
    url: service.url,
    credentials: { clientId, apiToken: token },
    auth: 'basic',
    headerPrefix: 'X-SVC',
  },
  { clock, random: () => 0.5 },
);
const outcomes = await runWeek(services.making, { week: W46, folder: null, force: false });
for (const { report } of outcomes) {
  if (report !== null) process.stdout.write(`${JSON.stringify(report.manifest)}\n`);
}
await services.close();
await service.close();
