// The metrics of the feedback service.
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { release } from '../../lib/composition/release.ts';
import type { AnsweredRequest } from '../../lib/feedback-service/index.ts';
import type { CompanyStatus } from './service-status.ts';

const prefix = 'feedback_service_';

export interface ServiceMetrics {
  /** In the text format of Prometheus. */
  readonly read: () => Promise<string>;
  readonly countRequest: (answered: AnsweredRequest) => void;
}

/** `readCompanies` is called once for each reading. */
export function createServiceMetrics(
  readCompanies: () => Promise<readonly CompanyStatus[]>,
): ServiceMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: `${prefix}build_info`,
    help: 'Always 1; the labels name the release and the version of Node.',
    labelNames: ['release', 'node'],
    registers,
  }).set({ release: release(), node: process.versions.node }, 1);
  const durations = new Histogram({
    name: `${prefix}http_seconds`,
    help: 'Duration of requests to their last byte, by route and status; 0 is a client that disconnected first.',
    labelNames: ['route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
    registers,
  });
  const gauge = (name: string, help: string): Gauge<'company'> =>
    new Gauge({ name: `${prefix}company_${name}`, help, labelNames: ['company'], registers });
  const importing = gauge('importing', '1 while files are imported.');
  const importedAt = gauge(
    'last_import_timestamp_seconds',
    'End of the last import since the start.',
  );
  const lastEvent = gauge('last_event_timestamp_seconds', 'Time of the last event.');
  const faults = gauge('faults', 'Problems of files that are left out.');
  const served = gauge('served', '0 when nothing is imported or the database does not answer.');

  async function updateCompanies(): Promise<void> {
    const statuses = await readCompanies();
    for (const metric of [served, importing, importedAt, lastEvent, faults]) metric.reset();
    for (const status of statuses) {
      const labels = { company: status.name };
      served.set(labels, status.state === 'served' ? 1 : 0);
      importing.set(labels, status.isImporting ? 1 : 0);
      faults.set(labels, status.faults.length + status.more);
      if (status.importedAt !== undefined) importedAt.set(labels, status.importedAt / 1000);
      if (status.lastEventAt !== undefined) lastEvent.set(labels, status.lastEventAt / 1000);
    }
  }

  return {
    read: async () => {
      await updateCompanies();
      return registry.metrics();
    },
    countRequest: ({ route = 'none', status = 0, durationMs }) => {
      durations.observe({ route, status }, durationMs / 1000);
    },
  };
}
