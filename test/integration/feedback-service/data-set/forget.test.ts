// Erasing of texts and surveys: through the answers of the service, and in the files of both engines.
import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { z } from 'zod';
import {
  checkDataSet,
  compactDataSet,
  forget,
  openDataSet,
  removeSurvey,
  type DataSet,
  type ForgetSelection,
} from '../../../../lib/feedback-service/index.ts';
import { openPostgres } from '../../../../lib/feedback-service/database/postgres.ts';
import { testDatabase } from '../../../support/data-set.ts';
import {
  postgresPrograms,
  startPostgres,
} from '../../../support/feedback-service/postgres-server.ts';
import { credential, noon, serve } from '../../../support/feedback-service/served-company.ts';

const countAlert = {
  key: 90,
  alertType: 'feedbackCount',
  parameters: { windowMin: 60, countThreshold: 2, responseFilter: [0] },
};

function companyOf(surveys: readonly number[], more: object = {}): object {
  return {
    credentials: [credential],
    ...more,
    questions: [{ key: 7, name: 'How was it?', locale: 'en', followUps: [] }],
    root: {
      key: 1,
      name: 'Acme',
      surveys: surveys.map((key) => ({
        ...{ key, question: 7, timeZone: 'Europe/Helsinki', surveyType: 'TERMINAL' },
        ...{ indexType: 'HAPPY', feedbackScale: 'FOUR', alertSpecifications: [countAlert] },
      })),
    },
  };
}

const secret = 'Zacharias at the counter';
const exportedLines = [
  {
    survey: 11,
    ts: '2026-11-09T10:00:00Z',
    r: 0,
    id: 'a',
    text: `It was ${secret}`,
    relevance: 0.5,
  },
  { survey: 11, ts: '2026-11-09T10:00:00Z', r: 0, id: 'b', text: 'Fine', spam: false },
] as const;
const lines: readonly object[] = [
  ...exportedLines,
  { survey: 11, ts: '2026-11-10T10:00:00Z', r: 3, text: 'zacharias AT the Counter again' },
  { survey: 11, ts: '2026-11-10T11:00:00Z', o: { r: 1, text: 'Old' } },
  { survey: 12, ts: '2026-11-10T11:00:00Z', r: 2, text: 'Elsewhere' },
  { survey: 12, ts: '2026-11-10T12:00:00Z', data: [1, 2, 3, 4] },
];

interface Place {
  readonly directory: string;
  readonly database?: string;
}

async function placeOf(t: TestContext, database = testDatabase): Promise<Place> {
  const directory = await mkdtemp(join(tmpdir(), 'forget-'));
  t.after(() => rm(directory, { recursive: true }));
  await writeCompany(directory, companyOf([11, 12]));
  await writeFeedback(directory, 'feedback.ndjson', lines);
  return { directory, ...(database === undefined ? {} : { database }) };
}

function writeCompany(directory: string, company: object): Promise<void> {
  return writeFile(join(directory, 'company.json'), JSON.stringify(company));
}

function writeFeedback(directory: string, name: string, all: readonly object[]): Promise<void> {
  return writeFile(join(directory, name), all.map((one) => `${JSON.stringify(one)}\n`).join(''));
}

async function open(t: TestContext, place: Place): Promise<DataSet> {
  const set = await openDataSet({ ...place, clock: () => noon });
  t.after(() => set.close());
  return set;
}

const unchangedPaths = [
  '/v1/surveys/11/results?truncate=hour',
  '/v1/surveys/12/results?truncate=hour',
  '/v1/surveys/11/rawresults',
  '/v1/folders/1/alerts',
];

async function answersOf(t: TestContext, { company }: DataSet): Promise<readonly unknown[]> {
  const { ask } = await serve(t, company);
  return Promise.all(unchangedPaths.map(async (path) => (await ask(path)).body));
}

async function textsOf(t: TestContext, { company }: DataSet): Promise<readonly string[]> {
  const { ask } = await serve(t, company);
  const schema = z.object({ data: z.array(z.object({ text: z.string() })) });
  const bodies = [11, 12].map(async (key) => (await ask(`/v1/surveys/${key}/openfeedback`)).body);
  return (await Promise.all(bodies)).flatMap((body) =>
    schema.parse(body).data.map(({ text }) => text),
  );
}

const selections: readonly (readonly [
  title: string,
  selection: ForgetSelection,
  left: readonly string[],
])[] = [
  ['a survey', { survey: 11, from: 0, to: noon }, ['Elsewhere']],
  [
    'a survey in a range',
    {
      survey: 11,
      from: Date.parse('2026-11-09T10:00:00Z'),
      to: Date.parse('2026-11-10T11:00:00Z'),
    },
    ['Old', 'Elsewhere'],
  ],
  ['an event', { id: 'a' }, ['Fine', 'zacharias AT the Counter again', 'Old', 'Elsewhere']],
  ['texts with a name', { containing: 'Zacharias' }, ['Fine', 'Old', 'Elsewhere']],
];

describe('forgetting', () => {
  for (const [title, selection, left] of selections) {
    it(`erases the texts of ${title}; they do not come back, and sums and alerts stay`, async (t) => {
      const place = await placeOf(t);
      const set = await open(t, place);
      const [before, textsBefore] = [await answersOf(t, set), await textsOf(t, set)];
      const options = { ...place, clock: () => noon };
      const count = textsBefore.length - left.length;
      assert.equal(await forget(options, selection, true), count);
      assert.deepEqual(await textsOf(t, set), textsBefore);
      assert.equal(await forget(options, selection, false), count);
      assert.deepEqual(await textsOf(t, set), left);
      assert.deepEqual(await answersOf(t, set), before);
      // The same events with ids in another file, and all files in another database.
      await writeFeedback(place.directory, 'feedback-2.ndjson', lines.slice(0, 2));
      assert.deepEqual(await textsOf(t, await open(t, place)), left);
      const copy = await placeOf(t);
      for (const name of ['service.forgotten.log', 'feedback-2.ndjson']) {
        await cp(join(place.directory, name), join(copy.directory, name));
      }
      const copySet = await open(t, copy);
      assert.deepEqual(await textsOf(t, copySet), left);
      assert.deepEqual(await answersOf(t, copySet), before);
      const record = await readFile(join(place.directory, 'service.forgotten.log'), 'utf8');
      assert.doesNotMatch(record, /zacharias|fine|old|"a"/i);
      assert.equal(record.trimEnd().split('\n').length, 1);
    });
  }

  it('erases texts after the days of company.json', async (t) => {
    const place = await placeOf(t);
    const set = await open(t, place);
    const before = await answersOf(t, set);
    const retention = { retention: { openFeedbackDays: 10 } };
    await writeCompany(place.directory, companyOf([11, 12], retention));
    await open(t, place);
    assert.deepEqual(await textsOf(t, set), ['zacharias AT the Counter again', 'Old', 'Elsewhere']);
    await writeCompany(place.directory, companyOf([11, 12]));
    await writeFeedback(place.directory, 'feedback-2.ndjson', lines.slice(0, 2));
    await open(t, place);
    assert.deepEqual(await textsOf(t, set), ['zacharias AT the Counter again', 'Old', 'Elsewhere']);
    assert.deepEqual(await answersOf(t, set), before);
  });

  it('is part of a check: a text whose days are over is not compared, and nothing is erased', async (t) => {
    const place = await placeOf(t);
    const set = await open(t, place);
    const texts = await textsOf(t, set);
    // The vendor has erased the text of line `a` and not the one of `b`.
    const { text: _, relevance: _too, ...withoutText } = exportedLines[0];
    await writeFeedback(place.directory, 'feedback-2.ndjson', [withoutText, exportedLines[1]]);
    const check = (): Promise<unknown> => checkDataSet({ ...place, clock: () => noon });
    assert.match(String(await check()), /feedback-2\.ndjson, line 1: .* with a different text/);
    const retention = { retention: { openFeedbackDays: 10 } };
    await writeCompany(place.directory, companyOf([11, 12], retention));
    assert.equal(await check(), undefined);
    assert.deepEqual(await textsOf(t, set), texts);
    assert.equal((await open(t, place)).imported.known, 2);
  });

  it('fails while the record of what is forgotten is damaged', async (t) => {
    const place = await placeOf(t);
    await writeFile(join(place.directory, 'service.forgotten.log'), '{\n');
    await assert.rejects(open(t, place), /service\.forgotten\.log, line 1: is damaged/);
  });

  it('removes a survey, which company.json may lack then, in a new database too', async (t) => {
    const place = await placeOf(t);
    const set = await open(t, place);
    assert.equal(await removeSurvey({ ...place, clock: () => noon }, 11), 4);
    await writeCompany(place.directory, companyOf([12]));
    await open(t, place);
    const { ask } = await serve(t, set.company);
    assert.equal((await ask('/v1/surveys/11')).status, 404);
    assert.equal((await ask('/v1/surveys/12')).status, 200);
    const copy = await placeOf(t);
    for (const name of ['service.forgotten.log', 'company.json']) {
      await cp(join(place.directory, name), join(copy.directory, name));
    }
    assert.equal((await open(t, copy)).imported.events, 2);
  });
});

/** Whether any file below the folders has these bytes. */
async function hasBytes(folder: string, text: string): Promise<boolean> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith('.ndjson')) continue;
    const bytes = await readFile(join(entry.parentPath, entry.name)).catch(() => Buffer.alloc(0));
    if (bytes.includes(text)) return true;
  }
  return false;
}

/** Texts on many pages, some of them longer than a page. */
const manyLines = Array.from({ length: 3_000 }, (_, i) => ({
  survey: 11 + (i % 2),
  ts: new Date(Date.parse('2026-10-09T10:00:00Z') + i * 60_000).toISOString(),
  r: i % 4,
  text: i % 7 === 0 ? `${secret} ${'queue '.repeat(i % 70 === 0 ? 2_000 : 9)}` : 'A fine place',
}));

describe('the files of a database', () => {
  async function eraseAll(t: TestContext, place: Place): Promise<() => Promise<void>> {
    await writeFeedback(place.directory, 'feedback.ndjson', manyLines);
    const set = await open(t, place);
    const options = { ...place, clock: () => noon };
    assert.equal(await forget(options, { containing: secret }, false), 429);
    const texts = await textsOf(t, set);
    return async () => {
      await compactDataSet(options);
      assert.deepEqual(await textsOf(t, set), texts);
    };
  }

  it('of SQLite have no byte of an erased text after they are compacted, while it is served', async (t) => {
    const directory = await mkdtemp(join(tmpdir(), 'forget-'));
    t.after(() => rm(directory, { recursive: true }));
    await writeCompany(directory, companyOf([11, 12]));
    const compact = await eraseAll(t, { directory });
    assert.equal(await hasBytes(directory, 'A fine place'), true);
    await compact();
    assert.equal(await hasBytes(directory, secret), false);
    assert.equal(await hasBytes(directory, 'A fine place'), true);
  });

  const skip = postgresPrograms() === undefined ? 'needs PostgreSQL' : false;
  it('of PostgreSQL have none either, but for its write-ahead log', { skip }, async (t) => {
    const server = await startPostgres();
    assert.ok(server !== undefined);
    t.after(() => server.stop());
    const place = await placeOf(t, server.url);
    const compact = await eraseAll(t, place);
    const database = await openPostgres(server.url, 'public');
    const [row] = await database.all("SELECT current_setting('data_directory')");
    const files = join(String(row?.[0]), 'base');
    await database.run('CHECKPOINT');
    assert.equal(await hasBytes(files, secret), true);
    await compact();
    await database.run('CHECKPOINT');
    await database.close();
    assert.equal(await hasBytes(files, secret), false);
    assert.equal(await hasBytes(files, 'A fine place'), true);
  });
});
