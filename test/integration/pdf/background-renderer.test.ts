// Rendering on a thread of its own: the same files, the same errors, and a new thread for one that has ended.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  backgroundPdfRenderer,
  threadRenderer,
} from '../../../lib/adapters/pdf/background-renderer.ts';
import type { ThreadOptions } from '../../../lib/adapters/pdf/thread-client.ts';
import { createRenderThread } from '../../../lib/adapters/pdf/thread-client.ts';
import { jsonRenderer } from '../../../lib/adapters/json/index.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import type { Report } from '../../../lib/domain/report.ts';
import { createPartialReport, createRegionReport } from '../../support/test-reports.ts';
import {
  linksFor,
  PUBLIC_URL,
  renderPdf,
  renderPdfWithLinks,
} from '../../unit/adapters/pdf/rendered.ts';

const A4 = { locale: 'en', paper: 'A4' } as const;
const REPORTS: readonly [Report, Report] = [createRegionReport(), createPartialReport()];
const json = jsonRenderer();

describe('a PDF rendered in the background', () => {
  it('has the bytes of one rendered by the caller, however many are rendered at a time', async () => {
    const [region, partial] = REPORTS;
    const cases = [
      { report: region, settings: A4 },
      { report: partial, settings: A4 },
      { report: partial, settings: { locale: 'ar', paper: 'Letter' } as const },
    ];
    const files = await Promise.all(
      cases.map(async ({ report, settings }) =>
        backgroundPdfRenderer(settings).render(report, await json.render(report)),
      ),
    );
    const expected = await Promise.all(
      cases.map(({ report, settings }) => renderPdf(report, settings)),
    );
    files.forEach((file, i) => {
      assert.equal(file.contentType, 'application/pdf');
      assert.ok(Buffer.from(file.bytes).equals(expected[i]?.bytes ?? new Uint8Array()), String(i));
    });
  });

  it('has the links of its report, and fails for any other address', async () => {
    const [region] = REPORTS;
    const file = await json.render(region);
    const renderer = backgroundPdfRenderer({ ...A4, publicUrl: PUBLIC_URL });
    const { bytes } = await renderer.render(region, file, linksFor(region));
    assert.ok(Buffer.from(bytes).equals((await renderPdfWithLinks(region)).bytes));
    await assert.rejects(
      renderer.render(region, file, new Map([[7, 'https://other.example/d/1']])),
      new TypeError('the link to folder 7 is not one of ours'),
    );
    assert.deepEqual((await renderer.render(region, file, linksFor(region))).bytes, bytes);
  });
});

/** Where a thread ends: a module that it loads before its own, with END in its place. */
const STEPS = [
  'END;',
  'parentPort.on = () => { END; };',
  'zlib.deflateSync = () => { END; }; syncBuiltinESMExports();',
  'parentPort.postMessage = () => { END; };',
  `const { postMessage } = parentPort;
    parentPort.postMessage = (answer) => { postMessage.call(parentPort, answer); setImmediate(() => { END; }); };`,
];

const MODULES = `import { syncBuiltinESMExports } from 'node:module';
  import { parentPort } from 'node:worker_threads';
  import zlib from 'node:zlib';`;

/** Renders reports of which each starts a thread with the next of these faults, and then two without a fault. */
async function renderWithFaults(faults: readonly string[], withFault: ThreadOptions) {
  // Read at each start of a thread.
  const options: ThreadOptions = {};
  const renderer = threadRenderer(createRenderThread(options), A4);
  const report = createPartialReport();
  const file = await json.render(report);
  const results: unknown[] = [];
  for (const fault of [...faults, '', '']) {
    const module = `data:text/javascript,${encodeURIComponent(MODULES + fault)}`;
    Object.assign(options, withFault, { execArgv: ['--import', module] });
    if (fault === '') Object.assign(options, { execArgv: [], maxSilenceMs: 60_000 });
    const result = await renderer.render(report, file).then(
      ({ extension }) => extension,
      (error: unknown) => (error instanceof Failure ? error.facts['reason'] : error),
    );
    results.push(result);
  }
  return results;
}

describe('the render thread', () => {
  for (const [end, code, reason] of [
    ['exits', 'process.exit(7)', 'exit 7'],
    [
      'runs out of memory',
      // In steps of less than a megabyte: V8 ends the whole process when a garbage collection alone exceeds the limit.
      'for (const lists = []; ; ) lists.push(new Array(100_000).fill(0));',
      'ERR_WORKER_OUT_OF_MEMORY',
    ],
  ] as const) {
    it(`that ${end} at any step fails what was sent to it, and another is started`, async () => {
      const results = await renderWithFaults(
        STEPS.map((step) => step.replace('END', code)),
        { resourceLimits: { maxOldGenerationSizeMb: 40, maxYoungGenerationSizeMb: 2 } },
      );
      assert.deepEqual(results.slice(0, 5), [reason, reason, reason, reason, 'pdf']);
      // The next report may be sent before it is known that the last of these threads has ended.
      assert.ok(results[5] === 'pdf' || results[5] === reason);
      assert.equal(results[6], 'pdf');
    });
  }

  it('that does not answer in time is ended, and another is started', async () => {
    const fault = 'zlib.deflateSync = () => { for (;;); }; syncBuiltinESMExports();';
    const results = await renderWithFaults([fault], { maxSilenceMs: 500 });
    assert.deepEqual(results, ['no answer in 0.5 s', 'pdf', 'pdf']);
  });

  it('fails a report that can’t be sent to it, and renders the next one', async () => {
    const renderer = threadRenderer(createRenderThread({ maxSilenceMs: 60_000 }), A4);
    const report = createPartialReport();
    const file = await json.render(report);
    const withFunction = { notCopied: () => 0, ...file };
    await assert.rejects(renderer.render(report, withFunction), {
      code: 'RENDERING_FAILED',
      facts: { reason: 'DataCloneError' },
    });
    assert.equal((await renderer.render(report, file)).extension, 'pdf');
  });

  it('that can’t be started fails the report, and the next start is tried', async () => {
    const execArgv = ['--no-such-option'];
    const renderer = threadRenderer(createRenderThread({ execArgv }), A4);
    const report = createPartialReport();
    const file = await json.render(report);
    await assert.rejects(renderer.render(report, file), {
      code: 'RENDERING_FAILED',
      facts: { reason: 'ERR_WORKER_INVALID_EXEC_ARGV' },
    });
    execArgv.length = 0;
    assert.equal((await renderer.render(report, file)).extension, 'pdf');
  });
});
