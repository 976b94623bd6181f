// Late responses lead to a second revision of a report, through the handlers of planner and worker, with the feedback service
// on a socket and real PDFs.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { createHandler as workerHandler } from '../../../functions/make-report/handler.ts';
import { createHandler as plannerHandler } from '../../../functions/plan-week/handler.ts';
import { jobCodec, jsonRenderer, revocationCodec } from '../../../lib/adapters/json/index.ts';
import { pdfRenderer } from '../../../lib/adapters/pdf/index.ts';
import { createRevisionLink } from '../../../lib/links/make-link.ts';
import { abandonJob } from '../../../lib/jobs/run-job.ts';
import { openLink } from '../../../lib/links/open-link.ts';
import { planWeek } from '../../../lib/jobs/plan-week.ts';
import { weeksToPlan } from '../../../lib/jobs/weeks-to-plan.ts';
import { layoutPages, createLayoutContext } from '../../../lib/adapters/pdf/layout.ts';
import { openFeedbackSource } from '../../../lib/composition/compose.ts';
import { DEFAULTS } from '../../../lib/composition/config.ts';
import { DAY_MS, HOUR_MS } from '../../../lib/domain/calendar.ts';
import { createLog } from '../../../lib/shared/log.ts';
import { textOf } from '../../unit/adapters/pdf/page-text.ts';
import {
  CLIENT_ID,
  startTestCompany,
  TOKEN,
  type TestCompany,
} from '../../support/test-company.ts';
import { attachedFiles } from '../../support/pdf-file.ts';
import { sqsRecords } from '../../support/lambda/sqs-record.ts';
import { WEEK, weeklyRun } from '../../support/plan-and-worker.ts';
import { canary } from '../../support/secret-markers.ts';

const SETTLED = Date.parse('2026-11-16T18:00:00Z');

/** Functions over the company's reporting API, a store and a queue in memory, on a clock that the test moves. */
function functions(acme: TestCompany) {
  const credentials = { clientId: CLIENT_ID, apiToken: TOKEN };
  const clock = (): number => run.now;
  const upstream = openFeedbackSource(
    DEFAULTS,
    { url: acme.url, credentials, auth: 'basic', headerPrefix: 'X-SVC' },
    { read: () => Promise.resolve(credentials), renew: () => Promise.resolve(null) },
    { clock, random: () => 0.5 },
  );
  const run = weeklyRun(
    { source: upstream.source },
    {
      now: new Date(SETTLED).toISOString(),
      lookDelaysMs: DEFAULTS.lookDelaysMs,
      pdf: pdfRenderer(DEFAULTS),
    },
  );
  const lines: string[] = [];
  const log = createLog({ write: (line) => lines.push(line), clock, context: {} });
  const { planning } = run;
  const { lookDelaysMs } = planning;
  const tick = plannerHandler({
    clock,
    weeks: (now) =>
      weeksToPlan(now, planning.settleHours, lookDelaysMs).filter(({ name }) => name === WEEK),
    plan: (week, scheduledTick) => planWeek(planning, week, scheduledTick),
    log,
  });
  const receive = workerHandler({
    jobs: jobCodec,
    startJob: (start) => ({
      make: (job) => run.work(job, start),
      requests: () => ({ sent: 0, retried: 0 }),
      close: () => Promise.resolve(),
    }),
    abandon: (job, failure) => abandonJob(planning.records, job, failure),
    delayMessage: () => Promise.resolve(),
    random: () => 0,
    clock,
    log,
  });
  const hour = async (): Promise<void> => {
    await tick({ scheduledTime: new Date(run.now).toISOString() });
    for (let job = run.queue.shift(); job !== undefined; job = run.queue.shift()) {
      run.now += 1_000;
      const body = new TextDecoder().decode(jobCodec.encode(job));
      const answer = await receive(
        { Records: sqsRecords([body]) },
        { getRemainingTimeInMillis: () => 240_000 },
      );
      assert.deepEqual(answer, { batchItemFailures: [] });
    }
    run.now = Math.ceil((run.now + 1) / HOUR_MS) * HOUR_MS;
  };
  return { run, lines, hour, close: () => upstream.close() };
}

describe('feedback that arrives after the report was made', () => {
  it('is in the second revision on Tuesday, and links to the first revision open its unchanged bytes', async (t) => {
    const acme = await startTestCompany();
    t.after(() => acme.close());
    const { run, lines, hour, close } = functions(acme);
    t.after(close);
    const linking = {
      repository: run.planning.repository,
      revocations: revocationCodec,
      linkKeys: () => Promise.resolve([{ id: 'k1', key: canary('link key') }]),
      randomBytes,
      clock: () => run.now,
      publicUrl: 'https://reports.example.com',
    };
    const revisions = () =>
      Promise.all([1, 2, 21, 22, 3].map(async (folder) => (await run.manifest(folder))?.revision));

    await hour();
    await hour();
    assert.deepEqual(await revisions(), [1, 1, 1, 1, 1]);
    const firstManifest = await run.manifest(21);
    assert(firstManifest !== null);
    const firstPdf = run.store.objects.get(firstManifest.files.pdf.key);
    const link = await createRevisionLink(linking, firstManifest);

    // Three hundred presses of the week's Wednesday, 14 o'clock in Helsinki.
    const at = Date.parse('2026-11-11T12:00:00Z');
    await acme.addFeedback(
      211,
      Array.from({ length: 300 }, (_, i) => ({ ts: at + 10_000 * i, r: 3 })),
    );
    run.now = SETTLED + DAY_MS - HOUR_MS;
    await hour();
    assert.deepEqual(await revisions(), [1, 1, 1, 1, 1], 'not before Tuesday');

    acme.requests.length = 0;
    lines.length = 0;
    await hour();
    const looked = acme.requests.filter((path) => path.includes('/results'));
    // One for each of four surveys, and two more, by hour and by day, for the two of the folder that is made again.
    assert.equal(looked.length, 4 + 2 * 2);
    await hour();
    assert.deepEqual(await revisions(), [2, 2, 2, 1, 1]);
    assert(
      lines.some((line) =>
        line.includes('"message":"reconciliation scheduled","week":"2026-W46","jobs":1'),
      ),
    );

    const { changes, summary } = await run.report(21);
    assert.equal((changes?.responses.after ?? 0) - (changes?.responses.before ?? 0), 300);
    assert.equal(changes?.responses.after, summary.responses);
    assert.deepEqual(
      changes.surveys.map(({ key }) => key),
      [211],
    );
    const root = await run.report(1);
    assert.deepEqual(root.changes?.revision, 1);
    assert.equal(root.subfolders.find(({ key }) => key === 2)?.revision, 2);

    const secondManifest = await run.manifest(21);
    assert(secondManifest !== null && secondManifest.files.pdf.key !== firstManifest.files.pdf.key);
    const json = await jsonRenderer().render(await run.report(21));
    const [attached] = attachedFiles(
      Buffer.from(run.store.objects.get(secondManifest.files.pdf.key) ?? []),
    );
    assert.deepEqual(attached, Buffer.from(json.bytes), 'the PDF holds what the JSON says');
    const report = await run.report(21);
    const page = textOf(layoutPages(report, createLayoutContext(report, DEFAULTS))).replaceAll(
      /\s+/g,
      ' ',
    );
    const [before, after] = [summary.responses - 300, summary.responses].map(String);
    assert.match(page, /This revision replaces revision 1/);
    assert(page.includes(`Responses before ${before}, now ${after}.`));

    const token = link.url.slice(link.url.indexOf('/d/') + 3);
    const openedLink = await openLink(linking, token, 'pdf');
    assert.equal(openedLink.key, firstManifest.files.pdf.key);
    assert.deepEqual(run.store.objects.get(openedLink.key), firstPdf);

    acme.requests.length = 0;
    run.store.resetCalls();
    await hour();
    assert.deepEqual(acme.requests, []);
    assert.deepEqual([run.store.calls.create, run.store.calls.replace], [0, 0]);
  });
});
