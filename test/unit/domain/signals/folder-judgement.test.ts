import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareGroups } from '../../../../lib/domain/ranking.ts';
import { mergeClosureCounts } from '../../../../lib/domain/signals/closures.ts';
import type { JudgedSurvey } from '../../../../lib/domain/signals/folder-list.ts';
import type {
  FolderPart,
  JudgedFolder,
  OwnSurvey,
} from '../../../../lib/domain/signals/folder-judgement.ts';
import {
  childPart,
  judgeFolder,
  ownPart,
} from '../../../../lib/domain/signals/folder-judgement.ts';
import {
  buildAttention,
  countsOf,
  keyOf,
  placeOf,
} from '../../../../lib/domain/signals/folder-list.ts';
import type { Attention, ClosureCounts, Leaf } from '../../../../lib/domain/signals/model.ts';
import {
  hasLevelPeers,
  hasVolumePeers,
  isUsual,
  levelPeers,
  meanDifference,
  NO_PEERS,
  volumePeers,
} from '../../../../lib/domain/signals/peer-folder.ts';
import { rangeOf } from '../../../../lib/domain/signals/presses.ts';
import { rankLeaves, standingLow } from '../../../../lib/domain/signals/standing.ts';
import {
  alarmState,
  judgeLevelAmongPeers,
  judgeVolumeAmongPeers,
  withoutClosures,
} from '../../../../lib/domain/signals/survey-judgement.ts';
import { fc } from '../../../support/property-settings.ts';
import type { ArbitrarySurvey } from './arbitrary-surveys.ts';
import { arbitrarySurvey, KINDS, surveyOf, TIME_ZONE } from './arbitrary-surveys.ts';

interface Folder {
  readonly key: number;
  readonly name: string;
  readonly surveys: readonly OwnSurvey[];
  readonly folders: readonly Folder[];
}

/** Three regions, each with surveys of its own and three shops. */
const company = fc
  .tuple(
    fc.array(arbitrarySurvey, { minLength: 0, maxLength: 2 }),
    fc.array(
      fc.array(fc.array(arbitrarySurvey, { maxLength: 6 }), { minLength: 4, maxLength: 4 }),
      {
        minLength: 3,
        maxLength: 3,
      },
    ),
  )
  .map(([surveys, regions]): Folder => {
    let lastSurvey = 0;
    const folderOf = (
      key: number,
      values: readonly ArbitrarySurvey[],
      folders: readonly Folder[],
    ): Folder => {
      const name = `Folder ${String(key)}`;
      return {
        key,
        name,
        folders,
        surveys: values.map((survey) => {
          lastSurvey += 1;
          return surveyOf(lastSurvey, { key, name }, survey);
        }),
      };
    };
    return folderOf(
      1,
      surveys,
      regions.map(([own = [], ...shops], region) =>
        folderOf(
          10 + region,
          own,
          shops.map((shop, i) => folderOf(100 * (region + 1) + i, shop, [])),
        ),
      ),
    );
  });

function surveysOf({ surveys, folders }: Folder): readonly OwnSurvey[] {
  return [...surveys, ...folders.flatMap(surveysOf)];
}

function standardsOf({ key }: Folder): Parameters<typeof judgeFolder>[0]['standards'] {
  return KINDS.map((kind, i) => ({
    ...kind,
    standard: Array.from({ length: 61 }, (_, week) => ({
      n: week % 7,
      sum: ((key % 5) - 3 + 4 * i) * (week % 7),
      variance: 1,
    })),
  }));
}

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

function closuresOf(surveys: readonly OwnSurvey[]): readonly ClosureCounts[] {
  return mergeClosureCounts(
    surveys.map(({ facts: { figures } }) => {
      const { fromDay, weekBeforeEmpty } = figures;
      const open = WEEKDAYS.map(() => (weekBeforeEmpty ? 0 : 1));
      const empty = open.map((count, day) => (fromDay !== null && day + 1 >= fromDay ? count : 0));
      return [{ timeZone: TIME_ZONE, open, empty, shared: [] }];
    }),
  );
}

function partOf(surveys: readonly OwnSurvey[]): FolderPart {
  return ownPart(surveys, closuresOf(surveys));
}

function judge(folder: Folder, parts: readonly FolderPart[], isRoot: boolean): JudgedFolder {
  return judgeFolder({
    folder: { key: folder.key, name: folder.name },
    isRoot,
    parts,
    standards: standardsOf(folder),
    names: surveysOf(folder).map(({ facts }) => ({ ...facts, surveys: [facts.survey] })),
  });
}

/** As reports do: a folder knows of its subfolders only what their reports have. */
function judgeByFolder(folder: Folder, isRoot = true): JudgedFolder {
  const children = folder.folders.map((child) => {
    const { groups, ...report } = structuredClone(judgeByFolder(child, false));
    return childPart(groups, report);
  });
  return judge(folder, [partOf(folder.surveys), ...children], isRoot);
}

/** All surveys at once, each with the peer folder that the tree gives it. */
function judgeAtOnce(root: Folder): Attention {
  const { groups, attention } = partOf(surveysOf(root));
  const factsByKey = new Map(surveysOf(root).map(({ facts }) => [keyOf(placeOf(facts)), facts]));
  const low = groups.flatMap((group) => {
    const ranking = rankLeaves(group.leaves, group);
    if (ranking === null) return [];
    return standingLow(ranking).flatMap(({ folder, survey, index, responses }) => {
      const facts = factsByKey.get(keyOf({ folder, survey }));
      const impact = ((ranking.target - index) * responses) / (rangeOf(group) ?? NaN);
      return facts === undefined ? [] : [{ facts, impact }];
    });
  });
  return buildAttention({
    places: attention.places,
    surveys: judgeSurveys(root, []),
    standingLow: low,
    weak: [],
    leftOut: countsOf(() => 0),
  });
}

function judgeSurveys(folder: Folder, above: readonly Folder[]): readonly JudgedSurvey[] {
  const ancestors = [folder, ...above];
  return [
    ...folder.surveys.map((survey) => judgeSurvey(survey, ancestors)),
    ...folder.folders.flatMap((child) => judgeSurveys(child, ancestors)),
  ];
}

/** `ancestors`: nearest first. */
function judgeSurvey(survey: OwnSurvey, ancestors: readonly Folder[]): JudgedSurvey {
  const { facts, volume } = survey;
  const levelsOf = (folder: Folder): readonly Leaf['level'][] =>
    partOf(surveysOf(folder))
      .groups.filter((group) => compareGroups(group, facts) === 0)
      .flatMap(({ leaves }) => leaves.map((leaf) => leaf.level));
  const volumesOf = (folder: Folder): readonly Leaf['volume'][] =>
    partOf(surveysOf(folder)).groups.flatMap(({ leaves }) => leaves.map((leaf) => leaf.volume));
  const peerFolder = ancestors.find((folder) => hasLevelPeers(levelsOf(folder))) ?? null;
  const volumeFolder = ancestors.find((folder) => hasVolumePeers(volumesOf(folder))) ?? null;
  const here = peerFolder ?? ancestors.at(-1);
  const openFacts =
    here === undefined ? facts : withoutClosures(facts, closuresOf(surveysOf(here)));
  const evidence = partOf([survey]).groups[0]?.leaves[0]?.pending?.level;
  assert.ok(evidence !== undefined && 'evidence' in evidence);
  const { verdict, verdictLast, refFrom, refTo } = evidence.evidence;
  const standard =
    peerFolder === null
      ? []
      : (standardsOf(peerFolder).find((group) => compareGroups(group, facts) === 0)?.standard ??
        []);
  const judgement = judgeLevelAmongPeers(openFacts, evidence.evidence, {
    peerFolder: peerFolder === null ? null : { key: peerFolder.key, name: peerFolder.name },
    peers: peerFolder === null ? NO_PEERS : levelPeers(levelsOf(peerFolder), rangeOf(facts) ?? NaN),
    meanDifference: isUsual(verdict, verdictLast) ? 0 : meanDifference(standard, refFrom, refTo),
  });
  const volumeState =
    volume === null
      ? null
      : judgeVolumeAmongPeers(
          openFacts,
          volume,
          volumeFolder === null ? NO_PEERS : volumePeers(volumesOf(volumeFolder)),
          volumeFolder !== null,
        );
  return {
    facts: openFacts,
    material: judgement?.material ?? false,
    peerFolder: judgement?.peerFolder ?? null,
    relative: judgement?.relative ?? null,
    common: judgement?.common ?? null,
    states: [
      ...(judgement?.states ?? []),
      ...(volumeState === null ? [] : [volumeState]),
      ...alarmState(openFacts),
    ],
  };
}

/** Of a survey that only the ranking lists, a folder above may know no more than its counts. */
function comparable({ entries, ...list }: Attention): unknown {
  return {
    ...list,
    entries: entries.map((entry) =>
      entry.state === 'standingLow'
        ? { state: entry.state, place: placeOf(entry), impact: entry.impact, weak: entry.weak }
        : entry,
    ),
  };
}

describe('the surveys of a folder', () => {
  it('count as places where their level is judged, or would be with their history', () => {
    const judged = arbitrarySurvey.filter(
      ({ level, historyMissing }) => level !== null && !historyMissing,
    );
    const [sample = assert.fail()] = fc.sample(judged, { numRuns: 1, seed: 1 });
    const survey = surveyOf(1, { key: 1, name: 'Shop' }, sample);
    const { facts } = survey;
    const placesWith = (isJudged: boolean, historyMissing: boolean, volumeUsual: number | null) => {
      const level = isJudged ? survey.level : null;
      const figures = { ...facts.figures, volumeUsual };
      const changed = { ...survey, level, historyMissing, facts: { ...facts, figures } };
      return ownPart([changed], []).attention.places;
    };
    assert.equal(placesWith(true, false, null), 1);
    assert.equal(placesWith(false, false, 200), 0);
    assert.equal(placesWith(false, true, 200), 1);
    assert.equal(placesWith(false, true, null), 0);
  });

  it('are judged by folder as they are all at once', () => {
    fc.assert(
      fc.property(company, (root) => {
        assert.deepEqual(comparable(judgeByFolder(root).attention), comparable(judgeAtOnce(root)));
      }),
      { numRuns: 60 },
    );
  });

  it('are judged the same in any order', () => {
    const reverse = (folder: Folder): Folder => ({
      ...folder,
      surveys: folder.surveys.toReversed(),
      folders: folder.folders.map(reverse).toReversed(),
    });
    fc.assert(
      fc.property(company, (root) => {
        assert.deepEqual(judgeByFolder(reverse(root), false), judgeByFolder(root, false));
      }),
      { numRuns: 40 },
    );
  });

  it('have one entry each at most, and counts that add up', () => {
    fc.assert(
      fc.property(company, (root) => {
        const { entries, counts, truncated, weak } = judgeByFolder(root).attention;
        const keys = [...entries.map(placeOf), ...weak].map(keyOf);
        assert.equal(new Set(keys).size, keys.length);
        const listed = Object.values(counts).reduce((sum, count) => sum + count, 0);
        assert.equal(listed, entries.length + truncated);
      }),
      { numRuns: 40 },
    );
  });

  it('stay left out above the list that leaves them out', () => {
    const silent = Array.from({ length: 1200 }, (_, i) => silentSurvey(i + 1));
    const shop = { key: 100, name: 'Shop', surveys: silent, folders: [] };
    const { attention } = judgeByFolder({ key: 1, name: 'Company', surveys: [], folders: [shop] });
    assert.equal(attention.entries.length, 1000);
    assert.equal(attention.truncated, 200);
    assert.equal(attention.counts.silent, 1200);
  });

  it('are weak above a list that has them only as far below the others', () => {
    const { facts } = placeWithCounts(1, [90, 5, 5, 0]);
    const weakState = { state: 'new', strength: 2.9, impact: 1, held: true } as const;
    const list = {
      places: 1,
      surveys: [{ ...NO_COMPARISON, facts, states: [weakState] }],
      standingLow: [{ facts, impact: 1 }],
      weak: [],
      leftOut: countsOf(() => 0),
    };
    const attention = buildAttention(list);
    assert.deepEqual(attention.weak, []);
    assert.deepEqual(
      attention.entries.map(({ state }) => state),
      ['standingLow'],
    );
    const root = { key: 1, name: 'Company', surveys: [], folders: [] };
    const above = judge(root, [{ groups: [], attention, closed: [] }], true);
    assert.deepEqual(above.attention.entries, []);
    assert.deepEqual(above.attention.weak, [{ folder: 1000, survey: 1, name: 'Question 1' }]);
  });

  it('have their names in the list of a company with any number of places', () => {
    const surveys = Array.from({ length: 599 }, (_, i) => {
      const isLow = i % 100 === 0;
      return placeWithCounts(i + 1, isLow ? [90, 5, 5, 0] : [5, 10, 25, 60]);
    });
    const shops = surveys.map((survey, i) => ({
      key: 1000 + i,
      name: `Shop ${String(i)}`,
      surveys: [survey],
      folders: [],
    }));
    const { entries } = judgeByFolder({
      key: 1,
      name: 'Company',
      surveys: [],
      folders: shops,
    }).attention;
    assert.deepEqual(
      entries.map(({ state, folder, survey }) => [state, folder.name, survey.name]),
      [0, 100, 200, 300, 400, 500].map((i) => [
        'standingLow',
        `Shop ${String(i)}`,
        `Question ${String(i + 1)}`,
      ]),
    );
  });
});

const NO_COMPARISON = { material: false, peerFolder: null, relative: null, common: null } as const;

const NO_EVIDENCE: ArbitrarySurvey = {
  kind: KINDS[0],
  counts: [0, 0, 0, 0, 0],
  usual: 70,
  level: null,
  volume: null,
  silence: null,
  was: null,
  weeks: 1,
  lossTotal: null,
  badMinutes: 0,
  historyMissing: false,
};

function silentSurvey(key: number): OwnSurvey {
  const silence = { fromDay: 1, silentWeeks: 1, weekBeforeEmpty: true };
  return surveyOf(key, { key: 100, name: 'Shop' }, { ...NO_EVIDENCE, silence });
}

function placeWithCounts(key: number, counts: readonly number[]): OwnSurvey {
  const folder = { key: 999 + key, name: `Shop ${String(key - 1)}` };
  return surveyOf(key, folder, { ...NO_EVIDENCE, counts: [...counts] });
}
