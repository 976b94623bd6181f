import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CompanyData } from '../../support/data-set.ts';
import {
  companyOf,
  folder,
  otherQuestion,
  period,
  question,
  survey,
} from '../../support/feedback-service/acme.ts';
import { credential, serve } from '../../support/feedback-service/served-company.ts';

const pastPeriod = period('2025-01-01T00:00:00Z', '2025-06-01T00:00:00Z');
const present = period('2026-11-20T12:00:00Z', '2026-12-01T00:00:00Z');
const justOver = period('2026-01-01T00:00:00Z', '2026-11-20T12:00:00Z');
const future = period('2027-01-01T00:00:00Z', '2027-06-01T00:00:00Z');

const surveys = [
  survey(11, { activePeriods: [pastPeriod, present] }),
  survey(12, { activePeriods: [pastPeriod, future], question: 71 }),
  survey(13, { activePeriods: [justOver] }),
  survey(14),
];
const company: CompanyData = {
  credentials: [credential],
  structure: {
    questions: [question, otherQuestion],
    root: folder(1, {
      folders: [
        folder(3, {
          folders: [folder(5, { folders: [folder(6, { surveys: surveys.slice(2) })] })],
        }),
        folder(2, { surveys: surveys.slice(0, 2) }),
        folder(4),
      ],
    }),
  },
  feedback: new Map(),
};

const questionBody = { key: 70, name: 'Miten meni?', locale: 'fi' };
const otherBody = { key: 71, name: 'How was it?', locale: 'en' };
const timeZone = 'Europe/Helsinki';

function bare(key: number, ...folders: readonly object[]): object {
  return { key, name: `Folder ${key}`, ...(folders.length === 0 ? {} : { folders }) };
}

describe('folders', () => {
  it('nests folders completely, without empty fields', async (t) => {
    const { ask } = await serve(t, company);
    const tree = bare(1, bare(3, bare(5, bare(6))), bare(2), bare(4));
    assert.deepEqual((await ask('/v1/folders')).body, tree);
    assert.deepEqual((await ask('/v1/folders/1?surveys=false')).body, tree);
    assert.deepEqual((await ask('/v1/folders/5')).body, bare(5, bare(6)));
    assert.deepEqual((await ask('/v1/folders?state=active')).body, tree);
  });

  it('have key, question and zone of their surveys when requested', async (t) => {
    const { ask } = await serve(t, company);
    assert.deepEqual((await ask('/v1/folders/2?surveys=true')).body, {
      ...bare(2),
      surveys: [
        { key: 11, question: questionBody, timeZone },
        { key: 12, question: otherBody, timeZone },
      ],
    });
  });

  const states: Readonly<Record<string, readonly number[]>> = {
    active: [11],
    starting: [12],
    ended: [13],
  };
  for (const [state, keys] of Object.entries(states)) {
    it(`list only ${state} surveys; one without periods is in no state`, async (t) => {
      const { ask } = await serve(t, company);
      const { body } = await ask(`/v1/folders?surveys=true&state=${state}`);
      const matches = [...JSON.stringify(body).matchAll(/"surveys":\[\{"key":(\d+)/g)];
      assert.deepEqual(
        matches.map(([, key]) => Number(key)),
        keys,
      );
      assert.doesNotMatch(JSON.stringify(body), /"surveys":\[\]/);
    });
  }

  it('have children in pages, nested in full', async (t) => {
    const { ask } = await serve(t, company);
    assert.deepEqual((await ask('/v1/folders/1/children')).body, {
      meta: { offset: 0, limit: 50, total: 3 },
      data: [bare(3, bare(5, bare(6))), bare(2), bare(4)],
    });
    assert.deepEqual((await ask('/v1/folders/1/children?offset=1&limit=1')).body, {
      meta: { offset: 1, limit: 1, total: 3 },
      data: [bare(2)],
    });
    assert.deepEqual((await ask('/v1/folders/1/children?offset=7&limit=100')).body, {
      meta: { offset: 7, limit: 100, total: 3 },
      data: [],
    });
    const { body } = await ask('/v1/folders/1/children?surveys=true&state=starting&offset=1');
    assert.deepEqual(body, {
      meta: { offset: 1, limit: 50, total: 3 },
      data: [{ ...bare(2), surveys: [{ key: 12, question: otherBody, timeZone }] }, bare(4)],
    });
  });
});

describe('a survey', () => {
  it('has all its fields, its periods in its own zone without a colon', async (t) => {
    const { ask } = await serve(t, company);
    assert.deepEqual((await ask('/v1/surveys/11')).body, {
      key: 11,
      question: questionBody,
      folder: { key: 2, name: 'Folder 2' },
      timeZone,
      activePeriods: [
        { start: '2025-01-01T02:00:00.000+0200', end: '2025-06-01T03:00:00.000+0300' },
        { start: '2026-11-20T14:00:00.000+0200', end: '2026-12-01T02:00:00.000+0200' },
      ],
      surveyType: 'TERMINAL',
      indexType: 'HAPPY',
      feedbackScale: 'FOUR',
    });
  });

  it('has no field for periods when it has none', async (t) => {
    const { ask } = await serve(t, company);
    const { body } = await ask('/v1/surveys/14');
    assert.equal('activePeriods' in Object(body), false);
  });
});

describe('questions', () => {
  it('come in pages of 50', async (t) => {
    const { ask } = await serve(t, company);
    assert.deepEqual((await ask('/v1/questions')).body, {
      meta: { offset: 0, limit: 50, total: 2 },
      data: [questionBody, otherBody],
    });
    assert.deepEqual((await ask('/v1/questions?offset=1')).body, {
      meta: { offset: 1, limit: 50, total: 2 },
      data: [otherBody],
    });
    assert.deepEqual((await ask('/v1/questions/71')).body, otherBody);
  });

  it('returns an empty list when the company has no questions', async (t) => {
    const structure = { questions: [], root: folder(1) };
    const { ask } = await serve(t, companyOf([], {}, { structure }));
    assert.deepEqual((await ask('/v1/questions')).body, {
      meta: { offset: 0, limit: 50, total: 0 },
      data: [],
    });
  });

  it('list the surveys that ask them, with only the fields of that list', async (t) => {
    const { ask } = await serve(t, company);
    const { body } = await ask('/v1/questions/70/surveys?offset=1&limit=2');
    assert.deepEqual(body, {
      meta: { offset: 1, limit: 2, total: 3 },
      data: [
        { key: 14, folder: { key: 6, name: 'Folder 6' }, timeZone },
        {
          key: 11,
          folder: { key: 2, name: 'Folder 2' },
          timeZone,
          activePeriods: [
            { start: '2025-01-01T02:00:00.000+0200', end: '2025-06-01T03:00:00.000+0300' },
            { start: '2026-11-20T14:00:00.000+0200', end: '2026-12-01T02:00:00.000+0200' },
          ],
        },
      ],
    });
    const endedSurveys = await ask('/v1/questions/70/surveys?state=ended');
    assert.deepEqual(Reflect.get(Object(endedSurveys.body), 'meta'), {
      offset: 0,
      limit: 50,
      total: 1,
    });
  });
});
