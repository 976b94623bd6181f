// The owners and notes of places, in 16 stored lists: each folder belongs to one by the digest of its key, so that the notes of
// a whole company are few reads, and writers about different places rarely wait for each other.
import type { PlaceNote, PlaceNotes, PlaceOwner } from '../domain/place-notes.ts';
import { MAX_NOTES, NO_NOTES } from '../domain/place-notes.ts';
import type { Report } from '../domain/report.ts';
import type { FolderNotes, SettingsRecord } from '../ports/settings.ts';
import { Failure } from '../shared/failure.ts';
import { mapConcurrent, SMALL_OBJECT_CONCURRENCY } from '../shared/map-concurrent.ts';
import type { ChangedSetting } from './change-settings.ts';
import { folderOfSettingId } from './change-settings.ts';
import { contentName, sha256Of } from './report-repository.ts';
import type { SettingsRepository } from './report-settings.ts';
import type { StoredList } from './stored-list.ts';
import { changeEntries, readEntries, readIntactEntries } from './stored-list.ts';

const PREFIX = 'settings/notes/';
const KEYS = Array.from('0123456789abcdef', keyOfDigit);

/** The list of a folder: "settings/notes/{digit}.json". */
export function notesKey(folder: number): string {
  return keyOfDigit(digestOf(folder).slice(0, 1));
}

/** The only key under which a record is valid; null for a record of folders that belong to several. */
export function keyOfNotes({ entries }: SettingsRecord<FolderNotes>, key: string): string | null {
  return entries.every(({ folder }) => notesKey(folder) === key) ? key : null;
}

/** The folders whose notes a report can show. */
export function notedFolders({
  folder,
  summary,
}: Pick<Report, 'folder' | 'summary'>): readonly number[] {
  return [...new Set([folder.key, ...summary.places.map((place) => place.folder.key)])];
}

/** Of those of the folders that have any. Nothing where notes are switched off; a damaged list counts as empty. */
export type ReadPlaceNotes = (
  folders: readonly number[],
) => Promise<ReadonlyMap<number, PlaceNotes>>;

export async function readPlaceNotes(
  repository: SettingsRepository,
  folders: readonly number[],
): ReturnType<ReadPlaceNotes> {
  return notesByFolder(repository, folders, readOrEmpty);
}

/**
 * Reads each list once, and only those that a listing names, for a run that makes many reports; a failed read is repeated by the
 * next caller.
 */
export function createNotesReader(repository: SettingsRepository): ReadPlaceNotes {
  const { store, settings } = repository;
  const names = createSharedReads<readonly string[]>();
  const lists = createSharedReads<readonly FolderNotes[]>();
  return async (folders) => {
    if (settings.notes === null) return new Map();
    const stored = await names(PREFIX, () => store.children(PREFIX));
    const listed = folders.filter((key) => stored.includes(notesKey(key).slice(PREFIX.length)));
    return notesByFolder(repository, listed, (list) => lists(list.key, () => readOrEmpty(list)));
  };
}

async function notesByFolder(
  repository: SettingsRepository,
  folders: readonly number[],
  read: ReadList,
): ReturnType<ReadPlaceNotes> {
  if (repository.settings.notes === null) return new Map();
  const entries = await readLists(repository, folders, read);
  return new Map(entries.map(({ folder, ...notes }) => [folder, notes]));
}

type ReadList = (list: StoredList<FolderNotes>) => Promise<readonly FolderNotes[]>;

const readOrEmpty: ReadList = async (list) => (await readEntries(list)) ?? [];

/** Callers with the same key share one read, unless it failed. */
function createSharedReads<T>(): (key: string, read: () => Promise<T>) => Promise<T> {
  const reads = new Map<string, Promise<T>>();
  return async (key, read) => {
    const reading = reads.get(key) ?? read();
    reads.set(key, reading);
    try {
      return await reading;
    } catch (error) {
      if (reads.get(key) === reading) reads.delete(key);
      throw error;
    }
  };
}

/**
 * Of those of the folders that have any, or of all (null), by folder. Fails with NOTES_OFF, SETTINGS_UNREADABLE, or as the
 * store does.
 */
export async function listPlaceNotes(
  repository: SettingsRepository,
  folders: readonly number[] | null = null,
): Promise<readonly FolderNotes[]> {
  const entries = await readLists(repository, folders, readIntactEntries);
  return entries.toSorted((a, b) => a.folder - b.folder);
}

/** Replaces another owner. The same again changes nothing. Fails with NOTES_OFF, SETTINGS_UNREADABLE, or as the store does. */
export async function takePlace(
  repository: SettingsRepository,
  folder: number,
  owner: PlaceOwner,
): Promise<ChangedSetting<PlaceOwner>> {
  const { stored, wasChanged } = await changeNotes(repository, folder, (current) =>
    current.owner !== null && isSameOwner(current.owner, owner) ? current : { ...current, owner },
  );
  const entry = stored.owner ?? owner;
  return { entry, isNew: wasChanged && entry.since === owner.since };
}

/**
 * Adds a note in front. The same again changes nothing. Fails with NOTES_FULL, NOTES_OFF, SETTINGS_UNREADABLE, or as the store
 * does.
 */
export async function addNote(
  repository: SettingsRepository,
  folder: number,
  content: Omit<PlaceNote, 'id'>,
): Promise<ChangedSetting<PlaceNote>> {
  const note = { id: noteId(folder, content), ...content };
  const find = ({ notes }: PlaceNotes): PlaceNote | undefined =>
    notes.find(({ id }) => id === note.id);
  const { stored, wasChanged } = await changeNotes(repository, folder, (current) => {
    if (find(current) !== undefined) return current;
    if (current.notes.length >= MAX_NOTES) throw new Failure('NOTES_FULL');
    return { ...current, notes: [note, ...current.notes] };
  });
  const entry = find(stored) ?? note;
  // Otherwise another writer was first.
  return { entry, isNew: wasChanged && entry.at === note.at };
}

/** `id`: of the caller. `isWholeCompany`: it sees the whole company, and may remove what others have written. */
export interface NoteRemover {
  readonly id: string;
  readonly isWholeCompany: boolean;
}

/** Whether a caller may remove an owner or a note. */
export function mayRemove(
  { id, isWholeCompany }: NoteRemover,
  { by }: { readonly by: string },
): boolean {
  return isWholeCompany || by === id;
}

/** Fails with SETTING_NOT_FOUND, NOTE_OF_ANOTHER, NOTES_OFF, SETTINGS_UNREADABLE, or as the store does. */
export async function releasePlace(
  repository: SettingsRepository,
  folder: number,
  remover: NoteRemover,
): Promise<void> {
  await removeFrom(repository, folder, (current) => {
    if (current.owner === null) return current;
    requireRemovable(remover, current.owner);
    return { ...current, owner: null };
  });
}

/** Fails with SETTING_NOT_FOUND, NOTE_OF_ANOTHER, NOTES_OFF, SETTINGS_UNREADABLE, or as the store does. */
export async function removeNote(
  repository: SettingsRepository,
  id: string,
  remover: NoteRemover,
): Promise<void> {
  const folder = folderOfSettingId(id);
  if (folder === null) throw new Failure('SETTING_NOT_FOUND');
  await removeFrom(repository, folder, (current) => {
    const note = current.notes.find((other) => other.id === id);
    if (note === undefined) return current;
    requireRemovable(remover, note);
    return { ...current, notes: current.notes.filter((other) => other !== note) };
  });
}

// ── one folder ──────────────────────────────────────────────────────────────────────────────────

type NotesChange = (current: PlaceNotes) => PlaceNotes;

async function removeFrom(
  repository: SettingsRepository,
  folder: number,
  change: NotesChange,
): Promise<void> {
  const { wasChanged } = await changeNotes(repository, folder, change);
  if (!wasChanged) throw new Failure('SETTING_NOT_FOUND');
}

/** Nothing is written when `change` returns its argument. A folder without owner and notes leaves the list. */
async function changeNotes(
  repository: SettingsRepository,
  folder: number,
  change: NotesChange,
): Promise<{ readonly stored: PlaceNotes; readonly wasChanged: boolean }> {
  const find = (entries: readonly FolderNotes[]): FolderNotes | undefined =>
    entries.find((entry) => entry.folder === folder);
  const list = openList(repository, notesKey(folder));
  const { entries, wasChanged } = await changeEntries(list, (current) => {
    const existing = find(current);
    const before = existing ?? NO_NOTES;
    const after = change(before);
    if (after === before) return current;
    const others = current.filter((entry) => entry !== existing);
    const isEmpty = after.owner === null && after.notes.length === 0;
    return isEmpty ? others : [...others, { ...after, folder }];
  });
  return { stored: find(entries) ?? NO_NOTES, wasChanged };
}

function requireRemovable(remover: NoteRemover, entry: { readonly by: string }): void {
  if (!mayRemove(remover, entry)) throw new Failure('NOTE_OF_ANOTHER');
}

function isSameOwner(a: PlaceOwner, b: PlaceOwner): boolean {
  return a.by === b.by && a.name === b.name && a.week === b.week;
}

/** `{folder}-{digest}`: the same note by the same writer in the same week is one. */
function noteId(folder: number, { by, name, week, text }: Omit<PlaceNote, 'id'>): string {
  return `${folder}-${contentName(digestOf([by, name, week, text]))}`;
}

// ── lists ───────────────────────────────────────────────────────────────────────────────────────

/** The entries of the folders, or all (null). */
async function readLists(
  repository: SettingsRepository,
  folders: readonly number[] | null,
  read: ReadList,
): Promise<readonly FolderNotes[]> {
  const keys = folders === null ? KEYS : [...new Set(folders.map(notesKey))];
  const lists = keys.map((key) => openList(repository, key));
  const entries = (await mapConcurrent(lists, read, SMALL_OBJECT_CONCURRENCY)).flat();
  if (folders === null) return entries;
  const requested = new Set(folders);
  return entries.filter(({ folder }) => requested.has(folder));
}

/** Fails with NOTES_OFF. */
function openList({ store, settings }: SettingsRepository, key: string): StoredList<FolderNotes> {
  if (settings.notes === null) throw new Failure('NOTES_OFF');
  return { store, codec: settings.notes, key };
}

function keyOfDigit(digit: string): string {
  return `${PREFIX}${digit}.json`;
}

function digestOf(content: unknown): string {
  return sha256Of(new TextEncoder().encode(JSON.stringify(content)));
}
