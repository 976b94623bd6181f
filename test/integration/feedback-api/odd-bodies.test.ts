// Unusual bodies that are accepted, and the limits. Invalid input, kind by kind, is in test/integration/bad-input.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FeedbackApi } from '../../../lib/adapters/feedback-api/index.ts';
import { parseJson } from '../../../lib/adapters/feedback-api/parse-json.ts';
import { localeOrEnglish, nameOrFallback } from '../../../lib/adapters/feedback-api/to-domain.ts';
import { parseAlertParameters } from '../../../lib/adapters/feedback-api/response-schemas.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import { listHours } from '../../support/test-facts.ts';
import { startScriptedApi } from './scripted-server.ts';
import { openClientContext } from './client-context.ts';
import { catchFailure } from '../../support/outcomes.ts';

async function readFrom<T>(body: unknown, ask: (api: FeedbackApi) => Promise<T>): Promise<T> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  await using server = await startScriptedApi((response) => {
    response.end(text);
  });
  await using context = openClientContext({ baseUrl: server.url });
  return await ask(context.api);
}

function readFailure(body: unknown, ask: (api: FeedbackApi) => Promise<unknown>): Promise<Failure> {
  return catchFailure(readFrom(body, ask));
}

const readSurvey = ({ source }: FeedbackApi) => source.readSurvey(12);
const readHours = async ({ source }: FeedbackApi) =>
  listHours(await source.readHourlyCounts(12, { start: 0, end: 1_000_000 }));

describe('survey details', () => {
  const body = {
    key: 12,
    question: { key: 5, name: 'How was it?', locale: 'pt-BR' },
    folder: { key: 3, name: 'North' },
    timeZone: 'Europe/Helsinki',
    surveyType: 'HOLOGRAM',
    indexType: 'MOOD',
    feedbackScale: 'SIX',
  };

  it('return types, zones and languages unchanged', async () => {
    assert.deepEqual(await readFrom(body, readSurvey), { ...body, activePeriods: [] });
  });

  it('fail for a type that is too long, and truncate such a zone', async () => {
    for (const name of ['surveyType', 'indexType', 'feedbackScale']) {
      assert.equal((await readFrom({ ...body, [name]: 'x'.repeat(100) }, readSurvey)).key, 12);
      const failure = await readFailure({ ...body, [name]: 'x'.repeat(101) }, readSurvey);
      assert.equal(failure.code, 'SHAPE_MISMATCH');
    }
    const { timeZone } = await readFrom({ ...body, timeZone: 'x'.repeat(1_000_000) }, readSurvey);
    assert.equal(timeZone, 'x'.repeat(100));
    assert.equal(
      (await readFrom({ ...body, indexType: 'a\ud800' }, readSurvey)).indexType,
      'a\ufffd',
    );
  });

  it('fail without a folder', async () => {
    assert.equal((await readFailure({ ...body, folder: null }, readSurvey)).code, 'SHAPE_MISMATCH');
  });
});

describe('hourly results', () => {
  it('reads the same hourly results from every valid spelling', async () => {
    const ts = '2026-11-09T00:00:00.000+0200';
    const plainHours = await readFrom([{ ts, data: [1, 2, 3, 4] }], readHours);
    for (const body of [
      `[ { "ts" : "${ts}" , "data" : [ 1 , 2 , 3 , 4 ] } ]`,
      `[{"data":[1,2,3,4],"ts":"${ts}"}]`,
      `[{"ts":"${ts}","data":[1,2,3,4],"r":null}]`,
      `[{"ts":"2026-11-09T00:00:00+02:00","data":[1,2,3,4]}]\n`,
      `[{"ts":"2026-11-09T00:59:59.123456789+0200","data":[1e0,2.0,3,4]}]`,
    ]) {
      assert.deepEqual(await readFrom(body, readHours), plainHours);
    }
  });
});

describe('alert parameters', () => {
  it('have 100 values and 1,000 characters at most, at any depth', () => {
    const list = (length: number): unknown => ({ a: Array.from({ length }, () => 0) });
    for (const accepted of [
      {},
      list(99),
      { a: { b: Array.from({ length: 98 }, () => null) } },
      { a: 'x'.repeat(999) },
      { ['x'.repeat(500)]: ['y'.repeat(500)] },
      { a: true, b: false, c: null, d: -1.5, e: [], f: {}, g: '' },
    ]) {
      assert.deepEqual(parseAlertParameters(accepted), accepted);
    }
    for (const refusedBody of [
      list(100),
      { a: { b: Array.from({ length: 99 }, () => null) } },
      { a: 'x'.repeat(1_000) },
      { ['x'.repeat(500)]: ['y'.repeat(501)] },
      { ['x'.repeat(1_001)]: 1 },
      { a: Infinity },
      { a: [Infinity] },
      { a: undefined },
      { a: { b: undefined } },
      [],
      'text',
      1,
      true,
    ]) {
      assert.equal(parseAlertParameters(refusedBody), null);
    }
    assert.deepEqual([parseAlertParameters(undefined), parseAlertParameters(null)], [{}, {}]);
  });
});

describe('JSON', () => {
  const limits = { depth: 2, values: 20 };
  const parse = (text: string | Buffer): unknown => {
    try {
      return parseJson(Buffer.from(text), limits);
    } catch (error) {
      if (error instanceof Failure) return [error.code, error.facts];
      throw error;
    }
  };

  it('is limited in depth and in values, and brackets in strings do not count', () => {
    const tooMany = ['RESPONSE_TOO_LARGE', { values: 20 }];
    const zeros = (count: number): readonly number[] => Array.from({ length: count }, () => 0);
    const objects = (count: number): string => `[${'{},'.repeat(count - 1)}{}]`;
    assert.deepEqual(parse(JSON.stringify(zeros(20))), zeros(20));
    assert.deepEqual(parse(JSON.stringify(zeros(21))), tooMany);
    assert.deepEqual(parse(objects(10)), JSON.parse(objects(10)));
    assert.deepEqual(parse(objects(11)), tooMany);
    assert.deepEqual(parse('[[],[],[],[],[],[],[],[],[],[],[]]'), tooMany);
    for (const text of [',[{'.repeat(30), `\\",,${','.repeat(30)}`, `\\${'['.repeat(30)}`]) {
      assert.deepEqual(parse(JSON.stringify([text])), [text]);
    }
    assert.deepEqual(parse(`["\\\\"${',0'.repeat(20)}]`), tooMany);
    const tooDeep = ['TOO_DEEP', { limit: 2 }];
    assert.deepEqual(parse('[{}]'), [{}]);
    assert.deepEqual(parse('[[[]]]'), tooDeep);
    assert.deepEqual(parse('{"a":{"b":{}}}'), tooDeep);
    assert.deepEqual(parse('[null,1,"a"]'), [null, 1, 'a']);
  });

  it('is UTF-8, in which one byte order mark is ignored, without keys that reach a prototype', () => {
    assert.equal(parse('"é"'), 'é');
    assert.deepEqual(parse('\ufeff"é"'), 'é');
    assert.deepEqual(parse('\ufeff\ufeff"é"'), ['UPSTREAM_NOT_JSON', {}]);
    assert.deepEqual(parse(Buffer.from([0x22, 0xff, 0x22])), ['UPSTREAM_ENCODING', {}]);
    assert.deepEqual(parse('{'), ['UPSTREAM_NOT_JSON', {}]);
    for (const key of ['__proto__', 'constructor']) {
      assert.deepEqual(parse(`[{"${key}":1}]`), ['JSON_FORBIDDEN_KEY', { key }]);
    }
  });
});

describe('a name from the API', () => {
  it('falls back when it is blank, and is truncated after 200 characters', () => {
    const family = '👨‍👩‍👧';
    for (const [text, expected] of [
      ['', 'Folder 1'],
      [' \t\n', 'Folder 1'],
      [' a ', ' a '],
      ['x'.repeat(200), 'x'.repeat(200)],
      ['x'.repeat(201), 'x'.repeat(200)],
      ['😀'.repeat(200), '😀'.repeat(200)],
      [`${'x'.repeat(199)}${family}`, 'x'.repeat(199)],
      [`${'x'.repeat(195)}${family}y`, `${'x'.repeat(195)}${family}`],
      [`a${'\u0301'.repeat(500)}`, `a${'\u0301'.repeat(199)}`],
      ['a\ud800', 'a\ufffd'],
    ] as const) {
      assert.equal(nameOrFallback('Folder 1', text), expected);
    }
  });

  it('has its own locale when that is valid, and English otherwise', () => {
    const long = `en-x-${'abcdefgh-'.repeat(6)}a`;
    for (const tag of ['en', 'pt-BR', 'zh-Hant-TW', long]) assert.equal(localeOrEnglish(tag), tag);
    for (const tag of ['', 'e', 'en_US', 'x'.repeat(41), `${long}-`]) {
      assert.equal(localeOrEnglish(tag), 'en');
    }
  });
});
