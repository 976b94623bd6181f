// Time-ordered pages, streamed. It hides where a page is cut: at the cap, but never so that asking
// again from its last timestamp would bring the same page.

import { formatTimestamp } from '../timestamp.ts';
import type { TimeZone } from '../time-zone.ts';

export interface DatedItem<Item> {
  readonly ts: number;
  /** In which `ts` is told. */
  readonly zone: TimeZone;
  /** The start that was asked for: a page goes on until its last item lies after it. */
  readonly start: number;
  readonly item: Item;
}

export class Page<Item> {
  readonly #dated: AsyncIterable<readonly DatedItem<Item>[]>;
  readonly #cap: number;
  #moreAfter: string | undefined;

  constructor(dated: AsyncIterable<readonly DatedItem<Item>[]>, cap: number) {
    this.#dated = dated;
    this.#cap = cap;
  }

  /** The page's items in batches, once. */
  async *items(): AsyncGenerator<readonly Item[]> {
    let count = 0;
    let last: DatedItem<Item> | undefined;
    for await (const batch of this.#dated) {
      const items: Item[] = [];
      for (const one of batch) {
        if (
          count >= this.#cap &&
          last !== undefined &&
          last.ts > last.start &&
          one.ts !== last.ts
        ) {
          this.#moreAfter = formatTimestamp(last.ts, last.zone);
          yield items;
          return;
        }
        items.push(one.item);
        count += 1;
        last = one;
      }
      yield items;
    }
  }

  /** Right when all items have been taken. */
  meta(): { readonly moreResultsAfter?: string } {
    return this.#moreAfter === undefined ? {} : { moreResultsAfter: this.#moreAfter };
  }
}
