// Odd and bad bodies: what is mended, what is left out with a note, and what fails with which code
// (bad-input catalogue 13 to 19, 34 to 46 and 56 to 58).
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FeedbackApi } from '../../../lib/adapters/feedback-api/index.ts';
import type { Failure } from '../../../lib/app/failures.ts';
import type { Folder } from '../../../lib/app/ports.ts';
import { always, startServer } from './scripted-server.ts';
import { failureOf, openWorld } from './world.ts';

const RANGE = { start: 0, end: 1_000_000 };

async function read<T>(body: unknown, ask: (api: FeedbackApi) => Promise<T>): Promise<T> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  await using server = await startServer((response) => {
    response.end(text);
  });
  await using world = openWorld({ baseUrl: server.url });
  return await ask(world.api);
}

function fail(body: unknown, ask: (api: FeedbackApi) => Promise<unknown>): Promise<Failure> {
  return failureOf(read(body, ask));
}

const tree = ({ source }: FeedbackApi) => source.readFolders(null, { surveys: true });
const survey = ({ source }: FeedbackApi) => source.readSurvey(12);
const hours = ({ source }: FeedbackApi) => source.readHourlyCounts(12, RANGE);
const alerts = ({ source }: FeedbackApi) => source.readAlerts(1, RANGE, { childFolders: false });
const followUps = ({ source }: FeedbackApi) => source.readFollowUps(12, RANGE);

const QUESTION = { key: 5, name: 'How was it?', locale: 'en' };
const BAD_KEYS = [
  '-1',
  '0',
  '1.5',
  '9007199254740993',
  '1e3000',
  'null',
  '"x"',
  '"-1"',
  '"1.5"',
  '[]',
  '""',
];

describe('a folder tree', () => {
  it('may lack lists or have empty ones', async () => {
    const { root, notes } = await read(
      {
        key: 1,
        name: 'a',
        folders: [{ key: 2, name: 'b', folders: [], surveys: null }],
        surveys: null,
      },
      tree,
    );
    assert.deepEqual(root.folders, [{ key: 2, name: 'b', folders: [], surveys: [] }]);
    assert.deepEqual(notes, []);
  });

  it('takes keys written as digits in a string', async () => {
    const surveys = [{ key: '12', question: { ...QUESTION, key: '5' }, timezone: 'Etc/UTC' }];
    const { root } = await read({ key: '1', name: 'a', surveys }, tree);
    assert.deepEqual(root.surveys, [{ key: 12, question: QUESTION, timeZone: 'Etc/UTC' }]);
  });

  it('fails when its root has no valid key', async () => {
    for (const key of BAD_KEYS) {
      assert.equal((await fail(`{"key":${key},"name":"a"}`, tree)).code, 'KEY_INVALID');
    }
    assert.equal((await fail({ name: 'a' }, tree)).code, 'KEY_INVALID');
  });

  it('leaves out what has no valid key, and says that something is missing', async () => {
    const { root, notes } = await read(
      {
        key: 1,
        name: 'a',
        folders: [{ name: 'lost' }, { key: 2 }],
        surveys: [{ key: 1.5, question: QUESTION }, { key: 9 }, { key: 12, question: QUESTION }],
      },
      tree,
    );
    assert.deepEqual(
      root.folders.map(({ key }) => key),
      [2],
    );
    assert.deepEqual(
      root.surveys.map(({ key }) => key),
      [12],
    );
    assert.deepEqual(
      notes.map(({ code, folder, survey: key, missing }) => [code, folder, key, missing]),
      [
        ['KEY_INVALID', 1, undefined, true],
        ['SHAPE_MISMATCH', 1, 9, true],
        ['KEY_INVALID', 1, undefined, true],
      ],
    );
  });

  it('counts a folder or survey in two places once, where it is first, and says so', async () => {
    const one = { key: 12, question: QUESTION, timeZone: 'Etc/UTC' };
    const { root, notes } = await read(
      {
        key: 1,
        name: 'a',
        folders: [
          { key: 2, name: 'b', surveys: [one] },
          { key: 3, name: 'c', surveys: [one], folders: [{ key: 2, name: 'again' }] },
        ],
      },
      tree,
    );
    assert.deepEqual(
      root.folders.map(({ surveys, folders }) => [surveys.length, folders.length]),
      [
        [1, 0],
        [0, 0],
      ],
    );
    assert.deepEqual(
      notes.map(({ code, folder, survey: key, missing }) => [code, folder, key, missing]),
      [
        ['SURVEY_DUPLICATE', 3, 12, false],
        ['FOLDER_DUPLICATE', 2, undefined, false],
      ],
    );
  });

  it('fails when a folder is below itself', async () => {
    const body = { key: 1, name: 'a', folders: [{ key: 2, folders: [{ key: 1 }] }] };
    const failure = await fail(body, tree);
    assert.equal(failure.code, 'FOLDER_CYCLE');
    assert.deepEqual(failure.facts, { folder: 1 });
  });

  it('is at most 64 folders deep, 20,000 folders and 50,000 surveys large', async () => {
    const chain = (levels: number): string =>
      Array.from({ length: levels }, (_, index) => `{"key":${index + 1},"folders":[`).join('') +
      ']}'.repeat(levels);
    assert.deepEqual((await read(chain(64), tree)).notes, []);
    assert.equal((await fail(chain(65), tree)).code, 'TREE_TOO_LARGE');
    assert.equal((await fail(chain(5000), tree)).code, 'TOO_DEEP');

    const children = (count: number): unknown =>
      Array.from({ length: count }, (_, index) => ({ key: index + 2 }));
    assert.equal(
      (await read({ key: 1, folders: children(19_999) }, tree)).root.folders.length,
      19_999,
    );
    assert.equal((await fail({ key: 1, folders: children(20_000) }, tree)).code, 'TREE_TOO_LARGE');
    const surveys = Array.from({ length: 50_001 }, (_, index) => ({
      key: index + 1,
      question: QUESTION,
    }));
    assert.equal((await fail({ key: 1, surveys }, tree)).code, 'TREE_TOO_LARGE');
  });

  it('has lists, not other things, where lists belong', async () => {
    for (const folders of [{}, 'x', 7, [7], [null]]) {
      assert.equal((await fail({ key: 1, folders }, tree)).code, 'SHAPE_MISMATCH');
    }
  });
});

describe('a name', () => {
  const nameOf = async (name: unknown): Promise<Folder['name']> =>
    (await read({ key: 12, name }, tree)).root.name;

  it('that is missing or blank says what it belongs to', async () => {
    for (const name of [undefined, null, '', '   ', '\n\t\u2003', 7, {}]) {
      assert.equal(await nameOf(name), 'Folder 12');
    }
  });

  it('is cut at 200 characters, never inside one', async () => {
    assert.equal(await nameOf('x'.repeat(200)), 'x'.repeat(200));
    assert.equal(await nameOf('x'.repeat(1_000_000)), 'x'.repeat(200));
    assert.equal(await nameOf('😀'.repeat(201)), '😀'.repeat(200));
    const family = '👨‍👩‍👧';
    assert.equal(await nameOf(`${'x'.repeat(198)}${family}`), 'x'.repeat(198));
    assert.equal(await nameOf(`a${'\u0301'.repeat(5000)}`), `a${'\u0301'.repeat(199)}`);
  });

  it('is whole characters', async () => {
    assert.equal(
      await read(
        String.raw`{"key":12,"name":"a\ud800b"}`,
        async (api) => (await tree(api)).root.name,
      ),
      'a\uFFFDb',
    );
  });

  it('keeps its own text, whatever that looks like', async () => {
    for (const name of ['../../x', 'CON', '%2e%2e', '<script>', '=1+1', ' padded ']) {
      assert.equal(await nameOf(name), name);
    }
  });
});

describe('survey details', () => {
  const body = {
    key: 12,
    question: QUESTION,
    folder: { key: 3, name: 'North' },
    timeZone: 'Europe/Helsinki',
    surveyType: 'HOLOGRAM',
    indexType: 'MOOD',
    feedbackScale: 'SIX',
  };

  it('let unknown types and zones pass', async () => {
    const found = await read(body, survey);
    assert.deepEqual(found, { ...body, activePeriods: [] });
    for (const timeZone of ['Mars/X', '+02:00', '']) {
      assert.equal((await read({ ...body, timeZone }, survey)).timeZone, timeZone);
    }
    const { timeZone: _, ...zoneless } = body;
    assert.equal((await read(zoneless, survey)).timeZone, '');
    assert.equal((await read({ ...zoneless, timezone: 'Etc/UTC' }, survey)).timeZone, 'Etc/UTC');
  });

  it('fail for a type longer than any name, and cut such a zone', async () => {
    for (const name of ['surveyType', 'indexType', 'feedbackScale']) {
      assert.equal((await read({ ...body, [name]: 'x'.repeat(100) }, survey)).key, 12);
      const failure = await fail({ ...body, [name]: 'x'.repeat(101) }, survey);
      assert.equal(failure.code, 'SHAPE_MISMATCH');
    }
    const { timeZone } = await read({ ...body, timeZone: 'x'.repeat(1_000_000) }, survey);
    assert.equal(timeZone, 'x'.repeat(100));
    assert.equal((await read({ ...body, indexType: 'a\ud800' }, survey)).indexType, 'a\ufffd');
  });

  it('fail when they are those of another survey, and so does another folder', async () => {
    const failure = await fail({ ...body, key: 13 }, survey);
    assert.equal(failure.code, 'KEY_INVALID');
    assert.equal(failure.facts['where'], '/key');
    const folder = ({ source }: FeedbackApi) => source.readFolders(2, { surveys: true });
    assert.equal((await fail({ key: 3, name: 'South' }, folder)).code, 'KEY_INVALID');
    assert.equal((await read({ key: 2, name: 'North' }, folder)).root.key, 2);
  });

  it('fall back to English for a language that is none', async () => {
    for (const locale of ['xx_invalid', '', null, 'a'.repeat(100)]) {
      const found = await read({ ...body, question: { ...QUESTION, locale } }, survey);
      assert.equal(found.question.locale, 'en');
    }
    const found = await read(
      { ...body, question: { ...QUESTION, locale: 'pt-BR', name: ' ' } },
      survey,
    );
    assert.deepEqual(found.question, { key: 5, name: 'Question 5', locale: 'pt-BR' });
  });

  it('drop a period that ends before it starts and leave one without an end open', async () => {
    const at = (day: number): string => `2026-01-0${day}T00:00:00.000+0200`;
    const activePeriods = [
      { start: at(3), end: at(2) },
      { start: at(4), end: at(4) },
      { start: at(5), end: null },
      { start: at(6), end: '9999-12-31T23:59:59Z' },
    ];
    const found = await read({ ...body, activePeriods }, survey);
    assert.deepEqual(found.activePeriods, [
      { start: Date.UTC(2026, 0, 4, 22), end: null },
      { start: Date.UTC(2026, 0, 5, 22), end: null },
    ]);
    const failure = await fail(
      { ...body, activePeriods: [{ start: at(1), end: 'never' }] },
      survey,
    );
    assert.equal(failure.code, 'TS_INVALID');
    assert.equal(failure.facts['where'], '/activePeriods/0/end');
  });

  it('fail without a question, a folder or a type', async () => {
    const { question: _, ...questionless } = body;
    assert.equal((await fail(questionless, survey)).code, 'SHAPE_MISMATCH');
    assert.equal((await fail({ ...body, folder: null }, survey)).code, 'SHAPE_MISMATCH');
    assert.equal((await fail({ ...body, indexType: 7 }, survey)).code, 'SHAPE_MISMATCH');
    for (const key of BAD_KEYS) {
      const text = JSON.stringify(body).replace('"key":12', `"key":${key}`);
      assert.equal((await fail(text, survey)).code, 'KEY_INVALID');
    }
  });
});

describe('hourly results', () => {
  const ts = '2026-11-09T00:00:00.000+0200';

  it('may be in any order, repeat an hour, and have any number of counts', async () => {
    const rows = [
      { ts: '2026-11-09T01:00:00.000+0200', data: [1] },
      { ts, data: [0, 0, 0, 0, 0, 0] },
      { ts, data: [] },
    ];
    assert.deepEqual(
      (await read(rows, hours)).map(({ hour, data }) => [hour, data.length]),
      [
        [1, 1],
        [0, 6],
        [0, 0],
      ],
    );
  });

  it('are the same however they are written', async () => {
    const plain = await read([{ ts, data: [1, 2, 3, 4] }], hours);
    for (const body of [
      `[ { "ts" : "${ts}" , "data" : [ 1 , 2 , 3 , 4 ] } ]`,
      `[{"data":[1,2,3,4],"ts":"${ts}"}]`,
      `[{"ts":"${ts}","data":[1,2,3,4],"r":null}]`,
      `[{"ts":"2026-11-09T00:00:00+02:00","data":[1,2,3,4]}]\n`,
      `[{"ts":"2026-11-09T00:59:59.123456789+0200","data":[1e0,2.0,3,4]}]`,
    ]) {
      assert.deepEqual(await read(body, hours), plain);
    }
  });

  it('fail on a count that is not one', async () => {
    const bad = ['-1', '1.5', '"3"', 'null', '1e309', '9007199254740992', 'true', '[]'];
    // Those that add up to more than a number can hold.
    const huge = ['1000000000', '9007199254740991'];
    for (const count of [...bad, ...huge]) {
      const failure = await fail(`[{"ts":"${ts}","data":[1,${count}]}]`, hours);
      assert.equal(failure.code, 'COUNT_INVALID');
      assert.deepEqual(failure.facts, {
        path: '/v1/surveys/12/results',
        status: 200,
        where: '/0/data/1',
      });
    }
    assert.deepEqual((await read(`[{"ts":"${ts}","data":[-0]}]`, hours))[0]?.data, [0]);
    const most = 999_999_999;
    assert.deepEqual((await read(`[{"ts":"${ts}","data":[${most}]}]`, hours))[0]?.data, [most]);
  });

  it('fail on a timestamp that is not one', async () => {
    for (const bad of ['2026-02-30T00:00:00+0200', '2026-11-09T00:00:00', '2026-11-09', '1', '']) {
      assert.equal((await fail([{ ts: bad, data: [] }], hours)).code, 'TS_INVALID');
    }
    assert.equal((await fail('[{"ts":1762646400000,"data":[]}]', hours)).code, 'TS_INVALID');
    assert.equal((await fail('[{"data":[]}]', hours)).code, 'TS_INVALID');
  });

  it('are a list of rows', async () => {
    for (const body of [
      '{}',
      '{"data":[]}',
      '[[]]',
      `[{"ts":"${ts}"}]`,
      `[{"ts":"${ts}","data":{}}]`,
    ]) {
      assert.equal((await fail(body, hours)).code, 'SHAPE_MISMATCH');
    }
  });
});

describe('follow-ups and alerts', () => {
  it('have the documented lists', async () => {
    const lists = { painPoints: [], highlights: [] };
    assert.deepEqual(await read({ data: lists }, followUps), lists);
    for (const data of [undefined, null, [], { painPoints: [] }, { ...lists, highlights: null }]) {
      assert.equal((await fail({ meta: {}, data }, followUps)).code, 'SHAPE_MISMATCH');
    }
  });

  it('name an option that has no name', async () => {
    const body = { data: { painPoints: [{ key: 8, data: [1] }], highlights: [] } };
    assert.equal((await read(body, followUps)).painPoints[0]?.name, 'Follow-up 8');
  });

  it('fail on keys and times that are none', async () => {
    const alert = {
      key: 1,
      alertType: 'negative',
      survey: { key: 12 },
      alertSpecification: { key: 4 },
      beginTime: '2026-11-09T10:15:30.000+0200',
    };
    const page = (change: object): unknown => ({ meta: {}, data: [{ ...alert, ...change }] });
    const cases = [
      [{ key: 0 }, 'KEY_INVALID', '/data/0/key'],
      [{ survey: { key: 'x' } }, 'KEY_INVALID', '/data/0/survey/key'],
      [{ alertSpecification: {} }, 'KEY_INVALID', '/data/0/alertSpecification/key'],
      [{ beginTime: undefined }, 'TS_INVALID', '/data/0/beginTime'],
      [{ endTime: 'soon' }, 'TS_INVALID', '/data/0/endTime'],
      [{ parameters: [] }, 'SHAPE_MISMATCH', '/data/0/parameters'],
      [{ alertType: 7 }, 'SHAPE_MISMATCH', '/data/0/alertType'],
    ] as const;
    for (const [change, code, where] of cases) {
      const failure = await fail(page(change), alerts);
      assert.equal(failure.code, code);
      assert.equal(failure.facts['where'], where);
    }
    assert.deepEqual((await read(page({ parameters: null }), alerts))[0]?.parameters, {});
  });
});

describe('a root folder that is not there', () => {
  it('fails, and is not an empty tree', async () => {
    await using server = await startServer((response) => {
      response.writeHead(404).end('{}');
    });
    await using world = openWorld({ baseUrl: server.url });
    assert.equal((await failureOf(tree(world.api))).code, 'UPSTREAM_NOT_FOUND');
  });

  it('is not made up from an empty object', async () => {
    await using server = await startServer(always({}));
    await using world = openWorld({ baseUrl: server.url });
    assert.equal((await failureOf(tree(world.api))).code, 'KEY_INVALID');
  });
});
