// Types for the used parts of linebreak 1.1, which ships none, and of bidi-js 1.1, whose declared default export is
// wrong for ES modules.

declare module 'linebreak' {
  export default class LineBreaker {
    constructor(text: string);
    /** The next opportunity, after any spaces; null at the end. */
    nextBreak(): { readonly position: number; readonly required: boolean } | null;
  }
}

declare module 'bidi-js' {
  import type { Bidi } from 'bidi-js/src/bidi.d.ts';

  export default function bidiFactory(): Bidi;
}
