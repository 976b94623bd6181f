import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PdfFile } from '../../../../lib/adapters/pdf/pdf-file.ts';
import { dateString, dictionary, plainString } from '../../../../lib/adapters/pdf/pdf-syntax.ts';
import { inflatedStreams } from '../../../support/pdf-file.ts';

const FILE_ID = '0123456789abcdef0123456789abcdef';

describe('PdfFile', () => {
  it('records where each object is, and packs the small ones in a stream', () => {
    const file = new PdfFile();
    const [root, packed] = [file.reserve(), file.add('<</A 1>>')];
    const stream = file.addStream('data', { Type: '/Metadata' });
    file.flush();
    const info = file.addPlain(dictionary({}));
    file.putPlain(root, dictionary({ Metadata: `${stream} 0 R` }));
    const bytes = Buffer.from(file.end(root, info, FILE_ID));
    const text = bytes.toString('latin1');
    assert.match(text, /^%PDF-1\.7\n%ÿÿÿÿ\n/);
    assert.match(
      text,
      /\n3 0 obj\n<<\n\/Type \/Metadata\n\/Filter \/FlateDecode\n\/Length \d+\n>>\nstream\n/,
    );
    assert.match(text, /\n1 0 obj\n<<\n\/Metadata 3 0 R\n>>\nendobj\n/);
    assert.match(text, /\/Size 7\/W\[1 4 2\]\/Root 1 0 R\/Info 5 0 R/);
    const table = text.indexOf('6 0 obj');
    assert.ok(text.endsWith(`\nstartxref\n${table}\n%%EOF\n`));
    const [data, packedObjects, differences] = inflatedStreams(bytes);
    assert.equal(data?.toString('latin1'), 'data');
    assert.equal(packedObjects?.toString('latin1'), `${packed} 0 <</A 1>>`);
    const placeOf = (id: number): number => text.indexOf(`\n${id} 0 obj`) + 1;
    assert.deepEqual(entriesOf(differences), [
      [0, 0, 65_535],
      [1, placeOf(1), 0],
      [2, 4, 0],
      [1, placeOf(3), 0],
      [1, placeOf(4), 0],
      [1, placeOf(5), 0],
      [1, table, 0],
    ]);
  });
});

/** The entries of a cross-reference stream with the predictor "up". */
function entriesOf(rows: Buffer | undefined): readonly (readonly number[])[] {
  assert.ok(rows !== undefined);
  const entry = Buffer.alloc(7);
  return Array.from({ length: rows.length / 8 }, (_, row) => {
    for (let i = 0; i < 7; i += 1) entry[i] = (entry[i] ?? 0) + (rows[8 * row + 1 + i] ?? 0);
    return [entry.readUInt8(0), entry.readUInt32BE(1), entry.readUInt16BE(5)];
  });
}

describe('plainString', () => {
  it('writes ASCII as it is, with escapes', () => {
    assert.equal(plainString('report (1)\\\t\n\r\b\f'), String.raw`(report \(1\)\\\t\n\r\b\f)`);
  });

  it('writes everything else in UTF-16, whose bytes need escapes too', () => {
    // U+0928 and U+0A08 have the bytes of a tab and a line end, U+285C those of a parenthesis and a backslash.
    assert.equal(plainString('न\u0a08\u285c'), '(\xfe\xff\\t\\(\\n\\b\\(\\\\)');
    assert.equal(plainString('é'), '(\xfe\xff\0\xe9)');
  });
});

describe('dateString', () => {
  it('writes seconds in UTC', () => {
    assert.equal(dateString(new Date('2026-11-27T07:05:09.999Z')), '(D:20261127070509Z)');
  });
});
