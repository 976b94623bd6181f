// A child process that sends a company's messages as commands do, from a folder to an SMTP server.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { openFolderStore } from '../../../lib/adapters/folder/index.ts';
import { openReportRepository } from '../../../lib/composition/compose.ts';
import { readConfig } from '../../../lib/composition/config.ts';
import { openLocalDeliveries } from '../../../lib/composition/local-deliveries.ts';
import { runDeliveries } from '../../../lib/delivery/in-process-deliveries.ts';
import { createRandom } from '../../support/test-reports.ts';
import { inputOf, sendResult } from '../child.ts';
import { benchWeek } from '../upstream/bodies.ts';
import { storeCompany } from './delivery-company.ts';
import { localInput, SENT_FROM } from './delivery-figures.ts';
import { measureSender } from './sender-measured.ts';

const { size, smtp, rate } = inputOf(localInput);
const folder = await mkdtemp(join(tmpdir(), 'bench-deliveries-'));
try {
  const { config, problems } = readConfig(
    {
      REPORTS_STORE: `file:${folder}`,
      REPORTS_MAIL: smtp,
      REPORTS_MAIL_FROM: 'Reports <reports@example.com>',
      REPORTS_MAIL_RATE: String(rate),
      REPORTS_PUBLIC_URL: 'https://reports.example.com',
    },
    { api: 'none' },
  );
  if (config === null) throw new Error(problems.map(({ problem }) => problem).join('; '));
  const store = openFolderStore({ root: folder });
  await storeCompany(store, size);
  const start = performance.now();
  const system = {
    clock: () => Math.floor(SENT_FROM + performance.now() - start),
    random: createRandom(5),
  };
  const measurement = measureSender(size.subscribers);
  const deliveries = openLocalDeliveries(config, {
    repository: openReportRepository(store, config),
    secret: null,
    system,
  });
  const { sender } = deliveries;
  const results = await runDeliveries(
    {
      ...deliveries,
      sender: {
        ...sender,
        send: (outgoing) =>
          sender.send(outgoing).finally(() => {
            measurement.count();
          }),
      },
    },
    benchWeek(),
  );
  const wallMs = performance.now() - start;
  await sender.close();
  const failedCount = results.filter(({ state }) => state !== 'sent').length;
  if (failedCount > 0) throw new Error(`${failedCount} messages were not sent`);
  sendResult(measurement.figures(wallMs));
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exit();
