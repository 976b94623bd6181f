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
  export type BidiClass =
    | 'L'
    | 'R'
    | 'EN'
    | 'ES'
    | 'ET'
    | 'AN'
    | 'CS'
    | 'B'
    | 'S'
    | 'WS'
    | 'ON'
    | 'BN'
    | 'NSM'
    | 'AL'
    | 'LRO'
    | 'RLO'
    | 'LRE'
    | 'RLE'
    | 'PDF'
    | 'LRI'
    | 'RLI'
    | 'FSI'
    | 'PDI';

  export default function bidiFactory(): {
    /** One level for each code unit. */
    getEmbeddingLevels(
      text: string,
      baseDirection: 'ltr' | 'rtl' | 'auto',
    ): { readonly levels: Uint8Array };
    getMirroredCharacter(character: string): string | null;
    getBidiCharTypeName(character: string): BidiClass;
  };
}
