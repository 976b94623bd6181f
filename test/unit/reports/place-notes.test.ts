// The stored owners and notes of places: no change is lost, and who may remove what.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { repositoryCodecs } from '../../../lib/adapters/json/index.ts';
import {
  findDamagedRecords,
  OTHER_RECORD_PREFIXES,
} from '../../../lib/composition/damaged-records.ts';
import type { PlaceNote, PlaceOwner } from '../../../lib/domain/place-notes.ts';
import { MAX_NOTES, NO_NOTES, notesInWeek } from '../../../lib/domain/place-notes.ts';
import {
  addNote,
  keyOfNotes,
  listPlaceNotes,
  mayRemove,
  notedFolders,
  notesKey,
  readPlaceNotes,
  releasePlace,
  removeNote,
  takePlace,
} from '../../../lib/reports/place-notes.ts';
import type { SettingsRepository } from '../../../lib/reports/report-settings.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import type { MemoryStore } from '../../support/memory-store.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { encodeText, PLAIN_TEXT } from '../../support/object-store-contract.ts';
import { fc } from '../../support/property-settings.ts';
import { createRegionReport } from '../../support/test-reports.ts';

function codeOf(error: unknown): string | null {
  return error instanceof Failure ? error.code : null;
}

const AT = '2026-11-16T18:00:00.000Z';
const LATER = '2026-11-17T18:00:00.000Z';
const ANNA = { by: 'a1', name: 'Anna Virtanen', week: '2026-W46' } as const;
const BEN = { by: 'b2', name: 'Ben', week: '2026-W46' } as const;

const owner = (change: Partial<PlaceOwner> = {}): PlaceOwner => ({ ...ANNA, since: AT, ...change });
const note = (text: string, change: Partial<PlaceNote> = {}): Omit<PlaceNote, 'id'> => ({
  ...ANNA,
  text,
  at: AT,
  ...change,
});
const author = { id: 'a1', isWholeCompany: false };
const other = { id: 'b2', isWholeCompany: false };
const operator = { id: 'c3', isWholeCompany: true };

function openRepository(store: MemoryStore = memoryStore()) {
  return { store, settings: repositoryCodecs.settings };
}

async function textsOf(repository: SettingsRepository, folder: number): Promise<readonly string[]> {
  const found = (await readPlaceNotes(repository, [folder])).get(folder);
  return (found ?? NO_NOTES).notes.map(({ text }) => text);
}

describe('the notes of a place', () => {
  it('are none without a record, and none are stored by reading', async () => {
    const repository = openRepository();
    assert.deepEqual(await readPlaceNotes(repository, [1, 2]), new Map());
    assert.deepEqual(await listPlaceNotes(repository), []);
    assert.equal(repository.store.objects.size, 0);
  });

  it('are kept newest first with their writers, beside the owner', async () => {
    const repository = openRepository();
    const first = await addNote(repository, 21, note('Two lanes closed'));
    const second = await addNote(repository, 21, note('Open again', { ...BEN, at: LATER }));
    await takePlace(repository, 21, owner());
    await takePlace(repository, 7, owner({ ...BEN }));
    assert.deepEqual([first.isNew, second.isNew], [true, true]);
    assert.deepEqual(first.entry, { id: first.entry.id, ...note('Two lanes closed') });
    const stored = { owner: owner(), notes: [second.entry, first.entry] };
    assert.deepEqual(await readPlaceNotes(repository, [21, 22]), new Map([[21, stored]]));
    assert.deepEqual(await listPlaceNotes(repository), [
      { folder: 7, owner: owner({ ...BEN }), notes: [] },
      { folder: 21, ...stored },
    ]);
  });

  it('keep the same note of the same writer and week once, and any other beside it', async () => {
    const repository = openRepository();
    const { entry } = await addNote(repository, 21, note('Closed'));
    const again = await addNote(repository, 21, note('Closed', { at: LATER }));
    assert.deepEqual(again, { entry, isNew: false });
    for (const change of [
      { by: 'b2' },
      { name: 'Ben' },
      { week: '2026-W47' },
      { text: 'Closed.' },
    ]) {
      const { entry: another, isNew } = await addNote(repository, 21, note('Closed', change));
      assert.equal(isNew, true, JSON.stringify(change));
      assert.notEqual(another.id, entry.id);
    }
    const elsewhere = await addNote(repository, 22, note('Closed'));
    assert.notEqual(elsewhere.entry.id, entry.id);
    assert.equal((await textsOf(repository, 21)).length, 5);
  });

  it('are at most twenty: one more is refused until one of them is removed', async () => {
    const repository = openRepository();
    const texts = Array.from({ length: MAX_NOTES }, (_, i) => `Note ${i}`);
    const entries: PlaceNote[] = [];
    for (const text of texts) entries.push((await addNote(repository, 21, note(text))).entry);
    await assert.rejects(addNote(repository, 21, note('More')), { code: 'NOTES_FULL' });
    assert.deepEqual(await textsOf(repository, 21), texts.toReversed());
    const again = await addNote(repository, 21, note('Note 0', { at: LATER }));
    assert.deepEqual(again, { entry: entries[0], isNew: false });
    assert.equal((await addNote(repository, 22, note('More'))).isNew, true);
    await removeNote(repository, entries[5]?.id ?? '', author);
    assert.equal((await addNote(repository, 21, note('More'))).isNew, true);
    assert.equal((await textsOf(repository, 21)).length, MAX_NOTES);
  });

  it('replace an owner by another, and keep one who says so again', async () => {
    const repository = openRepository();
    await takePlace(repository, 21, owner());
    const again = await takePlace(repository, 21, owner({ since: LATER }));
    assert.deepEqual(again, { entry: owner(), isNew: false });
    for (const change of [{ week: '2026-W47' }, { name: 'A. Virtanen' }, { by: 'b2' }]) {
      const changed = owner({ ...change, since: LATER });
      assert.deepEqual(await takePlace(repository, 21, changed), { entry: changed, isNew: true });
      await takePlace(repository, 21, owner());
    }
  });

  it('leave the list with the last of them', async () => {
    const repository = openRepository();
    const { entry } = await addNote(repository, 21, note('Closed'));
    await takePlace(repository, 21, owner());
    await removeNote(repository, entry.id, author);
    assert.deepEqual(await listPlaceNotes(repository), [{ folder: 21, owner: owner(), notes: [] }]);
    await releasePlace(repository, 21, author);
    assert.deepEqual(await listPlaceNotes(repository), []);
  });

  it('are shown in reports of their week and of later ones', () => {
    const notes = { owner: owner({ week: '2026-W47' }), notes: [{ id: 'x', ...note('Closed') }] };
    assert.deepEqual(notesInWeek(notes, '2026-W45'), NO_NOTES);
    assert.deepEqual(notesInWeek(notes, '2026-W46'), { ...notes, owner: null });
    assert.deepEqual(notesInWeek(notes, '2026-W47'), notes);
  });

  it('are read with fields that a later release has added', async () => {
    const { store, settings } = openRepository();
    const entry = { folder: 21, owner: { ...owner(), x: 1 }, notes: [], seen: [] };
    await store.create(notesKey(21), encodeText(JSON.stringify({ entries: [entry] })), PLAIN_TEXT);
    assert.deepEqual(await listPlaceNotes({ store, settings }), [
      { folder: 21, owner: owner(), notes: [] },
    ]);
  });
});

describe('removing', () => {
  it('is for who wrote it and for who sees the whole company', async () => {
    for (const [remover, isAllowed] of [
      [author, true],
      [operator, true],
      [other, false],
    ] as const) {
      assert.equal(mayRemove(remover, owner()), isAllowed);
      const repository = openRepository();
      const { entry } = await addNote(repository, 21, note('Closed'));
      await takePlace(repository, 21, owner());
      const before = await listPlaceNotes(repository);
      for (const remove of [
        () => removeNote(repository, entry.id, remover),
        () => releasePlace(repository, 21, remover),
      ]) {
        if (isAllowed) await remove();
        else await assert.rejects(remove, { code: 'NOTE_OF_ANOTHER', facts: {} });
      }
      assert.deepEqual(await listPlaceNotes(repository), isAllowed ? [] : before);
    }
  });

  it('fails for what is not there, also a second time', async () => {
    const repository = openRepository();
    const { entry } = await addNote(repository, 21, note('Closed'));
    await removeNote(repository, entry.id, author);
    for (const id of [entry.id, '', '21', '21-x', '0-x', 'x-21']) {
      await assert.rejects(removeNote(repository, id, operator), { code: 'SETTING_NOT_FOUND' }, id);
    }
    await assert.rejects(releasePlace(repository, 21, operator), { code: 'SETTING_NOT_FOUND' });
  });
});

describe('the folders whose notes a report can show', () => {
  it('are its own and those of its places', () => {
    const report = createRegionReport(9);
    const places = report.summary.places.map(({ folder }) => folder.key);
    assert.ok(places.length > 0);
    assert.deepEqual(notedFolders(report), [report.folder.key, ...places]);
  });
});

describe('the lists of notes', () => {
  it('are sixteen, of which each folder belongs to one', () => {
    const keys = new Set(Array.from({ length: 2_000 }, (_, i) => notesKey(41_000 + 1_000 * i)));
    assert.deepEqual(
      [...keys].sort(),
      Array.from('0123456789abcdef', (digit) => `settings/notes/${digit}.json`),
    );
  });

  it('are read once each, however many places are asked for', async () => {
    const repository = openRepository();
    const folders = Array.from({ length: 2_000 }, (_, i) => i + 1);
    for (const folder of [1, 900, 2_000]) await takePlace(repository, folder, owner());
    repository.store.resetCalls();
    assert.equal((await readPlaceNotes(repository, folders)).size, 3);
    assert.deepEqual(repository.store.calls.read, 16);
    repository.store.resetCalls();
    assert.equal((await readPlaceNotes(repository, [900])).size, 1);
    assert.equal(repository.store.calls.read, 1);
  });

  it('hold what was written last, for any changes of any places', async () => {
    const change = fc.record({
      folder: fc.integer({ min: 1, max: 40 }),
      action: fc.constantFrom('take', 'release', 'add', 'remove'),
      text: fc.constantFrom('A', 'B'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 40 }), async (changes) => {
        const repository = openRepository();
        const model = new Map<number, { owned: boolean; texts: readonly string[] }>();
        const ids = new Map<string, string>();
        const missing = (error: unknown): void => {
          assert.ok(error instanceof Failure && error.code === 'SETTING_NOT_FOUND');
        };
        for (const { folder, action, text } of changes) {
          const { owned, texts } = model.get(folder) ?? { owned: false, texts: [] };
          switch (action) {
            case 'take':
              await takePlace(repository, folder, owner());
              model.set(folder, { owned: true, texts });
              break;
            case 'release':
              await releasePlace(repository, folder, author).catch(missing);
              model.set(folder, { owned: false, texts });
              break;
            case 'add': {
              const { entry } = await addNote(repository, folder, note(text));
              ids.set(`${folder}${text}`, entry.id);
              model.set(folder, { owned, texts: [text, ...texts.filter((one) => one !== text)] });
              // The same again stays where it is.
              if (texts.includes(text)) model.set(folder, { owned, texts });
              break;
            }
            case 'remove':
              await removeNote(repository, ids.get(`${folder}${text}`) ?? '', author).catch(
                missing,
              );
              model.set(folder, { owned, texts: texts.filter((one) => one !== text) });
          }
        }
        const expected = [...model]
          .filter(([, { owned, texts }]) => owned || texts.length > 0)
          .toSorted(([a], [b]) => a - b);
        const stored = await listPlaceNotes(repository);
        assert.deepEqual(
          stored.map(({ folder, owner: by, notes }) => [
            folder,
            { owned: by !== null, texts: notes.map(({ text }) => text) },
          ]),
          expected,
        );
        assert.deepEqual(await findDamagedRecords(repository.store, OTHER_RECORD_PREFIXES), []);
      }),
    );
  });

  it('are damaged when a folder is in the list of another', async () => {
    const repository = openRepository();
    const entry = { folder: 21, owner: owner(), notes: [] };
    const wrong = notesKey(21).endsWith('0.json')
      ? 'settings/notes/1.json'
      : 'settings/notes/0.json';
    assert.equal(keyOfNotes({ entries: [entry] }, notesKey(21)), notesKey(21));
    await repository.store.create(
      wrong,
      repositoryCodecs.settings.notes.encode({ entries: [entry] }),
      PLAIN_TEXT,
    );
    assert.deepEqual(await findDamagedRecords(repository.store, OTHER_RECORD_PREFIXES), [wrong]);
  });

  for (const text of ['', '{', '{"entries":[{"folder":0}]}', '[]']) {
    it(`are refused where damaged, stay as they are, and show nothing: ${JSON.stringify(text)}`, async () => {
      const repository = openRepository();
      const key = notesKey(21);
      await repository.store.create(key, encodeText(text), PLAIN_TEXT);
      const refused = { code: 'SETTINGS_UNREADABLE', facts: { key } };
      await assert.rejects(addNote(repository, 21, note('Closed')), refused);
      await assert.rejects(takePlace(repository, 21, owner()), refused);
      await assert.rejects(removeNote(repository, '21-x', operator), refused);
      await assert.rejects(releasePlace(repository, 21, operator), refused);
      await assert.rejects(listPlaceNotes(repository), refused);
      assert.deepEqual(await readPlaceNotes(repository, [21]), new Map());
      assert.deepEqual(repository.store.objects.get(key), encodeText(text));
      assert.deepEqual(await findDamagedRecords(repository.store, OTHER_RECORD_PREFIXES), [key]);
    });
  }

  it('are neither shown nor changed where notes are switched off, and stay', async () => {
    const repository = openRepository();
    await takePlace(repository, 21, owner());
    const off = { ...repository, settings: { ...repository.settings, notes: null } };
    assert.deepEqual(await readPlaceNotes(off, [21]), new Map());
    const refused = { code: 'NOTES_OFF' };
    await assert.rejects(listPlaceNotes(off), refused);
    await assert.rejects(takePlace(off, 21, owner({ by: 'b2' })), refused);
    await assert.rejects(addNote(off, 21, note('Closed')), refused);
    await assert.rejects(releasePlace(off, 21, author), refused);
    await assert.rejects(removeNote(off, '21-x', author), refused);
    assert.equal((await listPlaceNotes(repository)).length, 1);
  });
});

describe('several writers at once', () => {
  it('lose nothing, in one place and in all', async () => {
    const repository = openRepository();
    const { entry } = await addNote(repository, 21, note('Old'));
    await takePlace(repository, 21, owner());
    const texts = Array.from({ length: 12 }, (_, i) => `Note ${i}`);
    const folders = Array.from({ length: 200 }, (_, i) => 100 + i);
    await Promise.all([
      ...texts.map((text) => addNote(repository, 21, note(text))),
      ...folders.map((folder) => takePlace(repository, folder, owner({ ...BEN }))),
      removeNote(repository, entry.id, author),
      releasePlace(repository, 21, author),
    ]);
    assert.deepEqual([...(await textsOf(repository, 21))].sort(), texts.toSorted());
    const stored = await readPlaceNotes(repository, [21, ...folders]);
    assert.deepEqual([stored.get(21)?.owner, stored.size], [null, 1 + folders.length]);
  });

  it('leave one owner, which the other then sees', async () => {
    const repository = openRepository();
    await Promise.all([
      takePlace(repository, 21, owner()),
      takePlace(repository, 21, owner({ ...BEN })),
    ]);
    const stored = (await readPlaceNotes(repository, [21])).get(21)?.owner;
    assert.match(stored?.by ?? '', /^(a1|b2)$/);
  });

  it('are told that one of them has become the owner', async () => {
    const repository = openRepository();
    const [first, second] = await Promise.all([
      takePlace(repository, 21, owner()),
      takePlace(repository, 21, owner({ since: LATER })),
    ]);
    assert.notEqual(first.isNew, second.isNew);
    assert.deepEqual(first.entry, second.entry);
  });

  it('don’t exceed the most notes of a place: one of them is refused', async () => {
    const repository = openRepository();
    for (let i = 1; i < MAX_NOTES; i += 1) await addNote(repository, 21, note(`Note ${i}`));
    const results = await Promise.allSettled(
      ['A', 'B', 'C'].map((text) => addNote(repository, 21, note(text))),
    );
    const written = results.filter(({ status }) => status === 'fulfilled');
    assert.equal(written.length, 1);
    for (const result of results) {
      if (result.status === 'rejected') assert.equal(codeOf(result.reason), 'NOTES_FULL');
    }
    assert.equal((await textsOf(repository, 21)).length, MAX_NOTES);
  });

  it('are told that one of them has added the note', async () => {
    const repository = openRepository();
    const [first, second] = await Promise.all([
      addNote(repository, 21, note('Closed')),
      addNote(repository, 21, note('Closed', { at: LATER })),
    ]);
    assert.notEqual(first.isNew, second.isNew);
    assert.deepEqual(first.entry, second.entry);
  });
});

describe('a change during which the store fails', () => {
  const changes: Readonly<Record<string, (repository: SettingsRepository) => Promise<unknown>>> = {
    take: (repository) => takePlace(repository, 21, owner({ ...BEN, since: LATER })),
    add: (repository) => addNote(repository, 21, note('New', { at: LATER })),
    release: (repository) => releasePlace(repository, 21, author),
    remove: async (repository) => {
      const [oldest] = (await readPlaceNotes(repository, [21])).get(21)?.notes ?? [];
      await removeNote(repository, oldest?.id ?? '', author);
    },
  };
  for (const [name, change] of Object.entries(changes)) {
    // `remove` reads the id first.
    const reads = name === 'remove' ? 2 : 1;
    for (let call = 0; call <= reads; call += 1) {
      for (const when of ['before', 'after'] as const) {
        it(`is done completely or not at all: ${name}, ${when} call ${call}`, async () => {
          const prepared = async (): Promise<MemoryStore> => {
            const store = memoryStore();
            await addNote(openRepository(store), 21, note('Old'));
            await takePlace(openRepository(store), 21, owner());
            return store;
          };
          const done = await prepared();
          await change(openRepository(done));
          const store = await prepared();
          const before = store.objects.get(notesKey(21));
          let calls = 0;
          store.onCall = async (work) => {
            const isFault = calls === call;
            calls += 1;
            if (isFault && when === 'before') throw new Failure('STORE_UNAVAILABLE');
            const result = await work();
            if (isFault) throw new Failure('STORE_UNAVAILABLE');
            return result;
          };
          await assert.rejects(change(openRepository(store)), { code: 'STORE_UNAVAILABLE' });
          store.onCall = (work) => work();
          const isDone = call === reads && when === 'after';
          const expected = isDone ? done.objects.get(notesKey(21)) : before;
          assert.deepEqual(store.objects.get(notesKey(21)), expected);
        });
      }
    }
  }

  it('counts as done when a repeated write finds its own entry, or none any more', async () => {
    const store = memoryStore();
    // As an adapter that repeats a conditional write whose response was lost.
    const losing = {
      ...store,
      create: async (...args: Parameters<typeof store.create>) =>
        (await store.create(...args)) && false,
      replace: async (...args: Parameters<typeof store.replace>) =>
        (await store.replace(...args)) && false,
    };
    const repository = { store: losing, settings: repositoryCodecs.settings };
    const { entry, isNew } = await addNote(repository, 21, note('Closed'));
    assert.equal(isNew, true);
    assert.equal((await takePlace(repository, 21, owner())).isNew, true);
    await removeNote(repository, entry.id, author);
    await releasePlace(repository, 21, author);
    assert.deepEqual(await listPlaceNotes(openRepository(store)), []);
  });
});
