// Searches what was kept of a run for canaries, in any form and at any depth; each find names the canary, the form
// and where it was written.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CANARIES, MARKS, ownOf } from '../../../support/secret-markers.ts';
import { formsOf, type Form } from './leaks.ts';
import { unpacked, type Content } from './unpack.ts';

export interface Find {
  /** Those that it holds; none: only a piece. */
  readonly canaries: readonly string[];
  readonly form: string;
  /** E.g. "log of test/integration/functions/reports-api-handler.test.ts". */
  readonly where: string;
}

export interface Searched {
  readonly finds: readonly Find[];
  readonly artefacts: number;
  /** Different ones, with what is packed in them. */
  readonly contents: number;
  readonly bytes: number;
  readonly forms: number;
}

/** Before the name of each text that shares a file with others; the name ends with its line. */
const BEFORE_NAME = Buffer.from('\0\x01');

const FORMS = Object.values(MARKS).flatMap(differentFormsOf);
const OWN = CANARIES.map((name) => {
  // The id of a key has no room for more.
  const own = name === 'access key id' ? ownOf(name).slice(0, 6) : ownOf(name);
  return { name, forms: differentFormsOf(own) };
});

/** `kept`: texts, names and blobs as keeper.mjs writes them; `folders`: files by themselves. */
export async function search(kept: string, folders: readonly string[]): Promise<Searched> {
  const names = await namesIn(join(kept, 'names'));
  const known = new Map<string, readonly Hit[]>();
  const finds: Find[] = [];
  const counts = { artefacts: 0, contents: 0, bytes: 0 };
  const look = (bytes: Buffer, where: (hit: Hit) => readonly string[]): void => {
    const hash = createHash('sha256').update(bytes).digest('base64');
    let hits = known.get(hash);
    counts.artefacts += 1;
    if (hits === undefined) {
      const contents = [...unpacked(bytes), ...shownIn(bytes)];
      hits = contents.flatMap(({ inside, content }) =>
        hitsIn(content).map((hit) => ({ ...hit, inside })),
      );
      known.set(hash, hits);
      counts.contents += contents.length;
      counts.bytes += contents.reduce((sum, { content }) => sum + content.length, 0);
    }
    for (const hit of hits) {
      for (const one of where(hit)) {
        finds.push({ canaries: hit.canaries, form: hit.form, where: `${one}${hit.inside}` });
      }
    }
  };
  for (const path of await filesBelow(join(kept, 'texts'))) {
    for (const { name, bytes } of textsIn(await readFile(path))) look(bytes, () => [name]);
  }
  for (const path of await filesBelow(join(kept, 'blobs'))) {
    look(await readFile(path), () => names.get(path.slice(path.lastIndexOf('/') + 1)) ?? [path]);
  }
  for (const folder of folders) {
    for (const path of await filesBelow(folder)) {
      // What was removed lies below the process and a number.
      const name = path.slice(folder.length + 1).replace(/^\d+-[0-9a-f]{8}\/\d+\//, '');
      look(await readFile(path), () => [`file ${name}`]);
      look(Buffer.from(name), () => [`the name of file ${name}`]);
    }
  }
  return { finds, ...counts, forms: FORMS.length };
}

interface Hit {
  readonly canaries: readonly string[];
  readonly form: string;
  readonly inside: string;
}

export function hitsIn(content: Buffer): readonly Omit<Hit, 'inside'>[] {
  const found = FORMS.find((form) => content.includes(form.bytes));
  if (found === undefined) return [];
  const canaries = OWN.filter(({ forms }) => forms.some((form) => content.includes(form.bytes)));
  return [{ canaries: canaries.map(({ name }) => name), form: found.form }];
}

/** A page names glyphs, not characters; needs pdftotext. */
function shownIn(bytes: Buffer): readonly Content[] {
  if (bytes.toString('latin1', 0, 5) !== '%PDF-') return [];
  const { status, stdout } = spawnSync('pdftotext', ['-', '-'], { input: bytes });
  return status === 0 ? [{ inside: ', on a page,', content: stdout }] : [];
}

function textsIn(file: Buffer): readonly { readonly name: string; readonly bytes: Buffer }[] {
  const texts: { name: string; bytes: Buffer }[] = [];
  let at = file.indexOf(BEFORE_NAME);
  while (at !== -1) {
    const line = file.indexOf('\n', at);
    const next = file.indexOf(BEFORE_NAME, line);
    const name = file.toString('utf8', at + BEFORE_NAME.length, line);
    texts.push({ name, bytes: file.subarray(line + 1, next === -1 ? file.length : next) });
    at = next;
  }
  return texts;
}

async function namesIn(folder: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const names = new Map<string, string[]>();
  for (const path of await filesBelow(folder)) {
    for (const line of (await readFile(path, 'utf8')).split('\n')) {
      const [hash = '', name = ''] = line.split('\t');
      names.set(hash, [...(names.get(hash) ?? []), name]);
    }
  }
  return names;
}

async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
}

function differentFormsOf(text: string): readonly Form[] {
  const forms = formsOf(text).toReversed();
  return [...new Map(forms.map((one) => [one.bytes.toString('hex'), one])).values()].reverse();
}
