// Tests that reports stored by versions "1" and "2" are still read, and those of version "1" merged.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { jsonReader, jsonRenderer } from '../../../../lib/adapters/json/index.ts';
import type { ChildReport } from '../../../../lib/domain/build-report.ts';
import { NO_SETTINGS } from '../../../../lib/domain/signals/folder-settings.ts';
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
      settings: NO_SETTINGS,
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
      assert.deepEqual([group.level.state, group.level.usual], [null, null]);
      assert.deepEqual([group.leaves.survey, group.standard], [[], []]);
      const { entries, places } = report.summary.attention;
      assert.deepEqual([entries, places], [[], 0]);
    }
    const [survey] = readStored('store').surveys;
    assert.deepEqual(
      [survey?.level.state, survey?.volume, survey?.alarm, survey?.badMinutes],
      [null, null, null, null],
    );
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
    assert.equal(parent.reportVersion, '3');
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

describe('a report of version "2"', () => {
  it('is read with its figures and places, without states and without the list that it has', () => {
    for (const [folder, name] of [
      [21, 'a3ccf26b28bf89b28b1d10a3'],
      [1, '9a194e400c1b06111b273982'],
    ] as const) {
      const report = jsonReader().read(
        readFileSync(
          new URL(
            `../../../fixtures/stored-reports/0.1.0/weeks/2026-W46/folders/${folder}/${name}.json`,
            import.meta.url,
          ),
        ),
      );
      const { groups, places, attention } = report.summary;
      assert.equal(report.reportVersion, '2');
      assert.ok(groups.length > 0 && places.length > 0);
      for (const { index, level } of groups) {
        assert.notEqual(index, null);
        assert.equal(level.state, null);
      }
      assert.deepEqual([attention.places, attention.entries], [0, []]);
    }
  });
});
