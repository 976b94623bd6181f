import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  hasNewProblems,
  isAtLeastAsComplete,
  historyMissingMessage,
  missingMessage,
  excludeProblems,
} from '../../../lib/domain/problems.ts';
import type { ReportProblem } from '../../../lib/domain/report.ts';

function lost(
  part: 'survey' | 'followUps',
  survey: number,
  code = 'UPSTREAM_NOT_FOUND',
): ReportProblem {
  return {
    code,
    folder: 3,
    survey,
    message: missingMessage(part, `${code} happened`),
    missing: true,
  };
}
const settling: ReportProblem = {
  code: 'NOT_SETTLED',
  folder: 3,
  survey: 1,
  message: 'Devices may still upload.',
  missing: true,
};
const historyMissing: ReportProblem = {
  code: 'HISTORY_MISSING',
  folder: 3,
  survey: 1,
  message: historyMissingMessage('it timed out'),
  missing: true,
};
const note: ReportProblem = {
  code: 'TZ_DRIFT',
  folder: 3,
  survey: 1,
  message: 'odd',
  missing: false,
};

describe('a later revision', () => {
  it('has new data when a missing survey is present', () => {
    assert.ok(hasNewProblems([lost('survey', 1)], []));
    assert.ok(hasNewProblems([lost('survey', 1), lost('survey', 2)], [lost('survey', 2)]));
  });

  it('has new data when only a part of a missing survey is still missing', () => {
    assert.ok(hasNewProblems([lost('survey', 1)], [lost('followUps', 1)]));
  });

  it('has new data when the history is present, or only it is missing of a survey', () => {
    assert.ok(hasNewProblems([historyMissing], []));
    assert.ok(hasNewProblems([lost('survey', 1)], [historyMissing]));
    assert.ok(!isAtLeastAsComplete([historyMissing], [lost('survey', 1)]));
    assert.ok(!isAtLeastAsComplete([lost('followUps', 1)], [historyMissing]));
  });

  it('has no new data when the same data is missing for another reason', () => {
    const now = [lost('survey', 1, 'UPSTREAM_TIMEOUT')];
    assert.ok(!hasNewProblems([lost('survey', 1)], now));
    assert.ok(isAtLeastAsComplete([lost('survey', 1)], now));
  });

  it('has new data when one survey is present and another is missing for another reason', () => {
    assert.ok(
      hasNewProblems(
        [lost('survey', 1), lost('survey', 2)],
        [lost('survey', 1, 'UPSTREAM_UNAVAILABLE')],
      ),
    );
  });

  it('has lost data when more of a survey is missing, even if other data is present again', () => {
    const before = [lost('followUps', 1), lost('survey', 2)];
    const now = [lost('survey', 1)];
    assert.ok(!isAtLeastAsComplete(before, now));
    assert.ok(!hasNewProblems(before, now));
  });

  it('ignores problems about nothing missing', () => {
    assert.ok(!hasNewProblems([note], []));
    assert.ok(isAtLeastAsComplete([], [note]));
  });

  it('has new data when the week has settled', () => {
    assert.ok(hasNewProblems([settling], []));
    assert.ok(!hasNewProblems([settling], [settling]));
  });
});

describe('missing data', () => {
  const folderHole = (folder: number, code = 'UPSTREAM_TIMEOUT'): ReportProblem => ({
    code,
    folder,
    message: 'gone',
    missing: true,
  });

  it('is different in another folder', () => {
    assert.ok(!isAtLeastAsComplete([lost('survey', 1)], [{ ...lost('survey', 1), folder: 4 }]));
    assert.ok(hasNewProblems([{ ...lost('survey', 1), folder: 4 }], []));
    assert.ok(!isAtLeastAsComplete([folderHole(3)], [folderHole(4)]));
    assert.ok(
      !isAtLeastAsComplete([{ code: 'X', message: '', missing: true }], [folderHole(0, 'X')]),
    );
  });

  it('missing data of one part do not cover another part of the same survey', () => {
    assert.ok(!isAtLeastAsComplete([lost('followUps', 1)], [lost('survey', 1)]));
    assert.ok(!isAtLeastAsComplete([lost('followUps', 1)], [settling]));
    assert.ok(isAtLeastAsComplete([lost('survey', 1)], [settling]));
    assert.ok(isAtLeastAsComplete([lost('followUps', 1)], [lost('followUps', 1)]));
  });

  it('missing data of a whole folder do not cover a part with another name', () => {
    const wholeFolder = { ...folderHole(3), message: missingMessage('survey', 'gone') };
    assert.ok(!isAtLeastAsComplete([wholeFolder], [folderHole(3, 'FOLDER_CYCLE')]));
  });
});

describe('problems of only one revision', () => {
  it('identifies problems by place, part and cause', () => {
    const before = [lost('survey', 1), lost('followUps', 2)];
    const after = [lost('followUps', 1), lost('followUps', 2)];
    assert.deepEqual(excludeProblems(before, after), [lost('survey', 1)]);
    assert.deepEqual(excludeProblems(after, before), [lost('followUps', 1)]);
    assert.deepEqual(excludeProblems(before, before), []);
  });
});
