// Names of downloads: legible in every script, and of different folders never the same.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { simpleParser } from 'mailparser';
import { downloadName } from '../../../lib/reports/download-name.ts';
import { contentDisposition } from '../../../lib/shared/content-disposition.ts';
import { anyCharacter, fc } from '../../support/property-settings.ts';
import { SCRIPT_SAMPLES } from '../../support/scripts-of-the-world.ts';

const WEEK = '2026-W46';

function pdfName(name: string, key = 7): ReturnType<typeof downloadName> {
  return downloadName({ folder: { key, name }, week: WEEK }, 'pdf');
}

/** What a parser of other authors reads from the header, without the name that it prefers if `asciiOnly`. */
async function parseHeader(name: string, asciiOnly = false): Promise<string | undefined> {
  const header = contentDisposition('attachment', pdfName(name));
  const sent = asciiOnly ? header.replace(/; filename\*=.*$/, '') : header;
  const mail = await simpleParser(
    `Content-Type: application/pdf\r\nContent-Disposition: ${sent}\r\n\r\nx`,
  );
  return mail.attachments[0]?.filename;
}

const anyName = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 80 }),
  fc.string({
    unit: fc.constantFrom(...Array.from('aÅ東2-/."\\\u202e\u200d%\'*()~ \u{1f3f4}\u{e0067}')),
  }),
  fc.constantFrom(...SCRIPT_SAMPLES.map(([, sample]) => sample)),
);

describe('the name of a download', () => {
  it('is the name of the folder after the week, and in ASCII its letters without accents and the key', () => {
    const names = [
      ['Zürich, Gleis 3/4', 'Zürich, Gleis 3 4', 'zurich-gleis-3-4'],
      ['Großmarkt Œuvre Łódź', 'Großmarkt Œuvre Łódź', 'grossmarkt-oeuvre-lodz'],
      ['Ｔｏｋｙｏ ②', 'Ｔｏｋｙｏ ②', 'tokyo-2'],
      ['Café ☕', 'Café ☕', 'cafe'],
      // A letter or digit without a form in ASCII.
      ['東京 2', '東京 2', 'folder'],
      ['大阪 2', '大阪 2', 'folder'],
      ['Ħamrun', 'Ħamrun', 'folder'],
      ['Gate ٣', 'Gate ٣', 'folder'],
      ['مطعم الشمال', 'مطعم الشمال', 'folder'],
      ['می\u200cخواهم', 'می\u200cخواهم', 'folder'],
      ['葛\u{e0100}城市', '葛\u{e0100}城市', 'folder'],
      ['👨\u200d👩\u200d👧', '👨\u200d👩\u200d👧', 'folder'],
      ['x'.repeat(101), 'x'.repeat(101), 'folder'],
      ['★', '★', 'folder'],
      ['', 'folder 7', 'folder'],
      ['..', 'folder 7', 'folder'],
    ] as const;
    for (const [name, text, ascii] of names) {
      assert.deepEqual(pdfName(name), {
        text: `${WEEK} ${text}.pdf`,
        ascii: `${WEEK}-${ascii}-7.pdf`,
      });
    }
  });

  it('has no character that a file system or browser refuses, and none that reorders or hides others', () => {
    assert.equal(
      pdfName('../a\\b:c*?"<>|\u202efdp.exe\r\nX: y ').text,
      `${WEEK} a b c fdp.exe X y.pdf`,
    );
    assert.equal(
      pdfName('🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} Leith').text,
      `${WEEK} 🏴 Leith.pdf`,
    );
    fc.assert(
      fc.property(anyName, (name) => {
        const { text } = pdfName(name);
        assert.match(text, /^2026-W46 [^\s.][^/\\:*?"<>|~\p{Cc}]*(?<![\s.])\.pdf$/u);
        assert.doesNotMatch(text, /(?![\u200c\u200d])\p{Cf}/u);
        assert(Buffer.byteLength(text) <= 220);
      }),
    );
  });

  it('is cut between characters', () => {
    assert.equal(
      pdfName('👨\u200d👩\u200d👧'.repeat(40)).text,
      `${WEEK} ${'👨\u200d👩\u200d👧'.repeat(10)}….pdf`,
    );
  });

  it('is never the same in ASCII for two folders or weeks, whatever their names are', () => {
    const folder = fc.record({ key: fc.nat(120), name: anyName });
    fc.assert(
      fc.property(folder, folder, fc.constantFrom(WEEK, '2026-W47'), (a, b, week) => {
        const isSame = a.key === b.key && week === WEEK;
        const [nameA, nameB] = [
          downloadName({ folder: a, week: WEEK }, 'pdf'),
          downloadName({ folder: b, week }, 'pdf'),
        ];
        if (!isSame) assert.notEqual(nameA.ascii, nameB.ascii);
      }),
    );
  });

  it('is read as it is from the header of a response, by programs of both kinds', async () => {
    await fc.assert(
      fc.asyncProperty(anyName, async (name) => {
        assert.equal(await parseHeader(name), pdfName(name).text);
        assert.equal(await parseHeader(name, true), pdfName(name).ascii);
      }),
    );
  });

  it('encodes every character that the grammar of the header uses', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        assert.match(
          contentDisposition('inline', pdfName(name)),
          /^inline; filename="[\w.-]+"; filename\*=UTF-8''(?:[\w!#$&+.^`|~-]|%[0-9A-F]{2})+$/,
        );
      }),
    );
  });
});
