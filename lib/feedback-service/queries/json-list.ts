// A list whose items are made and serialised only when they are sent: objects for each of many items would take more
// time than all else in a request.

export class JsonList {
  /** The JSON of each item; can be read once. */
  readonly items: Iterable<string>;

  constructor(items: Iterable<string>) {
    this.items = items;
  }
}
