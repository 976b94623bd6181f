// `report` with faults, also as a process: in the API, in its responses and in the store.
import assert from 'node:assert/strict';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import nodeOptions from '../../../functions/cli/node-options.json' with { type: 'json' };
import { repositoryCodecs } from '../../../lib/adapters/json/index.ts';
import { systemContext } from '../../../lib/composition/system.ts';
import type { Manifest } from '../../../lib/ports/stored-records.ts';
import { makeCertificate } from '../../integration/feedback-api/tls-certificate.ts';
import { respondAlways, startScriptedApi } from '../../integration/feedback-api/scripted-server.ts';
import { apiEnvironment, companyOfTests, type TestCompany } from '../../support/test-company.ts';
import {
  type Ended,
  feedbackReports,
  reportProcess,
  reportRun,
  startReports,
  temporaryFolder,
} from '../../support/run-command.ts';
import { startS3 } from '../../support/s3/s3-server.ts';
import { storedReports } from '../../support/stored-documents.ts';

const WEEK = '2026-W46';
const OWED = [1, 2, 21, 22, 3];
const json = { 'Content-Type': 'application/json' } as const;

/** Lines printed by --json. */
function manifestsIn(stdout: string): readonly Manifest[] {
  const lines = stdout.split('\n').filter((line) => line !== '');
  return lines.map((line) => repositoryCodecs.manifests.decode(Buffer.from(line)));
}

function byFolder(manifests: readonly Manifest[]): readonly Manifest[] {
  return manifests.toSorted((a, b) => a.folder.key - b.folder.key);
}

const acme = await companyOfTests();

describe('report with faults', () => {
  const run = reportRun(WEEK, apiEnvironment(acme));
  const runProcess = reportProcess(WEEK, apiEnvironment(acme));

  describe('with one broken survey', () => {
    const brokenCases: readonly (readonly [
      what: string,
      code: string,
      (acme: TestCompany) => void,
    ])[] = [
      [
        'is gone (404)',
        'UPSTREAM_NOT_FOUND',
        (a) => {
          a.answerInstead = (path, answer) =>
            path.startsWith('/v1/surveys/211') && Boolean(answer.writeHead(404, json).end('{}'));
        },
      ],
      [
        'answers 400',
        'UPSTREAM_REJECTED',
        (a) => {
          a.answerInstead = (path, answer) =>
            path.startsWith('/v1/surveys/211/results') &&
            Boolean(answer.writeHead(400, json).end('{}'));
        },
      ],
      [
        'has malformed results',
        'SHAPE_MISMATCH',
        (a) => {
          a.answerInstead = (path, answer) =>
            path.startsWith('/v1/surveys/211/results') &&
            Boolean(answer.writeHead(200, json).end('{"data":[]}'));
        },
      ],
      [
        'has results of other dates than were asked for',
        'OUT_OF_RANGE',
        (a) => {
          a.changeBody = (path, body) =>
            path.startsWith('/v1/surveys/211/results')
              ? body.replaceAll('"ts":"2026-', '"ts":"2016-')
              : body;
        },
      ],
      [
        'is in an unknown time zone',
        'TZ_UNKNOWN',
        (a) => {
          a.changeBody = (path, body) =>
            path.startsWith('/v1/folders') || path.startsWith('/v1/surveys/211')
              ? body.replace('Europe/Helsinki', 'Mars/Olympus')
              : body;
        },
      ],
      [
        'has counts beyond its scale',
        'SCALE_MISMATCH',
        (a) => {
          a.changeBody = (path, body) =>
            path.startsWith('/v1/surveys/211/results')
              ? body.replace(/"data":\[[^\]]*\]/, '"data":[1,1,1,1,7]')
              : body;
        },
      ],
      [
        'has no earlier weeks to be had',
        'HISTORY_MISSING',
        (a) => {
          a.answerInstead = (path, answer) =>
            path.startsWith('/v1/surveys/211/results') &&
            path.includes('truncate=day') &&
            Boolean(answer.writeHead(404, json).end('{}'));
        },
      ],
      [
        'has no follow-ups to be had',
        'SHAPE_MISMATCH',
        (a) => {
          a.answerInstead = (path, answer) =>
            path.startsWith('/v1/surveys/211/followup') &&
            Boolean(answer.writeHead(200, json).end('[]'));
        },
      ],
    ];
    for (const [what, code, breakIt] of brokenCases) {
      it(`a survey that ${what} makes its report and those of its parents partial with ${code}, all others complete`, async (t) => {
        const store = await temporaryFolder(t);
        breakIt(acme);
        const endedRun = await run(store);
        assert.equal(endedRun.code, 3, endedRun.stderr);
        await expectPartial(store, code);
        assert.match(endedRun.stdout, new RegExp(`^missing: ${code} \\(1\\)$`, 'm'));
      });
    }

    it('a survey that always returns 500 ends the retries, other reports are complete, and its repair leads to revision 2', async (t) => {
      const store = await temporaryFolder(t);
      acme.answerInstead = (path, answer) =>
        path.startsWith('/v1/surveys/211/results') &&
        Boolean(answer.writeHead(500, json).end('{}'));
      assert.equal((await runProcess(store)).code, 3);
      await expectPartial(store, 'UPSTREAM_UNAVAILABLE');
      const tries = acme.requests.filter((path) => path.startsWith('/v1/surveys/211/results'));
      assert.ok(tries.length > 1 && tries.length <= 4, `${tries.length} tries`);

      // Nothing more to be had: nothing changes.
      assert.equal((await run(store)).code, 3);
      await expectPartial(store, 'UPSTREAM_UNAVAILABLE');

      acme.answerInstead = () => false;
      assert.equal((await run(store)).code, 0);
      const reports = await storedReports(store, WEEK);
      for (const [folder, { manifest, report }] of reports) {
        assert.equal(manifest.status, 'complete');
        assert.equal(manifest.revision, [1, 2, 21].includes(folder) ? 2 : 1);
        if (manifest.revision === 2) {
          assert.deepEqual(
            report.changes?.problemsSolved.map((p) => p.survey),
            [211],
          );
        }
      }
    });

    it('a survey that is back while another is missing loses no existing data', async (t) => {
      const store = await temporaryFolder(t);
      const missingPaths =
        (...starts: readonly string[]): TestCompany['answerInstead'] =>
        (path, answer) =>
          starts.some((start) => path.startsWith(start)) &&
          Boolean(answer.writeHead(404, json).end('{}'));
      acme.answerInstead = missingPaths('/v1/surveys/211/followup', '/v1/surveys/212/results');
      assert.equal((await run(store)).code, 3);
      acme.answerInstead = missingPaths('/v1/surveys/211/results');
      assert.equal((await run(store)).code, 3);
      const storedReport = (await storedReports(store, WEEK)).get(21);
      assert.deepEqual(
        [storedReport?.manifest.revision, storedReport?.report.surveys.map(({ key }) => key)],
        [1, [211]],
      );

      acme.answerInstead = missingPaths('/v1/surveys/212/followup', '/v1/surveys/211/followup');
      assert.equal((await run(store)).code, 3);
      const fullerReport = (await storedReports(store, WEEK)).get(21);
      assert.deepEqual(
        [fullerReport?.manifest.revision, fullerReport?.report.surveys.map(({ key }) => key)],
        [2, [211, 212]],
      );
    });

    async function expectPartial(store: string, code: string): Promise<void> {
      const reports = await storedReports(store, WEEK);
      for (const [folder, { report, manifest }] of reports) {
        const isAffected = [1, 2, 21].includes(folder);
        assert.equal(report.status, isAffected ? 'partial' : 'complete', `folder ${folder}`);
        assert.equal(manifest.revision, 1);
        const missing = report.problems.filter((p) => p.missing);
        assert.deepEqual(
          missing.map((p) => [p.code, p.folder, p.survey]),
          isAffected ? [[code, 21, 211]] : [],
        );
      }
      assert.equal(reports.get(1)?.report.summary.surveys, 4);
    }
  });

  it('names the folder whose alerts could not be read', async (t) => {
    const store = await temporaryFolder(t);
    acme.answerInstead = (path, answer) =>
      path.startsWith('/v1/folders/22/alerts') && Boolean(answer.writeHead(400).end());
    assert.equal((await run(store)).code, 3);
    const report = (await storedReports(store, WEEK)).get(22)?.report;
    assert.equal(report?.surveys[0]?.alerts, null);
    assert.deepEqual(
      report.problems.map((p) => [p.code, p.folder, p.survey]),
      [['UPSTREAM_REJECTED', 22, undefined]],
    );
  });

  it('reports a body of millions of empty rows, within the memory limit of production', async (t) => {
    const store = await temporaryFolder(t);
    const rows = (bytes: number): string => `${'{},'.repeat(bytes / 3)}{}`;
    const zipped = (text: string): Buffer => gzipSync(text, { level: 1 });
    // 3.9 MB ended a run; 64 MiB is the largest body that is read.
    const bodies: readonly (readonly [start: string, body: Buffer])[] = [
      ['/v1/surveys/211/results', zipped(`[${rows(3_900_000)}]`)],
      ['/v1/surveys/212/results', zipped(`[${rows(67_000_000)}]`)],
      ['/v1/surveys/221/followup', zipped(`{"data":{"painPoints":[${rows(3_000_000)}]}}`)],
      ['/v1/folders/3/alerts', zipped(`{"meta":{},"data":[${rows(3_900_000)}]}`)],
      ['/v1/surveys/31/followup', zipped('['.repeat(30_000_000))],
    ];
    acme.answerInstead = (path, answer) => {
      const body = bodies.find(([start]) => path.startsWith(start))?.[1];
      if (body === undefined) return false;
      answer.writeHead(200, { ...json, 'Content-Encoding': 'gzip' }).end(body);
      return true;
    };
    // The limits of the heap, without the options that Node accepts on its command line only.
    const limits = nodeOptions.everyCommand.filter((option) => option.startsWith('--max-'));
    const { code, stderr } = await runProcess(store, [], { NODE_OPTIONS: limits.join(' ') });
    assert.equal(code, 3, stderr.slice(0, 2_000));
    const problems = (await storedReports(store, WEEK)).get(1)?.report.problems;
    assert.deepEqual(
      problems?.map((p) => [p.code, p.folder, p.survey]),
      [
        ['RESPONSE_TOO_LARGE', 3, undefined],
        ['RESPONSE_TOO_LARGE', 3, 31],
        ['RESPONSE_TOO_LARGE', 21, 211],
        ['RESPONSE_TOO_LARGE', 21, 212],
        ['RESPONSE_TOO_LARGE', 22, 221],
      ],
    );
  });

  it('reads everything from an API with a rate limit', async (t) => {
    const store = await temporaryFolder(t);
    let second = -1;
    let remaining = 0;
    acme.answerInstead = (_path, answer) => {
      const now = Math.floor(performance.now() / 1000);
      if (now !== second) [second, remaining] = [now, 8];
      remaining -= 1;
      return remaining < 0 && Boolean(answer.writeHead(429, { 'Retry-After': '1' }).end());
    };
    const { code, stdout, stderr } = await run(store);
    assert.equal(code, 0, stdout + stderr);
    assert.equal((await storedReports(store, WEEK)).size, OWED.length);
  });

  it('exits with one line when the credentials are refused', async (t) => {
    const store = await temporaryFolder(t);
    const { code, stdout, stderr } = await runProcess(store, [], {
      FEEDBACK_API_TOKEN: 'wrong-token',
    });
    assert.equal(code, 1);
    assert.equal(stdout, '');
    assert.match(stderr, /^UPSTREAM_UNAUTHORIZED: [^\n]*FEEDBACK_API_TOKEN[^\n]*\n$/);
    assert.ok(!stderr.includes('wrong-token'));
    assert.equal(acme.requests.length, 1);
  });

  it('prints the manifest of each committed report with --json when the run fails', async (t) => {
    const store = await temporaryFolder(t);
    // Where the root's files belong is a file: its report comes last and cannot be stored.
    await mkdir(join(store, 'weeks', WEEK, 'folders'), { recursive: true });
    await writeFile(join(store, 'weeks', WEEK, 'folders', '1'), '');
    const { code, stdout, stderr } = await runProcess(store, ['--json']);
    assert.equal(code, 1);
    assert.match(stderr, /^STORE_UNAVAILABLE: /m);
    assert.match(stderr, /^4 reports were completed\.$/m);
    await rm(join(store, 'weeks', WEEK, 'folders', '1'));
    const storedManifests = [...(await storedReports(store, WEEK)).values()].map(
      ({ manifest }) => manifest,
    );
    assert.deepEqual(byFolder(manifestsIn(stdout)), byFolder(storedManifests));
    assert.deepEqual(
      storedManifests.map(({ folder }) => folder.key).toSorted(),
      [2, 21, 22, 3].toSorted(),
    );
  });

  it('prints the manifest of each committed report with --json when a signal ends the run', async (t) => {
    const store = await temporaryFolder(t);
    assert.equal((await run(store, ['--folder', '3'])).code, 0);
    const { promise: waiting, resolve: markRequested } = Promise.withResolvers<undefined>();
    // With one request in flight, folder 3 has been looked up before this survey of folder 22 is asked for.
    acme.answerInstead = (path) => {
      const isHeld = path.startsWith('/v1/surveys/221');
      if (isHeld) markRequested(undefined);
      return isHeld;
    };
    const { child, ended } = startReports(
      ['report', '--week', WEEK, '--store', `file:${store}`, '--json'],
      { ...apiEnvironment(acme), FEEDBACK_API_CONCURRENCY: '1' },
    );
    await waiting;
    child.kill('SIGTERM');
    const { code, stdout } = await ended;
    assert.equal(code, 143);
    assert.deepEqual(
      manifestsIn(stdout).map(({ folder }) => folder.key),
      [3],
    );
  });

  it('sends nothing to a server with an untrusted certificate, also with NODE_TLS_REJECT_UNAUTHORIZED=0', async (t) => {
    const store = await temporaryFolder(t);
    const certificate = makeCertificate({
      address: [127, 0, 0, 1],
      notBefore: new Date('2006-01-01T00:00:00Z'),
      notAfter: new Date('2096-01-01T00:00:00Z'),
    });
    await using server = await startScriptedApi(respondAlways({ key: 1, name: 'Acme' }), {
      tls: certificate,
    });
    const { code, stderr } = await runProcess(store, [], {
      FEEDBACK_API_URL: server.url,
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
      NODE_NO_WARNINGS: '1',
    });
    assert.equal(code, 1);
    assert.match(stderr, /UPSTREAM_TLS/);
    assert.equal(server.requests.length, 0);
  });

  describe('and a clock that differs from that of the API', () => {
    const apiIsAhead = (ms: number): void => {
      acme.answerInstead = (_path, answer) => {
        answer.setHeader('Date', new Date(systemContext.clock() + ms).toUTCString());
        return false;
      };
    };
    const problemsOf = async (store: string): Promise<readonly (readonly string[])[]> =>
      [...(await storedReports(store, WEEK)).values()].map(({ report }) =>
        report.problems.map(({ code }) => code),
      );
    const NOTED = OWED.map(() => ['CLOCK_DIFFERS']);

    it('says so in each report and once on standard error from 15 minutes on', async (t) => {
      for (const minutes of [-20, 20]) {
        apiIsAhead(minutes * 60_000);
        const store = await temporaryFolder(t);
        const { code, stderr } = await run(store);
        assert.equal(code, 0);
        assert.match(stderr, /^CLOCK_DIFFERS: [^\n]*more than 15 minutes[^\n]*\n$/);
        assert.deepEqual(await problemsOf(store), NOTED);
      }
      apiIsAhead(10 * 60_000);
      const store = await temporaryFolder(t);
      assert.equal((await run(store)).stderr, '');
      assert.deepEqual(
        await problemsOf(store),
        OWED.map(() => []),
      );
    });

    it('makes nothing from a day on, unless told to', async (t) => {
      for (const days of [-400, 2]) {
        apiIsAhead(days * 86_400_000);
        const store = await temporaryFolder(t);
        const { code, stderr } = await run(store);
        assert.equal(code, 2);
        assert.match(stderr, /^CLOCK_WRONG: [^\n]* add --ignore-clock [^\n]*\n$/);
        assert.deepEqual(await readdir(store), []);
        assert.equal((await run(store, ['--ignore-clock'])).code, 0);
        assert.deepEqual(await problemsOf(store), NOTED);
      }
    });
  });

  it('stops at credentials that are refused in the middle of the run', async (t) => {
    const store = await temporaryFolder(t);
    acme.answerInstead = (path, answer) =>
      path.startsWith('/v1/surveys/') && Boolean(answer.writeHead(401).end());
    const { code, stderr } = await run(store);
    assert.equal(code, 1);
    assert.equal(stderr.trimEnd().split('\n').length, 1);
  });

  describe('in a damaged store', () => {
    const damage = async (
      store: string,
      file: (files: Awaited<ReturnType<typeof storedReports>>) => string,
    ): Promise<void> => {
      await writeFile(join(store, file(await storedReports(store, WEEK))), 'not what it was');
    };

    it('reports a stored report with damaged JSON, and makes it again with --force', async (t) => {
      const store = await temporaryFolder(t);
      await run(store);
      await damage(store, (reports) => reports.get(22)?.manifest.files.json.key ?? '');
      const firstRun = await run(store);
      assert.equal(firstRun.code, 3);
      assert.match(
        firstRun.stdout,
        /damaged: the stored report of folder 22; --force creates it again/,
      );
      assert.equal((await run(store, ['--folder', '22', '--force'])).code, 0);
      const remadeReport = (await storedReports(store, WEEK)).get(22);
      assert.equal(remadeReport?.manifest.revision, 2);
      assert.equal(remadeReport.report.changes, null);
    });

    it('makes a report again whose manifest is damaged', async (t) => {
      const store = await temporaryFolder(t);
      await run(store);
      await damage(store, () => `weeks/${WEEK}/folders/21/manifest.json`);
      const { code, stderr } = await run(store);
      assert.equal(code, 0, stderr);
      assert.equal((await storedReports(store, WEEK)).get(21)?.manifest.status, 'complete');
    });
  });

  it('exits with 1 and the reason, also with --force, when a bucket refuses a valid conditional write', async () => {
    const s3 = await startS3();
    try {
      const inBucket = (...args: readonly string[]): Promise<Ended> =>
        feedbackReports(
          ['report', '--week', WEEK, '--store', 's3://reports', '--folder', '21', ...args],
          { ...apiEnvironment(acme), ...s3.environment },
        );
      assert.equal((await inBucket()).code, 0);
      const objects = new Map(s3.objects('reports'));
      s3.createBucket('reports', s3.owner, 'ceph-unversioned');
      for (const [key, object] of objects) s3.objects('reports').set(key, object);

      const { code, stderr } = await inBucket('--force');
      assert.equal(code, 1, stderr);
      assert.match(stderr, /STORE_UNSUITABLE: .*condition If-Match, fault refused though it held/);
      assert.deepEqual(s3.objects('reports'), objects);
    } finally {
      await s3.close();
    }
  });

  it('commits each report once when four processes make the same week', async (t) => {
    const store = await temporaryFolder(t);
    const runs = await Promise.all([1, 2, 3, 4].map(() => runProcess(store, ['--json'])));
    assert.deepEqual(
      runs.map(({ code }) => code),
      [0, 0, 0, 0],
    );
    const reports = await storedReports(store, WEEK);
    assert.equal(reports.size, OWED.length);
    // Who lost tells the winner's manifest.
    for (const { stdout } of runs) {
      for (const line of stdout.trimEnd().split('\n')) {
        const manifest = repositoryCodecs.manifests.decode(Buffer.from(line));
        assert.deepEqual(manifest, reports.get(manifest.folder.key)?.manifest);
      }
    }
  });
});
