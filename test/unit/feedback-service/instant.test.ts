import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '../../support/property-settings.ts';
import { readInstant, parseTimestamp } from '../../../lib/feedback-service/timestamp.ts';

describe('the time of a line', () => {
  const two = fc.integer({ min: 0, max: 99 }).map((number) => String(number).padStart(2, '0'));
  const dateTime = fc
    .tuple(
      fc.date({
        min: new Date('0000-01-01T00:00:00Z'),
        max: new Date('9999-12-31T23:59:59.999Z'),
        noInvalidDate: true,
      }),
      fc.constantFrom('', '.', ',', '.0', '.250', ',250', '.999', '.1234567', '.12x', '.000000001'),
      fc.oneof(
        fc.constantFrom(
          '',
          'Z',
          'z',
          ' Z',
          'Z ',
          '+02',
          '+2:00',
          '+19:00',
          '-18:59',
          '+02:60',
          '−02:00',
        ),
        fc
          .tuple(fc.constantFrom('+', '-'), two, fc.constantFrom('', ':'), two)
          .map((parts) => parts.join('')),
      ),
    )
    .map(([date, fraction, offset]) => date.toISOString().slice(0, 19) + fraction + offset);
  /** With one character at any place changed, as 2026-13-09 or 2026-11-09X07:30. */
  const spoiltDateTime = fc
    .tuple(dateTime, fc.nat(), fc.constantFrom(...'0123456789-+:.,TtZ x'.split('')))
    .map(([text, at, character]) => {
      const place = at % text.length;
      return text.slice(0, place) + character + text.slice(place + 1);
    });

  it('is read as the requests of the API are', () => {
    fc.assert(
      fc.property(fc.oneof(dateTime, spoiltDateTime, fc.string()), (text) => {
        assert.equal(readInstant(text), parseTimestamp(text));
      }),
      { numRuns: 20_000 },
    );
  });

  it('is invalid at an hour, a minute or a second that does not exist', () => {
    for (const time of ['24:00:00', '23:60:00', '23:59:60', '99:99:99']) {
      assert.equal(readInstant(`2026-11-09T${time}Z`), undefined);
    }
  });

  it('is the same as with the general parser on every day, existing or not', () => {
    for (const year of [1900, 2000, 2026, 2028]) {
      for (let day = 0; day < 14 * 32; day += 1) {
        const [month, date] = [Math.floor(day / 32), day % 32].map((n) =>
          String(n).padStart(2, '0'),
        );
        const text = `${year}-${month}-${date}T23:59:59.999-0330`;
        assert.equal(readInstant(text), parseTimestamp(text));
      }
    }
  });
});
