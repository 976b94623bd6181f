// A process that makes the same report as others at the same time, with the real worker on a bucket or the real run on
// a folder.
import type { z } from 'zod';
import { runWeek } from '../../../lib/reports/run-week.ts';
import { openServices } from '../../../lib/composition/compose.ts';
import { readConfig } from '../../../lib/composition/config.ts';
import { openWorker } from '../../../lib/composition/aws/worker.ts';
import { parseWeek } from '../../../lib/domain/calendar.ts';
import type { Manifest } from '../../../lib/ports/stored-records.ts';
import { systemContext } from '../../../lib/composition/system.ts';
import { raceShape } from './racers.ts';

const worker = openWorker(process.env, systemContext);

async function run({ week: name, folder, since, store }: z.infer<typeof raceShape>): Promise<{
  readonly outcome: string;
  readonly manifest: Manifest | null;
}> {
  const week = parseWeek(name);
  if (week === null) throw new RangeError('no week');
  if (store === null) {
    const start = {
      receives: 1,
      mayStart: () => true,
      onReport: () => undefined,
      onFailure: () => undefined,
    };
    const work = worker.openJob(start);
    const { reports } = await work.make({ week: name, folder, since }).finally(() => work.close());
    const result = reports.find((report) => report.folder === folder)?.result;
    return {
      outcome: result?.outcome ?? 'nothing',
      manifest:
        result?.outcome === 'made' || result?.outcome === 'kept' ? result.report.manifest : null,
    };
  }
  const { config } = readConfig(process.env, { api: 'configured' });
  if (config?.api === null || config === null) throw new TypeError('no API');
  const services = openServices(
    { ...config, store: { kind: 'file', folder: store } },
    config.api,
    systemContext,
  );
  try {
    const request = { week, folder, force: since !== null };
    const [firstResult] = await runWeek(services.making, request);
    const report = firstResult?.report ?? null;
    return { outcome: report?.outcome ?? 'nothing', manifest: report?.manifest ?? null };
  } finally {
    await services.close();
  }
}

process.on('message', (message) => {
  run(raceShape.parse(message))
    .then(({ outcome, manifest }) => ({
      outcome,
      revision: manifest?.revision ?? 0,
      pdf: manifest?.files.pdf.sha256 ?? '',
    }))
    .catch((error: unknown) => ({
      outcome: error instanceof Error ? `failed: ${error.message}` : 'failed',
      revision: 0,
      pdf: '',
    }))
    .then((result) => process.send?.(result))
    .catch(() => process.exit(1));
});
process.on('disconnect', () => process.exit(0));
process.send?.({ outcome: 'ready', revision: 0, pdf: '' });
