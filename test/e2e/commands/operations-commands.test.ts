// backfill, status, verify and prune over one folder store, each also as a process; the tests depend on their order.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { FACT_TABLE_NAMES } from '../../../lib/ports/fact-tables.ts';
import { exportCommand } from '../../../functions/cli/commands/export.ts';
import {
  feedbackReports,
  runCommand,
  startReports,
  temporaryFolder,
  type Ended,
} from '../../support/run-command.ts';
import {
  apiEnvironment,
  startTestCompany,
  TOKEN,
  type TestCompany,
} from '../../support/test-company.ts';
import { linkAddresses } from '../../support/pdf-file.ts';
import { startS3 } from '../../support/s3/s3-server.ts';
import { storedReports } from '../../support/stored-documents.ts';

const OWED = [1, 2, 21, 22, 3];
const PRINTED_MANIFEST = z.object({ folder: z.object({ key: z.number() }), revision: z.number() });

describe('the operations commands', () => {
  let acme: TestCompany;
  let store: string;

  before(async () => {
    acme = await startTestCompany();
    store = await mkdtemp(join(tmpdir(), 'reports-'));
  });
  beforeEach(() => {
    acme.reset();
  });
  after(async () => {
    await acme.close();
    await rm(store, { recursive: true, force: true });
  });

  type CommandName = 'backfill' | 'export' | 'facts' | 'prune' | 'status' | 'verify';
  const environment = (name: CommandName): Readonly<Record<string, string>> => ({
    REPORTS_STORE: `file:${store}`,
    ...(name === 'backfill'
      ? { ...apiEnvironment(acme), REPORTS_PUBLIC_URL: 'https://reports.example.com' }
      : {}),
  });
  const run = (command: CommandName, ...args: readonly string[]): Promise<Ended> =>
    runCommand(command, args, environment(command));
  const runProcess = (command: CommandName, ...args: readonly string[]): Promise<Ended> =>
    feedbackReports([command, ...args], environment(command));
  const backfill = (...args: readonly string[]): Promise<Ended> => run('backfill', ...args);

  it('backfill makes every week of a range, oldest first, and prints the result of each', async () => {
    const { code, stdout, stderr } = await runProcess(
      'backfill',
      ...['--from', '2026-W45', '--to', '2026-W46'],
    );
    assert.equal(code, 0, stderr);
    assert.equal(
      stdout,
      `2026-W45: 5 reports: 5 made, 0 kept, 0 partial
2026-W46: 5 reports: 5 made, 0 kept, 0 partial
2 weeks: 10 reports: 10 made, 0 kept, 0 partial
`,
    );
    for (const week of ['2026-W45', '2026-W46']) {
      const reports = await storedReports(store, week);
      assert.deepEqual([...reports.keys()].toSorted(), OWED.toSorted());
      for (const { report, pdf } of reports.values()) {
        assert.equal(new Set(linkAddresses(pdf)).size, report.subfolders.length);
      }
    }
  });

  it('backfill stops at a week that fails, and prints how to continue', async () => {
    acme.answerInstead = (path, answer) => {
      const isTree = path.startsWith('/v1/folders?');
      const isSecond =
        acme.requests.filter((requestPath) => requestPath.startsWith('/v1/folders?')).length > 1;
      if (!isTree || !isSecond) return false;
      answer.writeHead(401).end();
      return true;
    };
    const { code, stdout, stderr } = await backfill(
      ...['--from', '2026-W45', '--to', '2026-W46', '--json'],
    );
    assert.equal(code, 1);
    const counts = { reports: 5, made: 0, kept: 5, complete: 5, partial: 0, empty: 0 };
    assert.deepEqual(JSON.parse(stdout), { week: '2026-W45', ...counts });
    assert.match(stderr, /^2026-W45: 5 reports: 0 made, 5 kept, 0 partial$/m);
    assert.match(stderr, /^UPSTREAM_UNAUTHORIZED: .*Check FEEDBACK_API_CLIENT_ID/m);
    assert.match(stderr, /Continue from there with --from 2026-W46 --to 2026-W46\n$/);
    assert.ok(!stderr.includes(TOKEN));
  });

  it('backfill --json prints the counts of a week that failed after reports were committed', async (t) => {
    const blocked = await temporaryFolder(t);
    // The root's report of the week comes last and cannot be stored.
    await mkdir(join(blocked, 'weeks/2026-W46/folders'), { recursive: true });
    await writeFile(join(blocked, 'weeks/2026-W46/folders/1'), '');
    const { code, stdout, stderr } = await backfill(
      ...['--from', '2026-W46', '--to', '2026-W46', '--json', '--store', `file:${blocked}`],
    );
    assert.equal(code, 1);
    const counts = { reports: 4, made: 4, kept: 0, complete: 4, partial: 0, empty: 0 };
    assert.deepEqual(JSON.parse(stdout), {
      week: '2026-W46',
      ...counts,
      failure: 'STORE_UNAVAILABLE',
    });
    assert.match(stderr, /^2026-W46: 4 reports: 4 made, 0 kept, 0 partial; then the week failed$/m);
  });

  const RANGE = ['--from', '2026-W45', '--to', '2026-W46'] as const;

  it('export writes the figures of the stored weeks as one table', async (t) => {
    const table = await run('export', ...RANGE);
    assert.equal(table.code, 0, table.stderr);
    const [header, ...rows] = table.stdout.trimEnd().split('\r\n');
    assert.match(header ?? '', /^\uFEFFweek,week_start,place,folder,folder_name,path,survey,/);
    assert.deepEqual(
      rows.map((row) => row.slice(0, 8)),
      rows.map((_, i) => (i < rows.length / 2 ? '2026-W45' : '2026-W46')),
    );
    const below = await run(
      'export',
      ...RANGE,
      ...['--below', '2', '--places', 'folders', '--grain', 'day', '--format', 'ndjson'],
    );
    const folders = below.stdout.match(/(?<="folder":)\d+(?=,)/g);
    assert.deepEqual([...new Set(folders)], ['2', '21', '22']);

    const folder = await temporaryFolder(t);
    const path = join(folder, 'figures.parquet');
    const file = await run('export', ...RANGE, '--format', 'parquet', '--output', path);
    assert.deepEqual([file.code, file.stdout], [0, '']);
    const bytes = await readFile(path);
    assert.deepEqual([bytes.subarray(0, 4), bytes.subarray(-4)].map(String), ['PAR1', 'PAR1']);
    assert.deepEqual(await readdir(folder), ['figures.parquet']);
  });

  it('export exits with 2 for what it can’t do, and with 1 for an incomplete table', async (t) => {
    const wrongRun = await run(
      'export',
      ...['--from', '2026-W46', '--to', '2026-W45', '--grain', 'month', '--format', 'xlsx'],
      ...['--below', '0'],
    );
    assert.deepEqual([wrongRun.code, wrongRun.stdout], [2, '']);
    assert.match(
      wrongRun.stderr,
      /--from must not be after --to.*\n.*--below must be the key.*\n.*--grain must be one of week, day, hour\n.*--format must be one of csv, ndjson, parquet\n/,
    );
    const unknown = await run('export', ...RANGE, '--below', '987');
    assert.equal(unknown.code, 2);
    assert.match(unknown.stderr, /--below 987 is not a folder of the report store/);

    const folder = await temporaryFolder(t);
    const nowhere = await run('export', ...RANGE, '--output', join(folder, 'none/figures.csv'));
    assert.equal(nowhere.code, 1);
    assert.match(nowhere.stderr, /^Cannot write .*figures\.csv \(ENOENT\)\.\n$/);

    const printed: unknown[] = [];
    const terminal = { write: (text: unknown) => printed.push(text), isTTY: true };
    const io = { stdout: terminal, stderr: terminal, env: environment('export') };
    const { signal } = new AbortController();
    assert.equal(await exportCommand([...RANGE, '--format', 'parquet'], { ...io, signal }), 2);
    assert.match(printed.join(''), /parquet is not text: use --output FILE/);

    const damaged = join(folder, 'damaged');
    await cp(store, damaged, { recursive: true });
    await rm(join(damaged, 'facts'), { recursive: true });
    const [week] = (await storedReports(damaged, '2026-W46')).keys();
    const names = await readdir(join(damaged, `weeks/2026-W46/folders/${week ?? ''}`));
    for (const name of names.filter((candidate) => /^[0-9a-f]+\.json$/.test(candidate))) {
      await writeFile(join(damaged, `weeks/2026-W46/folders/${week ?? ''}`, name), '{}');
    }
    const path = join(folder, 'figures.csv');
    const brokenRun = await run('export', ...RANGE, '--store', `file:${damaged}`, '--output', path);
    assert.equal(brokenRun.code, 1);
    assert.match(brokenRun.stderr, /^REPORT_DAMAGED: /);
    assert.deepEqual(await readdir(folder), ['damaged']);
  });

  it('export ends when the reader of its output has closed it', async () => {
    const { child, ended } = startReports(['export', ...RANGE], environment('export'));
    child.stdout?.destroy();
    const { code, stderr } = await ended;
    assert.deepEqual([code, stderr], [141, '']);
  });

  it('backfill --force makes new revisions, and exits with 3 when a report is partial', async () => {
    acme.answerInstead = (path, answer) => {
      if (!path.startsWith('/v1/surveys/31/')) return false;
      answer.writeHead(404).end();
      return true;
    };
    const { code, stdout } = await backfill('--from', '2026-W45', '--to', '2026-W45', '--force');
    assert.equal(code, 3);
    assert.match(stdout, /^1 week: 5 reports: 5 made, 0 kept, 2 partial$/m);
  });

  it('status lists the folders of a week; it exits with 0 when no due report is outstanding, and with 3 when nothing was ever run', async () => {
    const [{ code, stdout }, never] = await Promise.all([
      runProcess('status', '--week', '2026-W46'),
      run('status', '--week', '2026-W40'),
    ]);
    assert.equal(never.code, 3);
    assert.match(
      never.stdout,
      /^No reports were planned or created for this week, although it has settled:/m,
    );
    assert.equal(code, 0, stdout);
    assert.match(stdout, /^Planned and done\.$/m);
    assert.match(stdout, /^ {4}Store Å +21 +complete +too little data +1 +2026-11-16 04:00Z/m);
    assert.match(stdout, /^5 folders: 5 complete; no due report is outstanding\.$/m);
  });

  it('verify reports no mismatch, then each mismatch; status reports missing reports', async () => {
    const wholeRun = await run('verify', '--all');
    assert.equal(wholeRun.code, 0, wholeRun.stdout);
    assert.match(wholeRun.stdout, /^2 weeks: no mismatch\.$/m);
    assert.doesNotMatch(wholeRun.stdout, /fact tables/);

    const lostKey = (await storedReports(store, '2026-W46')).get(22)?.manifest.files.pdf.key ?? '';
    await rm(join(store, lostKey));
    await rm(join(store, 'weeks/2026-W46/folders/3/manifest.json'));
    const [{ code, stdout, stderr }, status] = await Promise.all([
      runProcess('verify', '--week', '2026-W46', '--json'),
      run('status', '--week', '2026-W46', '--json'),
    ]);
    assert.deepEqual([code, status.code], [1, 3]);
    const result: unknown = JSON.parse(stdout);
    assert.ok(typeof result === 'object' && result !== null && 'mismatches' in result);
    const manifest = 'weeks/2026-W46/folders/3/manifest.json';
    assert.deepEqual(result.mismatches, [
      {
        week: '2026-W46',
        folder: 3,
        key: manifest,
        what: 'the plan is done, but there is no report',
      },
      { week: '2026-W46', folder: 22, key: lostKey, what: 'the file is missing' },
    ]);
    assert.match(stderr, /2 files \([\d,]+ bytes\) of earlier revisions or unfinished commits/);
    assert.match(stderr, /^ {2}2026-W46 folder 22: the file is missing/m);

    const lines = status.stdout.trimEnd().split('\n');
    assert.equal(lines.length, 5);
    const missing = lines.find((line) => line.includes('"key":3,')) ?? '';
    assert.deepEqual(JSON.parse(missing), {
      week: '2026-W46',
      folder: { key: 3, name: 'South' },
      state: 'missing',
      lacking: true,
      revision: null,
      parent: 1,
      dueAt: '2026-11-15T17:00:00.000Z',
      since: '2026-11-15T17:00:00.000Z',
      problems: 0,
      signal: null,
      behind: [],
      job: null,
    });
    assert.equal(
      status.stderr,
      '2026-W46: Planned and done. 5 folders: 4 complete, 1 missing; 1 due report outstanding.\n',
    );
  });

  it('facts and verify write the missing tables of stored reports', async (t) => {
    const copy = join(await temporaryFolder(t), 'copy');
    await cp(store, copy, { recursive: true });
    const inCopy = ['--store', `file:${copy}`];
    const tables = (week: string): Promise<Buffer[]> =>
      Promise.all(
        FACT_TABLE_NAMES.map((table) =>
          readFile(join(copy, `facts/v2/${table}/week=${week}/part.parquet`)),
        ),
      );
    const before = await tables('2026-W45');

    await rm(join(copy, 'facts'), { recursive: true });
    const off = await runCommand('verify', ['--week', '2026-W45', ...inCopy], {
      REPORTS_FACTS: 'off',
    });
    assert.equal(off.code, 0, off.stderr);
    await assert.rejects(tables('2026-W45'), { code: 'ENOENT' });

    const verified = await run('verify', '--week', '2026-W45', ...inCopy);
    assert.equal(verified.code, 0, verified.stderr);
    assert.match(
      verified.stdout,
      /^ {2}fact tables of 5 reports were missing or different and are written again$/m,
    );
    assert.deepEqual(await tables('2026-W45'), before);

    const all = await run('facts', ...inCopy);
    assert.equal(all.code, 0, all.stderr);
    assert.match(all.stdout, /^2026-W45: fact tables of 0 reports written, 5 current$/m);
    assert.match(all.stdout, /^2026-W46: fact tables of 4 reports written, 0 current$/m);
    const one = await runProcess('facts', '--from', '2026-W46', ...inCopy, '--json');
    assert.deepEqual(
      [one.code, JSON.parse(one.stdout)],
      [0, { week: '2026-W46', current: 4, written: 0, damaged: 0 }],
    );

    const wrongRun = await run('facts', '--from', '2026-W46', '--to', '2026-W45');
    assert.equal(wrongRun.code, 2);
    assert.match(wrongRun.stderr, /--from must not be after --to, which is 2026-W45/);
  });

  it('prune --dry-run prints what it would delete, then prune deletes the weeks before one', async () => {
    const dryRun = await run('prune', '--before', '2026-W46', '--dry-run');
    assert.equal(dryRun.code, 0, dryRun.stderr);
    assert.match(dryRun.stdout, /^2026-W45: 5 reports, 34 objects in total, would be deleted$/m);
    assert.equal((await storedReports(store, '2026-W45')).size, 5);
    const { code, stdout } = await runProcess('prune', '--before', '2026-W46', '--json');
    assert.equal(code, 0);
    const line = { week: '2026-W45', reports: 5, objects: 34, removed: true };
    assert.deepEqual(JSON.parse(stdout), line);
    assert.deepEqual(await readdir(join(store, 'weeks/2026-W45/folders/21')), []);
    assert.equal((await readdir(join(store, 'weeks/2026-W46/folders/21'))).length, 3);
  });

  it('status reports a week without a plan, and how to update reports that are behind', async () => {
    const api = {
      REPORTS_STORE: `file:${store}`,
      ...apiEnvironment(acme),
    };
    const report = (...args: readonly string[]): Promise<Ended> =>
      runCommand('report', ['--week', '2026-W44', ...args], api);
    const status = (...args: readonly string[]): Promise<Ended> =>
      run('status', '--week', '2026-W44', ...args);
    assert.equal((await report('--folder', '21')).code, 0);
    const alone = await status();
    assert.equal(alone.code, 3);
    assert.match(
      alone.stdout,
      /^The week was never planned, so it is unknown which other reports are due: run backfill, or report without --folder\.$/m,
    );
    assert.match(alone.stdout, /^1 folder: 1 empty\.$/m);

    assert.equal((await report()).code, 0);
    assert.equal((await report('--folder', '21', '--force')).code, 0);
    const behind = await status();
    assert.match(behind.stdout, /; no due report is outstanding; 1 behind\.$/m);
    assert.match(behind.stdout, /behind 21/);
    assert.match(behind.stdout, / report --week 2026-W44 creates them again[.;]/m);
    assert.equal((await report()).code, 0);
    assert.match((await status('--json')).stderr, /; no due report is outstanding\.\n$/);
  });

  it('report and backfill --changed add responses that arrived after a report, and tell what they could not compare', async (t) => {
    const api = apiEnvironment(acme);
    const store = ['--store', `file:${await temporaryFolder(t)}`];
    const week = ['--week', '2026-W46', ...store];
    const range = ['--from', '2026-W46', '--to', '2026-W46', ...store];
    const outcomes = async (...args: readonly string[]): Promise<readonly string[]> => {
      const { stdout } = await runCommand('report', [...week, '--json', ...args], api);
      return stdout
        .trim()
        .split('\n')
        .map((line) => PRINTED_MANIFEST.parse(JSON.parse(line)))
        .map(({ folder: { key }, revision }) => `${key} ${revision}`);
    };
    await outcomes();
    await acme.addFeedback(211, [{ ts: Date.parse('2026-11-11T08:00:00Z'), r: 0 }]);
    assert(!(await outcomes()).includes('21 2'));
    assert.deepEqual((await outcomes('--changed')).toSorted(), [
      '1 2',
      '2 2',
      '21 2',
      '22 1',
      '3 1',
    ]);

    await acme.addFeedback(211, [{ ts: Date.parse('2026-11-11T09:00:00Z'), r: 0 }]);
    acme.answerInstead = (path, answer) => {
      const isFailing = path.startsWith('/v1/surveys/211/results');
      if (isFailing) answer.writeHead(400).end();
      return isFailing;
    };
    const unknown = await runCommand('backfill', [...range, '--changed'], api);
    assert.equal(unknown.code, 3);
    assert.match(
      unknown.stderr,
      /^1 report could not be brought up to date, because data can’t be read now\./m,
    );
    acme.reset();
    const later = await runCommand('backfill', [...range, '--changed'], api);
    assert.equal(later.code, 0);
    assert.match(later.stdout, /^2026-W46: 5 reports: 3 made, 2 kept, 0 partial$/m);
  });

  it('report an empty variable of the AWS SDK together with all other problems', async () => {
    const bucket = ['--store', 's3://our-reports'];
    const environment = { AWS_REGION: '', REPORTS_PAPER: 'Foolscap', ...apiEnvironment(acme) };
    const commands = [
      ['status', []],
      ['report', []],
      ['backfill', ['--from', '2026-W46']],
      ['link', ['--folder', '21']],
      ['start', ['--once']],
    ] as const;
    const endedRuns = await Promise.all(
      commands.map(([name, args]) => runCommand(name, [...args, ...bucket], environment)),
    );
    for (const { code, stderr } of endedRuns) {
      assert.equal(code, 2, stderr);
      assert.match(stderr, /^ {2}AWS_REGION is set but empty/m);
      assert.match(stderr, /^ {2}REPORTS_PAPER /m);
    }
  });

  it('refuse a store that does not exist, and create none', async (t) => {
    const folder = await temporaryFolder(t);
    const missing = ['--store', `file:${join(folder, 'reprots')}`];
    const commands = [
      ...(['status', 'verify', 'facts', 'export', 'prune', 'subscriptions', 'deliveries'] as const),
      ...(['link', 'unsubscribe', 'subscribe'] as const),
    ];
    const required: Readonly<Record<string, readonly string[]>> = {
      prune: ['--before', '2026-W40'],
      link: ['--folder', '21'],
      unsubscribe: ['a'.repeat(16)],
      subscribe: ['--folder', '21', '--to', 'anna@example.com'],
    };
    for (const name of commands) {
      const { code, stdout, stderr } = await runCommand(name, [
        ...(required[name] ?? []),
        ...missing,
      ]);
      assert.deepEqual([code, stdout], [2, ''], `${name}: ${stderr}`);
      assert.match(
        stderr,
        /^ {2}--store is the folder .*reprots, which does not exist: serve and report create it$/m,
      );
    }
    assert.deepEqual(await readdir(folder), []);
  });

  it('export leaves no unfinished file when it is interrupted', async (t) => {
    const folder = await temporaryFolder(t);
    const path = join(folder, 'figures.csv');
    await using resources = new AsyncDisposableStack();
    const s3 = await startS3();
    resources.defer(() => s3.close());
    const bucket = ['--store', 's3://reports'];
    const week = ['--week', '2026-W46'];
    const settings = { ...apiEnvironment(acme), ...s3.environment };
    assert.equal((await feedbackReports(['report', ...week, ...bucket], settings)).code, 0);
    const { child, ended } = startReports(
      ['export', ...RANGE, '--output', path, ...bucket],
      s3.environment,
    );
    // Rows are read while the file is written.
    s3.fault = ({ key }) => (key.startsWith('facts/') ? { kind: 'hold', until: ended } : null);
    while (!existsSync(`${path}.part`)) await setImmediate();
    child.kill('SIGINT');
    assert.equal((await ended).code, 130);
    assert.deepEqual(await readdir(folder), []);
  });

  it('list every problem of the arguments, and report an unreadable store in one line', async () => {
    const [range, conflicting, young, unreadable] = await Promise.all([
      backfill('--from', '1990-W01', '--to', '2099-W01', '--jsno'),
      run('verify', '--all', '--week', '2026-W54'),
      run('prune', '--before', '2099-W01', '--store', 'ftp://x'),
      // No file system has so long a name.
      run('verify', '--all', '--store', `file:${store}/${'x'.repeat(300)}`),
    ]);
    assert.deepEqual([unreadable.code, unreadable.stdout], [1, '']);
    assert.match(unreadable.stderr, /^STORE_UNAVAILABLE: [^\n]*\n$/);
    assert.deepEqual([range.code, conflicting.code, young.code], [2, 2, 2]);
    assert.match(range.stderr, /--jsno is not an option; did you mean --json\?/);
    assert.match(range.stderr, /--to has not ended yet \(WEEK_NOT_CLOSED\): 2099-W01 ends/);
    assert.match(range.stderr, /--from must be at most 530 weeks before --to/);
    assert.match(conflicting.stderr, /--week must be an ISO week/);
    assert.match(conflicting.stderr, /--all cannot be combined with --week/);
    assert.match(young.stderr, /--before must be \d{4}-W\d{2} or earlier: missing reports/);
    assert.match(young.stderr, /--store must be file:/);
  });
});
