// Makes the test company's week with a fixed clock and prints each manifest, to compare runs byte for byte.
import { openServices } from '../../lib/composition/compose.ts';
import { DEFAULTS } from '../../lib/composition/config.ts';
import { runWeek } from '../../lib/reports/run-week.ts';
import { CLIENT_ID, NOW, startTestCompany, TOKEN } from './test-company.ts';
import { W46 } from './test-facts.ts';

const acme = await startTestCompany();
const services = openServices(
  { ...DEFAULTS, store: { kind: 'file', folder: process.argv[2] ?? '' } },
  {
    url: acme.url,
    credentials: { clientId: CLIENT_ID, apiToken: TOKEN },
    auth: 'headers',
    headerPrefix: 'X-SVC',
  },
  { clock: () => NOW, random: () => 0.5 },
);
const outcomes = await runWeek(services.making, { week: W46, folder: null, force: false });
for (const { report } of outcomes) {
  if (report !== null) process.stdout.write(`${JSON.stringify(report.manifest)}\n`);
}
await services.close();
await acme.close();
