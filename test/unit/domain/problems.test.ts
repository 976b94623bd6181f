import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  hasGained,
  losesNothing,
  messageOfMissing,
  without,
} from '../../../lib/domain/problems.ts';
import type { Problem } from '../../../lib/domain/report.ts';

function lost(part: 'survey' | 'followUps', survey: number, code = 'UPSTREAM_NOT_FOUND'): Problem {
  return {
    code,
    folder: 3,
    survey,
    message: messageOfMissing(part, `${code} happened`),
    missing: true,
  };
}
const settling: Problem = {
  code: 'NOT_SETTLED',
  folder: 3,
  survey: 1,
  message: 'Devices may still upload.',
  missing: true,
};
const note: Problem = { code: 'TZ_DRIFT', folder: 3, survey: 1, message: 'odd', missing: false };

describe('a second try', () => {
  it('has gained when a survey is there that was missing', () => {
    assert.ok(hasGained([lost('survey', 1)], []));
    assert.ok(hasGained([lost('survey', 1), lost('survey', 2)], [lost('survey', 2)]));
  });

  it('has gained when of a missing survey only a part is missing now', () => {
    assert.ok(hasGained([lost('survey', 1)], [lost('followUps', 1)]));
  });

  it('has gained nothing when the same is missing for another reason', () => {
    const now = [lost('survey', 1, 'UPSTREAM_TIMEOUT')];
    assert.ok(!hasGained([lost('survey', 1)], now));
    assert.ok(losesNothing([lost('survey', 1)], now));
  });

  it('has gained when one is there, though the other is missing for another reason', () => {
    assert.ok(
      hasGained(
        [lost('survey', 1), lost('survey', 2)],
        [lost('survey', 1, 'UPSTREAM_UNAVAILABLE')],
      ),
    );
  });

  it('has lost when of a survey more is missing than before, whatever else came back', () => {
    const before = [lost('followUps', 1), lost('survey', 2)];
    const now = [lost('survey', 1)];
    assert.ok(!losesNothing(before, now));
    assert.ok(!hasGained(before, now));
  });

  it('takes no notice of what misses nothing', () => {
    assert.ok(!hasGained([note], []));
    assert.ok(losesNothing([], [note]));
  });

  it('has gained when the week has settled', () => {
    assert.ok(hasGained([settling], []));
    assert.ok(!hasGained([settling], [settling]));
  });
});

describe('a hole', () => {
  const folderHole = (folder: number, code = 'UPSTREAM_TIMEOUT'): Problem => ({
    code,
    folder,
    message: 'gone',
    missing: true,
  });

  it('is another in another folder', () => {
    assert.ok(!losesNothing([lost('survey', 1)], [{ ...lost('survey', 1), folder: 4 }]));
    assert.ok(hasGained([{ ...lost('survey', 1), folder: 4 }], []));
    assert.ok(!losesNothing([folderHole(3)], [folderHole(4)]));
    assert.ok(!losesNothing([{ code: 'X', message: '', missing: true }], [folderHole(0, 'X')]));
  });

  it('of one part does not stand for another part of the same survey', () => {
    assert.ok(!losesNothing([lost('followUps', 1)], [lost('survey', 1)]));
    assert.ok(!losesNothing([lost('followUps', 1)], [settling]));
    assert.ok(losesNothing([lost('survey', 1)], [settling]));
    assert.ok(losesNothing([lost('followUps', 1)], [lost('followUps', 1)]));
  });

  it('of a whole folder does not stand for a part of it under another name', () => {
    const whole = { ...folderHole(3), message: messageOfMissing('survey', 'gone') };
    assert.ok(!losesNothing([whole], [folderHole(3, 'FOLDER_CYCLE')]));
  });
});

describe('problems of one revision and not of the other', () => {
  it('are told apart by place, part and cause', () => {
    const before = [lost('survey', 1), lost('followUps', 2)];
    const after = [lost('followUps', 1), lost('followUps', 2)];
    assert.deepEqual(without(before, after), [lost('survey', 1)]);
    assert.deepEqual(without(after, before), [lost('followUps', 1)]);
    assert.deepEqual(without(before, before), []);
  });
});
