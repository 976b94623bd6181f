// Tests that reports stored by version "2" are read, and that those of version "1" are refused.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jsonReader } from '../../../../lib/adapters/json/index.ts';
import { readVersion2Report, VERSION_2_REPORTS } from '../../../support/version-2-reports.ts';

describe('a report of version "2"', () => {
  it('is read with its figures and places, without states and without the list that it has', () => {
    for (const name of VERSION_2_REPORTS) {
      const { reportVersion, summary } = readVersion2Report(name);
      const { groups, places, attention } = summary;
      assert.equal(reportVersion, '2');
      assert.ok(groups.length > 0 && places.length > 0);
      for (const { index, level } of groups) {
        assert.notEqual(index, null);
        assert.equal(level.state, null);
      }
      assert.deepEqual([attention.places, attention.entries], [0, []]);
    }
  });
});

describe('the version of a report', () => {
  for (const [version, code] of [
    ['0', 'REPORT_DAMAGED'],
    ['1', 'REPORT_OLDER'],
    ['4', 'REPORT_NEWER'],
    ['10', 'REPORT_NEWER'],
  ] as const) {
    it(`"${version}" is refused with ${code}`, () => {
      const bytes = new TextEncoder().encode(JSON.stringify({ reportVersion: version }));
      assert.throws(() => jsonReader().read(bytes), { code });
    });
  }
});
