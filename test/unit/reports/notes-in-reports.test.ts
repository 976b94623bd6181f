// Owners and notes of places in reports: a PDF has those that were there when it was made, and nothing is made again because of
// them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jsonRenderer, repositoryCodecs } from '../../../lib/adapters/json/index.ts';
import { pdfRenderer } from '../../../lib/adapters/pdf/index.ts';
import { openReportRepository, toFigureRules } from '../../../lib/composition/compose.ts';
import { DEFAULTS } from '../../../lib/composition/config.ts';
import type { PlaceNote } from '../../../lib/domain/place-notes.ts';
import type { CommitContext } from '../../../lib/reports/commit.ts';
import { addNote, notesKey, releasePlace, takePlace } from '../../../lib/reports/place-notes.ts';
import { findManifest } from '../../../lib/reports/report-repository.ts';
import { runWeek } from '../../../lib/reports/run-week.ts';
import { memoryCompany } from '../../support/memory-company.ts';
import type { MemoryStore } from '../../support/memory-store.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { encodeText, PLAIN_TEXT } from '../../support/object-store-contract.ts';
import { W46 } from '../../support/test-facts.ts';

const ACME = {
  key: 1,
  folders: [
    { key: 21, surveys: [{ key: 211, responses: 40 }] },
    { key: 22, surveys: [{ key: 221, responses: 40 }] },
  ],
};
const ANNA = { by: 'a1', name: 'Anna', week: W46.name } as const;
const NOTE: Omit<PlaceNote, 'id'> = {
  ...ANNA,
  text: 'Two lanes closed',
  at: '2026-11-16T17:00:00.000Z',
};
const OPERATOR = { id: 'shell', isWholeCompany: true };

/** `prepare`: writes notes before the week's reports are made. */
async function makeWeek(
  prepare: (store: MemoryStore, repository: CommitContext) => Promise<unknown>,
  { notes = true } = {},
) {
  const store = memoryStore();
  const repository: CommitContext = {
    ...openReportRepository(store, { ...DEFAULTS, notes }),
    renderers: {
      json: jsonRenderer(),
      pdf: pdfRenderer({ locale: 'en', paper: 'A4', publicUrl: null }),
    },
    childLinks: null,
  };
  const making = {
    source: memoryCompany(ACME).source,
    repository,
    clock: () => Date.parse('2026-11-16T18:00:00Z'),
    rules: toFigureRules(DEFAULTS),
    concurrency: 8,
  };
  const make = () => runWeek(making, { week: W46, folder: null, force: false });
  await prepare(store, { ...repository, settings: repositoryCodecs.settings });
  await make();
  const manifestOf = async (folder: number) =>
    (await findManifest(repository, { week: W46.name, folder })) ?? assert.fail();
  const hashes = async (folder: number): Promise<readonly [pdf: string, json: string]> => {
    const { pdf, json } = (await manifestOf(folder)).files;
    return [pdf.sha256, json.sha256];
  };
  return { repository, make, manifestOf, hashes };
}

const nothing = (): Promise<void> => Promise.resolve();

describe('the notes in a report', () => {
  it('are in the PDF of their place, and in no JSON', async () => {
    const plain = await makeWeek(nothing);
    const owned = await makeWeek((_, repository) =>
      takePlace(repository, 21, { ...ANNA, since: NOTE.at }),
    );
    const noted = await makeWeek((_, repository) => addNote(repository, 21, NOTE));
    for (const { hashes } of [owned, noted]) {
      assert.notEqual((await hashes(21))[0], (await plain.hashes(21))[0]);
      assert.equal((await hashes(21))[1], (await plain.hashes(21))[1]);
      assert.deepEqual(await hashes(22), await plain.hashes(22));
    }
    assert.equal((await owned.hashes(1))[1], (await plain.hashes(1))[1]);
  });

  it('make the same bytes of the same notes', async () => {
    const write = (_: MemoryStore, repository: CommitContext) => addNote(repository, 21, NOTE);
    const [first, second] = [await makeWeek(write), await makeWeek(write)];
    for (const folder of [1, 21]) {
      assert.deepEqual(await first.hashes(folder), await second.hashes(folder));
    }
  });

  it('stay as they were when it was made, and are no reason to make it again', async () => {
    const { repository, make, manifestOf } = await makeWeek((_, before) =>
      takePlace(before, 21, { ...ANNA, since: NOTE.at }),
    );
    const manifests = await Promise.all([1, 21].map(manifestOf));
    await addNote(repository, 21, NOTE);
    await releasePlace(repository, 21, OPERATOR);
    await make();
    assert.deepEqual(await Promise.all([1, 21].map(manifestOf)), manifests);
  });

  it('are none of a later week, of a damaged list, and where notes are switched off', async () => {
    const plain = await makeWeek(nothing);
    const later = await makeWeek((_, repository) =>
      addNote(repository, 21, { ...NOTE, week: '2026-W47' }),
    );
    const damaged = await makeWeek((store) =>
      store.create(notesKey(21), encodeText('{'), PLAIN_TEXT),
    );
    const off = await makeWeek((_, repository) => addNote(repository, 21, NOTE), { notes: false });
    for (const { hashes, manifestOf } of [later, damaged, off]) {
      assert.deepEqual(await hashes(21), await plain.hashes(21));
      assert.deepEqual((await manifestOf(21)).problems, []);
    }
  });
});
