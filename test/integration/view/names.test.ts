// A name as companies have it is the same on every surface, with the invisible characters that belong to it. The page:
// test/e2e/web/hostile.test.ts.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { toSingleLine } from '../../../functions/cli/terminal.ts';
import { jsonRenderer } from '../../../lib/adapters/json/index.ts';
import { pdfRenderer } from '../../../lib/adapters/pdf/index.ts';
import type { Report } from '../../../lib/domain/report.ts';
import { clean, countMisleadingCharacters } from '../../../lib/i18n/clean-text.ts';
import type { Language } from '../../../lib/i18n/messages.ts';
import { downloadName } from '../../../lib/reports/download-name.ts';
import { withoutIsolates } from '../../../lib/i18n/text-direction.ts';
import { READERS } from '../../support/pdf-readers/extract-text.ts';
import { EXTRACTED_TEXTS } from '../../support/pdf-readers/extracted-texts.ts';
import { comparable } from '../../support/pdf-readers/text-pages.ts';
import { createReport } from '../../support/test-reports.ts';
import { SURFACES } from './surfaces.ts';

const ALL_READERS = Object.keys(READERS).join('');

interface NamedReport {
  readonly name: string;
  readonly language: Language;
  /** The PDF readers that do not extract the name exactly. */
  readonly failing: string;
  readonly report: Report;
}

/** Names with characters that are removed, as they could mislead: a soft hyphen, a space without width, a word joiner. */
const REMOVED = /[\u00ad\u200b\u2060]/;
const PLACES = [
  ...EXTRACTED_TEXTS.ltr.map((row) => ['en', row] as const),
  ...EXTRACTED_TEXTS.rtl.map((row) => ['ar', row] as const),
].flatMap(([language, [, , failing, name]], i): readonly NamedReport[] => {
  if (REMOVED.test(name)) return [];
  const surveys = [{ key: 1000 + i, name: 'How was it?', volume: 40 }];
  return [{ name, language, failing, report: createReport({ key: 1 + i, name, surveys }) }];
});

const Named = z.object({ folder: z.object({ name: z.string() }) });

function oneLine(text: string): string {
  return comparable(withoutIsolates(text)).replaceAll(/\s+/g, ' ');
}

describe('a name', () => {
  it('is cleaned to itself, and nothing of it counts as misleading', () => {
    for (const { name } of PLACES) {
      assert.equal(clean(name), name.normalize('NFC'));
      assert.equal(countMisleadingCharacters(name), 0, name);
    }
  });

  for (const [surface, textOf] of Object.entries(SURFACES)) {
    it(`is shown on ${surface}`, () => {
      for (const { name, language, report } of PLACES) {
        const shown = oneLine(textOf(report, language));
        assert.ok(shown.includes(comparable(name)), `${name} in ${shown}`);
      }
    });
  }

  it('is shown in lists of a terminal', () => {
    for (const { name } of PLACES) assert.equal(toSingleLine(name), name);
  });

  it('is the same in the JSON', async () => {
    for (const { name, report } of PLACES) {
      const { bytes } = await jsonRenderer().render(report);
      assert.equal(Named.parse(JSON.parse(Buffer.from(bytes).toString())).folder.name, name);
    }
  });

  it('is extracted from the PDF by a reader, where one extracts it alone', async () => {
    for (const { name, language, failing, report } of PLACES) {
      const renderer = pdfRenderer({ locale: language, paper: 'A4' });
      const { bytes } = await renderer.render(report, await jsonRenderer().render(report));
      let isExtracted = ALL_READERS === failing;
      for (const read of [READERS.P, READERS.J, READERS.M])
        isExtracted ||= oneLine((await read(bytes)).join(' ')).includes(comparable(name));
      assert.ok(isExtracted, name);
    }
  });

  it('has all its letters, marks, digits and symbols in the name of a file', () => {
    const visible = (text: string): string => text.replaceAll(/[^\p{L}\p{M}\p{N}\p{S}]/gu, '');
    // File systems refuse these.
    const allowed = (text: string): string => text.replaceAll(/[<>|~]|\*\ufe0f?/g, '');
    for (const { name, report } of PLACES) {
      const { text } = downloadName(report, 'pdf');
      assert.equal(visible(text), visible(`2026W46${allowed(clean(name))}pdf`));
    }
  });
});
