import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EntryFacts, LevelEvidence } from '../../../../lib/domain/signals/model.ts';
import { NO_PEERS } from '../../../../lib/domain/signals/peer-folder.ts';
import {
  alarmState,
  factsOfCounts,
  judgeLevelAmongPeers,
  judgeVolumeAmongPeers,
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
  });

  it('is for a small survey that of the four weeks', () => {
    const small = { ...LOW, small: true, difference: null, sd: null, difference4: -10 };
    assert.deepEqual(impactsOf(factsWith({}), small), [['new', 120]]);
  });

  it('is for a fall that goes on the loss since it began, if its own verdict is low', () => {
    const still: LevelEvidence = { ...LOW, verdictLast: 'low', beforeLow: true };
    const facts = factsWith({ lossTotal: 240 });
    assert.deepEqual(impactsOf(facts, still), [['still', 240]]);
    assert.deepEqual(impactsOf(facts, { ...still, verdict: 'usual' }), [['still', 60]]);
  });

  it('is for a rise the gain of this week', () => {
    const high: LevelEvidence = { ...LOW, verdict: 'high', difference: 20, difference4: 10 };
    const facts = factsWith({ lossWeek: -58 });
    assert.deepEqual(impactsOf(facts, high), [['better', 58]]);
    assert.deepEqual(impactsOf(facts, { ...high, verdict: 'usual' }), [['better', 60]]);
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
    assert.deepEqual(judgeLevelAmongPeers(facts, evidence, REFERENCE)?.states, [
      { state: 'recovered', impact: 90, strength: 5, held: true },
    ]);
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
    assert.deepEqual(
      alarmState(factsWith({ badMinutes: 1440 })).map(({ impact }) => impact),
      [24],
    );
    assert.deepEqual(alarmState(factsWith({ badMinutes: 1439 })), []);
  });
});
