// The built report library: the files that browsers load, and which of them the HTML page refers to.

export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

export interface PageFile {
  readonly contentType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Compressed variants that are smaller than `bytes`. */
  readonly encoded: ReadonlyMap<Encoding, Uint8Array<ArrayBuffer>>;
}

export interface PageFiles {
  /** By file names that change with the content. */
  readonly files: ReadonlyMap<string, PageFile>;
  /** File names that the HTML refers to. */
  readonly first: FirstLoad;
}

export interface FirstLoad {
  readonly script: string;
  readonly style: string;
  readonly icon: string;
  /** Static imports of the script, direct and indirect. */
  readonly imported: readonly string[];
  /** The script that has the texts of a language, by its code. */
  readonly texts: Readonly<Record<string, string>>;
  /** Fonts that the first view needs. */
  readonly fonts: readonly string[];
}

/** Called when a client requests the page, which does not happen in every process. */
export type OpenPage = () => Promise<PageFiles>;
