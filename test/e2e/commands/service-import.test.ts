// `service import` of a CSV file: from an unknown vendor's file to a served company, and killed at two moments.
import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '../../../lib/feedback-service/data-set/location.ts';
import { assertRefused, ended, serving } from '../../support/feedback-service/service-run.ts';
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

describe('A CSV file of an unknown vendor', () => {
  async function writeExport(
    t: TestContext,
  ): Promise<{ csv: string; data: string; args: string[] }> {
    const folder = await temporaryFolder(t);
    const csv = join(folder, 'Bewertungen.csv');
    const text =
      'Lfd. Nr.;Datum;Uhrzeit;Filiale;Gerät;Zufriedenheit;Grund\r\n' +
      '1;16.11.2026;09:30:00;Köln;K1;sehr zufrieden;Personal\r\n' +
      '2;16.11.2026;09:45:00;Köln;K2;sehr unzufrieden;Wartezeit\r\n' +
      '3;16.11.2026;09:30:00;München;M1;zufrieden;\r\n';
    await writeFile(csv, text, 'latin1');
    const data = join(folder, 'data');
    return { csv, data, args: ['import', csv, '--draft-company', '--data', data] };
  }

  it('is a served company after three commands', async (t) => {
    const { csv, data, args } = await writeExport(t);
    const drafted = await ended(t, [...args, '--time-zone', 'Europe/Berlin']);
    assert.equal(drafted.code, 0, drafted.err);
    assert.match(drafted.err, /survey = Filiale · .*button = Zufriedenheit/);
    assert.match(drafted.err, /worst first: sehr unzufrieden, zufrieden, sehr zufrieden/);
    const mapping = join(data, 'mapping.json');
    assert.ok(drafted.err.endsWith(`service import ${csv} --map ${mapping} --data ${data}\n`));
    const imported = await ended(t, ['import', csv, '--map', mapping, '--data', data]);
    assert.equal(imported.code, 0, imported.err);
    assert.ok(imported.err.includes(`3 events from ${csv} imported`), imported.err);
    const { ask } = await serving(t, ['--data', data]);
    const token = /^client id reports · token (\S+)\n$/.exec(drafted.out)?.[1] ?? '';
    assert.deepEqual(await ask('/v1/surveys/1/results?truncate=hour', 'reports', token), {
      status: 200,
      body: [{ ts: '2026-11-16T09:00:00.000+0100', data: [1, 0, 0, 1] }],
    });
  });

  it('has columns that are named by their role', async (t) => {
    const { args } = await writeExport(t);
    const zone = ['--time-zone', 'Europe/Berlin'];
    const named = await ended(t, [...args, ...zone, '--columns', 'device=Filiale', 'survey=Gerät']);
    assert.match(named.err, /device = Filiale · .*survey = Gerät/);
    await assertRefused(
      t,
      [...args, ...zone, '--columns', 'secret=Filiale'],
      [/--columns must be ROLE=NAME, with a role of device, time, /],
    );
    await assertRefused(
      t,
      [...args, ...zone, '--columns', ...['button=Grund', 'button=Zufriedenheit', 'counts=Datum']],
      [
        /--columns may name one column as button/,
        /--columns must name the counts of four or five buttons, worst first/,
        /--columns must not name both counts and button/,
      ],
    );
  });
});
