// Streams time-ordered pages. A cut page has all items of its last timestamp, and the next one starts a
// millisecond later: nothing is lost or doubled for clients that keep the whole page, nor for those that
// keep what is before `moreResultsAfter` only.

import { formatTimestamp } from '../timestamp.ts';
import type { TimeZone } from '../time-zone.ts';

export interface DatedItem<Item> {
  readonly ts: number;
  /** The zone in which `ts` is formatted. */
  readonly zone: TimeZone;
  /** The start of the requested range: a page with alerts that began earlier continues until it. */
  readonly start: number;
  readonly item: Item;
}

export class PageByTime<Item> {
  readonly #dated: AsyncIterable<readonly DatedItem<Item>[]>;
  readonly #cap: number;
  #moreAfter: string | undefined;

  constructor(dated: AsyncIterable<readonly DatedItem<Item>[]>, cap: number) {
    this.#dated = dated;
    this.#cap = cap;
  }

  /** The items of the page in batches; can be read once. */
  async *items(): AsyncGenerator<readonly Item[]> {
    let count = 0;
    let last: DatedItem<Item> | undefined;
    for await (const batch of this.#dated) {
      const items: Item[] = [];
      for (const dated of batch) {
        if (
          count >= this.#cap &&
          last !== undefined &&
          last.ts >= last.start &&
          dated.ts !== last.ts
        ) {
          this.#moreAfter = formatTimestamp(last.ts + 1, last.zone);
          yield items;
          return;
        }
        items.push(dated.item);
        count += 1;
        last = dated;
      }
      yield items;
    }
  }

  /** Valid after all items have been read. */
  meta(): { readonly moreResultsAfter?: string } {
    return this.#moreAfter === undefined ? {} : { moreResultsAfter: this.#moreAfter };
  }
}
