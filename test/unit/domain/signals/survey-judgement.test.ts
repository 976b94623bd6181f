import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type {
  ClosureCounts,
  EntryFacts,
  LevelEvidence,
} from '../../../../lib/domain/signals/model.ts';
import { NO_PEERS } from '../../../../lib/domain/signals/peer-folder.ts';
import {
  alarmState,
  factsOfCounts,
  judgeLevelAmongPeers,
  judgeVolumeAmongPeers,
  withoutClosures,
} from '../../../../lib/domain/signals/survey-judgement.ts';

const PEER_FOLDER = { key: 1, name: 'Company' } as const;
const REFERENCE = { peerFolder: PEER_FOLDER, peers: NO_PEERS, meanDifference: 0 } as const;

function factsWith(figures: Partial<EntryFacts['figures']>): EntryFacts {
  const facts = factsOfCounts(
    { folder: { key: 7, name: 'Shop' }, path: [], survey: { key: 70, name: 'How was it?' } },
    { indexType: 'HAPPY', feedbackScale: 'FOUR' },
    { index: 50, usual: 70, responses: 300 },
  );
  return { ...facts, figures: { ...facts.figures, ...figures } };
}

const LOW: LevelEvidence = {
  small: false,
  verdict: 'low',
  verdictLast: 'usual',
  beforeLow: false,
  beforeHigh: false,
  difference: -20,
  sd: 3,
  responses4: 1200,
  difference4: -5,
  sd4: 2,
  lastDifference: 0,
  yearDifference: null,
  refFrom: 40,
  refTo: 56,
};

function impactsOf(facts: EntryFacts, evidence: LevelEvidence): readonly (readonly unknown[])[] {
  const states = judgeLevelAmongPeers(facts, evidence, REFERENCE)?.states ?? [];
  return states.map(({ state, impact }) => [state, impact]);
}

describe('the impact of a survey', () => {
  it('is for a new fall the responses lost against the peers', () => {
    assert.deepEqual(impactsOf(factsWith({}), LOW), [['new', 60]]);
    assert.deepEqual(impactsOf(factsWith({ lossTotal: 240 }), LOW), [['new', 60]]);
  });

  it('is for a small survey that of the four weeks', () => {
    const small = { ...LOW, small: true, difference: null, sd: null, difference4: -10 };
    assert.deepEqual(impactsOf(factsWith({}), small), [['new', 120]]);
  });

  it('is for a fall that goes on the loss since it began, if its own verdict is low', () => {
    const still: LevelEvidence = { ...LOW, verdictLast: 'low', beforeLow: true };
    const facts = factsWith({ lossTotal: 240 });
    assert.deepEqual(impactsOf(facts, still), [['still', 240]]);
    assert.deepEqual(impactsOf(facts, { ...still, verdict: 'slow' }), [['still', 240]]);
    assert.deepEqual(impactsOf(facts, { ...still, verdict: 'usual' }), [['still', 60]]);
    assert.deepEqual(impactsOf(factsWith({}), still), [['still', 60]]);
  });

  it('is for a rise the gain of this week', () => {
    const high: LevelEvidence = { ...LOW, verdict: 'high', difference: 20, difference4: 10 };
    const facts = factsWith({ lossWeek: -58 });
    assert.deepEqual(impactsOf(facts, high), [['better', 58]]);
    assert.deepEqual(impactsOf(facts, { ...high, verdict: 'usual' }), [['better', 60]]);
    assert.deepEqual(impactsOf(factsWith({}), high), [['better', 60]]);
  });

  it('is for a recovery the loss until it', () => {
    const evidence: LevelEvidence = {
      ...LOW,
      verdict: 'usual',
      verdictLast: 'low',
      difference: 0,
      difference4: -8,
      lastDifference: -15,
    };
    const facts = factsWith({ was: 55, weeks: 4, lossTotal: 90 });
    const judgement = judgeLevelAmongPeers(facts, evidence, REFERENCE);
    assert.deepEqual(judgement?.states, [
      { state: 'recovered', impact: 90, strength: 5, held: true },
    ]);
    assert.equal(judgement.material, false);
  });

  it('is for an ongoing spell the usual responses of its weeks and days, for a past one none', () => {
    const spell = { fromDay: 1, days: 5, ongoing: true, expected: 100, silentWeeks: 3 };
    const usual = [20, 20, 20, 20, 20, null, null];
    const evidence = { ...LOW, verdict: null, difference: null, difference4: null };
    assert.deepEqual(impactsOf({ ...factsWith(spell), usual }, evidence), [['silent', 300]]);
    assert.deepEqual(
      impactsOf({ ...factsWith({ ...spell, silentWeeks: null }), usual }, evidence),
      [['silent', 100]],
    );
    assert.deepEqual(
      impactsOf({ ...factsWith({ ...spell, ongoing: false }), usual }, evidence),
      [],
    );
  });

  it('is for few responses the missing ones, and for an alarm its hours, from a day on', () => {
    const { small: _, responses4: _4, yearDifference: _y, ...volume } = LOW;
    const evidence = { ...volume, sd: 0.2, difference: -0.9, sd4: 0.2, asLastYear: false };
    const state = judgeVolumeAmongPeers(factsWith({ volumeUsual: 700 }), evidence, NO_PEERS, true);
    assert.deepEqual([state?.state, state?.impact], ['volumeLow', 400]);
    assert.deepEqual(alarmState(factsWith({ badMinutes: 1440 })), [
      { state: 'inAlarm', strength: 0, impact: 24, held: false },
    ]);
    assert.deepEqual(alarmState(factsWith({ badMinutes: 1439 })), []);
  });
});

describe('the judgement of a level among peers', () => {
  const SPELL = { ongoing: true, expected: 100, silentWeeks: null };
  const ONLY_SILENT = {
    states: [{ state: 'silent', strength: 0, impact: 100, held: false }],
    material: false,
    peerFolder: null,
    relative: null,
    common: null,
  };

  it('is none for a usual level, and only the silence if there is one', () => {
    const usual: LevelEvidence = { ...LOW, verdict: 'usual', difference: 0, difference4: 0 };
    assert.equal(judgeLevelAmongPeers(factsWith({}), usual, REFERENCE), null);
    assert.deepEqual(judgeLevelAmongPeers(factsWith(SPELL), usual, REFERENCE), ONLY_SILENT);
  });

  it('is none for an unknown kind of index, and only the silence if there is one', () => {
    const unknown = { indexType: 'OTHER', feedbackScale: 'FOUR' };
    assert.equal(judgeLevelAmongPeers({ ...factsWith({}), ...unknown }, LOW, REFERENCE), null);
    assert.deepEqual(
      judgeLevelAmongPeers({ ...factsWith(SPELL), ...unknown }, LOW, REFERENCE),
      ONLY_SILENT,
    );
  });

  it('has the folder of the comparison, and is material for a fall that goes on by more than a tenth of the range', () => {
    const still: LevelEvidence = { ...LOW, beforeLow: true, difference4: -11 };
    const judgement = judgeLevelAmongPeers(factsWith({}), still, REFERENCE);
    assert.deepEqual(judgement, {
      states: [{ state: 'still', strength: 20 / 3, impact: 60, held: true }],
      material: true,
      peerFolder: PEER_FOLDER,
      relative: -20,
      common: 0,
    });
  });

  it('is none below the peer folder unless the survey’s own verdict is low or high', () => {
    const below = { ...REFERENCE, peerFolder: null };
    assert.equal(judgeLevelAmongPeers(factsWith({}), { ...LOW, verdict: 'usual' }, below), null);
    assert.equal(judgeLevelAmongPeers(factsWith({}), LOW, below)?.states.length, 1);
  });
});

describe('a silence after shared closures', () => {
  const TIME_ZONE = 'Europe/Helsinki';
  const SPELL = { fromDay: 4, days: 3, ongoing: true, expected: 90, silentWeeks: null };
  // Open from Monday to Saturday, with 10 to 60 responses and a chance of 1 in 100 of none.
  const usual = [10, 20, 30, 40, 50, 60, null];
  const p = [0.01, 0.01, 0.01, 0.01, 0.01, 0.01, null];

  const factsOf = (figures: Partial<EntryFacts['figures']>): EntryFacts => ({
    ...factsWith({ ...SPELL, ...figures }),
    timeZone: TIME_ZONE,
    usual,
    p,
  });
  const closedOn = (shared: readonly number[], timeZone = TIME_ZONE): ClosureCounts => ({
    timeZone,
    open: [],
    empty: [],
    shared,
  });

  it('begins after them and expects the responses of the other days', () => {
    const facts = factsOf({});
    const closed = [closedOn([4, 5, 6], 'Asia/Tokyo'), closedOn([4])];
    assert.deepEqual(withoutClosures(facts, closed), {
      ...facts,
      figures: { ...facts.figures, fromDay: 5, days: 2, expected: 110 },
    });
  });

  it('is none if they explain it', () => {
    const facts = factsOf({});
    assert.deepEqual(withoutClosures(facts, [closedOn([4, 5])]), {
      ...facts,
      figures: {
        ...facts.figures,
        fromDay: null,
        days: null,
        ongoing: null,
        expected: null,
        silentWeeks: null,
      },
    });
  });

  it('is the same without closures in its time zone, and if it is over', () => {
    const ongoing = factsOf({});
    assert.equal(withoutClosures(ongoing, []), ongoing);
    assert.equal(withoutClosures(ongoing, [closedOn([])]), ongoing);
    assert.equal(withoutClosures(ongoing, [closedOn([4, 5, 6], 'Asia/Tokyo')]), ongoing);
    const past = factsOf({ ongoing: false });
    assert.equal(withoutClosures(past, [closedOn([4, 5, 6])]), past);
  });
});

describe('the facts of counts', () => {
  it('have nothing but names and counts', () => {
    const { figures, ...facts } = factsWith({});
    const { index, usual, responses, weekBeforeEmpty, badMinutes, ...unknown } = figures;
    assert.deepEqual(
      { index, usual, responses, weekBeforeEmpty, badMinutes },
      { index: 50, usual: 70, responses: 300, weekBeforeEmpty: false, badMinutes: 0 },
    );
    assert.ok(Object.values(unknown).every((figure) => figure === null));
    assert.deepEqual(facts, {
      folder: { key: 7, name: 'Shop' },
      path: [],
      survey: { key: 70, name: 'How was it?' },
      timeZone: null,
      indexType: 'HAPPY',
      feedbackScale: 'FOUR',
      p: [],
      usual: [],
      reason: null,
      trend: [],
    });
  });
});
