// Stores the reports of a company's folders and the subscriptions to them. There are few different reports; each is stored
// as the worker stores it, with a PDF of its own kind.
import { deliveryCodecs, jsonRenderer } from '../../../lib/adapters/json/index.ts';
import { pdfRenderer } from '../../../lib/adapters/pdf/index.ts';
import { openReportRepository } from '../../../lib/composition/compose.ts';
import { DEFAULTS } from '../../../lib/composition/config.ts';
import { subscriptionId } from '../../../lib/delivery/subscription-rules.ts';
import { subscriptionKey } from '../../../lib/delivery/subscription-store.ts';
import type { Report } from '../../../lib/domain/report.ts';
import type { ObjectStore } from '../../../lib/ports/object-store.ts';
import type { Subscription } from '../../../lib/ports/subscriptions.ts';
import { commitReport } from '../../../lib/reports/commit.ts';
import { JSON_ATTRIBUTES } from '../../../lib/reports/report-repository.ts';
import { mapConcurrent } from '../../../lib/shared/map-concurrent.ts';
import { createRegionReport, createStoreReport } from '../../support/test-reports.ts';
import type { CompanySize } from './delivery-figures.ts';

const STORE_CONCURRENCY = 32;
const LOCALES = ['en', 'fi', 'de', 'ja', 'ar'];

/** One region to nine stores. */
function reportsByFolder(): readonly Report[] {
  const [one, two, three] = [createStoreReport(1), createStoreReport(2), createStoreReport(3)];
  return [createRegionReport(9), one, two, three, one, two, three, one, two, three];
}

function subscriptionOf(i: number, folder: number): Subscription {
  const to = { folder, channel: 'mail', address: `reader-${i}@example.com` } as const;
  return {
    ...to,
    id: subscriptionId(to),
    locale: LOCALES[i % LOCALES.length] ?? 'en',
    when: { weekday: 1, time: '08:00', timeZone: 'Europe/Helsinki' },
    only: 'always',
    attach: 'pdf',
    state: 'active',
    createdAt: '2026-11-01T00:00:00.000Z',
    createdBy: 'shell',
  };
}

export async function storeCompany(
  store: ObjectStore,
  { folders, subscribers }: CompanySize,
): Promise<void> {
  const reports = reportsByFolder();
  const json = jsonRenderer();
  const pdf = pdfRenderer({ locale: 'en', paper: 'A4' });
  const documents = await Promise.all(
    reports.map(async (report) => pdf.render(report, await json.render(report), new Map())),
  );
  const keys = Array.from({ length: folders }, (_, i) => i + 1);
  await mapConcurrent(
    keys,
    async (key) => {
      const [report, document] = [reports[key % reports.length], documents[key % reports.length]];
      if (report === undefined || document === undefined) throw new Error('no report');
      const context = {
        ...openReportRepository(store, DEFAULTS),
        renderers: { json, pdf: { render: () => Promise.resolve(document) } },
        childLinks: null,
      };
      const folder = { ...report.folder, key, name: `${report.folder.name} ${key}` };
      await commitReport(context, { ...report, folder }, null);
    },
    STORE_CONCURRENCY,
  );
  const { subscriptions: codec } = deliveryCodecs;
  await mapConcurrent(
    Array.from({ length: subscribers }, (_, i) => subscriptionOf(i, 1 + (i % folders))),
    (subscription) =>
      store.create(subscriptionKey(subscription), codec.encode(subscription), JSON_ATTRIBUTES),
    STORE_CONCURRENCY,
  );
}
