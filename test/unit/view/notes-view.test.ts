// The owner and the notes of places, as a view of a week shows them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PlaceNotes } from '../../../lib/domain/place-notes.ts';
import { folderViewOf, placeViewOf } from '../../support/report-views.ts';
import { createRegionReport, createStoreReport } from '../../support/test-reports.ts';

const STORE = createStoreReport(1);
const BY = { by: 'user-1', name: 'Mika Virtanen', week: '2026-W46' };
const OWNER = { ...BY, since: '2026-11-10T08:30:00Z' };

function note(id: string, text: string, week = '2026-W46') {
  return { ...BY, name: 'Ana', id, text, week, at: '2026-11-11T09:15:00Z' };
}

function notesOf(notes: Partial<PlaceNotes>, folder = STORE.folder.key) {
  return new Map([[folder, { owner: null, notes: [], ...notes }]]);
}

describe('the notes of a place', () => {
  it('have their text, who wrote them and when, newest first', () => {
    const written = notesOf({ owner: OWNER, notes: [note('b', 'Newer'), note('a', 'Older')] });
    assert.deepEqual(placeViewOf(STORE, written).notes, {
      owner: {
        name: 'Mika Virtanen',
        text: 'Mika Virtanen is on it',
        since: 'on it since Tuesday 10 November',
      },
      notes: [
        { id: 'b', text: 'Newer', signature: 'Ana · Wednesday 11 November' },
        { id: 'a', text: 'Older', signature: 'Ana · Wednesday 11 November' },
      ],
    });
  });

  it('are shown with an owner alone and without one, and not where nothing was written', () => {
    const owned = placeViewOf(STORE, notesOf({ owner: OWNER })).notes;
    assert.deepEqual([owned?.owner?.name, owned?.notes], ['Mika Virtanen', []]);
    const noted = placeViewOf(STORE, notesOf({ notes: [note('a', 'Text')] })).notes;
    assert.deepEqual([noted?.owner, noted?.notes.length], [null, 1]);
    assert.equal(placeViewOf(STORE, notesOf({})).notes, null);
    assert.equal(placeViewOf(STORE).notes, null);
    assert.equal(placeViewOf(STORE, notesOf({ owner: OWNER }, 999)).notes, null);
  });

  it('have the year of days in another year than the week', () => {
    const last = { ...note('a', 'Text', '2025-W51'), at: '2025-12-18T09:15:00Z' };
    const owner = { ...OWNER, week: '2025-W51', since: '2025-12-17T09:15:00Z' };
    const { notes } = placeViewOf(STORE, notesOf({ owner, notes: [last] }));
    assert.deepEqual(
      [notes?.owner?.since, notes?.notes[0]?.signature],
      ['on it since Wednesday, 17 December 2025', 'Ana · Thursday, 18 December 2025'],
    );
  });

  it('of a later week are not shown', () => {
    const later = notesOf({
      owner: { ...OWNER, week: '2026-W47' },
      notes: [note('b', 'Later', '2026-W47'), note('a', 'Before', '2026-W45')],
    });
    const { notes } = placeViewOf(STORE, later);
    assert.deepEqual([notes?.owner, notes?.notes.map(({ text }) => text)], [null, ['Before']]);
  });

  it('are beside its row in the list of the folder above, the newest one alone', () => {
    const written = notesOf({ owner: OWNER, notes: [note('b', 'Newer'), note('a', 'Older')] }, 107);
    const { sections, notes } = folderViewOf(createRegionReport(9), written);
    const rows = sections.flatMap((section) => section.rows);
    assert.deepEqual(
      rows
        .filter(({ owner, note: text }) => owner !== null || text !== '')
        .map(({ folder }) => folder),
      [107],
    );
    const row = rows.find(({ folder }) => folder === 107);
    assert.deepEqual([row?.owner?.name, row?.note], ['Mika Virtanen', 'Newer']);
    assert.match(row?.noteSignature ?? '', /^\S.* · \w+ \d+ November$/);
    assert.equal(row?.care, 'Mika Virtanen is on it · “Newer”');
    assert.equal(notes, null);
  });

  it('are cut at their limits', () => {
    const long = notesOf({
      owner: { ...OWNER, name: 'n'.repeat(100) },
      notes: [{ ...note('a', 't'.repeat(900)), name: 'a'.repeat(100) }],
    });
    const { notes } = placeViewOf(STORE, long);
    assert.equal(notes?.owner?.name.length, 60);
    assert.equal(notes.notes[0]?.text.length, 500);
    assert.equal(notes.notes[0].signature.indexOf(' · '), 60);
  });
});
