import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FolderList, JudgedSurvey } from '../../../../lib/domain/signals/folder-list.ts';
import {
  buildAttention,
  countsOf,
  judgementOf,
  sectionsOf,
} from '../../../../lib/domain/signals/folder-list.ts';
import type { AlsoState, EntryFacts, WeakSurvey } from '../../../../lib/domain/signals/model.ts';
import { ENTRY_STATES } from '../../../../lib/domain/signals/model.ts';
import { thresholdOf } from '../../../../lib/domain/signals/statistics.ts';
import { factsOfCounts } from '../../../../lib/domain/signals/survey-judgement.ts';
import type { Vector } from './vectors.ts';
import { assertResults, vectorsOf } from './vectors.ts';

const KIND = { indexType: 'HAPPY', feedbackScale: 'FOUR' } as const;
const NO_COMPARISON = { peerFolder: null, relative: null, common: null } as const;

function factsOf(name: string): EntryFacts {
  const key = name.charCodeAt(0);
  return factsOfCounts(
    { folder: { key: 7, name: 'Shop' }, path: ['Company'], survey: { key, name } },
    KIND,
    { index: 60, usual: 70, responses: 100 },
  );
}

interface ListWord {
  readonly name: string;
  readonly state: AlsoState;
  readonly material: boolean;
}

/** key:state:strength:impact[:material or held] */
function parseWord(word: string): ListWord {
  const [name = '', state = '', strength, impact, flag] = word.split(':');
  const entryState = ENTRY_STATES.find((other) => other === state);
  assert.ok(entryState !== undefined, word);
  return {
    name,
    state: {
      state: entryState,
      strength: Number(strength),
      impact: Number(impact),
      held: flag === 'held',
    },
    material: flag === 'material',
  };
}

function listOf({ arguments: words }: Vector): FolderList {
  const bySurvey = Map.groupBy(
    (words.get('e') ?? '').split(',').map(parseWord),
    ({ name }) => name,
  );
  const isStandingLow = ({ state }: ListWord): boolean => state.state === 'standingLow';
  return {
    places: Number(words.get('m')),
    surveys: [...bySurvey].map(([name, states]): JudgedSurvey => ({
      facts: factsOf(name),
      states: states.filter((word) => !isStandingLow(word)).map(({ state }) => state),
      material: states.some(({ material }) => material),
      ...NO_COMPARISON,
    })),
    standingLow: [...bySurvey].flatMap(([name, states]) =>
      states
        .filter(isStandingLow)
        .map(({ state: { impact } }) => ({ facts: factsOf(name), impact })),
    ),
    weak: [],
    leftOut: countsOf(() => 0),
  };
}

const names = (surveys: readonly { readonly survey: { readonly name: string } }[]): string =>
  surveys.map(({ survey }) => survey.name).join('+');

describe('the list of a folder', () => {
  for (const vector of vectorsOf('threshold')) {
    it(vector.title, () => {
      assertResults(vector, { z: thresholdOf(Number(vector.arguments.get('m'))) });
    });
  }

  for (const vector of vectorsOf('list')) {
    it(vector.title, () => {
      const most = vector.arguments.get('most');
      const list = listOf(vector);
      const { entries, weak, counts, truncated } =
        most === undefined ? buildAttention(list) : buildAttention(list, Number(most));
      assertResults(vector, {
        order: names(entries),
        line: names(sectionsOf(entries).flatMap(({ inOneLine }) => inOneLine)),
        also: entries
          .filter(({ also }) => also.length > 0)
          .map((entry) => [entry.survey.name, ...entry.also.map(({ state }) => state)].join('.'))
          .join('+'),
        weak: weak.map(({ name }) => name).join('+'),
        counts: sectionsOf(entries)
          .map(({ state }) => `${state}${String(counts[state])}`)
          .join('+'),
        truncated,
      });
    });
  }
});

const PLACES = 54;
const THRESHOLD = thresholdOf(PLACES);

function stateOf(state: AlsoState['state'], parts: Partial<AlsoState> = {}): AlsoState {
  return { state, strength: THRESHOLD + 1, impact: 1, held: false, ...parts };
}

function surveyOf(
  facts: EntryFacts,
  states: readonly AlsoState[],
  parts: Partial<JudgedSurvey> = {},
): JudgedSurvey {
  return { facts, states, material: false, ...NO_COMPARISON, ...parts };
}

function attentionOf(list: Partial<FolderList>) {
  return buildAttention({
    places: PLACES,
    surveys: [],
    standingLow: [],
    weak: [],
    leftOut: countsOf(() => 0),
    ...list,
  });
}

/** A survey of another folder or key. */
function placed(name: string, folder: number, survey: number): EntryFacts {
  const facts = factsOf(name);
  return {
    ...facts,
    folder: { key: folder, name: 'Shop' },
    survey: { ...facts.survey, key: survey },
  };
}

describe('a list of surveys', () => {
  it('has every survey above the threshold, and names those at most at it as weak', () => {
    const at = (state: AlsoState['state'], strength: number, material = false) => {
      const survey = surveyOf(factsOf('a'), [stateOf(state, { strength })], { material });
      const { entries, weak } = attentionOf({ surveys: [survey] });
      return entries.length === 1 ? 'listed' : weak.length === 1 ? 'weak' : 'left out';
    };
    for (const state of ['new', 'still', 'better', 'volumeLow'] as const) {
      assert.deepEqual(
        [at(state, THRESHOLD + 0.01), at(state, THRESHOLD)],
        ['listed', 'weak'],
        state,
      );
    }
    assert.deepEqual(
      [at('recovered', THRESHOLD + 0.01), at('recovered', THRESHOLD)],
      ['listed', 'left out'],
    );
    for (const state of ['silent', 'inAlarm', 'standingLow'] as const) {
      assert.equal(at(state, 0), 'listed', state);
    }
    assert.deepEqual([at('still', 0, true), at('new', 0, true)], ['listed', 'weak']);
  });

  it('names a survey as weak by one of its states', () => {
    const states = [stateOf('recovered', { strength: 0 }), stateOf('new', { strength: 0 })];
    assert.equal(attentionOf({ surveys: [surveyOf(factsOf('a'), states)] }).weak.length, 1);
  });

  it('has what is held below the threshold of a low number of responses and of a recovery alone', () => {
    const listedStates = ENTRY_STATES.filter((state) => {
      const survey = surveyOf(factsOf('a'), [stateOf(state, { strength: 0, held: true })]);
      return attentionOf({ surveys: [survey] }).entries.length === 1;
    });
    assert.deepEqual(
      new Set(listedStates),
      new Set(['silent', 'inAlarm', 'standingLow', 'volumeLow', 'recovered']),
    );
  });

  it('has an entry of the ranking alone with its impact, weak when the survey is a weak candidate', () => {
    const [low, weakLow, other] = [factsOf('a'), factsOf('b'), factsOf('c')];
    const weakState = stateOf('new', { strength: 0 });
    const { entries, weak } = attentionOf({
      surveys: [surveyOf(weakLow, [weakState]), surveyOf(other, [weakState])],
      standingLow: [
        { facts: low, impact: 5 },
        { facts: weakLow, impact: 4 },
      ],
    });
    assert.deepEqual(entries[0], {
      ...low,
      state: 'standingLow',
      strength: 0,
      impact: 5,
      material: false,
      held: false,
      also: [],
      weak: false,
      ...NO_COMPARISON,
    });
    assert.deepEqual(
      entries.map((entry) => entry.weak),
      [false, true],
    );
    assert.deepEqual(weak, [{ folder: 7, survey: 'c'.charCodeAt(0), name: 'c' }]);
  });

  it('has a survey once, which the ranking finds low too, and the same survey of another folder again', () => {
    const facts = placed('a', 7, 1);
    const { entries, counts } = attentionOf({
      surveys: [surveyOf(facts, [stateOf('new')])],
      standingLow: [
        { facts, impact: 5 },
        { facts: placed('a', 8, 1), impact: 5 },
      ],
    });
    assert.deepEqual(
      entries.map(({ state, folder }) => [state, folder.key]),
      [
        ['new', 7],
        ['standingLow', 8],
      ],
    );
    assert.deepEqual([counts.new, counts.standingLow], [1, 1]);
  });

  it('counts what the lists of subfolders leave out', () => {
    const leftOut = countsOf((state) => (state === 'new' ? 3 : 1));
    const { counts, truncated } = attentionOf({
      surveys: [surveyOf(factsOf('a'), [stateOf('new')])],
      leftOut,
    });
    assert.deepEqual(counts, { ...countsOf(() => 1), new: 4 });
    assert.equal(truncated, 10);
  });

  it('is ordered by section, impact, survey and folder, and weak surveys by survey and folder', () => {
    const surveys = [
      [8, 2],
      [7, 2],
      [9, 1],
    ].map(([folder = 0, survey = 0]) => placed('x', folder, survey));
    const orderOf = (places: readonly EntryFacts[]) =>
      places.map(({ folder, survey }) => [folder.key, survey.key]);
    const { entries } = attentionOf({
      surveys: surveys.map((facts) => surveyOf(facts, [stateOf('new')])),
    });
    const order = [
      [9, 1],
      [7, 2],
      [8, 2],
    ];
    assert.deepEqual(orderOf(entries), order);
    const weakSurveys = surveys.map(({ folder, survey }): WeakSurvey => ({
      folder: folder.key,
      survey: survey.key,
      name: 'x',
    }));
    const { weak } = attentionOf({ weak: weakSurveys });
    assert.deepEqual(
      weak.map(({ folder, survey }) => [folder, survey]),
      order,
    );
  });

  it('is judged again from its entries by the folder above', () => {
    const comparison = { peerFolder: null, relative: -4, common: -2 };
    const states = [
      stateOf('silent', { impact: 9 }),
      stateOf('recovered', { strength: 2, held: true }),
    ];
    const survey = surveyOf(factsOf('a'), states, { material: true, ...comparison });
    const { entries } = attentionOf({ surveys: [survey] });
    assert.deepEqual(entries[0]?.also, states.slice(1));
    assert.deepEqual(attentionOf({ surveys: entries.map(judgementOf) }).entries, entries);
  });
});

describe('the sections of a list', () => {
  it('are those with entries, with a fixed number of them in full', () => {
    const entries = ENTRY_STATES.flatMap((state) => Array.from({ length: 9 }, () => ({ state })));
    assert.deepEqual(
      sectionsOf(entries).map(({ state, inFull, inOneLine }) => [
        state,
        inFull.length,
        inOneLine.length,
      ]),
      [
        ['new', 7, 2],
        ['silent', 5, 4],
        ['volumeLow', 3, 6],
        ['still', 5, 4],
        ['inAlarm', 3, 6],
        ['standingLow', 3, 6],
        ['recovered', 3, 6],
        ['better', 3, 6],
      ],
    );
    assert.deepEqual(
      sectionsOf([{ state: 'still' }]).map(({ state }) => state),
      ['still'],
    );
  });
});
