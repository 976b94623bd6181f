// Wrong parameters of a text are errors of the compiler: a line below that compiles makes the type check fail.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Messages, PageTexts } from '../../../lib/i18n/generated/texts.ts';

export const misuses: readonly ((words: Messages, page: PageTexts) => unknown)[] = [
  // @ts-expect-error A parameter is missing.
  (words) => words.signals.place.newAgain({ value: '53', was: '70' }),
  // @ts-expect-error A parameter has another name.
  (words) => words.signals.place.newAgain({ value: '53', was: '70', since: '40' }),
  // @ts-expect-error A parameter is superfluous.
  (words) => words.responses({ n: 3, plural: 'other' }),
  // @ts-expect-error A count is formatted.
  (words) => words.responses({ n: '3' }),
  // @ts-expect-error A formatted value is a number.
  (words) => words.dataAsOf({ instant: 5 }),
  // @ts-expect-error The parameters are in an order.
  (words) => words.pageOf(1, 2),
  // @ts-expect-error Two parameters of different types are swapped.
  (_, page) => page.deliveries.count({ state: 3, n: 'Sent' }),
  // @ts-expect-error A choice has another value.
  (words) => words.signals.entry.silentSince({ day: 'Monday', weekday: 'Monday', expected: 60 }),
  // @ts-expect-error A text without parameters is called.
  (words) => String(words.highlights({})),
  // @ts-expect-error The text does not exist.
  (words) => String(words.signals.place.since),
];

describe('the types of texts', () => {
  it('refuse parameters that are missing, renamed, superfluous, swapped or of another type', () => {
    assert.equal(misuses.length, 10);
  });
});
