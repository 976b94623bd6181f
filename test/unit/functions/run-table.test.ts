// The table at the end of a run: complete for a short run, the best and worst folders of a long one.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { printRunTable } from '../../../functions/cli/run-table.ts';
import type { FolderOutcome } from '../../../lib/reports/run-week.ts';
import { parseWeek } from '../../../lib/domain/calendar.ts';
import { computeFigures } from '../../../lib/domain/figures.ts';
import type { Manifest } from '../../../lib/ports/stored-records.ts';

const WEEK = parseWeek('2026-W46') ?? assert.fail();
const ROOT = { key: 1, name: 'Acme' };

function manifestOf(key: number, name: string): Manifest {
  const file = { bytes: 1, sha256: '0'.repeat(64) };
  return {
    week: WEEK.name,
    folder: { key, name },
    revision: 1,
    status: 'complete',
    asOf: '2026-11-19T08:00:00.000Z',
    files: {
      pdf: { ...file, key: `weeks/${WEEK.name}/folders/${key}/a.pdf` },
      json: { ...file, key: `weeks/${WEEK.name}/folders/${key}/a.json` },
    },
    problems: [],
  };
}

function outcome(
  key: number,
  name: string,
  { happy, indexType = 'HAPPY' }: { readonly happy: number; readonly indexType?: string },
): FolderOutcome {
  const kind = { indexType, feedbackScale: 'FOUR' };
  const data = [100 - happy, 0, 0, happy];
  const group = { ...kind, surveys: 1, ...computeFigures(data, data, kind, 10) };
  return {
    folder: { key, name },
    path: key === ROOT.key ? [] : [ROOT],
    report: {
      manifest: manifestOf(key, name),
      outcome: 'made',
      part: () => assert.fail(),
      headline: () =>
        Promise.resolve({
          responses: 100,
          groups: [group],
          alerts: { started: 0, carriedOver: 0, open: 0 },
        }),
    },
  };
}

/** The root and `count` stores, whose order by index differs from the order of their keys. */
function company(stores: number): readonly FolderOutcome[] {
  return [
    outcome(1, 'Acme', { happy: 50 }),
    ...Array.from({ length: stores }, (_, i) =>
      outcome(10 + i, `Store ${i}`, { happy: ((i * 7) % stores) + 10 }),
    ),
  ];
}

async function formatTable(outcomes: readonly FolderOutcome[], showAll = false): Promise<string> {
  let text = '';
  const store = { kind: 'file', folder: './reports' } as const;
  await printRunTable(
    { outcomes, exitCode: 0 },
    { week: WEEK, store, showAll },
    { write: (more) => (text += more) },
  );
  return text;
}

/** Names of stores in the order of the table. */
function storesIn(text: string): readonly number[] {
  return [...text.matchAll(/^ *Store (\d+)/gm)].map(([, number]) => Number(number));
}

/** Numbers of stores, the one with the highest index first. */
function byIndex(stores: number): readonly number[] {
  const happy = (i: number): number => (i * 7) % stores;
  return Array.from({ length: stores }, (_, i) => i).toSorted((a, b) => happy(b) - happy(a));
}

describe('the table of a run', () => {
  it('shows the ten best and ten worst folders of a long run by rank, with a hint at --all', async () => {
    const text = await formatTable(company(40));
    const ranked = byIndex(40);
    assert.deepEqual(storesIn(text), [...ranked.slice(0, 10), ...ranked.slice(-10)]);
    assert.match(text, /^Acme /m);
    assert.match(text, /^… 20 more/m);
    assert.match(
      text,
      /^Shown: the 10 best and 10 worst of 40 folders without subfolders, ranked by/m,
    );
    assert.match(text, /^Run the same command with --all to see all 41 reports\.$/m);
  });

  it('shows all reports of a long run with --all, in the order of the tree', async () => {
    const text = await formatTable(company(40), true);
    assert.deepEqual(
      storesIn(text),
      Array.from({ length: 40 }, (_, i) => i),
    );
    assert.doesNotMatch(text, /--all/);
  });

  it('shows all reports of a short run', async () => {
    const text = await formatTable(company(24));
    assert.equal(storesIn(text).length, 24);
    assert.doesNotMatch(text, /--all/);
  });

  it('ranks only the most frequent kind of index', async () => {
    const others = Array.from({ length: 5 }, (_, i) =>
      outcome(100 + i, `Other ${i}`, { happy: 99, indexType: 'NPS' }),
    );
    const text = await formatTable([...company(30), ...others]);
    assert.match(text, /by index \(HAPPY, FOUR\)/);
    assert.doesNotMatch(text, /^Other/m);
  });

  it('counts folders without a report separately, so that the total equals that of the progress bar', async () => {
    const silent = { folder: { key: 9, name: 'Nothing here' }, path: [ROOT], report: null };
    const text = await formatTable([...company(2), silent]);
    assert.match(text, /^3 reports: 3 complete; 1 folder without surveys in this week$/m);
  });
});
