// The parts of pdfkit that are not in its types, which the PDF adapter relies on: all that pdfkit.d.ts declares.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import PDFDocument from 'pdfkit';

function newDocument(): PDFKit.PDFDocument {
  return new PDFDocument({ autoFirstPage: false, pdfVersion: '1.7', tagged: true, font: '' });
}

describe('pdfkit', () => {
  it('has the catalogue with the page tree, and the structure tree', () => {
    const document = newDocument();
    assert.equal(typeof document._root.id, 'number');
    assert.equal(typeof document._root.data.Pages.id, 'number');
    assert.equal(typeof document.getStructTreeRoot().id, 'number');
  });

  it('numbers objects by the list of their offsets', () => {
    const document = newDocument();
    const count = document._offsets.length;
    assert.equal(document.ref({}).id, count + 1);
    assert.equal(document._offsets.push(null), count + 2);
    assert.equal(document.ref({}).id, count + 3);
  });

  it('counts the bytes that are written, and records where an object is', () => {
    const document = newDocument();
    const ref = document.ref({});
    const offset = document._offset;
    document._write('%');
    assert.equal(document._offset, offset + 2);
    ref.end();
    assert.equal(document._offsets[ref.id - 1], offset + 2);
  });

  it('ends a document with the given metadata and end of the file, without waiting for marked references', () => {
    const document = newDocument();
    const calls: string[] = [];
    document.metadata = {
      append: () => undefined,
      end: () => undefined,
      getXML: () => {
        calls.push('metadata');
        return '<x/>';
      },
      getLength: () => 4,
    };
    document._finalize = () => {
      calls.push(`end, ${typeof document._info.id}`);
      document.push(null);
    };
    document._refEnd(document.ref({}));
    document.end();
    assert.deepEqual(calls, ['metadata', 'end, number']);
  });
});
