// Searches the recorded output of a test run for canary credentials.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CANARIES, CANARY_MARKS, uniquePartOf } from '../../../support/secret-markers.ts';
import {
  encodeUniquely,
  searchForSecrets,
  type SearchedSecrets,
  type SecretHit,
} from './secret-search.ts';

export interface SecretFinding extends Pick<SecretHit, 'secrets' | 'form'> {
  /** E.g. "log of test/integration/functions/reports-api-handler.test.ts". */
  readonly location: string;
}

export interface SecretSearchResult {
  readonly findings: readonly SecretFinding[];
  readonly artefacts: number;
  /** Different contents, including unpacked ones. */
  readonly contents: number;
  readonly bytes: number;
  readonly forms: number;
}

/** Precedes the name of each text in a file of several texts; the name ends with its line. */
const NAME_PREFIX = Buffer.from('\0\x01');

export const CANARY_PATTERNS: SearchedSecrets = {
  fragments: Object.values(CANARY_MARKS).flatMap(encodeUniquely),
  secrets: CANARIES.map((name) => {
    // An access key id holds six characters only.
    const marker = name === 'access key id' ? uniquePartOf(name).slice(0, 6) : uniquePartOf(name);
    return { name, forms: encodeUniquely(marker) };
  }),
};

/** `recordFolder`: written by output-recorder.mjs. `folders`: further files. */
export async function searchRecordedOutput(
  recordFolder: string,
  folders: readonly string[],
): Promise<SecretSearchResult> {
  const names = await readNames(join(recordFolder, 'names'));
  const knownHits = new Map<string, readonly SecretHit[]>();
  const findings: SecretFinding[] = [];
  const counts = { artefacts: 0, contents: 0, bytes: 0 };
  const searchBytes = (bytes: Buffer, locations: readonly string[]): void => {
    const hash = createHash('sha256').update(bytes).digest('base64');
    let hits = knownHits.get(hash);
    counts.artefacts += 1;
    if (hits === undefined) {
      const search = searchForSecrets(bytes, CANARY_PATTERNS);
      hits = search.hits;
      knownHits.set(hash, hits);
      counts.contents += search.contents.length;
      counts.bytes += search.contents.reduce((sum, { content }) => sum + content.length, 0);
    }
    for (const { secrets, form, path } of hits) {
      for (const location of locations) {
        findings.push({ secrets, form, location: `${location}${path}` });
      }
    }
  };
  for (const path of await listFiles(join(recordFolder, 'texts'))) {
    for (const { name, bytes } of splitTexts(await readFile(path))) searchBytes(bytes, [name]);
  }
  for (const path of await listFiles(join(recordFolder, 'blobs'))) {
    const hash = path.slice(path.lastIndexOf('/') + 1);
    searchBytes(await readFile(path), names.get(hash) ?? [path]);
  }
  for (const folder of folders) {
    for (const path of await listFiles(folder)) {
      // Removed files are in a folder of the process and a number.
      const name = path.slice(folder.length + 1).replace(/^\d+-[0-9a-f]{8}\/\d+\//, '');
      searchBytes(await readFile(path), [`file ${name}`]);
      searchBytes(Buffer.from(name), [`the name of file ${name}`]);
    }
  }
  return { findings, ...counts, forms: CANARY_PATTERNS.fragments.length };
}

function splitTexts(file: Buffer): readonly { readonly name: string; readonly bytes: Buffer }[] {
  const texts: { name: string; bytes: Buffer }[] = [];
  let at = file.indexOf(NAME_PREFIX);
  while (at !== -1) {
    const line = file.indexOf('\n', at);
    const next = file.indexOf(NAME_PREFIX, line);
    const name = file.toString('utf8', at + NAME_PREFIX.length, line);
    texts.push({ name, bytes: file.subarray(line + 1, next === -1 ? file.length : next) });
    at = next;
  }
  return texts;
}

async function readNames(folder: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const names = new Map<string, string[]>();
  for (const path of await listFiles(folder)) {
    for (const line of (await readFile(path, 'utf8')).split('\n')) {
      const [hash = '', name = ''] = line.split('\t');
      names.set(hash, [...(names.get(hash) ?? []), name]);
    }
  }
  return names;
}

async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
