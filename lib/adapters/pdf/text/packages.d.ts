// Types of the two Unicode packages as far as they are used: linebreak 1.1 ships none, and bidi-js 1.1 declares its one
// export as the default of a module that it isn't.

declare module 'linebreak' {
  export default class LineBreaker {
    constructor(text: string);
    /** The next opportunity, behind any spaces; null at the end. */
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
