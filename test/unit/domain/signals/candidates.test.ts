import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type {
  Candidate,
  Compared,
  PeerComparison,
  PeerReference,
} from '../../../../lib/domain/signals/candidates.ts';
import { compareLevel, compareVolume } from '../../../../lib/domain/signals/candidates.ts';
import type { JudgedVerdict, LevelEvidence } from '../../../../lib/domain/signals/model.ts';
import type { Peers } from '../../../../lib/domain/signals/peer-folder.ts';
import {
  hasLevelPeers,
  isUsual,
  levelPeers,
  meanDifference,
  NO_PEERS,
  volumePeers,
} from '../../../../lib/domain/signals/peer-folder.ts';
import type { Vector } from './vectors.ts';
import { assertResults, parseSeries, vectorsOf } from './vectors.ts';

const RANGE = 100;
const VERDICTS: readonly JudgedVerdict[] = ['low', 'slow', 'usual', 'high'];

interface Place extends LevelEvidence {
  readonly asLastYear: boolean;
}

/** d:s:d4:s4:e:verdictLast[:D[:verdict[:small[:before]]]], each times *k. */
function parsePlaces(text: string): readonly Place[] {
  return text.split(',').flatMap((word) => {
    const [place = '', times = '1'] = word.split('*');
    return Array.from({ length: Number(times) }, () => parsePlace(place));
  });
}

function parsePlace(text: string): Place {
  const [d, s, d4, s4, e, last, D, verdict, small, before] = text.split(':').map(emptyToUndefined);
  const verdictLast = parseVerdict(last);
  const isSmall = small === 'small';
  const signBefore = before ?? last;
  return {
    small: isSmall,
    verdict: verdict === undefined ? verdictLast : parseVerdict(verdict),
    verdictLast,
    beforeLow: signBefore === 'low',
    beforeHigh: signBefore === 'high',
    difference: parseNumber(d),
    sd: isSmall ? null : parseNumber(s),
    responses4: null,
    difference4: parseNumber(d4),
    sd4: parseNumber(s4),
    lastDifference: parseNumber(e),
    yearDifference: parseNumber(D),
    refFrom: 0,
    refTo: 1,
    asLastYear: before === 'season',
  };
}

function emptyToUndefined(text: string): string | undefined {
  return text === '' ? undefined : text;
}

function parseNumber(text = '-'): number | null {
  return text === '-' ? null : Number(text);
}

function parseVerdict(text: string | undefined): JudgedVerdict | null {
  return VERDICTS.find((verdict) => verdict === text) ?? null;
}

interface ComparedPlaces {
  readonly peers: Peers;
  readonly comparisons: readonly PeerComparison[];
}

function comparePlaces({ arguments: words }: Vector): ComparedPlaces {
  const places = parsePlaces(words.get('p') ?? '');
  const isPeerFolder = words.get('home') !== 'none';
  if (words.has('volume')) {
    const peers = volumePeers(places);
    return {
      peers,
      comparisons: places.map((place) => compareVolume(place, { peers, isPeerFolder })),
    };
  }
  const peers = isPeerFolder ? levelPeers(places, RANGE) : NO_PEERS;
  const standard = parseSeries(words.get('standard') ?? '-').map((sum) => ({
    n: sum === null ? 0 : 1,
    sum: sum ?? 0,
    variance: 1,
  }));
  const comparisons = places.map((place) => {
    const { verdict, verdictLast, refFrom, refTo } = place;
    const isCorrected = isPeerFolder && !isUsual(verdict, verdictLast);
    const isRecovered =
      (verdictLast === 'low' || verdictLast === 'slow') &&
      (verdict === 'usual' || verdict === 'high');
    return compareLevel(
      { ...place, recoveredWeeks: isRecovered ? 1 : null },
      {
        peers,
        isPeerFolder,
        meanDifference: isCorrected ? meanDifference(standard, refFrom, refTo) : 0,
      },
      RANGE,
    );
  });
  return { peers, comparisons };
}

/** `0still+3new`; null without any. */
function join(texts: readonly string[]): string | null {
  return texts.length === 0 ? null : texts.join('+');
}

describe('a survey compared with its peers', () => {
  for (const vector of vectorsOf('relative')) {
    it(vector.title, () => {
      const { peers, comparisons } = comparePlaces(vector);
      const first = comparisons[0];
      assert.ok(first !== undefined);
      const { candidate, recovery } = first;
      assertResults(vector, {
        ...peers,
        ...candidate,
        relative: first.relative,
        candidate: candidate?.direction,
        candidates: join(
          comparisons.flatMap((other, i) =>
            other.candidate === null ? [] : [`${String(i)}${other.candidate.state}`],
          ),
        ),
        told: recovery !== null,
        toldStrength: recovery?.strength,
        toldAll: join(
          comparisons.flatMap((other, i) => (other.recovery === null ? [] : [String(i)])),
        ),
      });
    });
  }

  for (const vector of vectorsOf('home')) {
    it(vector.title, () => {
      const surveys = (vector.arguments.get('surveys') ?? '').split(',').map(Number);
      const home = surveys.findIndex((count) =>
        hasLevelPeers(parsePlaces(`-1:3:-:-:-:usual*${String(count)}`)),
      );
      assertResults(vector, { home });
    });
  }
});

/** A survey as usual with σ̂ = 3 in a week and 2.5 in four weeks, in its peer folder of an index with the range 100. */
const USUAL: Compared = {
  small: false,
  verdict: 'usual',
  verdictLast: 'usual',
  beforeLow: false,
  beforeHigh: false,
  difference: 0,
  sd: 3,
  responses4: null,
  difference4: 0,
  sd4: 2.5,
  lastDifference: 0,
  yearDifference: null,
  refFrom: null,
  refTo: null,
  recoveredWeeks: null,
};
const ALONE: PeerReference = { peers: NO_PEERS, isPeerFolder: true, meanDifference: 0 };

function compared(
  survey: Partial<Compared>,
  reference: Partial<PeerReference> = {},
): PeerComparison {
  return compareLevel({ ...USUAL, ...survey }, { ...ALONE, ...reference }, RANGE);
}

/** The state and strength of a candidate, and of its other properties those that are true. */
function shortFormOf({ candidate }: PeerComparison): string | null {
  if (candidate === null) return null;
  const { direction, state, strength, held, material }: Candidate = candidate;
  const flags = [...(held ? ['held'] : []), ...(material ? ['material'] : [])];
  return [direction, state, strength.toFixed(2), ...flags].join(' ');
}

const SMALL = { small: true, difference: null, sd: null } as const;

const CANDIDATES: readonly (readonly [
  title: string,
  survey: Partial<Compared>,
  candidate: string | null,
])[] = [
  ['a low week', { difference: -9.3 }, 'low new 3.10'],
  ['a week of three standard deviations', { difference: -9 }, null],
  ['a low week without error', { difference: -9.3, sd: null }, null],
  ['four low weeks', { difference: -6.3, difference4: -8.5 }, 'low new 3.10'],
  [
    'four low weeks whose last one is up to half of it',
    { difference: -4.25, difference4: -8.5 },
    null,
  ],
  ['four low weeks whose last one is unknown', { difference: null, difference4: -8.5 }, null],
  ['four low weeks without error', { difference: -6.3, difference4: -8.5, sd4: null }, null],
  ['a low week of a small survey', { small: true, difference: -9.3 }, null],
  ['four low weeks of a small survey', { ...SMALL, difference4: -8.5 }, 'low new 3.10'],
  ['a week that stays low', { beforeLow: true, difference: -6.3 }, 'low still 2.10 held'],
  ['a week that stays low by two', { beforeLow: true, difference: -6 }, null],
  [
    'four weeks that stay low',
    { beforeLow: true, difference: -4, difference4: -6.3 },
    'low still 2.22 held',
  ],
  [
    'four weeks that stay low by too little',
    { beforeLow: true, difference: -4, difference4: -6 },
    null,
  ],
  [
    'four weeks that stay low by two',
    { beforeLow: true, difference: -4, difference4: -6.4, sd4: 3.2 },
    null,
  ],
  ['a low week after a low week', { verdictLast: 'low', difference: -9.3 }, 'low new 3.10'],
  [
    'four weeks that fall by more than a tenth of the range',
    { beforeLow: true, difference: -12, difference4: -10.5 },
    'low still 4.00 held material',
  ],
  [
    'four weeks that fall by a tenth of the range',
    { beforeLow: true, difference: -12, difference4: -10 },
    'low still 4.00 held',
  ],
  ['a new fall of four weeks', { difference: -12, difference4: -10.5 }, 'low new 4.00'],
  ['a slow fall', { yearDifference: -10.5 }, 'low new 3.90'],
  ['a slow fall by a tenth of the range', { yearDifference: -10 }, null],
  ['a slow fall that is not clear', { yearDifference: -13.2, sd4: 4 }, null],
  ['a slow fall without error', { yearDifference: -10.5, sd4: null }, null],
  [
    'a slow fall with a week that is back',
    { difference: 5, difference4: -1, yearDifference: -11 },
    null,
  ],
  [
    'a slow fall with a week that is not back',
    { difference: 3, difference4: -1, yearDifference: -11 },
    'low new 4.10',
  ],
  ['a slow fall with an unknown week', { difference: null, yearDifference: -10.5 }, null],
  ['a slow fall with unknown weeks', { difference4: null, yearDifference: -10.5 }, null],
  ['a slow fall of a small survey', { ...SMALL, yearDifference: -10.5 }, 'low new 3.90'],
  [
    'a slow fall after low weeks',
    { beforeLow: true, yearDifference: -10.5 },
    'low still 3.90 material',
  ],
  [
    'a slow fall after a low week',
    { verdictLast: 'low', yearDifference: -10.5 },
    'low still 3.90 material',
  ],
  [
    'a slow fall that goes on',
    { verdictLast: 'slow', yearDifference: -7.5 },
    'low still 2.70 material',
  ],
  ['a slow fall that ends', { verdictLast: 'slow', yearDifference: -7 }, null],
  [
    'a slow fall that goes on by two',
    { verdictLast: 'slow', yearDifference: -7.5, sd4: 3.75 },
    null,
  ],
  ['a clear fall during a slow one', { difference: -9.3, yearDifference: -20 }, 'low new 3.10'],
  [
    'a fall that is as clear as needed during a slow one',
    { difference: -9, yearDifference: -20 },
    'low new 7.70',
  ],
  ['a week that is high by two', { difference: 6.3 }, null],
  ['a high week', { difference: 9.3 }, 'high better 3.10'],
  ['a high week of three standard deviations', { difference: 9 }, null],
  ['a week that stays high', { beforeHigh: true, difference: 6.3 }, 'high better 2.10 held'],
  ['a week that stays high by two', { beforeHigh: true, difference: 6 }, null],
  ['a high week half the way back to the year', { difference: 9.3, yearDifference: -4.65 }, null],
  [
    'a high week beyond half the way back to the year',
    { difference: 9.3, yearDifference: -4 },
    'high better 3.10',
  ],
  [
    'four high weeks of a small survey half the way back',
    { ...SMALL, difference4: 8.5, yearDifference: 4.25 },
    null,
  ],
  [
    'four high weeks of a small survey beyond half the way back',
    { ...SMALL, difference4: 8.5, yearDifference: 4.5 },
    'high better 3.10',
  ],
  [
    'a high week whose four weeks are unknown',
    { difference: 9.3, difference4: null, yearDifference: -20 },
    'high better 3.10',
  ],
];

describe('a candidate', () => {
  for (const [title, survey, candidate] of CANDIDATES) {
    it(`${candidate === null ? 'is not' : 'is'} ${title}`, () => {
      assert.equal(shortFormOf(compared(survey)), candidate);
    });
  }

  it('is below the peer folder a survey with a verdict of its own', () => {
    const stateOf = (survey: Partial<Compared>): string | undefined =>
      compared(survey, { isPeerFolder: false }).candidate?.state;
    assert.equal(stateOf({ difference: -9.3 }), undefined);
    assert.equal(stateOf({ difference: -9.3, verdict: null }), undefined);
    assert.equal(stateOf({ difference: -9.3, verdict: 'low' }), 'new');
    assert.equal(stateOf({ difference: 9.3, verdict: 'high' }), 'better');
  });

  it('is judged after the shift of its peers and with their spread', () => {
    const peers = { ...NO_PEERS, shift: -3, shift4: -2, shiftYear: -1, spread: 0.25, spread4: 4 };
    const reference = { peers, meanDifference: 1 };
    const week = compared({ difference: -9 }, reference);
    assert.deepEqual([week.relative, week.common], [-5, -3]);
    assert.equal(week.candidate?.strength, 5 / 1.5);
    const small = compared({ ...SMALL, difference4: -20 }, reference);
    assert.deepEqual([small.relative, small.common], [-17, -3]);
    assert.equal(small.candidate?.strength, 17 / 5 - 0.3);
    const slow = compared({ yearDifference: -12 }, { peers });
    assert.equal(slow.candidate?.strength, 11 / 2.5 - 0.3);
  });

  it('is a low number of responses, unless it was as low last year', () => {
    const stateOf = (difference: number, asLastYear: boolean): string | undefined =>
      compareVolume(
        { ...USUAL, difference, sd: 0.1, difference4: difference, sd4: 0.1, asLastYear },
        { peers: NO_PEERS, isPeerFolder: true },
      ).candidate?.state;
    assert.deepEqual([stateOf(-0.4, false), stateOf(-0.4, true)], ['new', undefined]);
    assert.deepEqual([stateOf(0.4, false), stateOf(0.4, true)], ['better', 'better']);
    assert.equal(stateOf(-0.35, false), undefined);
  });
});

describe('a recovery', () => {
  const recoveryOf = (
    survey: Partial<Compared>,
    reference: Partial<PeerReference> = {},
  ): PeerComparison['recovery'] =>
    compared({ recoveredWeeks: 1, verdictLast: 'low', ...survey }, reference).recovery;

  it('is told when the last judged week was below the peers', () => {
    assert.deepEqual(recoveryOf({ lastDifference: -7.5 }), { strength: 2.5, held: false });
    assert.equal(recoveryOf({ lastDifference: -6 }), null);
    assert.equal(recoveryOf({ lastDifference: -7.5, recoveredWeeks: null }), null);
  });

  it('is told in any folder after four low weeks, or when the last week is not known', () => {
    const heldAfter = (recoveredWeeks: number): boolean | undefined =>
      recoveryOf({ lastDifference: -7.5, recoveredWeeks })?.held;
    assert.deepEqual([heldAfter(3), heldAfter(4)], [false, true]);
    assert.deepEqual(recoveryOf({ lastDifference: null }), { strength: 0, held: true });
    assert.deepEqual(recoveryOf({ lastDifference: -7.5, sd: null }), { strength: 0, held: true });
  });

  it('is not told of a survey that is low among its peers, and told of one that is high', () => {
    assert.equal(recoveryOf({ lastDifference: -7.5, difference: -9.3 }), null);
    const high = compared({ recoveredWeeks: 1, lastDifference: -7.5, difference: 9.3 });
    assert.equal(high.candidate?.direction, 'high');
    assert.deepEqual(high.recovery, { strength: 2.5, held: false });
  });

  it('is judged by the shift and spread of its peers: of the week, small surveys, or the year', () => {
    const peers = {
      ...NO_PEERS,
      shiftLast: -1,
      shiftLastSmall: -2,
      shiftYear: -3,
      spread: 4,
      spread4: 0.25,
    };
    const reference = { peers, meanDifference: 1 };
    const survey = { lastDifference: -20, yearDifference: -9 };
    const strengthOf = (own: Partial<Compared>): number | undefined =>
      recoveryOf({ ...survey, ...own }, reference)?.strength;
    assert.equal(strengthOf({}), 18 / 6);
    assert.equal(strengthOf(SMALL), 17 / 1.25);
    assert.equal(strengthOf({ verdictLast: 'slow' }), 6 / 2.5);
    assert.equal(strengthOf({ ...SMALL, verdictLast: 'slow' }), 17 / 1.25);
  });
});
