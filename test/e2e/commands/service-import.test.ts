// `service import` of a CSV file, killed while it converts and while it imports.
import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '../../../lib/feedback-service/data-set/location.ts';
import { feedbackReports, startReports, temporaryFolder } from '../../support/run-command.ts';

const VALID = 20_000;
const LONG_AGO = new Date('2026-01-01T00:00:00Z');

const COMPANY = {
  credentials: [],
  questions: [{ key: 1, name: 'How was it?', locale: 'en', followUps: [] }],
  root: {
    ...{ key: 1, name: 'Acme', folders: [] },
    surveys: [
      {
        ...{ key: 11, question: 1, timeZone: 'UTC', surveyType: 'TERMINAL' },
        ...{ indexType: 'HAPPY', feedbackScale: 'FOUR' },
      },
    ],
  },
};
const MAPPING = { columns: { time: 'Time', button: 'Button' }, survey: 11 };

async function setUp(t: TestContext) {
  const folder = await temporaryFolder(t);
  const data = join(folder, 'acme');
  await mkdir(data);
  await writeFile(join(data, 'company.json'), JSON.stringify(COMPANY));
  await writeFile(join(folder, 'mapping.json'), JSON.stringify(MAPPING));
  const start = Date.parse('2026-01-05T00:00:00Z');
  const rows = Array.from({ length: VALID }, (_, i) => {
    const time = new Date(start + 60_000 * i).toISOString();
    return i % 1_000 === 0 ? `${time},${i % 4}\n${time},9\n` : `${time},${i % 4}\n`;
  });
  const csv = join(folder, 'export.csv');
  await writeFile(csv, `Time,Button\n${rows.join('')}`);
  const options = ['--map', join(folder, 'mapping.json'), '--data', data, '--quarantine'];
  const namesOf = async (path: string, pattern: RegExp): Promise<readonly string[]> =>
    (await readdir(path)).filter((name) => pattern.test(name));
  return {
    data,
    args: ['service', 'import', csv, ...options],
    drafts: () => namesOf(data, /^service\.import-/),
    dataFiles: () => namesOf(data, /\.ndjson$/),
    quarantines: () => namesOf(folder, /quarantine/),
    quarantined: async () => {
      const text = await readFile(join(folder, 'export.quarantine.csv'), 'utf8');
      return text.trimEnd().split('\r\n').length - 1;
    },
  };
}

async function countEvents(directory: string): Promise<number> {
  const database = await openDatabase({ directory });
  try {
    const [row] = await database.all('SELECT count(*) FROM events');
    return Number(row?.[0]);
  } finally {
    await database.close();
  }
}

describe('service import of a CSV file', () => {
  for (const moment of ['drafts', 'dataFiles'] as const) {
    it(`is complete when it is repeated after a kill (${moment})`, async (t) => {
      const state = await setUp(t);
      const { child, ended } = startReports(state.args, {});
      t.after(() => child.kill('SIGKILL'));
      const end = { hasEnded: false };
      void ended.then(() => (end.hasEnded = true));
      while ((await state[moment]()).length === 0 && !end.hasEnded) await wait(1);
      child.kill('SIGKILL');
      await ended;
      assert.deepEqual(
        (await state.quarantines()).filter((name) => !name.endsWith('.tmp')),
        [],
      );
      for (const name of await state.drafts()) {
        await utimes(join(state.data, name), LONG_AGO, LONG_AGO);
      }
      const { code, stderr } = await feedbackReports(state.args);
      assert.equal(code, 0, stderr);
      assert.equal(await countEvents(state.data), VALID);
      assert.equal(await state.quarantined(), VALID / 1_000);
      assert.equal((await state.dataFiles()).length, 1);
      assert.deepEqual(await state.drafts(), []);
      assert.deepEqual(await state.quarantines(), ['export.quarantine.csv']);
    });
  }
});
