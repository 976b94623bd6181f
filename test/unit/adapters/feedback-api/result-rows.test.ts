// Timestamps, and the fast parser of results: its result equals that of the schemas, or it returns null.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listHours } from '../../../support/test-facts.ts';
import { fc } from '../../../support/property-settings.ts';
import {
  readResultRows,
  createRowPacker,
} from '../../../../lib/adapters/feedback-api/result-rows.ts';
import { parseJson } from '../../../../lib/adapters/feedback-api/parse-json.ts';
import { checkShape } from '../../../../lib/adapters/feedback-api/fields.ts';
import { formatUtc, parseTimestamp } from '../../../../lib/adapters/feedback-api/timestamps.ts';
import { toHourCounts } from '../../../../lib/adapters/feedback-api/to-domain.ts';
import { MAX_RESULTS, results } from '../../../../lib/adapters/feedback-api/response-schemas.ts';
import { Failure } from '../../../../lib/shared/failure.ts';
import type { HourCounts } from '../../../../lib/domain/report-inputs.ts';

const two = (value: number): string => String(value).padStart(2, '0');

const instants = fc.integer({ min: 0, max: Date.UTC(2199, 11, 30) });
const offsets = fc.integer({ min: -840, max: 840 });
const fractions = fc.constantFrom('', '.0', '.5', '.000', '.123', '.123456789');
const styles = fc.constantFrom('+0200', '+02:00');

/** The second that `at` lies in, as written in a zone `offset` minutes east. */
function write(at: number, offset: number, fraction: string, style: string): string {
  const local = new Date(at + offset * 60_000).toISOString().slice(0, 19);
  const distance = Math.abs(offset);
  const colon = style.includes(':') ? ':' : '';
  const zone = `${offset < 0 ? '-' : '+'}${two(Math.floor(distance / 60))}${colon}${two(distance % 60)}`;
  return `${local}${fraction}${offset === 0 ? 'Z' : zone}`;
}

describe('a timestamp', () => {
  it('is parsed to its instant and local hour, in every spelling', () => {
    fc.assert(
      fc.property(instants, offsets, fractions, styles, (at, offset, fraction, style) => {
        fc.pre(at + offset * 60_000 >= 0);
        const milliseconds = Number(fraction.slice(1, 4).padEnd(3, '0'));
        const local = new Date(at + offset * 60_000);
        assert.deepEqual(parseTimestamp(write(at, offset, fraction, style)), {
          at: Math.floor(at / 1000) * 1000 + milliseconds,
          offsetMinutes: offset,
          localDay: Math.floor(local.getTime() / 86_400_000),
          hour: local.getUTCHours(),
        });
      }),
      { numRuns: 1000 },
    );
  });

  it('is parsed from its query format', () => {
    fc.assert(
      fc.property(instants, (at) => {
        assert.equal(parseTimestamp(formatUtc(at))?.at, at);
      }),
    );
  });

  it('must have an existing date and time and an offset', () => {
    const invalid = [
      '2024-02-30T00:00:00Z',
      '2023-02-29T00:00:00Z',
      '2100-02-29T00:00:00Z',
      '2026-00-10T00:00:00Z',
      '2026-13-10T00:00:00Z',
      '2026-11-00T00:00:00Z',
      '2026-11-31T00:00:00Z',
      '2026-11-09T24:00:00Z',
      '2026-11-09T00:60:00Z',
      '2026-11-09T23:59:60Z',
      '2026-11-09T00:00:00',
      '2026-11-09T00:00:00 +0200',
      '2026-11-09T00:00:00+2500',
      '2026-11-09T00:00:00+0260',
      '2026-11-09T00:00:00+1401',
      '2026-11-09T00:00:00+02',
      '2026-11-09T00:00:00.+0200',
      '2026-11-09T00:00:00.1234567890Z',
      '2026-11-09t00:00:00z',
      '2026-11-09 00:00:00Z',
      '2026-11-09T00:00Z',
      '0001-01-01T00:00:00Z',
      '9999-12-31T00:00:00Z',
      '+002026-11-09T00:00:00Z',
      ' 2026-11-09T00:00:00Z',
      '2026-11-09T00:00:00Z\n',
      '２０２６-11-09T00:00:00Z',
      '1',
      '',
    ];
    assert.deepEqual(
      invalid.filter((text) => parseTimestamp(text) !== null),
      [],
    );
    const row = (ts: string): Buffer => Buffer.from(JSON.stringify([{ ts, data: [1] }]));
    assert.deepEqual(
      [...invalid, '2026-11-09T00:00:00+01:60'].filter((ts) => readResultRows(row(ts)) !== null),
      [],
    );
    const valid = [
      '2024-02-29T00:00:00Z',
      '2000-02-29T00:00:00Z',
      '1970-01-01T00:00:00Z',
      '2199-12-31T23:59:59+1400',
      '2026-11-09T23:59:59-14:00',
    ];
    assert.deepEqual(
      valid.filter((text) => parseTimestamp(text) === null),
      [],
    );
  });
});

/** The result of the schemas; the code when they refuse the body. */
function bySchema(body: Buffer): readonly HourCounts[] | string {
  try {
    return checkShape(results, parseJson(body)).map(toHourCounts);
  } catch (error) {
    if (error instanceof Failure) return error.code;
    throw error;
  }
}

const rowLists = fc.array(
  fc.record({
    ts: fc
      .tuple(
        fc.integer({ min: 86_400_000, max: Date.UTC(2199, 11, 30) }),
        offsets,
        fractions,
        styles,
      )
      .map(([at, offset, fraction, style]) => write(at, offset, fraction, style)),
    data: fc.array(fc.oneof(fc.nat(3), fc.nat(999_999_999), fc.constant(999_999_999)), {
      maxLength: 6,
    }),
  }),
  { maxLength: 12 },
);

describe('the fast parser of results', () => {
  it('accepts every list without white space, with the same result as the schemas', () => {
    fc.assert(
      fc.property(rowLists, fc.constantFrom('', '\n', ' \r\n'), (rows, end) => {
        const body = Buffer.from(JSON.stringify(rows) + end);
        assert.deepEqual(listHours(readResultRows(body) ?? assert.fail()), bySchema(body));
      }),
      { numRuns: 500 },
    );
  });

  it('never differs from the schemas, whichever byte is wrong', () => {
    let accepted = 0;
    fc.assert(
      fc.property(
        rowLists.filter((rows) => rows.length > 0),
        fc.array(
          fc.tuple(
            fc.nat(),
            fc.constantFrom(...Buffer.from('0123459-+:.TZ",[]{} \u0000\xff', 'latin1')),
          ),
          {
            minLength: 1,
            maxLength: 3,
          },
        ),
        fc.nat(2),
        (rows, edits, how) => {
          const bytes = [...Buffer.from(JSON.stringify(rows))];
          for (const [place, byte] of edits) {
            const at = place % bytes.length;
            bytes.splice(at, how === 0 ? 0 : 1, ...(how === 1 ? [] : [byte]));
          }
          const body = Buffer.from(bytes);
          const fast = readResultRows(body);
          if (fast === null) return;
          accepted += 1;
          assert.deepEqual(listHours(fast), bySchema(body));
        },
      ),
      { numRuns: 5000 },
    );
    assert.ok(accepted > 50);
  });

  it('refuses a body that is truncated or has more after its end', () => {
    const wholeBody = Buffer.from('[{"ts":"2026-11-09T00:00:00.000+0200","data":[1,22,0,4]}]');
    for (let length = 0; length < wholeBody.length; length += 1) {
      assert.equal(readResultRows(wholeBody.subarray(0, length)), null);
    }
    assert.equal(readResultRows(Buffer.concat([wholeBody, wholeBody])), null);
    for (const end of ['\0', '\v', '\f', '\u001f', ']']) {
      assert.equal(readResultRows(Buffer.concat([wholeBody, Buffer.from(end)])), null);
    }
  });

  it('accepts every part up to its limit', () => {
    const row = (ts: string, data = '[1]'): string => `{"ts":"${ts}","data":${data}}`;
    const ts = '2026-11-09T00:00:00Z';
    const counts = (length: number): string => `[${'1,'.repeat(length - 1)}1]`;
    const accepted = [
      '[]',
      '[] \t\r\n',
      `[${row('1970-01-01T00:00:00Z')}]`,
      `[${row('2199-12-31T23:59:59+1400')}]`,
      `[${row('2024-02-29T23:59:59-14:00')}]`,
      `[${row('2026-11-09T00:00:00.1+13:59')}]`,
      `[${row('2026-11-09T00:00:00.123456789-0059')}]`,
      `[${row(ts, '[0,999999999,10]')}]`,
      `[${row(ts, '[]')},${row('2026-12-01T00:00:00Z', '[]')},${row('2027-12-01T00:00:00Z')}]`,
      `[${row(ts, counts(100))}]`,
    ];
    for (const text of accepted) {
      const body = Buffer.from(text);
      assert.deepEqual(listHours(readResultRows(body) ?? assert.fail(text)), bySchema(body));
    }
    const refusedBodies = [
      '',
      ' ',
      '[',
      ']',
      '{}',
      '{]',
      ' []',
      '[]]',
      '[],',
      `[${row(ts)},]`,
      `[,${row(ts)}]`,
      `[${row(ts)} ]`,
      `[${row(ts)}}`,
      `[${row(ts)}]]`,
      `[${row(ts, '[1,]')}]`,
      `[${row(ts, '[,1]')}]`,
      `[${row(ts, '[01]')}]`,
      `[${row(ts, '[00]')}]`,
      `[${row(ts, '[1000000000]')}]`,
      `[${row(ts, '[1}')}]`,
      `[${row(ts, '[-1]')}]`,
      `[${row(ts, counts(101))}]`,
      `[${row('1969-12-31T23:59:59Z')}]`,
      `[${row('2200-01-01T00:00:00Z')}]`,
      `[${row('2026-02-29T00:00:00Z')}]`,
      `[${row('2026-11-09T00:00:00.1234567890Z')}]`,
      `[${row('2026-11-09T00:00:00+1401')}]`,
      `[${row('2026-11-09T00:00:00-14:01')}]`,
      `[${row('2026-11-09T00:00:00+0160')}]`,
      `[${row('2026-11-09T00:00:00+0:100')}]`,
      ...['-', 'T', ':', 'Z'].flatMap((mark) =>
        [...ts.matchAll(new RegExp(mark, 'g'))].map(
          ({ index }) => `[${row(`${ts.slice(0, index)}x${ts.slice(index + 1)}`)}]`,
        ),
      ),
    ];
    assert.deepEqual(
      refusedBodies.filter((text) => readResultRows(Buffer.from(text)) !== null),
      [],
    );
  });

  it('accepts as many rows as a list may have, and not one more', () => {
    const row = '{"ts":"2026-11-09T00:00:00Z","data":[]}';
    const list = (rows: number): Buffer => Buffer.from(`[${`${row},`.repeat(rows - 1)}${row}]`);
    assert.equal([...(readResultRows(list(MAX_RESULTS)) ?? [])].length, MAX_RESULTS);
    assert.equal(readResultRows(list(MAX_RESULTS + 1)), null);
  });
});

describe('packed rows', () => {
  it('contain the added rows, of any number, also after other rows were packed', () => {
    const pack = (rows: number, firstRow: number) => {
      const packer = createRowPacker();
      const expected: HourCounts[] = [];
      for (let i = 0; i < rows; i += 1) {
        const counts = [firstRow + i, i % 7, 3];
        const length = i % 4;
        packer.add(20_000 + i, i % 24, -60, counts, length);
        expected.push({
          localDay: 20_000 + i,
          hour: i % 24,
          offsetMinutes: -60,
          data: counts.slice(0, length),
        });
      }
      return { packed: packer.finish(), expected };
    };
    const lists = [5, 5_000, 60_000, 0, 3_000].map((rows, index) => pack(rows, index * 1000));
    for (const { packed, expected } of lists) {
      assert.deepEqual(listHours(packed), expected);
      assert.deepEqual(listHours(packed), expected, 'read again');
    }
  });
});
