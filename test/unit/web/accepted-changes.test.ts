// Targets as they are typed, and why a change was not made.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatsFor } from '../../../lib/i18n/formats.ts';
import { LANGUAGES } from '../../../lib/i18n/messages.ts';
import { ApiError } from '../../../lib/web/api/api-errors.ts';
import { settingErrorText } from '../../../lib/web/features/accept/setting-texts.ts';
import { parseTarget } from '../../../lib/web/features/accept/target-input.ts';
import { loadPageLocalization } from '../../../lib/web/page-localization.ts';
import { fc } from '../../support/property-settings.ts';

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
});

describe('a change that was not made', () => {
  it('is explained by its code or by the kind of its error', async () => {
    const localization = await loadPageLocalization('en');
    const { accept, make, errors, notes } = localization.page;
    const cases = [
      [new ApiError('busy', { code: 'TOO_MANY_SETTINGS' }), accept.errors.tooMany],
      [new ApiError('refused', { code: 'SETTINGS_FULL' }), accept.errors.full],
      [new ApiError('refused', { code: 'NOTES_FULL' }), notes.full({ most: 20 })],
      [new ApiError('notFound', { code: 'FOLDER_NOT_FOUND' }), make.noFolder],
      [new ApiError('offline'), make.offline],
      [new ApiError('slow'), errors.slow.text],
    ] as const;
    for (const [error, reason] of cases) {
      assert.equal(settingErrorText(error, localization), `${accept.failed} ${reason}`);
    }
  });
});
