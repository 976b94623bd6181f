// Which test files a run of the suite has.
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { describe, it } from 'node:test';
import { ROOT, suiteFiles } from '../../support/suite-files.ts';

const EVERY = globSync('test/{architecture,e2e,integration,unit}/**/*.test.ts', { cwd: ROOT });
const isLong = (file: string): boolean => file.endsWith('.long.test.ts');

describe('the files of a test run', () => {
  it('are all but the long ones when nothing is named', () => {
    assert.ok(EVERY.some(isLong));
    const files = suiteFiles([]);
    assert.deepEqual(files.toSorted(), EVERY.filter((file) => !isLong(file)).toSorted());
  });

  it('are all with "all"', () => {
    assert.deepEqual(suiteFiles(['all']).toSorted(), EVERY.toSorted());
  });

  it('are all of a kind, a folder or a file that is named, also long ones', () => {
    for (const name of ['integration', 'test/integration/domain']) {
      const folder = name === 'integration' ? 'test/integration' : name;
      const expected = EVERY.filter((file) => file.startsWith(`${folder}/`));
      assert.ok(expected.some(isLong));
      assert.deepEqual(suiteFiles([name]).toSorted(), expected.toSorted());
    }
    const file = 'test/integration/domain/all-zones.long.test.ts';
    assert.deepEqual(suiteFiles([file]), [file]);
  });
});
