// Tables as CSV and NDJSON: cells that spreadsheets and parsers read as they are meant.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { encodeTable, openTableWriter } from '../../../lib/analytics/table-formats.ts';
import type { CellRow, TableColumns, TableWriter } from '../../../lib/ports/fact-tables.ts';
import { column, nullable } from '../../../lib/ports/fact-tables.ts';

const COLUMNS = {
  name: nullable('string', 'A text'),
  value: nullable('double', 'A number'),
  is_clear: nullable('boolean', 'A truth value'),
  at: nullable('timestamp', 'An instant'),
} as const satisfies TableColumns;
const EMPTY = { name: null, value: null, is_clear: null, at: null };
const NO_PARQUET = {
  openTable: (): TableWriter => {
    throw new TypeError('not Parquet');
  },
};

function encode(
  format: 'csv' | 'ndjson',
  rows: readonly CellRow[],
  columns: TableColumns = COLUMNS,
) {
  const writer = openTableWriter(format, columns, NO_PARQUET);
  return Buffer.concat([writer.write(rows), writer.end()]).toString();
}

/** The first cell of a row with this text. */
function cellOf(name: string): string {
  return encode('csv', [{ name }], { name: column('string', 'A text') }).slice(7, -2);
}

describe('CSV', () => {
  it('begins with a byte-order mark and the names of the columns, also without rows', () => {
    assert.equal(encode('csv', []), '\uFEFFname,value,is_clear,at\r\n');
  });

  it('has nothing for null, "" for an empty text, a dot in numbers, and ISO 8601 instants', () => {
    const rows = [
      EMPTY,
      { name: '', value: -1.5, is_clear: true, at: Date.UTC(2026, 10, 9, 22) },
      { name: 'A', value: 1e-7, is_clear: false, at: 0 },
    ];
    assert.equal(
      encode('csv', rows).split('\r\n').slice(1).join('\n'),
      ',,,\n"",-1.5,true,2026-11-09T22:00:00.000Z\nA,1e-7,false,1970-01-01T00:00:00.000Z\n',
    );
  });

  it('has the entries of a list with " / " between them', () => {
    const columns = { path: column('strings', 'A list') };
    assert.equal(
      encode('csv', [{ path: ['A', 'B, C'] }, { path: [] }], columns),
      '\uFEFFpath\r\n"A / B, C"\r\n""\r\n',
    );
  });

  it('quotes texts with commas, quotes and line ends', () => {
    assert.equal(cellOf('a,b'), '"a,b"');
    assert.equal(cellOf('the "best" shop'), '"the ""best"" shop"');
    assert.equal(cellOf('a\r\nb\nc'), '"a\r\nb\nc"');
    assert.equal(cellOf("plain; 'text'"), "plain; 'text'");
  });

  it('puts an apostrophe before a text that a spreadsheet would evaluate, but not before a number', () => {
    for (const first of ['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t']) {
      assert.equal(cellOf(`${first}1+1`), `'${first}1+1`);
    }
    for (const first of ['\r', '\n']) assert.equal(cellOf(`${first}=1`), `"'${first}'=1"`);
    assert.equal(cellOf('=HYPERLINK("x","y")'), '"\'=HYPERLINK(""x"",""y"")"');
    assert.equal(cellOf('\0\u001b=1'), "'=1", 'also behind characters that are removed');
    assert.equal(cellOf('1-1=0'), '1-1=0');
  });

  it('puts an apostrophe before a formula after a character at which Excel can split a cell', () => {
    assert.equal(cellOf("Shop;=cmd|'/c calc'!A1"), "Shop;'=cmd|'/c calc'!A1");
    assert.equal(cellOf('a\t@b; +c;d-e'), "a\t'@b; '+c;d-e");
    assert.equal(cellOf('a\r\n－1\n  =2'), `"a\r\n'－1\n  '=2"`);
    assert.equal(cellOf('a;"=1'), `"a;""'=1"`);
    assert.equal(cellOf('a, =1; b=2'), '"a, =1; b=2"', 'nothing else');
  });

  it('removes control characters and replaces lone surrogates', () => {
    assert.equal(cellOf('a\0b\u0007c\u0085d'), 'abcd');
    assert.equal(cellOf('a\ud800b'), 'a\ufffdb');
  });
});

describe('NDJSON', () => {
  it('has one object for each row, with every column in order', () => {
    const rows = [{ name: '=1\n"\0', at: 0 }, EMPTY];
    assert.equal(
      encode('ndjson', rows),
      '{"name":"=1\\n\\"\\u0000","value":null,"is_clear":null,"at":"1970-01-01T00:00:00.000Z"}\n' +
        '{"name":null,"value":null,"is_clear":null,"at":null}\n',
    );
  });
});

describe('Parquet', () => {
  it('is written by the adapter of its files', () => {
    const writer = { write: () => new Uint8Array(), end: () => new Uint8Array() };
    assert.equal(openTableWriter('parquet', COLUMNS, { openTable: () => writer }), writer);
  });
});

describe('a table in pieces', () => {
  const ROW = { name: 'x'.repeat(1000) };
  const NAME = { name: column('string', 'A text') };

  async function sizes(batches: readonly (readonly CellRow[])[]): Promise<readonly number[]> {
    const lengths: number[] = [];
    for await (const piece of encodeTable(
      (async function* () {
        yield* await Promise.resolve(batches);
      })(),
      openTableWriter('ndjson', NAME, NO_PARQUET),
    )) {
      lengths.push(piece.byteLength);
    }
    return lengths;
  }

  it('has the first rows first, and then pieces of 64 KB or more', async () => {
    const line = Buffer.byteLength(`${JSON.stringify(ROW)}\n`);
    const batches = [[], ...Array.from({ length: 100 }, () => [ROW])];
    const lengths = await sizes(batches);
    assert.deepEqual(lengths, [line, 65 * line, 34 * line]);
  });

  it('stops reading when its reader stops', async () => {
    let read = 0;
    let hasEnded = false;
    async function* endless(): AsyncGenerator<readonly CellRow[]> {
      try {
        for (;;) {
          read += 1;
          yield await Promise.resolve([ROW]);
        }
      } finally {
        hasEnded = true;
      }
    }
    const table = encodeTable(endless(), openTableWriter('csv', NAME, NO_PARQUET));
    await table.next();
    await table.return(undefined);
    assert.deepEqual([read, hasEnded], [1, true]);
  });
});
