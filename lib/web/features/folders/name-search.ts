// The search over folders and surveys by their names. It hides how letters are compared: without case, accents and
// width, so that "malmo" finds Malmö and "ｵｻｶ" オサカ.
import type { LibraryFolder } from '../../../http/responses.ts';
import type { Places } from './folder-index.ts';

export interface Hit {
  readonly folder: LibraryFolder;
  /** Of the folder's own; null for the folder itself. */
  readonly survey: LibraryFolder['surveys'][number] | null;
}

export interface Found {
  /** The best ones first, at most MOST_HITS. */
  readonly hits: readonly Hit[];
  /** Of all that match. */
  readonly count: number;
}

export interface PlaceSearch {
  find(query: string): Found;
}

export const MOST_HITS = 50;

interface Entry {
  readonly hit: Hit;
  /** The folded name, each of its words behind a space. */
  readonly name: string;
  /** The same of the folders that it lies in, from the topmost down. */
  readonly path: string;
}

interface Word {
  readonly inside: string;
  readonly beginning: string;
}

/**
 * All words of a query must be found. Those whose own name has them as beginnings of words come first, then those that
 * have them inside of words, then those that have some only in the names of folders above; at equal rank folders
 * before surveys, and else the order of the places.
 */
export function placeSearch({ folders }: Pick<Places, 'folders'>): PlaceSearch {
  const paths = new Map<number, string>();
  const folderEntries: Entry[] = [];
  const surveyEntries: Entry[] = [];
  for (const folder of folders) {
    const name = spaced(folder.name);
    // Parents come before children.
    const above = folder.parent === null ? '' : (paths.get(folder.parent) ?? '');
    const path = `${above}${name}`;
    paths.set(folder.key, path);
    folderEntries.push({ hit: { folder, survey: null }, name, path: above });
    for (const survey of folder.surveys) {
      surveyEntries.push({ hit: { folder, survey }, name: spaced(survey.name), path });
    }
  }
  const entries = [...folderEntries, ...surveyEntries];
  return { find: (query) => findIn(entries, wordsOf(query)) };
}

function findIn(entries: readonly Entry[], words: readonly string[]): Found {
  if (words.length === 0) return { hits: [], count: 0 };
  const sought = words.map((word) => ({ inside: word, beginning: ` ${word}` }));
  const ranked: readonly Hit[][] = [[], [], []];
  let count = 0;
  for (const entry of entries) {
    const rank = rankOf(entry, sought);
    const alike = rank === null ? undefined : ranked[rank];
    if (alike === undefined) continue;
    count += 1;
    if (alike.length < MOST_HITS) alike.push(entry.hit);
  }
  return { hits: ranked.flat().slice(0, MOST_HITS), count };
}

/** 0 is best; null where a word is missing, or where none is of its own name. */
function rankOf({ name, path }: Entry, words: readonly Word[]): 0 | 1 | 2 | null {
  let isOwn = false;
  let isBeginning = true;
  let isInPath = false;
  for (const { inside, beginning } of words) {
    if (name.includes(inside)) {
      isOwn = true;
      isBeginning &&= name.includes(beginning);
    } else if (path.includes(inside)) {
      isInPath = true;
    } else {
      return null;
    }
  }
  if (!isOwn) return null;
  if (isInPath) return 2;
  return isBeginning ? 0 : 1;
}

/** Letters that no decomposition turns into the ones that people type for them. */
const ALIKE: Readonly<Record<string, string>> = {
  Ø: 'O',
  Ł: 'L',
  Đ: 'D',
  Æ: 'AE',
  Œ: 'OE',
  Þ: 'TH',
};

/** Upper case, since ß, ς and ı have one of their own only there. */
function folded(text: string): string {
  const upper = text.normalize('NFKD').toUpperCase();
  // What every name in English is spared.
  if (/^[\u0020-\u007e]*$/.test(upper)) return upper;
  return upper
    .replaceAll(/[\p{M}\p{Cf}ـ]+/gu, '')
    .replaceAll(/[ØŁĐÆŒÞ]/g, (one) => ALIKE[one] ?? one);
}

/** Of a text without any letter, such as "★ ★", what it has instead: it's somebody's name all the same. */
function wordsOf(text: string): readonly string[] {
  const words = parted(folded(text), /[^\p{L}\p{N}]+/u);
  return words.length > 0 ? words : parted(text.normalize('NFKD'), /\s+/u);
}

function parted(text: string, between: RegExp): readonly string[] {
  return text.split(between).filter((part) => part !== '');
}

function spaced(name: string): string {
  return wordsOf(name)
    .map((word) => ` ${word}`)
    .join('');
}
