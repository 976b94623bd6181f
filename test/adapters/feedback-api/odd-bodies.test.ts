// Odd bodies that are read all the same, and how far that goes. What is bad, kind by kind, is in test/bad-input.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FeedbackApi } from '../../../lib/adapters/feedback-api/index.ts';
import type { Failure } from '../../../lib/app/failures.ts';
import { startServer } from './scripted-server.ts';
import { failureOf, openWorld } from './world.ts';

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

const survey = ({ source }: FeedbackApi) => source.readSurvey(12);
const hours = async ({ source }: FeedbackApi) => [
  ...(await source.readHourlyCounts(12, { start: 0, end: 1_000_000 })),
];

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

  it('pass on types, zones and languages as they come', async () => {
    assert.deepEqual(await read(body, survey), { ...body, activePeriods: [] });
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

  it('fail without a folder', async () => {
    assert.equal((await fail({ ...body, folder: null }, survey)).code, 'SHAPE_MISMATCH');
  });
});

describe('hourly results', () => {
  it('are the same however they are written', async () => {
    const ts = '2026-11-09T00:00:00.000+0200';
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
});
