import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type {
  Attention,
  CandidateFacts,
  Candidates,
  AttentionEntry,
  EntryFigures,
  EntryKind,
} from '../../../../lib/domain/signals/attention.ts';
import {
  buildAttention,
  candidatesOf,
  mergeCandidates,
  standingLowOf,
} from '../../../../lib/domain/signals/attention.ts';
import type { League, LeaguePlace } from '../../../../lib/domain/signals/league.ts';
import { buildLeague } from '../../../../lib/domain/signals/league.ts';
import { fc } from '../../../support/property-settings.ts';

const HAPPY_FOUR = { indexType: 'HAPPY', feedbackScale: 'FOUR' } as const;
const KINDS: readonly EntryKind[] = [
  'worse',
  'inAlarm',
  'silent',
  'volumeLow',
  'standingLow',
  'better',
];

const NAMES = {
  folder: { key: 7, name: 'Shop' },
  path: ['Company', 'Finland'],
  trend: [],
  survey: { key: 70, name: 'How was it?' },
} as const;

const USUAL_SIGNAL: CandidateFacts['signal'] = {
  verdict: 'usual',
  usual: 70,
  lower: 60,
  upper: 80,
  since: null,
  weeks: null,
  earlierUsual: null,
  difference: -2,
  lost: null,
  p: 0.4,
};

const WORSE_SIGNAL: CandidateFacts['signal'] = {
  ...USUAL_SIGNAL,
  verdict: 'worse',
  since: '2026-W46',
  weeks: 1,
  difference: -20,
  lost: 61.5,
  p: 4e-5,
};

/** A survey that needs no attention, with the given differences. */
function factsOf(overrides: Partial<CandidateFacts> = {}): CandidateFacts {
  return {
    ...NAMES,
    ...HAPPY_FOUR,
    index: 50,
    responses: 300,
    signal: USUAL_SIGNAL,
    volume: { verdict: 'usual', usual: 310, p: 0.8 },
    silent: null,
    badMinutes: 0,
    ...overrides,
  };
}

interface EntrySketch {
  readonly kind: EntryKind;
  readonly survey: number;
  readonly impact?: number;
  readonly p?: number | null;
  readonly figures?: EntryFigures;
}

function entryOf({
  kind,
  survey,
  impact = 1,
  p = 1e-9,
  figures = {},
}: EntrySketch): AttentionEntry {
  return {
    kind,
    folder: { key: 1, name: 'Folder' },
    path: [],
    trend: [],
    survey: { key: survey, name: `Survey ${survey}` },
    ...HAPPY_FOUR,
    impact,
    p,
    also: [],
    figures,
  };
}

function candidatesWith(
  sketches: readonly EntrySketch[],
  tests: Candidates['tests'] = { index: 10, volume: 10 },
): Candidates {
  return { tests, candidates: sketches.map(entryOf), truncated: false };
}

function shownOf({ entries }: Attention): readonly (readonly [EntryKind, number])[] {
  return entries.map(({ kind, survey }) => [kind, survey.key]);
}

describe('the candidates of a survey', () => {
  it('a usual week has no candidates and counts as tested', () => {
    assert.deepEqual(candidatesOf(factsOf()), {
      tests: { index: 1, volume: 1 },
      candidates: [],
      truncated: false,
    });
  });

  it('count as tested only with a p', () => {
    const untested = factsOf({
      signal: { ...USUAL_SIGNAL, verdict: 'new', p: null },
      volume: { verdict: 'new', usual: null, p: null },
    });
    assert.deepEqual(candidatesOf(untested).tests, { index: 0, volume: 0 });
  });

  it('have names, impact, p and figures of a worse week', () => {
    assert.deepEqual(candidatesOf(factsOf({ signal: WORSE_SIGNAL })).candidates, [
      {
        kind: 'worse',
        ...NAMES,
        ...HAPPY_FOUR,
        impact: 61.5,
        p: 4e-5,
        also: [],
        figures: {
          index: 50,
          usual: 70,
          lower: 60,
          upper: 80,
          since: '2026-W46',
          weeks: 1,
          earlierUsual: null,
          difference: -20,
          responses: 300,
        },
      },
    ]);
  });

  it('have the gain of a better week as its impact', () => {
    const signal = { ...WORSE_SIGNAL, verdict: 'better', lost: -151.5 } as const;
    const [entry] = candidatesOf(factsOf({ signal })).candidates;
    assert.deepEqual([entry?.kind, entry?.impact], ['better', 151.5]);
  });

  it('contain an alarm from 24 hours on', () => {
    assert.deepEqual(candidatesOf(factsOf({ badMinutes: 24 * 60 - 1 })).candidates, []);
    const [entry] = candidatesOf(factsOf({ badMinutes: 24 * 60 })).candidates;
    assert.deepEqual(
      [entry?.kind, entry?.impact, entry?.p, entry?.figures],
      ['inAlarm', 24, null, { badMinutes: 1440 }],
    );
  });

  it('contain a silence with the responses that are missing', () => {
    const silent = { fromDay: 4, days: 1, ongoing: true, expected: 23, p: 1.026e-10 };
    const [entry] = candidatesOf(factsOf({ silent })).candidates;
    assert.deepEqual(
      [entry?.kind, entry?.impact, entry?.p, entry?.figures],
      ['silent', 23, 1.026e-10, { fromDay: 4, days: 1, ongoing: true, expected: 23 }],
    );
  });

  it('contain a low volume, but no high one', () => {
    const volumeOf = (verdict: 'low' | 'high') => ({ verdict, usual: 310, p: 1e-5 });
    assert.deepEqual(candidatesOf(factsOf({ volume: volumeOf('high') })).candidates, []);
    const [entry] = candidatesOf(factsOf({ volume: volumeOf('low'), responses: 150 })).candidates;
    assert.deepEqual(
      [entry?.kind, entry?.impact, entry?.p, entry?.figures],
      ['volumeLow', 160, 1e-5, { responses: 150, expected: 310 }],
    );
  });

  it('a survey has one candidate for each kind, most severe first', () => {
    const all = factsOf({
      signal: WORSE_SIGNAL,
      badMinutes: 2000,
      silent: { fromDay: 0, days: 2, ongoing: true, expected: 90, p: 1e-12 },
      volume: { verdict: 'low', usual: 500, p: 1e-5 },
    });
    assert.deepEqual(
      candidatesOf(all).candidates.map(({ kind }) => kind),
      ['worse', 'inAlarm', 'silent', 'volumeLow'],
    );
  });
});

describe('the attention list', () => {
  it('keeps three of the four p values of the documented example', () => {
    const sketches = [0.001, 0.02, 0.03, 0.5].map(
      (p, i) => ({ kind: 'worse', survey: i + 1, p }) as const,
    );
    const attention = buildAttention(candidatesWith(sketches), []);
    assert.deepEqual(
      attention.entries.map(({ p }) => p),
      [0.001, 0.02, 0.03],
    );
  });

  it('tests worse and better weeks together, and volumes apart from them', () => {
    const listedKindsOf = (tests: Candidates['tests']): readonly (readonly [EntryKind, number])[] =>
      shownOf(
        buildAttention(
          candidatesWith(
            [
              { kind: 'worse', survey: 1, p: 0.015 },
              { kind: 'better', survey: 2, p: 0.02 },
              { kind: 'volumeLow', survey: 3, p: 0.02 },
            ],
            tests,
          ),
          [],
        ),
      );
    // 2 of 10 tests: 0.02 ≤ 0.1·2/10, but not 0.1·1/10; 1 of 5 tests: 0.02 ≤ 0.1·1/5.
    assert.deepEqual(listedKindsOf({ index: 10, volume: 10 }), [
      ['worse', 1],
      ['better', 2],
    ]);
    assert.deepEqual(listedKindsOf({ index: 11, volume: 5 }), [['volumeLow', 3]]);
  });

  it('lists alarms and silences without a correction', () => {
    const attention = buildAttention(
      candidatesWith(
        [
          { kind: 'inAlarm', survey: 1, p: null },
          { kind: 'silent', survey: 2, p: 0.04 },
        ],
        { index: 20_000, volume: 20_000 },
      ),
      [],
    );
    assert.deepEqual(shownOf(attention), [
      ['inAlarm', 1],
      ['silent', 2],
    ]);
  });

  it('has one entry for a survey, of its most severe kind and with the figures of all kinds', () => {
    const attention = buildAttention(
      candidatesWith([
        { kind: 'volumeLow', survey: 1, impact: 9, figures: { responses: 150, expected: 310 } },
        { kind: 'silent', survey: 1, impact: 3, figures: { fromDay: 4, days: 1, expected: 23 } },
        { kind: 'worse', survey: 2 },
      ]),
      [entryOf({ kind: 'standingLow', survey: 1, figures: { index: 40, responses: 150 } })],
    );
    assert.deepEqual(shownOf(attention), [
      ['worse', 2],
      ['silent', 1],
    ]);
    const mergedEntry = attention.entries[1];
    assert.deepEqual(mergedEntry?.also, ['volumeLow', 'standingLow']);
    assert.equal(mergedEntry.impact, 3);
    assert.deepEqual(mergedEntry.figures, {
      fromDay: 4,
      days: 1,
      expected: 23,
      responses: 150,
      index: 40,
    });
    assert.deepEqual(attention.counts, {
      worse: 1,
      inAlarm: 0,
      silent: 1,
      volumeLow: 0,
      standingLow: 0,
      better: 0,
    });
  });

  it('lists a survey by its other kinds when the correction drops the most severe one', () => {
    const attention = buildAttention(
      candidatesWith([
        { kind: 'worse', survey: 1, p: 0.5 },
        { kind: 'inAlarm', survey: 1, p: null },
      ]),
      [],
    );
    assert.deepEqual(shownOf(attention), [['inAlarm', 1]]);
    assert.deepEqual(attention.entries[0]?.also, []);
  });

  it('is ordered by kind, then by descending impact, then by key', () => {
    const attention = buildAttention(
      candidatesWith([
        { kind: 'better', survey: 1, impact: 900 },
        { kind: 'silent', survey: 5, impact: 2 },
        { kind: 'silent', survey: 3, impact: 2 },
        { kind: 'silent', survey: 4, impact: 10 },
        { kind: 'worse', survey: 2, impact: 1 },
      ]),
      [],
    );
    assert.deepEqual(shownOf(attention), [
      ['worse', 2],
      ['silent', 4],
      ['silent', 3],
      ['silent', 5],
      ['better', 1],
    ]);
  });

  it('shows the first of each kind even when more than 10 entries come before it', () => {
    const worse = Array.from(
      { length: 12 },
      (_, i) => ({ kind: 'worse', survey: i + 1, impact: 100 - i }) as const,
    );
    const attention = buildAttention(
      candidatesWith([
        ...worse,
        { kind: 'better', survey: 20, impact: 5 },
        { kind: 'better', survey: 21, impact: 6 },
        { kind: 'inAlarm', survey: 22 },
      ]),
      [],
    );
    assert.deepEqual(shownOf(attention), [
      ...Array.from({ length: 8 }, (_, i) => ['worse', i + 1]),
      ['inAlarm', 22],
      ['better', 21],
    ]);
    assert.equal(attention.more, 5);
    assert.equal(attention.counts.worse, 12);
    assert.equal(attention.counts.better, 2);
  });

  it('lists many surveys of a company in little time', () => {
    const parts = Array.from({ length: 20_000 }, (_, i) =>
      candidatesWith([{ kind: 'silent', survey: i + 1, p: 1e-4 }]),
    );
    const attention = buildAttention(mergeCandidates(parts), []);
    assert.equal(attention.entries.length + attention.more, 500);
  });
});

describe('places far below the others', () => {
  const LEAVES: readonly (readonly number[])[] = [
    [17, 16, 60, 126],
    [20, 10, 30, 40],
    [0, 0, 0, 3],
    [60, 30, 60, 150],
    [30, 20, 60, 190],
    [40, 20, 60, 180],
    [100, 60, 70, 70],
    [35, 25, 60, 180],
    [8, 4, 10, 28],
    [48, 32, 55, 165],
  ];
  const leaves = LEAVES.map((data, i) => ({ folder: 1, survey: i + 1, data }));
  const surveyOf = ({ folder, survey }: LeaguePlace) => ({
    folder: { key: folder, name: `Folder ${folder}` },
    path: ['Company'],
    trend: [],
    survey: { key: survey, name: `Survey ${survey}` },
  });

  function leagueOf(indexType: string) {
    const group = { indexType, feedbackScale: 'FOUR' };
    return { ...group, league: buildLeague(leaves, group) };
  }

  it('lists places below the funnel, with the responses that they lost as impact', () => {
    const happy = leagueOf('HAPPY');
    const [entry, ...others] = standingLowOf([happy], surveyOf);
    assert.deepEqual(others, []);
    assert.ok(entry !== undefined && happy.league !== null);
    const index = (100 * (60 + 140 + 210)) / 900;
    assert.deepEqual(entry, {
      kind: 'standingLow',
      folder: { key: 1, name: 'Folder 1' },
      path: ['Company'],
      trend: [],
      survey: { key: 7, name: 'Survey 7' },
      ...HAPPY_FOUR,
      impact: ((happy.league.target - index) * 300) / 100,
      p: happy.league.places.find(({ survey }) => survey === 7)?.p,
      also: [],
      figures: { index, responses: 300 },
    });
  });

  it('have the same impact for indexes that differ only in their unit', () => {
    const [happy] = standingLowOf([leagueOf('HAPPY')], surveyOf);
    const [average] = standingLowOf([leagueOf('AVERAGE')], surveyOf);
    assert.ok(happy !== undefined && average !== undefined);
    assert.ok(Math.abs(happy.impact - average.impact) < 1e-9);
    const [nps] = standingLowOf([leagueOf('NPS')], surveyOf);
    const npsLeague = leagueOf('NPS').league;
    assert.ok(nps?.figures.index !== undefined && nps.figures.index !== null);
    assert.equal(nps.impact, (((npsLeague?.target ?? NaN) - nps.figures.index) * 300) / 200);
  });

  it('corrects for all places with a z in the leagues of the folder', () => {
    const placeOf = (survey: number, z: number, p: number): LeaguePlace => ({
      folder: 1,
      survey,
      index: 40,
      responses: 100,
      rankScore: 40,
      shrunkIndex: 45,
      z,
      p,
      funnel: z < -3 ? 'low' : null,
      rankFrom: 1,
      rankTo: 1,
    });
    const listedCountOf = (leagueSize: number): number => {
      const places = Array.from({ length: leagueSize }, (_, i) => placeOf(10 + i, 0, 1));
      const league: League = { basis: 'funnel', target: 70, tau: 6, places };
      const withLow = { ...league, places: [placeOf(1, -3.1, 0.00194), ...places] };
      return standingLowOf(
        [
          { ...HAPPY_FOUR, league: withLow },
          { indexType: 'NPS', feedbackScale: 'FOUR', league },
          { indexType: 'AVERAGE', feedbackScale: 'FOUR', league: null },
        ],
        surveyOf,
      ).length;
    };
    // 0.00194 ≤ 0.1/m up to m = 51.
    assert.equal(listedCountOf(25), 1);
    assert.equal(listedCountOf(26), 0);
  });

  it('lists no places of a league without a funnel', () => {
    const smallLeague = buildLeague(leaves.slice(3, 8), HAPPY_FOUR);
    assert.deepEqual(standingLowOf([{ ...HAPPY_FOUR, league: smallLeague }], surveyOf), []);
  });
});

/** Candidates of one to four kinds for each of up to `maxSurveys` surveys. */
function arbitraryParts(maxSurveys: number): fc.Arbitrary<readonly Candidates[]> {
  const p = fc.constantFrom(1e-12, 1e-6, 0.001, 0.01, 0.02, 0.03, 0.05);
  const change = fc.record({
    kind: fc.constantFrom<EntryKind>('worse', 'better', 'volumeLow', 'silent', 'inAlarm'),
    impact: fc.integer({ min: -3, max: 12 }),
    p,
  });
  const ofSurvey = fc.record({
    changes: fc.uniqueArray(change, { selector: ({ kind }) => kind, maxLength: 4 }),
    isTested: fc.boolean(),
  });
  return fc.array(ofSurvey, { maxLength: maxSurveys, size: 'max' }).map((surveys) =>
    surveys.map(({ changes, isTested }, i) => ({
      tests: { index: 1, volume: isTested ? 1 : 0 },
      candidates: changes.map(({ kind, impact, p: value }) =>
        entryOf({ kind, impact, survey: i + 1, p: kind === 'inAlarm' ? null : value }),
      ),
      truncated: false,
    })),
  );
}

describe('any candidates', () => {
  it('selects the same candidates when parts are merged first, in any order and also beyond the limit', () => {
    fc.assert(
      fc.property(arbitraryParts(500), fc.integer({ min: 1, max: 7 }), (parts, groupCount) => {
        const mergedGroups = Array.from({ length: groupCount }, (_, group) =>
          mergeCandidates(parts.filter((_part, i) => i % groupCount === group)),
        );
        const mergedWhole = mergeCandidates(parts);
        assert.deepEqual(mergeCandidates(mergedGroups.toReversed()), mergedWhole);
        assert.ok(mergedWhole.candidates.length <= 500);
        const total = parts.flatMap(({ candidates }) => candidates).length;
        assert.equal(mergedWhole.truncated, total > 500);
      }),
      // Reducing a counterexample of hundreds of surveys, each with deep comparisons, would take longer than any time limit.
      { numRuns: 40, endOnFailure: true },
    );
  });

  it('keep those without a p first, then the smallest p, then the smallest key', () => {
    const part = candidatesWith([
      ...Array.from(
        { length: 499 },
        (_, i) => ({ kind: 'worse', survey: 1000 + i, p: 0.01 }) as const,
      ),
      { kind: 'volumeLow', survey: 3, p: 0.02 },
      { kind: 'worse', survey: 999, p: 0.01 },
      { kind: 'inAlarm', survey: 5000, p: null },
    ]);
    const { candidates, truncated } = mergeCandidates([part]);
    assert.equal(truncated, true);
    assert.equal(candidates.length, 500);
    const keys = new Set(candidates.map(({ survey }) => survey.key));
    assert.deepEqual(
      [5000, 999, 1497, 1498, 3].map((key) => keys.has(key)),
      [true, true, true, false, false],
    );
  });

  it('give a list of at most 10 entries with each survey once, and counts of all surveys', () => {
    const lowSurveys = fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 5 });
    fc.assert(
      fc.property(arbitraryParts(40), lowSurveys, (parts, keys) => {
        const standingLow = keys.map((survey) => entryOf({ kind: 'standingLow', survey }));
        const attention = buildAttention(mergeCandidates(parts), standingLow);
        const { entries, counts, more } = attention;
        assert.ok(entries.length <= 10);
        assert.equal(new Set(entries.map(({ survey }) => survey.key)).size, entries.length);
        const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
        assert.equal(total, entries.length + more);
        for (const kind of KINDS) {
          const shownCount = entries.filter((entry) => entry.kind === kind).length;
          assert.ok(shownCount <= counts[kind] && (shownCount > 0 || counts[kind] === 0));
        }
        const reversed = mergeCandidates(parts.toReversed());
        assert.deepEqual(buildAttention(reversed, standingLow.toReversed()), attention);
      }),
    );
  });

  it('lists candidates no less when a p becomes smaller', () => {
    fc.assert(
      fc.property(arbitraryParts(30), fc.nat(), (parts, at) => {
        const entryCountOf = ({ entries, more }: Attention): number => entries.length + more;
        const mergedCandidates = mergeCandidates(parts);
        const candidates = mergedCandidates.candidates.map((entry, i) =>
          i === at % mergedCandidates.candidates.length && entry.p !== null
            ? { ...entry, p: entry.p / 10 }
            : entry,
        );
        assert.ok(
          entryCountOf(buildAttention({ ...mergedCandidates, candidates }, [])) >=
            entryCountOf(buildAttention(mergedCandidates, [])),
        );
      }),
    );
  });

  it('never list more surveys when some were left out', () => {
    fc.assert(
      fc.property(arbitraryParts(500), (parts) => {
        const entryCountOf = ({ entries, more }: Attention): number => entries.length + more;
        const allCandidates: Candidates = {
          tests: mergeCandidates(parts).tests,
          candidates: parts.flatMap(({ candidates }) => candidates),
          truncated: false,
        };
        assert.ok(
          entryCountOf(buildAttention(mergeCandidates(parts), [])) <=
            entryCountOf(buildAttention(allCandidates, [])),
        );
      }),
      { numRuns: 40 },
    );
  });
});
