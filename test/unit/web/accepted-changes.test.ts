// What the page offers to accept, targets as they are typed, and why a change was not made.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatsFor } from '../../../lib/i18n/formats.ts';
import { LANGUAGES } from '../../../lib/i18n/messages.ts';
import { ApiError } from '../../../lib/web/api/api-errors.ts';
import { folderOffers } from '../../../lib/web/features/accept/place-offers.ts';
import { settingErrorText } from '../../../lib/web/features/accept/setting-texts.ts';
import { parseTarget, targetKinds } from '../../../lib/web/features/accept/target-input.ts';
import { en } from '../../support/page-texts.ts';
import { fc } from '../../support/property-settings.ts';
import type { FolderSketch, SurveySketch } from '../../support/test-reports.ts';
import { createReport } from '../../support/test-reports.ts';

function low(key: number, indexType = 'HAPPY'): SurveySketch {
  const levelChange = { weeksAgo: 13, mood: 0.3 };
  return { key, name: 'How was it?', volume: 600, indexType, levelChange };
}

describe('the offers of a folder', () => {
  const offersOf = (surveys: readonly SurveySketch[]) => {
    const store: FolderSketch = { key: 21, name: 'Store', surveys };
    return folderOffers(createReport(store)).map(({ survey, kind, week }) => [survey, kind, week]);
  };

  it('are about the folder where several surveys of a kind have fallen together', () => {
    assert.deepEqual(offersOf([low(211), low(212)]), [[null, 'level', '2026-W33']]);
  });

  it('are about the only survey of a kind', () => {
    assert.deepEqual(offersOf([low(211)]), [[211, 'level', '2026-W33']]);
    assert.deepEqual(offersOf([low(211), low(212, 'AVERAGE')]), [
      [212, 'level', '2026-W33'],
      [211, 'level', '2026-W33'],
    ]);
  });

  it('name each change once', () => {
    const surveys = [low(211), low(212), low(213, 'AVERAGE'), low(214, 'AVERAGE')];
    assert.deepEqual(offersOf(surveys), [[null, 'level', '2026-W33']]);
  });

  it('are none in a report as usual', () => {
    assert.deepEqual(offersOf([{ key: 211, name: 'How was it?', volume: 600 }]), []);
  });
});

describe('a target', () => {
  it('is read as every language prints it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -10_000, max: 10_000 }),
        fc.constantFrom(...LANGUAGES),
        (hundredths, language) => {
          const value = hundredths / 100;
          const text = formatsFor(language).decimal(value);
          assert.equal(parseTarget(text, { lower: -100, upper: 100 }), value, text);
        },
      ),
    );
  });

  it('is nothing but a number within the scale', () => {
    const limits = { lower: 1, upper: 5 };
    for (const text of ['', 'four', '0.99', '5.01', '-2', '4.5.1', '1e0', '0x4', '4 %']) {
      assert.equal(parseTarget(text, limits), null, text);
    }
    for (const text of ['1', ' 5 ', '4,5', '+4.5', '４']) {
      assert.notEqual(parseTarget(text, limits), null, text);
    }
  });

  it('can be set for each known kind once', () => {
    const happy = { indexType: 'HAPPY', feedbackScale: 'FOUR' };
    const nps = { indexType: 'NPS', feedbackScale: 'FIVE' };
    const unknown = { indexType: 'MOOD', feedbackScale: 'FOUR' };
    assert.deepEqual(targetKinds([happy, unknown, nps, happy]), [
      { ...happy, limits: { lower: 0, upper: 100 } },
      { ...nps, limits: { lower: -100, upper: 100 } },
    ]);
  });
});

describe('a change that was not made', () => {
  it('is explained by its code or by the kind of its error', () => {
    const { accept, make, errors } = en;
    const cases = [
      [new ApiError('busy', { code: 'TOO_MANY_SETTINGS' }), accept.errors.tooMany],
      [new ApiError('refused', { code: 'SETTINGS_FULL' }), accept.errors.full],
      [new ApiError('notFound', { code: 'FOLDER_NOT_FOUND' }), make.noFolder],
      [new ApiError('offline'), make.offline],
      [new ApiError('slow'), errors.slow.text],
    ] as const;
    for (const [error, reason] of cases) {
      assert.equal(settingErrorText(error, en), `${accept.failed} ${reason}`);
    }
  });
});
