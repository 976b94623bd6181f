// CSV files of vendors: dialects, names, local times, quarantine, corrections of hourly sums.
import assert from 'node:assert/strict';
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import {
  checkCsv,
  checkDataSet,
  DataSetError,
  draftCompany,
  importCsv,
  superviseDataSet,
  type Columns,
  type CsvImport,
  type Draft,
} from '../../../../lib/feedback-service/index.ts';
import { readCompanyFile } from '../../../../lib/feedback-service/data-set/company-file.ts';
import {
  clock,
  columns,
  header,
  problemsOf,
  setUp,
  simple,
  sums,
  testHourlySums,
  utf16,
} from './csv-import.ts';

void describe('A CSV file of a vendor', () => {
  void it('may have German separators, dates, decimal commas and Windows-1252', async (t) => {
    const { run, rows } = await setUp(t);
    const lines = [
      'Filiale;Zeit;Note;Grund;Text;Relevanz',
      'Köln;09.11.2026 07:30:00;sehr gut;;;',
      'köln;09.11.2026 07:31:10;schlecht;wartezeit;"Zu lang;\r\n""viel"" zu";0,85',
    ];
    await run(Buffer.from(lines.join('\r\n'), 'latin1'), {
      columns: { ...columns, followUp: 'Grund', text: 'Text', relevance: 'Relevanz' },
      timeFormat: 'dd.MM.yyyy HH:mm:ss',
      buttons: { 'sehr schlecht': 0, schlecht: 1, gut: 2, 'sehr gut': 3 },
    });
    assert.deepEqual(await rows('survey, ts, r, follow_up, text, relevance'), [
      [12, Date.parse('2026-11-09T06:30:00Z'), 3, null, null, null],
      [12, Date.parse('2026-11-09T06:31:10Z'), 1, 701, 'Zu lang;\r\n"viel" zu', 0.85],
    ]);
  });

  void it('may have American dates, and folders in several columns', async (t) => {
    const { run, rows } = await setUp(t);
    await run(
      'Region,Site,Date,Time,Score\nSüd,Mitte,11/9/2026,12:05 AM,4\nSüd,Mitte,1/2/2026,1:05 pm,1\n',
      {
        columns: { survey: ['Region', 'Site'], time: ['Date', 'Time'], button: 'Score' },
        timeFormat: 'M/d/yyyy h:mm a',
        timeZone: 'America/New_York',
        buttons: { 1: 0, 2: 1, 3: 2, 4: 3 },
      },
    );
    assert.deepEqual(await rows('survey, ts, r'), [
      [16, Date.parse('2026-01-02T18:05:00Z'), 0],
      [16, Date.parse('2026-11-09T05:05:00Z'), 3],
    ]);
  });

  void it('may have ISO times with offset in UTF-16', async (t) => {
    const { run, rows } = await setUp(t);
    const content = 'place\twhen\tr\tdevice\nSüd/Mitte\t2026-11-09 07:30:00 +02:00\t2\t5\n';
    await run(utf16(content), {
      columns: { survey: 'place', time: 'when', button: 'r', device: 'device' },
    });
    assert.deepEqual(await rows('survey, ts, r, device'), [
      [16, Date.parse('2026-11-09T05:30:00Z'), 2, '5'],
    ]);
  });

  void it('is refused with the lines of the first ten faults, without values', async (t) => {
    const { run, directory } = await setUp(t);
    const faults = [
      'Secret;09.11.2026 07:30:00;1',
      'Mitte;09.11.2026 07:30:00;1',
      'Köln;31.02.2026 07:30:00;1',
      'Köln;09.11.2026 07:30:00;secret',
      'Köln;09.11.2026 07:30:00;4',
      'Köln;09.11.2027 07:30:00;3',
      'Köln;09.11.2026 07:30:00',
    ];
    const content = `Filiale;Zeit;Note\n"Köln\n";09.11.2026 07:30:00;1\n${faults.join('\n')}\n`;
    assert.deepEqual(await problemsOf(run(content, simple)), [
      '4: names no survey of company.json: add the name to surveys of the mapping',
      '5: names more than one survey (14, 15, 16): use more columns, or add the name to surveys of the mapping',
      '6: has a time that is not of the format dd.MM.yyyy HH:mm:ss or does not exist',
      '7: has a button that is no whole number: add buttons to the mapping',
      '8: r must be a whole number from 0 to 3: survey 12 has the scale FOUR',
      '9: ts is more than a day in the future',
      '10: has 2 columns, the header has 3',
    ]);
    assert.deepEqual(await readdir(directory), ['company.json']);
  });

  void it('is imported without its invalid records, which are written beside it', async (t) => {
    const { run, rows, csv } = await setUp(t);
    const content =
      'Filiale;Zeit;Note;Nr\nKöln;09.11.2026 07:30:00;1;a\nKöln;09.11.2026 07:30:00;"9";b\nKöln;09.11.2026 07:31:00;2;a\n';
    const mapping = { ...simple, columns: { ...columns, id: 'Nr' } };
    const { quarantined, events } = await run(content, mapping, { quarantines: true });
    assert.deepEqual([quarantined, events], [2, 1]);
    assert.deepEqual(await rows('r, id'), [[1, 'a']]);
    assert.equal(
      await readFile(csv.replace('.csv', '.quarantine.csv'), 'utf8'),
      [
        'Filiale;Zeit;Note;Nr;problem',
        'Köln;09.11.2026 07:30:00;9;b;r must be a whole number from 0 to 3: survey 12 has the scale FOUR',
        'Köln;09.11.2026 07:31:00;2;a;id belongs to an earlier event of survey 12 with a different ts',
        '',
      ].join('\r\n'),
    );
    assert.deepEqual(await problemsOf(run(content, mapping, { quarantines: true })), [
      '-: exists: move or remove it first',
    ]);
  });

  void it('leaves no file for invalid records when it is refused', async (t) => {
    const { run, csv } = await setUp(t);
    await assert.rejects(run('Filiale;Zeit\nKöln;x\n', simple, { quarantines: true }));
    await writeFile(`${csv.replace('.csv', '.quarantine.csv')}.tmp`, 'of a killed process');
    await run('Filiale;Zeit;Note\nKöln;09.11.2026 07:30:00;1\n', simple, { quarantines: true });
    const names = await readdir(join(csv, '..'));
    assert.deepEqual(
      names.filter((name) => name.includes('quarantine')),
      [],
    );
  });

  void it('has a mapping whose problems name its path', async (t) => {
    const { run } = await setUp(t);
    await assert.rejects(run('a;b\n', { columns: {} }), (error: unknown) => {
      assert.ok(error instanceof DataSetError);
      assert.deepEqual([...error.files], ['../mapping.json']);
      return true;
    });
  });

  void it('is known when it is imported again', async (t) => {
    const { run, rows, directory } = await setUp(t);
    const content = 'Filiale;Zeit;Note\nKöln;09.11.2026 07:30:00;1\n';
    await run(content, simple);
    const { imported } = await run(content, simple);
    assert.deepEqual(imported.files, []);
    assert.equal((await rows('r')).length, 1);
    const dataFiles = (await readdir(directory)).filter((name) => name.endsWith('.ndjson'));
    assert.equal(dataFiles.length, 1);
  });

  void it('has repeated local times at the first one and skipped ones at the old offset', async (t) => {
    const { run, rows } = await setUp(t);
    const content =
      'Filiale;Zeit;Note\nKöln;25.10.2026 02:30:00;1\nKöln;29.03.2026 02:30:00;2\nKöln;25.10.2026 03:00:00;1\n';
    const { changes } = await run(content, simple);
    assert.deepEqual(
      (await rows('ts')).map(([ts]) => new Date(Number(ts)).toISOString()),
      ['2026-03-29T01:30:00.000Z', '2026-10-25T00:30:00.000Z', '2026-10-25T02:00:00.000Z'],
    );
    assert.deepEqual([...changes.repeated], [['Europe/Berlin 2026-10-25T02', 1]]);
    assert.deepEqual([...changes.skipped], [['Europe/Berlin 2026-03-29T02', 1]]);
  });

  void it('names a quotation mark that is not closed, and its line', async (t) => {
    const { run } = await setUp(t);
    const content = 'Filiale;Zeit;Note\nKöln;09.11.2026 07:30:00;1\n"Köln;09.11.2026 07:30:00;1\n';
    assert.deepEqual(await problemsOf(run(content, simple)), [
      '3: has a quotation mark that is not closed',
    ]);
  });
});

void describe('A check', () => {
  void it('names everything that is wrong and changes nothing', async (t) => {
    const { run, rows, directory, csv } = await setUp(t);
    const mapping = { ...simple, columns: { ...columns, id: 'Nr' } };
    const first = 'Filiale;Zeit;Note;Nr\nKöln;09.11.2026 07:30:00;1;a\n';
    await run(first, mapping);
    const line = { survey: 12, ts: '2026-11-09T06:30:00Z', r: 1 };
    const lines = [
      { ...line, r: 9 },
      { ...line, id: 'a', r: 2 },
      { ...line, survey: 99 },
    ];
    const content = lines.map((item) => JSON.stringify(item)).join('\n');
    await writeFile(join(directory, 'feedback-2.ndjson'), content);
    await writeFile(join(directory, 'feedback.jsonl'), '');
    const before = await readdir(directory);
    const found = await checkDataSet({ directory, clock });
    assert.deepEqual(
      found?.problems.map(({ file, line: at, reason }) => [file, at, reason.slice(0, 25)]),
      [
        ['feedback.jsonl', undefined, 'has a name that is not re'],
        ['feedback-2.ndjson', 1, 'r must be a whole number '],
        ['feedback-2.ndjson', 3, 'survey 99 is not in compa'],
        ['feedback-2.ndjson', 2, 'id belongs to an earlier '],
      ],
    );
    await writeFile(csv, `${first}Köln;09.11.2026 07:30:00;x;b\nKöln;09.11.2026 07:30:01;1;a\n`);
    const options = { directory, clock, mapping: join(csv, '../mapping.json'), replaces: false };
    assert.deepEqual(
      (await checkCsv(csv, options))?.problems.map(({ file, line: at }) => [file, at]),
      [
        ['../export.csv', 3],
        ['../export.csv', 4],
      ],
    );
    assert.equal((await rows('r')).length, 1);
    assert.deepEqual(await readdir(directory), before);
  });

  void it('makes no database', async (t) => {
    const { directory } = await setUp(t);
    assert.equal(await checkDataSet({ directory, clock }), undefined);
    assert.deepEqual(await readdir(directory), ['company.json']);
  });
});

void describe('A draft', () => {
  const exports: Readonly<Record<string, string | Uint8Array>> = {
    german: Buffer.from(
      'Filiale;Datum;Uhrzeit;Bewertung;Kommentar\nKöln;13.11.2026;07:30:00;4,0;Gut\nBonn;13.11.2026;08:30:00;1,0;\n',
      'latin1',
    ),
    american:
      'Region,Store,Submitted,Score\nEast,Boston,11/13/2026 7:30 AM,1\nWest,Reno,11/13/2026 8:30 PM,4\n',
    iso: utf16(
      'Site\tTimestamp\tRating\nA\t2026-11-13T07:30:00+02:00\t0\nB\t2026-11-13T08:30:00+02:00\t3\n',
    ),
    'two questions':
      'Ort;Frage;Zeit;Antwort\nX;Wie war es?;13.11.2026 07:30;gut\nX;Und das Essen?;13.11.2026 07:31;schlecht\n',
    'numbered places':
      'Store no.,Time,Smiley\n2,2026-11-13 07:30,Happy\n1,2026-11-13 07:31,Very unhappy\n',
    'hourly sums': utf16(
      'Tienda\tFecha\tHora\tMuy bien\tBien\tMal\tMuy mal\tTotal\nSol\t11/13/2026\t9:00 AM\t1\t2\t3\t4\t10\nMar\t11/13/2026\t1:00 PM\t0\t0\t0\t7\t7\n',
    ),
  };

  async function draft(
    t: TestContext,
    content: string | Uint8Array,
    columns: Partial<Columns> = {},
  ): Promise<{ folder: string; drafted: Draft; imports: () => Promise<CsvImport> }> {
    const { directory, csv: path } = await setUp(t);
    await writeFile(path, content);
    const folder = join(directory, 'drafted');
    const options = { path, directory: folder, timeZone: 'Europe/Berlin', columns };
    const drafted = await draftCompany(options);
    await assert.rejects(draftCompany(options), DataSetError);
    const imports = (): Promise<CsvImport> =>
      importCsv(path, {
        ...{ directory: folder, clock, quarantines: false, replaces: false },
        mapping: join(folder, 'mapping.json'),
      });
    return { folder, drafted, imports };
  }

  const mappingOf = async (folder: string): Promise<unknown> =>
    JSON.parse(await readFile(join(folder, 'mapping.json'), 'utf8'));

  for (const [kind, content] of Object.entries(exports)) {
    void it(`of a file (${kind}) imports it`, async (t) => {
      const { drafted, imports } = await draft(t, content);
      assert.equal(drafted.surveys, 2);
      assert.equal((await imports()).events, 2);
    });
  }

  void it('has the name of its folder', async (t) => {
    const { directory, csv: path } = await setUp(t);
    await writeFile(path, exports['iso'] ?? '');
    for (const [folder, name] of [
      ['nordic-bakery', 'Nordic bakery'],
      ['ACME_2', 'ACME 2'],
      ['å', 'Å'],
      ['--', 'Company'],
    ] as const) {
      const options = { path, directory: join(directory, folder), timeZone: 'Europe/Berlin' };
      await draftCompany(options);
      const text = await readFile(join(options.directory, 'company.json'), 'utf8');
      assert.equal(readCompanyFile(text).structure.root.name, name);
    }
  });

  void it('takes sums with the worst button first, and leaves out their total', async (t) => {
    const { folder } = await draft(t, exports['hourly sums'] ?? '');
    assert.deepEqual(await mappingOf(folder), {
      columns: {
        ...{ survey: ['Tienda'], time: ['Fecha', 'Hora'] },
        counts: ['Muy mal', 'Mal', 'Bien', 'Muy bien'],
      },
      timeFormat: 'M/d/yyyy h:mm a',
    });
  });

  void it('takes follow-ups of good buttons for highlights', async (t) => {
    const row = (button: string, reason: string): string =>
      `A,2026-11-13T07:30:00Z,${button},${reason}\n`;
    const { folder } = await draft(
      t,
      `Site,Time,Rating,Reason\n${row('Good', 'Staff')}${row('Bad', 'Queue')}${row('Good', 'queue')}${row('Bad', 'Queue')}`,
    );
    const company: unknown = JSON.parse(await readFile(join(folder, 'company.json'), 'utf8'));
    assert.partialDeepStrictEqual(company, {
      questions: [
        {
          followUps: [
            { key: 1, name: 'Staff', kind: 'highlight' },
            { key: 2, name: 'Queue', kind: 'painPoint' },
          ],
        },
      ],
    });
  });

  void it('leaves buttons of an unknown order to a person, and imports nothing until then', async (t) => {
    const { drafted, imports, folder } = await draft(
      t,
      'Site,Time,Rating\nA,2026-11-13T07:30:00Z,blue\nA,2026-11-13T07:30:00Z,red\n',
    );
    assert.match(drafted.notes.join(), /numbers, 0 for the worst: blue, red/);
    await assert.rejects(
      imports(),
      /buttons\.blue: must be a whole number from 0, the worst, to 4/,
    );
    const text = await readFile(join(folder, 'mapping.json'), 'utf8');
    const corrected = text.replace('"blue": null', '"blue": 3').replace('"red": null', '"red": 0');
    await writeFile(join(folder, 'mapping.json'), corrected);
    assert.equal((await imports()).events, 2);
  });

  void it('names the columns of a file whose buttons it does not find, and takes one that is named', async (t) => {
    const content = 'Site,When,Wert\nA,2026-11-13T07:30:00Z,1\nA,2026-11-13T07:30:00Z,4\n';
    await assert.rejects(
      draft(t, content),
      /line 1: has no column that looks like button: add --columns button=NAME .* "Site", "When", "Wert"/,
    );
    await assert.rejects(draft(t, content, { button: ['Wrt'] }), /has no column "Wrt", but "Site"/);
    const { imports } = await draft(t, content, { button: ['Wert'] });
    assert.equal((await imports()).events, 2);
  });

  void it('leaves out a line of totals, and says so', async (t) => {
    const { drafted } = await draft(t, 'Site,Time,Rating\nA,2026-11-13T07:30:00Z,1\nSum,,9\n');
    assert.equal(drafted.surveys, 1);
    assert.match(drafted.notes.join(), /times of another format than ISO 8601: 1;/);
  });

  void it('is of one survey without a column of places', async (t) => {
    const { drafted, imports } = await draft(t, 'Time,Rating\n2026-11-13T07:30:00Z,1\n');
    assert.match(drafted.notes.join(), /all records are of one survey/);
    assert.equal((await imports()).events, 1);
  });
});

void describe('The start of a service', () => {
  void it('removes drafts of imports that were killed an hour ago', async (t) => {
    const { directory } = await setUp(t);
    const [old, recent] = ['service.import-0123456789ab.tmp', 'service.import-ba9876543210.tmp'];
    for (const [name, age] of [
      [old, 3_600_000],
      [recent, 3_599_000],
    ] as const) {
      await writeFile(join(directory, name), '');
      const at = new Date(clock() - age);
      await utimes(join(directory, name), at, at);
    }
    const ignore = (): void => undefined;
    const dataSet = await superviseDataSet({
      ...{ directory, clock, onImported: ignore, onFailed: ignore },
    });
    await dataSet.close();
    const names = await readdir(directory);
    assert.deepEqual([names.includes(old), names.includes(recent)], [false, true]);
  });
});

void describe('A draft that cannot be written', () => {
  const content = (buttons: readonly string[]): string =>
    `Site,Time,Rating\n${buttons.map((button) => `A,2026-11-13T07:30:00Z,${button}\n`).join('')}`;

  void it('leaves no file behind', async (t) => {
    const { directory, csv } = await setUp(t);
    await writeFile(csv, content(['1']));
    await assert.rejects(
      draftCompany({ path: csv, directory, timeZone: 'Europe/Berlin' }),
      DataSetError,
    );
    assert.deepEqual(await readdir(directory), ['company.json']);
  });

  void it('has buttons as they are named when they are not consecutive numbers of a scale', async (t) => {
    const { directory, csv } = await setUp(t);
    await writeFile(csv, content(['0', '5']));
    const folder = join(directory, 'drafted');
    await draftCompany({ path: csv, directory: folder, timeZone: 'Europe/Berlin' });
    const mapping: unknown = JSON.parse(await readFile(join(folder, 'mapping.json'), 'utf8'));
    assert.partialDeepStrictEqual(mapping, { buttons: { 0: 0, 5: 1 } });
  });
});

void describe('Hourly sums of a CSV file', () => {
  void it('are known when equal, a fault when different, and replaced on request', async (t) => {
    await testHourlySums(t);
  });

  void it('of a repeated hour are of the first and of the second one', async (t) => {
    const { run, rows } = await setUp(t);
    await run(`${header}\nKöln;25.10.2026 02:00;1;0;0;0\nKöln;25.10.2026 02:00;0;1;0;0\n`, sums);
    assert.deepEqual(await rows('ts, data'), [
      [Date.parse('2026-10-25T00:00:00Z'), '[1,0,0,0]'],
      [Date.parse('2026-10-25T01:00:00Z'), '[0,1,0,0]'],
    ]);
  });

  void it('of a repeated hour keep their hours when the first one is put aside', async (t) => {
    const { run, rows } = await setUp(t);
    await run(`${header}\nKöln;25.10.2026 02:00;1;0;0;0\n`, sums);
    const content = `${header}\nKöln;25.10.2026 02:00;9;0;0;0\nKöln;25.10.2026 02:00;0;1;0;0\n`;
    const options = { quarantines: true, file: 'other.csv' };
    assert.equal((await run(content, sums, options)).quarantined, 1);
    assert.deepEqual(await rows('ts, data'), [
      [Date.parse('2026-10-25T00:00:00Z'), '[1,0,0,0]'],
      [Date.parse('2026-10-25T01:00:00Z'), '[0,1,0,0]'],
    ]);
  });

  void it('are a fault when two of one file differ, also with --replace', async (t) => {
    const { run } = await setUp(t);
    const content = `${header}\nKöln;09.11.2026 07:00;1;0;0;0\nKöln;09.11.2026 07:30;1;0;0;0\nKöln;09.11.2026 07:00;0;1;0;0\n`;
    assert.deepEqual(await problemsOf(run(content, sums, { replaces: true })), [
      '4: has other counts than an earlier record of its survey, device and hour: name the column of the device in the mapping if there are several',
    ]);
  });

  void it('may have decimals of zeros, but no separator of thousands', async (t) => {
    const { run, rows } = await setUp(t);
    await run(`${header}\nKöln;09.11.2026 07:00;1.0;2,00;0;4\n`, sums);
    assert.deepEqual(await rows('data'), [['[1,2,0,4]']]);
    for (const count of ['1.000', '1,000', '1,000,000', '1.5', '-1']) {
      assert.deepEqual(
        await problemsOf(run(`${header}\nKöln;09.11.2026 08:00;0;0;0;${count}\n`, sums)),
        ['2: has no whole number in the column "3"'],
      );
    }
  });
});
