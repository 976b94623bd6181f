// What a folder takes from its subfolders: names of places that only the ranking finds, and entries that lists left out.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FolderInput, FolderPart } from '../../../../lib/domain/signals/folder-judgement.ts';
import { judgeFolder, ownPart } from '../../../../lib/domain/signals/folder-judgement.ts';
import { countsOf } from '../../../../lib/domain/signals/folder-list.ts';
import { toLeaves } from '../../../../lib/domain/signals/leaf-columns.ts';
import type { Leaf } from '../../../../lib/domain/signals/model.ts';
import { factsOfCounts } from '../../../../lib/domain/signals/survey-judgement.ts';

const KIND = { indexType: 'HAPPY', feedbackScale: 'FOUR' } as const;
const COMPANY = { key: 1, name: 'Company' } as const;
const NO_ENTRIES: FolderPart['attention'] = {
  places: 40,
  counts: countsOf(() => 0),
  entries: [],
  weak: [],
  truncated: 0,
};

/** Two surveys in each of twenty folders from 100 on, those of the given positions with an index of 10, the others of 80. */
function leavesWithLow(positions: readonly number[]): readonly Leaf[] {
  return Array.from({ length: 40 }, (_, i) => ({
    folder: 100 + Math.floor(i / 2),
    survey: 1 + (i % 2),
    data: positions.includes(i) ? [180, 0, 0, 20] : [40, 0, 0, 160],
    usual: 50 + i,
    listed: null,
    level: {
      difference: null,
      sd: null,
      difference4: null,
      sd4: null,
      lastDifference: null,
      yearDifference: null,
    },
    volume: { difference: 0, sd: 0.2, difference4: 0, sd4: 0.2 },
    pending: null,
  }));
}

function partWith(
  leaves: readonly Leaf[],
  attention: Partial<FolderPart['attention']> = {},
): FolderPart {
  return {
    groups: [{ ...KIND, leaves }],
    attention: { ...NO_ENTRIES, ...attention },
    closed: [],
  };
}

function judge(parts: readonly FolderPart[], input: Partial<FolderInput> = {}) {
  return judgeFolder({
    folder: COMPANY,
    isRoot: true,
    parts,
    standards: [],
    names: [],
    ...input,
  });
}

describe('a folder with subfolders', () => {
  it('has names, usual level and counts of places that only the ranking finds', () => {
    const shop = {
      folder: { key: 110, name: 'Shop' },
      path: ['Company', 'North'],
      surveys: [
        { key: 1, name: 'How was the queue?' },
        { key: 2, name: 'How was it?' },
      ],
    };
    const kiosk = { folder: { key: 103, name: 'Kiosk' }, path: ['Company'], surveys: [] };
    const { attention } = judge([partWith(leavesWithLow([6, 21, 30]))], { names: [kiosk, shop] });
    const entries = attention.entries.map(({ state, folder, path, survey, figures }) => {
      const { index, usual, responses } = figures;
      return { state, folder, path, survey, index, usual, responses };
    });
    const low = { state: 'standingLow', index: 10, responses: 200 };
    assert.deepEqual(
      entries.toSorted((a, b) => a.folder.key - b.folder.key),
      [
        {
          ...low,
          folder: kiosk.folder,
          path: ['Company'],
          survey: { key: 1, name: '' },
          usual: 56,
        },
        {
          ...low,
          folder: shop.folder,
          path: shop.path,
          survey: { key: 2, name: 'How was it?' },
          usual: 71,
        },
        {
          ...low,
          folder: { key: 115, name: '' },
          path: [],
          survey: { key: 1, name: '' },
          usual: 80,
        },
      ],
    );
  });

  it('counts what the lists of its subfolders left out, without places that only their rankings found', () => {
    const counts = { ...countsOf(() => 0), new: 3, standingLow: 2 };
    const leaves = leavesWithLow([]);
    const { attention } = judge([partWith(leaves, { counts, truncated: 5 })]);
    assert.deepEqual(attention.counts, { ...countsOf(() => 0), new: 3 });
    assert.equal(attention.truncated, 3);
  });

  it('hands a survey up without facts when the last of its judgements is made', () => {
    const facts = factsOfCounts(
      { folder: { key: 200, name: 'Shop' }, path: [], survey: { key: 1, name: 'How was it?' } },
      KIND,
      { index: 80, usual: 80, responses: 200 },
    );
    const [survey] =
      ownPart(
        [
          {
            facts,
            data: [40, 0, 0, 160],
            listed: null,
            level: null,
            volume: null,
            historyMissing: false,
          },
        ],
        [],
      ).groups[0]?.leaves ?? [];
    assert.ok(survey !== undefined && survey.pending !== null);
    const pending = { ...survey.pending, level: { judgement: null } };
    const { groups } = judge([partWith([...leavesWithLow([]), { ...survey, pending }])], {
      isRoot: false,
    });
    const [group] = groups;
    assert.ok(group !== undefined && group.leaves.entry === undefined);
    assert.ok(toLeaves(group.leaves, KIND).every((leaf) => leaf.pending === null));
  });

  it('has no evidence of a survey without a known level and number of responses', () => {
    const facts = factsOfCounts(
      { folder: { key: 200, name: 'Shop' }, path: [], survey: { key: 1, name: 'How was it?' } },
      KIND,
      { index: null, usual: null, responses: 0 },
    );
    const own = { facts, data: [0, 0, 0, 0], listed: null, level: null, volume: null };
    const pending = ownPart([{ ...own, historyMissing: false }], []).groups[0]?.leaves[0]?.pending;
    assert.ok(pending !== undefined && pending !== null);
    assert.ok('evidence' in pending.level && 'evidence' in pending.volume);
    for (const evidence of [pending.level.evidence, pending.volume.evidence]) {
      assert.ok(Object.values(evidence).every((value) => value === null || value === false));
    }
  });
});
