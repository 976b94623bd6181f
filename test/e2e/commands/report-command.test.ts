// `report`, also as a process: its output, its exit codes and the files that it writes.
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { repositoryCodecs } from '../../../lib/adapters/json/index.ts';
import { openArchive, systemContext } from '../../../lib/composition/compose.ts';
import { DEFAULTS } from '../../../lib/composition/config.ts';
import { openLink } from '../../../lib/links/open-link.ts';
import { localLinkKeys } from '../../../lib/composition/local.ts';
import { apiEnvironment, companyOfTests } from '../../support/test-company.ts';
import {
  feedbackReports,
  reportProcess,
  reportRun,
  runCommand,
  temporaryFolder,
  type Ended,
} from '../../support/run-command.ts';
import { linkAddresses } from '../../support/pdf-file.ts';
import { storedReports } from '../../support/stored-documents.ts';

const WEEK = '2026-W46';
const OWED = [1, 2, 21, 22, 3];

const acme = await companyOfTests();

describe('report', () => {
  const run = reportRun(WEEK, apiEnvironment(acme));
  const runProcess = reportProcess(WEEK, apiEnvironment(acme));

  it('makes PDF and JSON of every folder that has a report due, and prints what the first one says', async (t) => {
    const store = await temporaryFolder(t);
    const { code, stdout, stderr } = await runProcess(store);
    assert.equal(code, 0, stderr);
    const reports = await storedReports(store, WEEK);
    assert.deepEqual([...reports.keys()].toSorted(), OWED.toSorted());
    assert.match(stdout, /^Acme · Week 46 · /m);
    assert.match(stdout, new RegExp(`^${OWED.length} reports in .*weeks/${WEEK}/folders`, 'm'));
    for (const { manifest, report, pdf } of reports.values()) {
      assert.equal(manifest.status, 'complete');
      assert.equal(manifest.revision, 1);
      assert.ok(pdf.subarray(0, 5).equals(Buffer.from('%PDF-')));
      assert.deepEqual(linkAddresses(pdf), []);
      assert.deepEqual(
        report.folder.path[0],
        report.folder.key === 1 ? undefined : { key: 1, name: 'Acme' },
      );
    }
    const top = reports.get(1)?.report;
    assert.equal(top?.summary.surveys, 4);
    assert.equal(
      top.summary.responses,
      [...reports.values()].reduce(
        (sum, { report }) => sum + report.surveys.reduce((s, w) => s + w.responses, 0),
        0,
      ),
    );
    assert.deepEqual(
      top.subfolders.map(({ key }) => key),
      [2, 3],
    );
  });

  it('links from the PDF of a folder to those of its subfolders when there is a public address', async (t) => {
    const folder = await temporaryFolder(t);
    const publicUrl = 'https://reports.example.com';
    const { code, stderr } = await run(folder, [], { REPORTS_PUBLIC_URL: publicUrl });
    assert.equal(code, 0, stderr);
    const reports = await storedReports(folder, WEEK);
    const store = { kind: 'file', folder } as const;
    const repository = openArchive({ ...DEFAULTS, store }, systemContext);
    const linkKeys = localLinkKeys(store, null);
    for (const { report, manifest, pdf } of reports.values()) {
      // When it was made, as far as its links know.
      const linking = { repository, linkKeys, clock: () => Date.parse(manifest.asOf) };
      const openedKeys = new Set<string>();
      for (const address of linkAddresses(pdf)) {
        const token = address.slice(`${publicUrl}/d/`.length);
        openedKeys.add((await openLink(linking, token, 'pdf')).key);
      }
      const children = report.subfolders.map(({ key }) => reports.get(key)?.manifest.files.pdf.key);
      assert.deepEqual([...openedKeys].toSorted(), children.toSorted());
    }
  });

  it('ignores unknown fields everywhere', async (t) => {
    acme.changeBody = (_path, body) => body.replaceAll('{"', '{"novelty":{"a":[1]},"');
    const store = await temporaryFolder(t);
    const { code, stderr } = await run(store);
    assert.equal(code, 0, stderr);
    const report = (await storedReports(store, WEEK)).get(21)?.report;
    assert.ok(report !== undefined && report.summary.responses > 0);
    assert.equal(report.surveys[0]?.painPoints?.length, 1);
  });

  it('stores a plan of the week', async (t) => {
    const store = await temporaryFolder(t);
    await run(store);
    const plan: unknown = JSON.parse(
      await readFile(join(store, 'weeks', WEEK, 'plan.json'), 'utf8'),
    );
    assert.ok(typeof plan === 'object' && plan !== null && 'folders' in plan && 'doneAt' in plan);
    assert.deepEqual(plan.folders, [
      { key: 1, parent: null, dueAt: '2026-11-16T13:00:00.000Z' },
      { key: 2, parent: 1, dueAt: '2026-11-16T13:00:00.000Z' },
      { key: 21, parent: 2, dueAt: '2026-11-16T04:00:00.000Z' },
      { key: 22, parent: 2, dueAt: '2026-11-16T13:00:00.000Z' },
      { key: 3, parent: 1, dueAt: '2026-11-15T17:00:00.000Z' },
    ]);
    assert.equal(typeof plan.doneAt, 'string');
  });

  it('reads each survey once with at most five requests, in addition to folders, alert pages and each question’s surveys', async (t) => {
    await run(await temporaryFolder(t));
    const surveys = acme.requests.filter((path) => path.startsWith('/v1/surveys/'));
    for (const key of [211, 212, 221, 31, 41]) {
      const ofSurvey = surveys.filter((path) => new RegExp(`^/v1/surveys/${key}[/?]?`).test(path));
      assert.ok(ofSurvey.length <= 5, `${key}: ${ofSurvey.length}`);
      assert.equal(ofSurvey.filter((path) => path.includes('truncate=hour')).length, 1);
    }
    const otherRequests = acme.requests.filter((path) => !path.startsWith('/v1/surveys/'));
    assert.equal(otherRequests.filter((path) => path.startsWith('/v1/folders?')).length, 1);
    assert.equal(otherRequests.filter((path) => path.includes('/alerts?')).length, 4);
    const questions = otherRequests.filter((path) => path.startsWith('/v1/questions/'));
    assert.equal(questions.length, new Set(questions.map((path) => path.split('?')[0])).size);
    assert.equal(otherRequests.length, 5 + questions.length);
  });

  it('keeps complete reports in a second run, without requests for their surveys', async (t) => {
    const store = await temporaryFolder(t);
    await run(store);
    const before = await storedReports(store, WEEK);
    acme.requests.length = 0;
    const { code, stdout } = await run(store);
    assert.equal(code, 0);
    assert.match(stdout, new RegExp(`^${OWED.length} kept; `, 'm'));
    assert.deepEqual(await storedReports(store, WEEK), before);
    // Only the folder that owed none is looked at again: it may owe one by now.
    const surveyRequests = acme.requests.filter(
      (path) => !/^\/v1\/(folders\?|folders\/4\/|surveys\/41)/.test(path),
    );
    assert.deepEqual(surveyRequests, []);
  });

  it('makes a new revision of all reports with --force, which lists no changes', async (t) => {
    const store = await temporaryFolder(t);
    await run(store);
    assert.equal((await run(store, ['--force'])).code, 0);
    for (const { report } of (await storedReports(store, WEEK)).values()) {
      assert.equal(report.revision, 2);
      assert.deepEqual([report.changes?.groups, report.changes?.problemsArisen], [[], []]);
      assert.ok(report.subfolders.every(({ revision }) => revision === 2));
    }
  });

  it('prints one manifest in each line with --json and everything else on stderr', async (t) => {
    const store = await temporaryFolder(t);
    const firstRun = await runProcess(store, ['--json']);
    const secondRun = await run(store, ['--json']);
    assert.equal(secondRun.stdout, firstRun.stdout);
    const manifests = firstRun.stdout
      .trimEnd()
      .split('\n')
      .map((line) => repositoryCodecs.manifests.decode(Buffer.from(line)));
    assert.deepEqual(manifests.map(({ folder }) => folder.key).toSorted(), OWED.toSorted());
    assert.match(firstRun.stderr, /Store Å/);
  });

  it('makes a folder and its subfolders with --folder, with its path and without a plan', async (t) => {
    const store = await temporaryFolder(t);
    assert.equal((await run(store, ['--folder', '2'])).code, 0);
    const reports = await storedReports(store, WEEK);
    assert.deepEqual([...reports.keys()].toSorted(), [2, 21, 22]);
    assert.deepEqual(
      reports.get(21)?.report.folder.path.map(({ name }) => name),
      ['Acme', 'North'],
    );
    await assert.rejects(readFile(join(store, 'weeks', WEEK, 'plan.json')));
  });

  it('lists every problem of arguments and configuration, with names and without values', async () => {
    const { code, stdout, stderr } = await feedbackReports(
      ['report', 'extra', '--week', '2026-W99', '--folder', 'north', '--store', 'ftp://x', '--jsn'],
      {
        FEEDBACK_API_URL: 'http://user:hunter2@api.example.com',
        FEEDBACK_API_TOKEN: 'sesame open',
        FEEDBACK_API_CONCURENCY: '8',
        REPORTS_PAPER: 'Foolscap',
        REPORTS_SETTLE: '-3',
      },
    );
    assert.equal(code, 2);
    assert.equal(stdout, '');
    for (const name of [
      '--week',
      '--folder',
      '--store',
      '--jsn',
      'argument',
      'FEEDBACK_API_URL',
      'FEEDBACK_API_CLIENT_ID',
      'FEEDBACK_API_TOKEN',
      'FEEDBACK_API_CONCURENCY',
      'REPORTS_PAPER',
      'REPORTS_SETTLE',
    ]) {
      assert.ok(stderr.includes(`  ${name}`), `${name} is not named in:\n${stderr}`);
    }
    for (const value of ['hunter2', 'sesame', 'Foolscap', 'W99', 'extra', 'ftp']) {
      assert.ok(!stderr.includes(value), `${value} is printed`);
    }
    assert.match(stderr, /did you mean --json/);
    assert.match(stderr, /did you mean FEEDBACK_API_CONCURRENCY/);
  });

  const endings: readonly (readonly [
    what: string,
    code: number,
    words: RegExp,
    (t: TestContext) => Promise<Ended>,
  ])[] = [
    [
      'a week to come',
      2,
      /--week has not ended yet \(WEEK_NOT_CLOSED\)/,
      async (t) =>
        runCommand(
          'report',
          ['--week', '2099-W01', '--store', `file:${await temporaryFolder(t)}`],
          apiEnvironment(acme),
        ),
    ],
    [
      'an unknown folder',
      1,
      /^FOLDER_NOT_FOUND/,
      async (t) => runProcess(await temporaryFolder(t), ['--folder', '999']),
    ],
    [
      'an API out of reach',
      1,
      /^UPSTREAM_UNREACHABLE/,
      async (t) => run(await temporaryFolder(t), [], { FEEDBACK_API_URL: 'http://127.0.0.1:9' }),
    ],
    [
      'a store that is a file',
      1,
      /^STORE_UNAVAILABLE/,
      async (t) => {
        const folder = await temporaryFolder(t);
        await mkdir(join(folder, 'a'));
        await writeFile(join(folder, 'a', 'store'), '');
        return run(join(folder, 'a', 'store'));
      },
    ],
  ];
  for (const [what, code, words, runCase] of endings) {
    it(`exits with ${code} and prints the reason for ${what}`, async (t) => {
      const runResult = await runCase(t);
      assert.equal(runResult.code, code, runResult.stderr);
      assert.match(runResult.stderr, words);
      assert.equal(runResult.stdout, '');
    });
  }

  it('reports that nothing is due for a folder without a survey in the week', async (t) => {
    const { code, stdout } = await run(await temporaryFolder(t), ['--folder', '4']);
    assert.equal(code, 0);
    assert.match(stdout, /^No reports are due for 2026-W46/);
  });

  it('lists its options with --help', async () => {
    const { code, stdout } = await feedbackReports(['report', '--help']);
    assert.equal(code, 0);
    for (const option of ['--week', '--folder', '--store', '--force', '--json', 'Exit codes'])
      assert.ok(stdout.includes(option));
  });
});
