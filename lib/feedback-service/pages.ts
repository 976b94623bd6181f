// Time-ordered pages. It hides where a page is cut: at the cap, but never so that asking again
// from its last timestamp would bring the same page.

export interface Page<Item> {
  readonly items: readonly Item[];
  /** The last timestamp, where more items follow. */
  readonly moreAfter: number | undefined;
}

export interface PageFiller<Item> {
  /** Takes the next item, or answers false when the page is full and the item follows on another. */
  offer(ts: number, item: Item, start: number): boolean;
  page(): Page<Item>;
}

/** `start` of an offer is the date asked for: the page goes on until its last item lies after it. */
export function fillPage<Item>(cap: number): PageFiller<Item> {
  const items: Item[] = [];
  let last = -Infinity;
  let lastStart = -Infinity;
  let moreAfter: number | undefined;
  return {
    offer: (ts, item, start) => {
      if (items.length >= cap && last > lastStart && ts !== last) {
        moreAfter = last;
        return false;
      }
      items.push(item);
      last = ts;
      lastStart = start;
      return true;
    },
    page: () => ({ items, moreAfter }),
  };
}
