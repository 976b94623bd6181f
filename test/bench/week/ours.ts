// Makes a week like `npm run report` with the benchmark upstream: the real client, renderers and folder store.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { ReportRenderer } from '../../../lib/ports/rendering.ts';
import { runWeek, type ReportMakingContext } from '../../../lib/reports/run-week.ts';
import { pdfRenderer } from '../../../lib/adapters/pdf/index.ts';
import { openServices } from '../../../lib/composition/compose.ts';
import { DEFAULTS } from '../../../lib/composition/config.ts';
import { endOfWeekEverywhere } from '../../../lib/domain/calendar.ts';
import { createRandom } from '../../support/test-reports.ts';
import { inputOf, sendResult } from '../child.ts';
import { cpuMs, peakRssMb, waitedForCoreMs, waitedSince } from '../bench-samples.ts';
import { benchWeek } from '../upstream/bodies.ts';
import { runInput, type RunFigures } from './week-figures.ts';

const DAY_MS = 24 * 3_600_000;

const { url, concurrency, way } = inputOf(runInput);
const week = benchWeek();
const folder = await mkdtemp(join(tmpdir(), 'bench-'));
const services = openServices(
  { ...DEFAULTS, facts: way === 'whole', concurrency, store: { kind: 'file', folder } },
  {
    url,
    credentials: { clientId: 'bench', apiToken: 'bench' },
    auth: 'basic',
    headerPrefix: 'X-SVC',
  },
  // Deadlines and retries need no real clock here.
  { clock: () => endOfWeekEverywhere(week) + DAY_MS, random: createRandom(1) },
);

/** Without content. */
function empty(extension: 'pdf' | 'json'): ReportRenderer {
  const bytes = new TextEncoder().encode(extension === 'pdf' ? '%PDF-%%EOF' : '');
  const file = { bytes, contentType: 'text/plain', extension };
  return { render: () => Promise.resolve(file) };
}

type Renderers = ReportMakingContext['repository']['renderers'];

function renderersFor(renderers: Renderers): Renderers {
  if (way === 'gathered') return { pdf: empty('pdf'), json: empty('json') };
  return way === 'oneThread' ? { ...renderers, pdf: pdfRenderer(DEFAULTS) } : renderers;
}

try {
  const { repository } = services.making;
  const renderers = renderersFor(repository.renderers);
  const making = { ...services.making, repository: { ...repository, renderers } };
  const [start, cpuBefore, waitedBefore] = [performance.now(), cpuMs(), waitedForCoreMs()];
  const outcomes = await runWeek(making, { week, folder: null, force: false });
  const figures: RunFigures = {
    wallMs: performance.now() - start,
    cpuMs: cpuMs() - cpuBefore,
    waitedMs: waitedSince(waitedBefore),
    peakRssMb: peakRssMb(),
    requests: services.requests().sent,
    reports: outcomes.length,
  };
  const isComplete = outcomes.every(({ report }) => report?.manifest.status === 'complete');
  if (!isComplete || services.requests().retried > 0) throw new Error('not every report is whole');
  sendResult(figures);
} finally {
  await services.close();
  await rm(folder, { recursive: true });
}
