// A name as companies have it is the same on every surface, with the invisible characters that belong to it. The page:
// test/e2e/web/hostile.test.ts. The PDF: names.long.test.ts.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { toSingleLine } from '../../../functions/cli/terminal.ts';
import { jsonRenderer } from '../../../lib/adapters/json/index.ts';
import { clean, countMisleadingCharacters } from '../../../lib/i18n/clean-text.ts';
import { downloadName } from '../../../lib/reports/download-name.ts';
import { comparable } from '../../support/pdf-readers/text-pages.ts';
import { NAMED_REPORTS, oneLine } from './named-reports.ts';
import { SURFACES } from './surfaces.ts';

const Named = z.object({ folder: z.object({ name: z.string() }) });

describe('a name', () => {
  it('is cleaned to itself, and nothing of it counts as misleading', () => {
    for (const { name } of NAMED_REPORTS) {
      assert.equal(clean(name), name.normalize('NFC'));
      assert.equal(countMisleadingCharacters(name), 0, name);
    }
  });

  for (const [surface, textOf] of Object.entries(SURFACES)) {
    it(`is shown on ${surface}`, () => {
      for (const { name, language, report } of NAMED_REPORTS) {
        const shown = oneLine(textOf(report, language));
        assert.ok(shown.includes(comparable(name)), `${name} in ${shown}`);
      }
    });
  }

  it('is shown in lists of a terminal', () => {
    for (const { name } of NAMED_REPORTS) assert.equal(toSingleLine(name), name);
  });

  it('is the same in the JSON', async () => {
    for (const { name, report } of NAMED_REPORTS) {
      const { bytes } = await jsonRenderer().render(report);
      assert.equal(Named.parse(JSON.parse(Buffer.from(bytes).toString())).folder.name, name);
    }
  });

  it('has all its letters, marks, digits and symbols in the name of a file', () => {
    const visible = (text: string): string => text.replaceAll(/[^\p{L}\p{M}\p{N}\p{S}]/gu, '');
    // File systems refuse these.
    const allowed = (text: string): string => text.replaceAll(/[<>|~]|\*\ufe0f?/g, '');
    for (const { name, report } of NAMED_REPORTS) {
      const { text } = downloadName(report, 'pdf');
      assert.equal(visible(text), visible(`2026W46${allowed(clean(name))}pdf`));
    }
  });
});
