// The end of a run: what the first report says, how to see all, what is missing, and the exit code.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { printRunSummary } from '../../../functions/cli/run-summary.ts';
import { jsonRenderer } from '../../../lib/adapters/json/index.ts';
import { takePlace } from '../../../lib/reports/place-notes.ts';
import { manifestKey, sha256Of } from '../../../lib/reports/report-repository.ts';
import type { FolderOutcome } from '../../../lib/reports/run-week.ts';
import { runWeek } from '../../../lib/reports/run-week.ts';
import { openArchive, replaceBytes } from '../../support/archive.ts';
import { fakePdfRenderer } from '../../support/blank-pdf.ts';
import { memoryCompany } from '../../support/memory-company.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { RULES, W46 } from '../../support/test-facts.ts';

const NOW = Date.parse('2026-11-19T08:00:00.000Z');

interface Printed {
  readonly text: string;
  readonly exitCode: 0 | 3;
}

type Terminal = Readonly<Partial<Record<'NO_COLOR' | 'TERM', string>>> & { columns?: number };

/** A company of two stores in a store in memory. */
function setUp() {
  const company = memoryCompany({
    key: 1,
    folders: [
      { key: 21, surveys: [{ key: 211 }] },
      { key: 22, surveys: [{ key: 221, responses: 5 }] },
      { key: 23 },
    ],
  });
  const store = memoryStore();
  const renderers = { json: jsonRenderer(), pdf: fakePdfRenderer };
  const repository = { ...openArchive(store), childLinks: null, renderers };
  const making = {
    ...{ source: company.source, repository, clock: () => NOW },
    ...{ rules: RULES, concurrency: 1 },
  };
  const run = (folder: number | null = null): Promise<readonly FolderOutcome[]> =>
    runWeek(making, { week: W46, folder, force: false });
  const print = async (
    outcomes: readonly FolderOutcome[],
    terminal: Terminal = {},
  ): Promise<Printed> => {
    let text = '';
    const { columns, ...env } = terminal;
    const exitCode = await printRunSummary(
      { outcomes, exitCode: 0 },
      { week: W46, store: { kind: 'file', folder: './reports' }, repository, showAll: false, env },
      {
        write: (more) => (text += Buffer.from(more).toString()),
        ...(columns === undefined ? {} : { isTTY: true, columns }),
      },
    );
    return { text, exitCode };
  };
  return { company, store, repository, run, print };
}

describe('the end of a run', () => {
  it('says what the first report says, and where the files are', async () => {
    const { run, print } = setUp();
    const { text, exitCode } = await print(await run());
    assert.equal(exitCode, 0);
    assert.match(text, /^[^\n]+\.\n[^\n]* · Week 46 · /);
    assert.match(
      text,
      /\nPDF: reports\/weeks\/2026-W46\/folders\/1\/[0-9a-f]{24}\.pdf\n3 reports in reports\/weeks\/2026-W46\/folders\n1 folder without surveys in this week\n$/,
    );
  });

  it('is bold on a terminal only, and where neither NO_COLOR nor TERM asks for plain text', async () => {
    const { run, print } = setUp();
    const outcomes = await run();
    const isBold = async (terminal?: Terminal): Promise<boolean> =>
      (await print(outcomes, terminal)).text.includes('\u001b[1m');
    assert.deepEqual(
      [
        await isBold({ columns: 80 }),
        await isBold({ columns: 80, NO_COLOR: '' }),
        await isBold({ columns: 80, NO_COLOR: '1' }),
        await isBold({ columns: 80, TERM: 'dumb' }),
        await isBold(),
      ],
      [true, true, false, false, false],
    );
  });

  it('shows who is on it at a place', async () => {
    const { repository, run, print } = setUp();
    const outcomes = await run();
    const since = new Date(NOW).toISOString();
    await takePlace(repository, 21, { name: 'Anna', by: 'shell', week: W46.name, since });
    assert.match((await print(outcomes)).text, /\n {2}Folder 21 .* · Anna on it since /);
  });

  it('counts reports that were kept', async () => {
    const { run, print } = setUp();
    await run();
    assert.match((await print(await run())).text, /\n3 kept; 1 folder without surveys/);
  });

  it('names what is missing, and its code once', async () => {
    const { company, run, print } = setUp();
    company.broken.add(211);
    const { text } = await print(await run());
    assert.match(text, /\nFolder 21 › How was it\? – The survey is missing: /);
    assert.match(
      text,
      /\n1 complete, 2 partial; 1 folder .*\nmissing: UPSTREAM_UNAVAILABLE \(1\)\n$/,
    );
  });

  it('names damaged reports, and has the exit code of a partial one', async () => {
    const { store, run, print } = setUp();
    const [first, second] = await run();
    for (const outcome of [second, first]) {
      assert(outcome !== undefined && outcome.report !== null);
      const { json } = outcome.report.manifest.files;
      await replaceBytes(store, json.key, Buffer.from('not what it was'));
      const { text, exitCode } = await print(await run());
      assert.equal(exitCode, 3);
      assert.match(
        text,
        new RegExp(`\ndamaged: the stored report of folder ${outcome.folder.key}; --force`),
      );
    }
  });

  it('names reports of a version that is no longer read, and has the exit code of a partial one', async () => {
    const { store, repository, run, print } = setUp();
    const [, store21] = await run();
    assert(store21 !== undefined && store21.report !== null);
    const { manifest } = store21.report;
    const bytes = Buffer.from('{"reportVersion":"1"}');
    const { key } = manifest.files.json;
    const json = { key, bytes: bytes.length, sha256: sha256Of(bytes) };
    const changed = { ...manifest, files: { ...manifest.files, json } };
    await replaceBytes(store, key, bytes);
    await replaceBytes(
      store,
      manifestKey({ week: W46.name, folder: 21 }),
      repository.manifests.encode(changed),
    );
    const { text, exitCode } = await print(await run());
    assert.equal(exitCode, 3);
    assert.match(
      text,
      /\nof a version that is no longer read: the stored report of folder 21; --force creates it again\n/,
    );
  });

  it('says that nothing is due where no report was made', async () => {
    const { run, print } = setUp();
    assert.match((await print(await run(23))).text, /^No reports are due for 2026-W46: /);
  });
});
