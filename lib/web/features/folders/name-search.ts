// Searches folders and surveys by name, ignoring case, accents and character width: "malmo" matches Malmö, and "ｵｻｶ"
// matches オサカ. Where nothing matches, names with a slip of the keys are found: "helsnki" finds Helsinki.
import { distance } from 'fastest-levenshtein';
import type { LibraryFolder } from '../../../http/responses.ts';
import { foldCase } from '../../../i18n/fold-case.ts';
import type { FolderIndex } from './folder-index.ts';

export interface SearchHit {
  readonly folder: LibraryFolder;
  /** Null when the hit is the folder itself. */
  readonly survey: LibraryFolder['surveys'][number] | null;
}

export interface SearchResult {
  /** Best matches first, at most MAX_HITS. */
  readonly hits: readonly SearchHit[];
  /** Number of all matches. */
  readonly count: number;
}

export interface NameSearch {
  find(query: string): SearchResult;
}

export const MAX_HITS = 50;

interface NamedPlace {
  readonly hit: SearchHit;
  /** Normalized name; every word has a leading space. */
  readonly name: string;
  /** Normalized names of the ancestors, topmost first. */
  readonly path: string;
}

interface SearchTerm {
  readonly inside: string;
  readonly prefix: string;
}

/**
 * Every term must match. Order: all terms are prefixes of words in the name, then all are inside the name, then
 * some match only ancestor names. Equal ranks list folders before surveys, otherwise in index order.
 */
export function createNameSearch({ folders }: Pick<FolderIndex, 'folders'>): NameSearch {
  const paths = new Map<number, string>();
  const folderEntries: NamedPlace[] = [];
  const surveyEntries: NamedPlace[] = [];
  for (const folder of folders) {
    const name = searchKey(folder.name);
    // The index lists parents before children.
    const ancestors = folder.parent === null ? '' : (paths.get(folder.parent) ?? '');
    const path = `${ancestors}${name}`;
    paths.set(folder.key, path);
    folderEntries.push({ hit: { folder, survey: null }, name, path: ancestors });
    for (const survey of folder.surveys) {
      surveyEntries.push({ hit: { folder, survey }, name: searchKey(survey.name), path });
    }
  }
  const entries = [...folderEntries, ...surveyEntries];
  return {
    find(query) {
      const words = splitWords(query);
      const result = rankMatches(entries, words);
      return result.count > 0 || words.length === 0 ? result : findSimilar(entries, words);
    },
  };
}

function rankMatches(entries: readonly NamedPlace[], words: readonly string[]): SearchResult {
  if (words.length === 0) return { hits: [], count: 0 };
  const terms = words.map((word) => ({ inside: word, prefix: ` ${word}` }));
  const hitsByRank: readonly SearchHit[][] = [[], [], []];
  let count = 0;
  for (const entry of entries) {
    const rank = rankOf(entry, terms);
    const sameRank = rank === null ? undefined : hitsByRank[rank];
    if (sameRank === undefined) continue;
    count += 1;
    if (sameRank.length < MAX_HITS) sameRank.push(entry.hit);
  }
  return { hits: hitsByRank.flat().slice(0, MAX_HITS), count };
}

/** Names in which every word of the query has a similar one, the most similar first. */
function findSimilar(entries: readonly NamedPlace[], words: readonly string[]): SearchResult {
  const matches = entries
    .flatMap(({ hit, name }) => {
      const slips = countSlips(name.split(' '), words);
      return slips === null ? [] : [{ hit, slips }];
    })
    .toSorted((a, b) => a.slips - b.slips);
  return { hits: matches.slice(0, MAX_HITS).map(({ hit }) => hit), count: matches.length };
}

/** Null when a word of the query is like none of the name's. */
function countSlips(nameWords: readonly string[], words: readonly string[]): number | null {
  let sum = 0;
  for (const word of words) {
    const slips = Math.min(...nameWords.map((name) => slipsBetween(word, name)));
    if (slips > maxSlips(word)) return null;
    sum += slips;
  }
  return sum;
}

/** The beginning of a longer name is enough. The first letter is rarely wrong, but may have changed places. */
function slipsBetween(word: string, name: string): number {
  if (name[0] !== word[0] && name[1] !== word[0]) return Infinity;
  return Math.min(distance(word, name), distance(word, name.slice(0, word.length)));
}

/** Short words are like too many others. */
function maxSlips({ length }: string): number {
  if (length < 4) return 0;
  return length < 6 ? 1 : 2;
}

/** 0 is best; null when a term is missing or no term matches the name itself. */
function rankOf({ name, path }: NamedPlace, terms: readonly SearchTerm[]): 0 | 1 | 2 | null {
  let isInName = false;
  let isPrefix = true;
  let isInPath = false;
  for (const { inside, prefix } of terms) {
    if (name.includes(inside)) {
      isInName = true;
      isPrefix &&= name.includes(prefix);
    } else if (path.includes(inside)) {
      isInPath = true;
    } else {
      return null;
    }
  }
  if (!isInName) return null;
  if (isInPath) return 2;
  return isPrefix ? 0 : 1;
}

/** Falls back to the raw characters for names without letters or digits, such as "★ ★". */
function splitWords(text: string): readonly string[] {
  const words = splitNonEmpty(foldCase(text), /[^\p{L}\p{N}]+/u);
  return words.length > 0 ? words : splitNonEmpty(text.normalize('NFKD'), /\s+/u);
}

function splitNonEmpty(text: string, separator: RegExp): readonly string[] {
  return text.split(separator).filter((part) => part !== '');
}

function searchKey(name: string): string {
  return splitWords(name)
    .map((word) => ` ${word}`)
    .join('');
}
