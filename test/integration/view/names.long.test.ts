import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jsonRenderer } from '../../../lib/adapters/json/index.ts';
import { pdfRenderer } from '../../../lib/adapters/pdf/index.ts';
import { READERS } from '../../support/pdf-readers/extract-text.ts';
import { comparable } from '../../support/pdf-readers/text-pages.ts';
import { NAMED_REPORTS, oneLine } from './named-reports.ts';

const ALL_READERS = Object.keys(READERS).join('');

describe('a name', () => {
  it('is extracted from the PDF by a reader, where one extracts it alone', async () => {
    for (const { name, language, failing, report } of NAMED_REPORTS) {
      const renderer = pdfRenderer({ locale: language, paper: 'A4' });
      const { bytes } = await renderer.render(report, await jsonRenderer().render(report));
      let isExtracted = ALL_READERS === failing;
      for (const read of [READERS.P, READERS.J, READERS.M])
        isExtracted ||= oneLine((await read(bytes)).join(' ')).includes(comparable(name));
      assert.ok(isExtracted, name);
    }
  });
});
