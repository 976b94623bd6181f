import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FeedbackLine } from '../../support/data-set.ts';
import { companyOf, instant, survey } from '../../support/feedback-service/acme.ts';
import { pageOf, serve } from '../../support/feedback-service/served-company.ts';

function at(seconds: number): number {
  return instant('2026-11-09T10:00:00Z') + seconds * 1000;
}

const lines: readonly FeedbackLine[] = [
  { ts: at(5), r: 3, followUp: 703, open: { text: 'Kiitos', relevance: 0.9, isOldWebItem: false } },
  { ts: at(1), data: [1, 2, 3, 4] },
  { ts: at(2), r: 0, device: 'a', followUp: 701 },
  { ts: at(3), r: 1, device: 'a', followUp: 701 },
  { ts: at(4), r: 0, open: { text: 'Roskaa', spam: true, isOldWebItem: false } },
  { ts: at(6), r: 1, open: { text: 'Vanha', isOldWebItem: true } },
  { ts: at(7), r: 2 },
  { ts: at(8), r: 1, followUp: 702 },
  { ts: at(9), r: 0, followUp: 702 },
];

function ts(seconds: number): string {
  return `2026-11-09T12:00:0${seconds}.000+0200`;
}

const company = companyOf([survey(11), survey(12)], { 11: lines });

describe('follow-ups', () => {
  it('lists follow-ups by kind, most responses first, then by key, without unused ones', async (t) => {
    const { ask } = await serve(t, company);
    assert.deepEqual((await ask('/v1/surveys/11/followup')).body, {
      meta: {},
      data: {
        painPoints: [
          { key: 701, name: 'Odotusaika', data: [1, 1, 0, 0], percentages: [0.25, 0.25, 0, 0] },
          { key: 702, name: 'Hinnat', data: [1, 1, 0, 0], percentages: [0.25, 0.25, 0, 0] },
        ],
        highlights: [{ key: 703, name: 'Palvelu', data: [0, 0, 0, 1], percentages: [0, 0, 0, 1] }],
      },
    });
    const { body } = await ask(
      `/v1/surveys/11/followup?date_start=2026-11-09T10:00:03Z&date_end=2026-11-09T10:00:09Z`,
    );
    assert.deepEqual(body, {
      meta: {},
      data: {
        painPoints: [
          { key: 701, name: 'Odotusaika', data: [0, 1, 0, 0], percentages: [0, 0.5, 0, 0] },
          { key: 702, name: 'Hinnat', data: [0, 1, 0, 0], percentages: [0, 0.5, 0, 0] },
        ],
        highlights: [{ key: 703, name: 'Palvelu', data: [0, 0, 0, 1], percentages: [0, 0, 0, 1] }],
      },
    });
  });

  it('returns two empty lists when no follow-up was chosen', async (t) => {
    const { ask } = await serve(t, company);
    const empty = { meta: {}, data: { painPoints: [], highlights: [] } };
    assert.deepEqual((await ask('/v1/surveys/12/followup')).body, empty);
  });
});

describe('open feedback', () => {
  it('has optional fields only where they are known; old web items are part of it', async (t) => {
    const { ask } = await serve(t, company);
    assert.deepEqual((await ask('/v1/surveys/11/openfeedback')).body, {
      meta: {},
      data: [
        { ts: ts(4), r: 0, spam: true, text: 'Roskaa' },
        { ts: ts(5), r: 3, relevance: 0.9, f: { key: 703, name: 'Palvelu' }, text: 'Kiitos' },
        { ts: ts(6), r: 1, text: 'Vanha' },
      ],
    });
    const { body } = await ask(
      '/v1/surveys/11/openfeedback?date_start=2026-11-09T10:00:05Z&date_end=2026-11-09T10:00:06Z',
    );
    assert.equal(pageOf({ status: 200, headers: new Headers(), body }).data.length, 1);
  });
});

describe('raw results', () => {
  const f = {
    waiting: { key: 701, name: 'Odotusaika' },
    prices: { key: 702, name: 'Hinnat' },
    service: { key: 703, name: 'Palvelu' },
  };
  const items = [
    { ts: ts(0), data: [1, 2, 3, 4] },
    { ts: ts(2), r: 0, f: f.waiting },
    { ts: ts(3), r: 1, f: f.waiting },
    { ts: ts(4), r: 0, o: { text: 'Roskaa' } },
    { ts: ts(5), r: 3, f: f.service, o: { text: 'Kiitos' } },
    { ts: ts(6), o: { r: 1, text: 'Vanha' } },
    { ts: ts(7), r: 2 },
    { ts: ts(8), r: 1, f: f.prices },
    { ts: ts(9), r: 0, f: f.prices },
  ];

  it('have their six shapes, unfiltered, when everything is requested', async (t) => {
    const { ask } = await serve(t, company);
    const { body } = await ask('/v1/surveys/11/rawresults?followup=true&openfeedback=true');
    assert.deepEqual(body, { meta: {}, data: items });
  });

  it('have neither f nor o unless requested; an old web item is then a press', async (t) => {
    const { ask } = await serve(t, company);
    const { body } = await ask('/v1/surveys/11/rawresults');
    assert.deepEqual(body, {
      meta: {},
      data: items.map((item) =>
        'data' in item ? item : { ts: item.ts, r: 'r' in item ? item.r : item.o.r },
      ),
    });
  });

  it('have f without o and o without f', async (t) => {
    const { ask } = await serve(t, company);
    const range = 'date_start=2026-11-09T10:00:05Z&date_end=2026-11-09T10:00:06Z';
    assert.deepEqual(pageOf(await ask(`/v1/surveys/11/rawresults?followup=true&${range}`)).data, [
      { ts: ts(5), r: 3, f: f.service },
    ]);
    assert.deepEqual(
      pageOf(await ask(`/v1/surveys/11/rawresults?openfeedback=true&${range}`)).data,
      [{ ts: ts(5), r: 3, o: { text: 'Kiitos' } }],
    );
  });

  it('returns no raw results for a reversed range', async (t) => {
    const { ask } = await serve(t, company);
    const range = 'date_start=2026-11-09T10:00:06Z&date_end=2026-11-09T10:00:01Z';
    assert.deepEqual((await ask(`/v1/surveys/11/rawresults?${range}`)).body, {
      meta: {},
      data: [],
    });
  });

  it('keep identical results', async (t) => {
    const identicalPresses = [
      { ts: at(1), r: 2 },
      { ts: at(1), r: 2 },
    ];
    const { ask } = await serve(t, companyOf([survey(11)], { 11: identicalPresses }));
    assert.equal(pageOf(await ask('/v1/surveys/11/rawresults')).data.length, 2);
  });
});
