// Tests that reports stored by version "1" are still read and merged.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { jsonReader, jsonRenderer } from '../../../../lib/adapters/json/index.ts';
import type { ChildReport } from '../../../../lib/domain/build-report.ts';
import { buildReport } from '../../../../lib/domain/build-report.ts';
import type { Report } from '../../../../lib/domain/report.ts';
import { createStoreReport } from '../../../support/test-reports.ts';
import { RULES, requireWeek } from '../../../support/test-facts.ts';

function readStored(name: 'store' | 'region'): Report {
  return jsonReader().read(readFileSync(new URL(`version-1/${name}.json`, import.meta.url)));
}

function parentOf(children: readonly ChildReport[], superseded: Report | null = null): Report {
  return buildReport(
    {
      folder: { key: 1, name: 'Company', path: [] },
      week: requireWeek(readStored('store').week),
      asOf: '2026-11-17T08:00:00.000Z',
      surveys: [],
      failed: [],
      absent: [],
      problems: [],
    },
    children,
    superseded === null ? null : { revision: superseded.revision, report: superseded },
    RULES,
  );
}

describe('a report of version "1"', () => {
  it('is read with its figures, and without signals', () => {
    for (const name of ['store', 'region'] as const) {
      const report = readStored(name);
      const [group] = report.summary.groups;
      assert.equal(report.reportVersion, '1');
      assert(group !== undefined && group.responses > 0);
      assert.equal(group.signal, null);
      assert.deepEqual(group.leaves, []);
      assert.deepEqual(group.otherLeaves, { data: group.data, previousData: group.previousData });
      assert.deepEqual(report.summary.attention.entries, []);
      assert.deepEqual(report.summary.signals.tests, { index: 0, volume: 0 });
    }
    const [survey] = readStored('store').surveys;
    assert.deepEqual([survey?.signal, survey?.volume, survey?.alarm], [null, null, null]);
  });

  it('is merged with a named problem that makes nothing missing', async () => {
    const old = readStored('store');
    const current = createStoreReport(1);
    const parent = parentOf([old, { ...current, folder: { ...current.folder, key: 77 } }]);
    assert.deepEqual(
      parent.problems
        .filter(({ code }) => code === 'SIGNALS_MISSING')
        .map(({ folder, missing }) => ({ folder, missing })),
      [{ folder: old.folder.key, missing: false }],
    );
    assert.equal(parent.reportVersion, '2');
    assert.equal(parent.summary.responses, old.summary.responses + current.summary.responses);
    const bytes = (await jsonRenderer().render(parent)).bytes;
    assert.deepEqual(jsonReader().read(bytes), parent);
  });

  it('is superseded by a report of the current version', () => {
    const old = readStored('store');
    const revisedReport = parentOf([createStoreReport(1)], old);
    assert.equal(revisedReport.revision, old.revision + 1);
    assert.equal(revisedReport.changes?.revision, old.revision);
  });
});
