import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { systemContext } from '../../../../lib/composition/compose.ts';
import {
  DataSetError,
  openCredentials,
  openDataSet,
  superviseDataSet,
  type DataSet,
  type ImportProgress,
  type SupervisedDataSet,
} from '../../../../lib/feedback-service/index.ts';
import { openDatabase } from '../../../../lib/feedback-service/data-set/location.ts';
import { createRevocationsReader } from '../../../../lib/feedback-service/data-set/revocations.ts';
import { placeOfDataSet } from '../../../support/data-set.ts';
import {
  credential,
  noon,
  serve,
  sha256,
  sumsOf,
} from '../../../support/feedback-service/served-company.ts';

const countAlert = {
  key: 90,
  alertType: 'feedbackCount',
  parameters: { windowMin: 60, countThreshold: 2, responseFilter: [0] },
};

const survey = {
  key: 11,
  question: 7,
  timeZone: 'Europe/Helsinki',
  surveyType: 'TERMINAL',
  indexType: 'HAPPY',
  feedbackScale: 'FOUR',
  alertSpecifications: [countAlert],
};

function companyOf(...surveys: readonly object[]): object {
  return {
    credentials: [credential],
    questions: [
      {
        key: 7,
        name: 'How was it?',
        locale: 'en',
        followUps: [{ key: 71, name: 'Queue', kind: 'painPoint' }],
      },
    ],
    root: { key: 1, name: 'Acme', surveys },
  };
}

type Contents = Readonly<Record<string, object | readonly object[] | string | Buffer>>;

/** A directory of a data set; arrays become lines. */
async function directoryOf(t: TestContext, contents: Contents): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'import-'));
  t.after(() => rm(directory, { recursive: true }));
  await put(directory, { 'company.json': companyOf(survey), ...contents });
  return directory;
}

async function put(directory: string, contents: Contents): Promise<void> {
  for (const [name, content] of Object.entries(contents)) {
    const isRaw = typeof content === 'string' || Buffer.isBuffer(content);
    const text = Array.isArray(content)
      ? content.map((line) => `${JSON.stringify(line)}\n`).join('')
      : JSON.stringify(content);
    await writeFile(join(directory, name), isRaw ? content : text);
  }
}

async function open(
  t: TestContext,
  directory: string,
  onProgress?: (progress: ImportProgress) => void,
  clock = () => noon,
): Promise<DataSet> {
  const set = await openDataSet({
    ...placeOfDataSet(directory, clock),
    ...(onProgress === undefined ? {} : { onProgress }),
  });
  t.after(() => set.close());
  return set;
}

/** Every problem as one line of text. */
async function refusal(opening: Promise<DataSet>): Promise<readonly string[]> {
  try {
    await opening;
  } catch (error) {
    if (error instanceof DataSetError) {
      return error.problems.map(({ file, line, reason }) => `${file}:${line ?? ''} ${reason}`);
    }
    throw error;
  }
  return [];
}

async function totals(t: TestContext, { company }: DataSet): Promise<readonly number[]> {
  const { ask } = await serve(t, company);
  const [item] = sumsOf(await ask('/v1/surveys/11/results?truncate=year'));
  return item?.data ?? [];
}

async function alertsOf(t: TestContext, { company }: DataSet): Promise<readonly unknown[]> {
  const { ask } = await serve(t, company);
  const schema = z.object({ data: z.array(z.looseObject({ key: z.number() })) });
  return schema.parse((await ask('/v1/folders/1/alerts')).body).data;
}

function press(second: number, r: number, more: object = {}): object {
  const ts = new Date(Date.UTC(2026, 10, 9, 10, 0, second)).toISOString();
  return { survey: 11, ts, r, ...more };
}

describe('a data set', () => {
  it('is imported once: opening it again imports nothing and gives the same answers', async (t) => {
    const directory = await directoryOf(t, {
      'feedback-1.ndjson': [press(0, 0), press(10, 3)],
      'feedback-2.ndjson.gz': gzipSync(`${JSON.stringify(press(20, 3))}\n`),
    });
    const firstSet = await open(t, directory);
    assert.deepEqual(firstSet.imported, {
      files: ['feedback-1.ndjson', 'feedback-2.ndjson.gz'],
      events: 3,
      alerts: 0,
    });
    const reopenedSet = await open(t, directory);
    assert.deepEqual(reopenedSet.imported, { files: [], events: 0, alerts: 0 });
    assert.deepEqual(await totals(t, reopenedSet), [1, 0, 0, 2]);
    assert.deepEqual(await totals(t, firstSet), [1, 0, 0, 2]);
  });

  it('imports a new file, and identifies files by their content, not by their name', async (t) => {
    const directory = await directoryOf(t, { 'feedback-1.ndjson': [press(0, 0)] });
    await open(t, directory);
    await rename(join(directory, 'feedback-1.ndjson'), join(directory, 'feedback-old.ndjson'));
    await put(directory, { 'feedback-new.ndjson': [press(60, 1)] });
    await cp(join(directory, 'feedback-new.ndjson'), join(directory, 'feedback-twin.ndjson'));
    const { imported, ...set } = await open(t, directory);
    assert.deepEqual(imported, { files: ['feedback-new.ndjson'], events: 1, alerts: 0 });
    assert.deepEqual(await totals(t, { imported, ...set }), [1, 1, 0, 0]);
  });

  it('recognises a file that was packed or unpacked since, or exists in both forms', async (t) => {
    const lines = [press(0, 0), press(10, 3)];
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    const directory = await directoryOf(t, {
      'feedback-a.ndjson': lines,
      'feedback-a.ndjson.gz': gzipSync(text),
    });
    assert.equal((await open(t, directory)).imported.events, 2);
    await rm(join(directory, 'feedback-a.ndjson'));
    await put(directory, { 'feedback-b.ndjson.gz': gzipSync(text, { level: 1 }) });
    assert.equal((await open(t, directory)).imported.events, 0);
    assert.equal((await open(t, directory)).imported.events, 0);
  });

  it('refuses a change of any file with the same content', async (t) => {
    const directory = await directoryOf(t, { 'feedback.ndjson': [press(0, 0)] });
    await open(t, directory);
    await cp(join(directory, 'feedback.ndjson'), join(directory, 'feedback-copy.ndjson'));
    assert.equal((await open(t, directory)).imported.events, 0);
    await put(directory, { 'feedback.ndjson': [press(0, 0), press(60, 1)] });
    const [problem = ''] = await refusal(open(t, directory));
    assert.match(problem, /^feedback\.ndjson: has changed since it was imported/);
    await put(directory, { 'feedback.ndjson': [press(0, 0)] });
    await put(directory, { 'feedback-copy.ndjson': [press(0, 0), press(60, 1)] });
    const [refusalText = ''] = await refusal(open(t, directory));
    assert.match(refusalText, /^feedback-copy\.ndjson: has changed since it was imported/);
  });

  it('refuses a file that now has the content of another', async (t) => {
    const directory = await directoryOf(t, {
      'feedback-a.ndjson': [press(0, 0)],
      'feedback-b.ndjson': [press(60, 1)],
    });
    await open(t, directory);
    await cp(join(directory, 'feedback-b.ndjson'), join(directory, 'feedback-a.ndjson'));
    const [problem = ''] = await refusal(open(t, directory));
    assert.match(problem, /^feedback-a\.ndjson: has changed since it was imported/);
  });

  it('detects a change that keeps size and modification time', async (t) => {
    const directory = await directoryOf(t, { 'feedback.ndjson': [press(0, 0)] });
    const path = join(directory, 'feedback.ndjson');
    const { atime, mtime } = await stat(path);
    const later = (): number => systemContext.clock() + 60_000;
    await open(t, directory, undefined, later);
    assert.equal((await open(t, directory, undefined, later)).imported.events, 0);
    await put(directory, { 'feedback.ndjson': [press(0, 1)] });
    await utimes(path, atime, mtime);
    assert.match(
      (await refusal(open(t, directory, undefined, later))).join(),
      /has changed since it was imported/,
    );
  });

  it('is refused when an imported file has changed, and keeps its data', async (t) => {
    const directory = await directoryOf(t, { 'feedback.ndjson': [press(0, 0)] });
    await open(t, directory);
    await put(directory, {
      'feedback.ndjson': [press(0, 0), press(60, 1)],
      'feedback-more.ndjson': [press(90, 2)],
    });
    assert.match(
      (await refusal(open(t, directory))).join(),
      /^feedback\.ndjson: has changed since it was imported/,
    );
    await put(directory, { 'feedback.ndjson': [press(0, 0)] });
    assert.deepEqual(await totals(t, await open(t, directory)), [1, 0, 1, 0]);
  });

  it('imports nothing when a line is wrong, and everything once it is corrected', async (t) => {
    const directory = await directoryOf(t, { 'feedback-a.ndjson': [press(0, 0)] });
    await open(t, directory);
    const good = Array.from({ length: 5_000 }, (_, i) => press(60 + i * 10, 1));
    await put(directory, {
      'feedback-b.ndjson': good,
      'feedback-c.ndjson': [press(0, 2), press(0, 4)],
    });
    const [problem = ''] = await refusal(open(t, directory));
    assert.match(problem, /^feedback-c\.ndjson:2 r must be/);
    await rm(join(directory, 'feedback-c.ndjson'));
    await rm(join(directory, 'feedback-b.ndjson'));
    assert.deepEqual(await totals(t, await open(t, directory)), [1, 0, 0, 0]);
    await put(directory, { 'feedback-b.ndjson': good, 'feedback-c.ndjson': [press(0, 2)] });
    assert.deepEqual(await totals(t, await open(t, directory)), [1, 5_000, 1, 0]);
  });

  it('applies the misuse filter again when a later file has an earlier press of a device', async (t) => {
    const directory = await directoryOf(t, {
      'feedback-1.ndjson': [press(2, 1, { device: 'a' }), press(4, 2, { device: 'a' })],
    });
    assert.deepEqual(await totals(t, await open(t, directory)), [0, 1, 0, 0]);
    await put(directory, { 'feedback-2.ndjson': [press(0, 0, { device: 'a' })] });
    assert.deepEqual(await totals(t, await open(t, directory)), [1, 0, 1, 0]);
  });

  it('follows company.json: another zone, another filter, another specification', async (t) => {
    const directory = await directoryOf(t, {
      'feedback.ndjson': [press(0, 0, { device: 'a' }), press(1, 0, { device: 'a' })],
    });
    const before = await open(t, directory);
    assert.deepEqual(await totals(t, before), [1, 0, 0, 0]);
    assert.equal((await alertsOf(t, before)).length, 1);
    const strict = { ...countAlert, parameters: { ...countAlert.parameters, countThreshold: 3 } };
    await put(directory, {
      'company.json': {
        ...companyOf({ ...survey, timeZone: 'Asia/Kathmandu', alertSpecifications: [strict] }),
        misuse: { tamperDelaySeconds: 1 },
      },
    });
    const after = await open(t, directory);
    const { ask } = await serve(t, after.company);
    assert.deepEqual((await ask('/v1/surveys/11/results?truncate=hour')).body, [
      { ts: '2026-11-09T15:00:00.000+0545', data: [2, 0, 0, 0] },
    ]);
    assert.deepEqual(await alertsOf(t, after), []);
  });

  it('is read again by a process after another one has recomputed it', async (t) => {
    const directory = await directoryOf(t, { 'feedback.ndjson': [press(0, 0)] });
    const before = await open(t, directory);
    const { ask } = await serve(t, before.company);
    const hours = async (): Promise<unknown> => {
      const { status, body } = await ask('/v1/surveys/11/results?truncate=hour');
      return status === 200 ? body : status;
    };
    const helsinki = [{ ts: '2026-11-09T12:00:00.000+0200', data: [1, 0, 0, 0] }];
    assert.deepEqual(await hours(), helsinki);
    const movedFiles = { 'company.json': companyOf({ ...survey, timeZone: 'Asia/Kathmandu' }) };
    await put(directory, movedFiles);
    await open(t, directory);
    const kathmandu = [{ ts: '2026-11-09T15:00:00.000+0545', data: [1, 0, 0, 0] }];
    assert.deepEqual(await hours(), kathmandu);
    // What is served was stored with the sums: a file that has not been imported has no effect.
    await put(directory, { 'company.json': companyOf(survey) });
    assert.deepEqual(await hours(), kathmandu);
    await open(t, directory);
    assert.deepEqual(await hours(), helsinki);
  });

  it('is recomputed by another version of the rules or of the time zone data', async (t) => {
    const directory = await directoryOf(t, { 'feedback.ndjson': [press(0, 0)] });
    await (await openDataSet({ directory, clock: () => noon })).close();
    const file = new DatabaseSync(join(directory, 'service.sqlite'));
    file.exec("UPDATE sums SET hours = '[]'");
    const [row] = file.prepare('SELECT computed_by FROM surveys').all();
    const computedBy = z.string().parse(row?.['computed_by']);
    const { tz = '' } = process.versions;
    assert.ok(computedBy.includes(`"${tz}"`));
    file.prepare('UPDATE surveys SET computed_by = ?').run(computedBy.replace(tz, '1999z'));
    file.close();
    const set = await openDataSet({ directory, clock: () => noon });
    t.after(() => set.close());
    assert.deepEqual(await totals(t, set), [1, 0, 0, 0]);
  });

  it('is refused when a file changes while it is imported', async (t) => {
    const directory = await directoryOf(t, {
      'feedback-1.ndjson': [press(0, 0)],
      'feedback-2.ndjson': [press(10, 0)],
    });
    const opening = open(t, directory, (progress) => {
      if (progress.phase === 'reading' && progress.file === 'feedback-1.ndjson') {
        appendFileSync(join(directory, 'feedback-2.ndjson'), `${JSON.stringify(press(20, 1))}\n`);
      }
    });
    const [problem = ''] = await refusal(opening);
    assert.match(problem, /^feedback-2\.ndjson: changed while it was being read/);
    assert.deepEqual(await totals(t, await open(t, directory)), [2, 1, 0, 0]);
  });

  it('may get new surveys, but must keep surveys with feedback, their buttons and used follow-ups', async (t) => {
    const directory = await directoryOf(t, { 'feedback.ndjson': [press(0, 0, { f: 71 })] });
    await open(t, directory);
    await put(directory, { 'company.json': companyOf(survey, { ...survey, key: 12 }) });
    await put(directory, { 'feedback-12.ndjson': [{ ...press(0, 0), survey: 12 }] });
    assert.equal((await open(t, directory)).imported.events, 1);
    const bareCompany = {
      ...companyOf({ ...survey, feedbackScale: 'FIVE' }),
      questions: [{ key: 7, name: 'How was it?', locale: 'en', followUps: [] }],
    };
    await put(directory, { 'company.json': bareCompany });
    assert.deepEqual((await refusal(open(t, directory))).map((text) => text.slice(0, 40)).sort(), [
      'company.json: follow-up 71 is missing, b',
      'company.json: survey 11 had 4 buttons wh',
      'company.json: survey 12 is missing, but ',
    ]);
  });

  it('has the alerts of its own file, open or closed, instead of computed ones', async (t) => {
    const directory = await directoryOf(t, { 'feedback.ndjson': [press(0, 0), press(1, 0)] });
    assert.equal((await alertsOf(t, await open(t, directory))).length, 1);
    const alert = {
      survey: 11,
      alertType: 'somethingNew',
      alertSpecification: { key: 5 },
      parameters: { windowMin: 15, anything: ['goes'] },
    };
    await put(directory, {
      'alerts.ndjson': [
        { ...alert, key: 2, beginTime: '2026-11-09T10:00:00+02:00' },
        { ...alert, key: 1, beginTime: '2026-11-09T08:00:00Z', endTime: '2026-11-09T08:30:00Z' },
      ],
    });
    const set = await open(t, directory);
    assert.deepEqual(set.imported, { files: ['alerts.ndjson'], events: 0, alerts: 2 });
    const commonFields = {
      alertType: 'somethingNew',
      survey: {
        key: 11,
        question: { key: 7, name: 'How was it?', locale: 'en' },
        folder: { key: 1, name: 'Acme' },
        timezone: 'Europe/Helsinki',
      },
      alertSpecification: { key: 5 },
      beginTime: '2026-11-09T10:00:00.000+0200',
      parameters: { windowMin: 15, anything: ['goes'] },
    };
    assert.deepEqual(await alertsOf(t, set), [
      { ...commonFields, key: 1, endTime: '2026-11-09T10:30:00.000+0200' },
      { ...commonFields, key: 2 },
    ]);
    await put(directory, {
      'alerts-2.ndjson': [
        { ...alert, key: 3, beginTime: '2026-11-09T08:00:00Z' },
        { ...alert, key: 2, beginTime: '2026-11-10T08:00:00Z' },
      ],
    });
    const [problem = ''] = await refusal(open(t, directory));
    assert.match(problem, /^alerts-2\.ndjson:2 key belongs to an earlier alert/);
  });

  describe('with several lines for one ready alert', () => {
    const openAlert = {
      ...{ key: 2, survey: 11, alertType: 'negative', alertSpecification: { key: 5 } },
      ...{ beginTime: '2026-11-09T08:00:00Z', parameters: { windowMin: 15, responses: 3 } },
    };
    const closedAlert = {
      ...{ ...openAlert, beginTime: '2026-11-09T10:00:00+02:00', endTime: '2026-11-21T09:00:00Z' },
      parameters: { responses: 3, windowMin: 15 },
    };
    const endTimesOf = async (t: TestContext, set: DataSet): Promise<readonly unknown[]> => {
      const { ask } = await serve(t, set.company);
      const schema = z.object({ data: z.array(z.object({ endTime: z.string().optional() })) });
      const { data } = schema.parse((await ask('/v1/folders/1/alerts')).body);
      return data.map(({ endTime }) => endTime);
    };

    it('closes it by a line with an endTime, and keeps it closed', async (t) => {
      const directory = await directoryOf(t, { 'alerts-1.ndjson': [openAlert] });
      assert.deepEqual(await endTimesOf(t, await open(t, directory)), [undefined]);
      await put(directory, { 'alerts-2.ndjson': [openAlert, closedAlert] });
      const set = await open(t, directory);
      assert.deepEqual(set.imported, {
        files: ['alerts-2.ndjson'],
        events: 0,
        alerts: 0,
        known: 2,
      });
      // After the clock, and told all the same.
      const end = '2026-11-21T11:00:00.000+0200';
      assert.deepEqual(await endTimesOf(t, set), [end]);
      await put(directory, {
        'alerts-3.ndjson': [closedAlert, { ...openAlert, key: 3 }, openAlert],
      });
      assert.deepEqual(await endTimesOf(t, await open(t, directory)), [end, undefined]);
    });

    const contradictions: Readonly<Record<string, object>> = {
      survey: { survey: 12 },
      alertType: { alertType: 'feedbackCount' },
      alertSpecification: { alertSpecification: { key: 6 } },
      beginTime: { beginTime: '2026-11-09T08:00:01Z' },
      parameters: { parameters: { windowMin: 15, responses: 4 } },
      endTime: { endTime: '2026-11-09T09:00:01Z' },
    };
    for (const [field, otherFields] of Object.entries(contradictions)) {
      it(`is refused with file and line when ${field} differs`, async (t) => {
        const directory = await directoryOf(t, {
          'company.json': companyOf(survey, { ...survey, key: 12 }),
          'alerts-1.ndjson': [{ ...openAlert, key: 1 }, closedAlert],
        });
        await open(t, directory);
        await put(directory, {
          'alerts-2.ndjson': [openAlert, { ...closedAlert, ...otherFields }],
        });
        assert.deepEqual(await refusal(open(t, directory)), [
          `alerts-2.ndjson:2 key belongs to an earlier alert with a different ${field}`,
        ]);
        await rm(join(directory, 'alerts-2.ndjson'));
        assert.equal((await alertsOf(t, await open(t, directory))).length, 2);
      });
    }
  });

  describe('with ids of events', () => {
    const hour = { survey: 11, ts: '2026-11-09T08:20:00Z', data: [1, 0, 0, 2] };
    const events: readonly object[] = [
      press(0, 0, { id: 'a', device: 1, f: 71, text: 'Queue', relevance: 0.5, spam: false }),
      press(1, 0, { id: 'b', device: 1 }),
      press(0, 0, { id: 'a', survey: 12 }),
      { ...hour, id: 1 },
      { survey: 11, ts: '2026-11-09T09:00:00Z', o: { r: 1, text: 'Old' }, id: 'o' },
      press(0, 0),
      press(0, 0),
    ];
    const company = companyOf(survey, { ...survey, key: 12 });
    const paths = [
      '/v1/surveys/11/results?truncate=hour',
      '/v1/surveys/12/results?truncate=hour',
      '/v1/surveys/11/rawresults?followup=true&openfeedback=true',
      '/v1/surveys/11/followup',
      '/v1/surveys/11/openfeedback',
      '/v1/folders/1/alerts',
    ];
    const answersOf = async (t: TestContext, set: DataSet): Promise<readonly unknown[]> => {
      const { ask } = await serve(t, set.company);
      return Promise.all(paths.map(async (path) => (await ask(path)).body));
    };

    it('counts an event once when several lines and files contain it', async (t) => {
      const singleDirectory = await directoryOf(t, {
        'company.json': company,
        'feedback.ndjson': events,
      });
      const expected = await answersOf(t, await open(t, singleDirectory));
      const withIds = events.filter((event) => 'id' in event);
      const repeatedEvents = [
        { ...hour, ts: '2026-11-09T10:20:00.000+02:00', id: '1' },
        ...withIds,
      ];
      const directory = await directoryOf(t, {
        'company.json': company,
        'feedback-1.ndjson': [...events, ...repeatedEvents],
      });
      const set = await open(t, directory);
      assert.deepEqual(set.imported, {
        files: ['feedback-1.ndjson'],
        events: events.length,
        alerts: 0,
        known: repeatedEvents.length,
      });
      assert.deepEqual(await answersOf(t, set), expected);
      await put(directory, { 'feedback-2.ndjson': repeatedEvents });
      const later = await open(t, directory);
      assert.equal(later.imported.events, 0);
      assert.deepEqual(await answersOf(t, later), expected);
    });

    const contradictions: readonly (readonly [
      field: string,
      id: string | number,
      other: object,
    ])[] = [
      ['ts', 'a', { ts: '2026-11-09T10:00:00.001Z' }],
      ['r', 'a', { r: 1 }],
      ['device', 'a', { device: 2 }],
      ['f', 'a', { f: undefined }],
      ['text', 'a', { text: 'Other' }],
      ['relevance', 'a', { relevance: 0.6 }],
      ['spam', 'a', { spam: true }],
      ['data', 1, { data: [1, 0, 0, 3] }],
      ['ts', 1, { ts: '2026-11-09T08:00:00Z' }],
      ['text', 'o', { o: { r: 1, text: 'New' } }],
      ['o', 'o', { o: undefined, r: 1, text: 'Old' }],
    ];
    for (const [field, id, otherFields] of contradictions) {
      it(`is refused with file and line when ${id} comes with a different ${field}`, async (t) => {
        const directory = await directoryOf(t, {
          'company.json': company,
          'feedback-1.ndjson': events,
        });
        const { company: before } = await open(t, directory);
        const [earlierEvent] = events.filter((event) => 'id' in event && event.id === id);
        await put(directory, {
          'feedback-2.ndjson': [press(50, 3), { ...earlierEvent, ...otherFields }],
        });
        const advice =
          field === 'data' ? ': correctedAt, which service import --replace adds, replaces it' : '';
        assert.deepEqual(await refusal(open(t, directory)), [
          `feedback-2.ndjson:2 id belongs to an earlier event of survey 11 with a different ${field}${advice}`,
        ]);
        const { ask } = await serve(t, before);
        const [item] = sumsOf(await ask('/v1/surveys/11/results?truncate=year'));
        assert.deepEqual(item?.data, [4, 1, 0, 2]);
      });
    }
  });

  it('is refused with the first ten lines that contradict an earlier id, in the order of lines', async (t) => {
    const lines = Array.from({ length: 12 }, (_, i) => press(i, 0, { id: 100 - i }));
    const contradictingLines = lines.map((line) => ({ ...line, r: 1 }));
    const directory = await directoryOf(t, {
      'feedback.ndjson': [...lines, ...contradictingLines],
    });
    const fault = await open(t, directory).catch((error: unknown) => error);
    assert.ok(fault instanceof DataSetError);
    assert.deepEqual(
      fault.problems.map(({ line }) => line),
      Array.from({ length: 10 }, (_, i) => 13 + i),
    );
    assert.equal(fault.more, 2);
  });

  it('has hourly sums at the start of their hour, in the current time zone of company.json', async (t) => {
    const at = (ts: string, count: number): object => ({ survey: 11, ts, data: [count, 0, 0, 0] });
    const lines = [
      at('2026-11-09T08:59:59.999+02:00', 1),
      press(0, 3),
      at('2026-11-09T09:00:00+02:00', 2),
      // Autumn repeats the hour from 03:00.
      at('2026-10-25T03:30:00+03:00', 3),
      at('2026-10-25T03:30:00+02:00', 4),
    ];
    const directory = await directoryOf(t, { 'feedback.ndjson': lines });
    const rawOf = async (set: DataSet, query = ''): Promise<readonly unknown[]> => {
      const { ask } = await serve(t, set.company);
      const schema = z.object({
        data: z.array(z.object({ ts: z.string(), data: z.array(z.number()).optional() })),
      });
      const { data } = schema.parse((await ask(`/v1/surveys/11/rawresults${query}`)).body);
      return data.map(({ ts, data: [count] = [] }) => [ts, count]);
    };
    const set = await open(t, directory);
    assert.deepEqual(await rawOf(set), [
      ['2026-10-25T03:00:00.000+0300', 3],
      ['2026-10-25T03:00:00.000+0200', 4],
      ['2026-11-09T08:00:00.000+0200', 1],
      ['2026-11-09T09:00:00.000+0200', 2],
      ['2026-11-09T12:00:00.000+0200', undefined],
    ]);
    assert.deepEqual(
      await rawOf(set, '?date_start=2026-11-09T06:00:01Z&date_end=2026-11-09T07:00:00Z'),
      [],
    );
    await put(directory, { 'company.json': companyOf({ ...survey, timeZone: 'Asia/Kathmandu' }) });
    const movedSet = await open(t, directory);
    assert.deepEqual(await rawOf(movedSet), [
      ['2026-10-25T06:00:00.000+0545', 3],
      ['2026-10-25T07:00:00.000+0545', 4],
      ['2026-11-09T12:00:00.000+0545', 1],
      ['2026-11-09T12:00:00.000+0545', 2],
      ['2026-11-09T15:45:00.000+0545', undefined],
    ]);
    await put(directory, { 'company.json': companyOf(survey) });
    assert.deepEqual(await rawOf(await open(t, directory)), await rawOf(set));
  });

  it('upgrades a database of the previous version', async (t) => {
    const directory = await directoryOf(t, {
      'feedback.ndjson': [
        press(0, 0),
        { survey: 11, ts: '2026-11-09T08:20:00Z', data: [1, 0, 0, 0] },
      ],
      'alerts.ndjson': [
        {
          ...{ key: 1, survey: 11, alertType: 'negative', alertSpecification: { key: 5 } },
          ...{ beginTime: '2026-11-09T08:00:00Z', parameters: {} },
        },
      ],
    });
    await (await openDataSet({ directory, clock: () => noon })).close();
    const file = new DatabaseSync(join(directory, 'service.sqlite'));
    const namesOf = (): readonly unknown[] =>
      file
        .prepare(
          "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY 1",
        )
        .all()
        .map(({ name }) => name);
    const indexes = namesOf();
    file.exec(`
      DROP INDEX events_by_id; DROP INDEX events_with_id_by_line; DROP INDEX hourly_sums_by_time; DROP INDEX ready_alerts_by_key;
      DROP INDEX alerts_by_begin; DROP INDEX alerts_of_survey_by_begin;
      DROP INDEX long_alerts_by_begin; DROP INDEX long_alerts_of_survey_by_begin;
      CREATE INDEX alerts_of_survey ON alerts (survey, ended);
      CREATE INDEX alerts_by_end ON alerts (ended, began);
      UPDATE events SET ts = told WHERE told IS NOT NULL;
      ALTER TABLE events DROP COLUMN told; ALTER TABLE events DROP COLUMN id;
      UPDATE about SET value = '1' WHERE name = 'version'`);
    const set = await openDataSet({ directory, clock: () => noon });
    t.after(() => set.close());
    assert.deepEqual(set.imported, { files: [], events: 0, alerts: 0 });
    assert.deepEqual(namesOf(), indexes);
    file.close();
    const { ask } = await serve(t, set.company);
    const { body } = await ask('/v1/surveys/11/rawresults');
    assert.deepEqual(z.object({ data: z.unknown() }).parse(body).data, [
      { ts: '2026-11-09T10:00:00.000+0200', data: [1, 0, 0, 0] },
      { ts: '2026-11-09T12:00:00.000+0200', r: 0 },
    ]);
    assert.equal((await alertsOf(t, set)).length, 1);
    await put(directory, { 'feedback-2.ndjson': [press(9, 3, { id: 1 }), press(9, 3, { id: 1 })] });
    const later = await openDataSet({ directory, clock: () => noon });
    t.after(() => later.close());
    assert.deepEqual(await totals(t, later), [2, 0, 0, 1]);
  });

  it('has no alerts when the file of them is empty', async (t) => {
    const directory = await directoryOf(t, {
      'feedback.ndjson': [press(0, 0), press(1, 0)],
      'alerts.ndjson': [],
    });
    assert.deepEqual(await alertsOf(t, await open(t, directory)), []);
  });

  it('reports its progress: bytes of all new files, then events', async (t) => {
    const lines = Array.from({ length: 3_000 }, (_, i) => press(i, 0));
    const directory = await directoryOf(t, {
      'feedback-1.ndjson': lines,
      'feedback-2.ndjson': [press(9_000, 0)],
    });
    const progressReports: ImportProgress[] = [];
    await open(t, directory, (progress) => progressReports.push(progress));
    const reading = progressReports.filter(({ phase }) => phase === 'reading');
    const lastProgress = reading.at(-1);
    assert.ok(
      lastProgress?.phase === 'reading' &&
        lastProgress.bytes === lastProgress.ofBytes &&
        lastProgress.events === 3_001,
    );
    assert.deepEqual(progressReports.at(-1), {
      phase: 'computing',
      events: 3_001,
      ofEvents: 3_001,
    });
  });

  it('has a database of its own when another directory has the same name', async (t) => {
    const sets = [];
    for (const r of [0, 3]) {
      const directory = join(await directoryOf(t, {}), 'acme');
      await mkdir(directory);
      await put(directory, { 'company.json': companyOf(survey), 'feedback.ndjson': [press(0, r)] });
      sets.push(await open(t, directory));
    }
    const [firstSet, secondSet] = sets;
    assert.ok(firstSet !== undefined && secondSet !== undefined);
    assert.deepEqual(await totals(t, firstSet), [1, 0, 0, 0]);
    assert.deepEqual(await totals(t, secondSet), [0, 0, 0, 1]);
  });

  it('keeps credentials revoked that company.json lists, in a new database too', async (t) => {
    const directory = await directoryOf(t, {});
    const { company } = await open(t, directory);
    const manage = placeOfDataSet(directory, () => noon);
    const credentialStore = await openCredentials(manage);
    t.after(() => credentialStore.close());
    const addedCredential = { clientId: 'analyst', tokenSha256: 'ab'.repeat(32) };
    await credentialStore.add(addedCredential);
    const revocation = await credentialStore.revoke(credential.clientId);
    assert.deepEqual(revocation, { count: 1, inCompanyFile: 1, isInDatabase: true });
    assert.deepEqual(await company.credentials(), [addedCredential]);
    const movedDirectory = await directoryOf(t, {});
    await cp(join(directory, 'service.revoked.json'), join(movedDirectory, 'service.revoked.json'));
    assert.deepEqual(await (await open(t, movedDirectory)).company.credentials(), []);
  });

  it('keeps added credentials when its database is made again, and those of earlier releases too', async (t) => {
    const directory = await directoryOf(t, { 'feedback.ndjson': [press(0, 3)] });
    const place = placeOfDataSet(directory, () => noon);
    await (await openDataSet(place)).close();
    const store = await openCredentials(place);
    const clients = ['analyst', 'auditor', 'former'].map((clientId) => ({
      clientId,
      tokenSha256: sha256(clientId),
    }));
    for (const client of clients) await store.add(client);
    await store.revoke('former');
    const listed = await store.list();
    await store.close();
    const openAgain = async (...lost: readonly string[]): Promise<void> => {
      for (const name of await readdir(directory)) {
        if (lost.some((beginning) => name.startsWith(beginning))) await rm(join(directory, name));
      }
      const set = await openDataSet(place);
      const credentials = (await set.company.credentials()).map(({ clientId }) => clientId);
      assert.deepEqual(credentials.toSorted(), ['acme', 'analyst', 'auditor']);
      await set.close();
    };
    await openAgain('service.sqlite', 'service.postgres');
    // Earlier releases wrote no such file.
    await openAgain('service.added.json');
    await openAgain('service.sqlite', 'service.postgres');
    const storeAgain = await openCredentials(place);
    t.after(() => storeAgain.close());
    assert.deepEqual(await storeAgain.list(), listed);
  });

  it('stores every revocation of several concurrent processes', async (t) => {
    const revocations = Array.from({ length: 20 }, (_, i) => ({
      clientId: `client-${i}`,
      tokenSha256: sha256(String(i)),
    }));
    const directory = await directoryOf(t, {});
    const module = new URL(
      '../../../../lib/feedback-service/data-set/revocations.ts',
      import.meta.url,
    );
    await Promise.all(
      [revocations.slice(0, 10), revocations.slice(10)].map(async (processRevocations) => {
        const code = `
          import { addRevocations } from '${module.href}';
          for (const one of ${JSON.stringify(processRevocations)}) {
            addRevocations(${JSON.stringify(directory)}, [one], ${noon});
          }`;
        const child = spawn(process.execPath, ['--input-type=module', '--eval', code]);
        assert.deepEqual(await once(child, 'exit'), [0, null]);
      }),
    );
    const { has } = await createRevocationsReader(directory)();
    assert.deepEqual(
      revocations.filter((revocation) => !has(revocation)),
      [],
    );
  });

  it('is imported once when it is opened several times concurrently', async (t) => {
    const lines = Array.from({ length: 2_000 }, (_, i) => press(i * 5, i % 4));
    const directory = await directoryOf(t, { 'feedback.ndjson': lines });
    const sets = await Promise.all([1, 2, 3].map(() => open(t, directory)));
    assert.equal(sets.filter(({ imported }) => imported.events === 2_000).length, 1);
    for (const set of sets) assert.deepEqual(await totals(t, set), [500, 500, 500, 500]);
  });
});

describe('a supervised data set', () => {
  async function supervised(t: TestContext, directory: string, clock: () => number) {
    const reports: string[] = [];
    const set = await superviseDataSet({
      ...placeOfDataSet(directory, clock),
      onImported: ({ imported, faults }) =>
        reports.push([`${imported.events} events`, ...faults.map(String)].join('; ')),
      onFailed: (error) => reports.push(error instanceof DataSetError ? error.message : 'bug'),
    });
    t.after(() => set.close());
    return { ...set, reports };
  }

  /** The files change, then rest for ten seconds. */
  async function pass(set: SupervisedDataSet, wait: (ms: number) => void): Promise<void> {
    await set.checkFiles();
    wait(10_000);
    await set.checkFiles();
  }

  it('serves what is stored although every file is wrong, and tells their problems', async (t) => {
    const directory = await directoryOf(t, { 'feedback-1.ndjson': [press(0, 0)] });
    await open(t, directory);
    await put(directory, { 'company.json': '{', 'feedback-2.ndjson': [press(0, 9)] });
    const set = await supervised(t, directory, () => noon);
    const { ask } = await serve(t, set.company);
    assert.equal((await ask('/v1/surveys/11')).status, 200);
    await set.importNow();
    assert.equal((await ask('/v1/surveys/11')).status, 200);
    assert.deepEqual(
      set.state().faults.map(({ message }) => message.replace(/:.*/, '')),
      ['company.json, line 1', 'feedback-2.ndjson, line 1'],
    );
  });

  it('imports the files that are right and leaves out the others until they are corrected', async (t) => {
    const directory = await directoryOf(t, {
      'feedback-1.ndjson': [press(0, 0)],
      'feedback-2.ndjson': [press(0, 9)],
      'feedback-3.ndjson': [press(10, 3, { id: 1 })],
      'feedback-4.ndjson': [press(10, 2, { id: 1 })],
      'feedback.csv': 'ts;r',
    });
    let now = noon;
    const set = await supervised(t, directory, () => now);
    const wait = (ms: number): void => {
      now += ms;
    };
    await set.importNow();
    const { ask } = await serve(t, set.company);
    const totals = async (): Promise<unknown> =>
      sumsOf(await ask('/v1/surveys/11/results?truncate=year'))[0]?.data;
    assert.deepEqual(await totals(), [1, 0, 0, 1]);
    assert.deepEqual([...new Set(set.state().faults.flatMap(({ files }) => [...files]))].sort(), [
      'feedback-2.ndjson',
      'feedback-4.ndjson',
      'feedback.csv',
    ]);
    await put(directory, { 'feedback-2.ndjson': [press(20, 1)] });
    await pass(set, wait);
    assert.deepEqual(await totals(), [1, 1, 0, 1]);
    assert.deepEqual([...new Set(set.state().faults.flatMap(({ files }) => [...files]))].sort(), [
      'feedback-4.ndjson',
      'feedback.csv',
    ]);
    assert.equal(set.reports.at(-1), '1 events');
  });

  it('imports new files and a new survey once the folder is quiet for 10 seconds', async (t) => {
    const directory = await directoryOf(t, { 'feedback.ndjson': [press(0, 3)] });
    let now = noon;
    const set = await supervised(t, directory, () => now);
    await set.importNow();
    const { ask } = await serve(t, set.company);
    await put(directory, {
      'company.json': companyOf(survey, { ...survey, key: 12 }),
      'feedback-12.ndjson': [press(0, 3, { survey: 12 })],
    });
    await set.checkFiles();
    now += 9_999;
    await set.checkFiles();
    assert.equal((await ask('/v1/surveys/12')).status, 404);
    now += 1;
    await set.checkFiles();
    assert.equal((await ask('/v1/surveys/12')).status, 200);
    assert.deepEqual(set.reports, ['1 events', '1 events']);
  });

  it('is unavailable to its own callers until something has been imported', async (t) => {
    const directory = await directoryOf(t, { 'company.json': '{' });
    let now = noon;
    const set = await supervised(t, directory, () => now);
    await set.importNow();
    const { ask } = await serve(t, set.company, { onError: () => undefined });
    assert.equal((await ask('/v1/surveys/11')).status, 503);
    await put(directory, { 'company.json': companyOf(survey) });
    await pass(set, (ms) => {
      now += ms;
    });
    assert.equal((await ask('/v1/surveys/11')).status, 200);
    assert.equal(set.state().isServed, true);
  });

  it('does not import again while its files are unchanged', async (t) => {
    const directory = await directoryOf(t, { 'feedback.ndjson': [press(0, 9)] });
    let now = noon;
    const set = await supervised(t, directory, () => now);
    for (let i = 0; i < 10; i += 1) {
      await set.checkFiles();
      now += 60_000;
    }
    assert.equal(set.reports.length, 1);
  });

  it('is imported after the imports of other data sets of its process, for which its end does not wait', async (t) => {
    const finished: string[] = [];
    const { promise: isBusy, resolve: onBusy } = Promise.withResolvers<undefined>();
    const [first, second, third] = await Promise.all(
      ['first', 'second', 'third'].map(async (name) => {
        const directory = await directoryOf(t, { 'feedback.ndjson': [press(0, 3)] });
        const place = placeOfDataSet(directory, () => noon);
        await (await openDataSet(place)).close();
        await put(directory, { 'feedback-2.ndjson': [press(1, 3)] });
        const set = await superviseDataSet({
          ...place,
          onBusy: () => {
            onBusy(undefined);
          },
          onImported: () => finished.push(name),
          onFailed: (error) => {
            throw error;
          },
        });
        // A set is closed once.
        if (name !== 'second') t.after(() => set.close());
        return { ...set, place };
      }),
    );
    assert.ok(first !== undefined && second !== undefined && third !== undefined);
    const writer = await openDatabase(first.place);
    t.after(() => writer.close());
    const imports: Promise<void>[] = [];
    await writer.transaction(async () => {
      imports.push(first.importNow());
      await isBusy;
      imports.push(second.importNow(), third.importNow());
      await second.close();
      assert.deepEqual(finished, []);
    });
    await Promise.all(imports);
    assert.deepEqual(finished, ['first', 'third']);
  });

  it('is followed by every process that serves it after a change of the structure', async (t) => {
    const directory = await directoryOf(t, { 'feedback.ndjson': [press(0, 0)] });
    const sets = [];
    for (let i = 0; i < 2; i += 1) sets.push(await supervised(t, directory, () => noon));
    const [first, second] = sets;
    assert.ok(first !== undefined && second !== undefined);
    await first.importNow();
    await second.importNow();
    await put(directory, { 'company.json': companyOf({ ...survey, timeZone: 'Asia/Kathmandu' }) });
    await second.importNow();
    const { ask } = await serve(t, first.company);
    assert.deepEqual((await ask('/v1/surveys/11/results?truncate=hour')).body, [
      { ts: '2026-11-09T15:00:00.000+0545', data: [1, 0, 0, 0] },
    ]);
  });
});
