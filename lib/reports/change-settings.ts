// Changes what is accepted and the targets of reports.
import { compareInOrder, compareText } from '../domain/order.ts';
import type { Accepted } from '../domain/signals/accepted.ts';
import type { StoredTarget } from '../ports/settings.ts';
import { MAX_SETTINGS } from '../ports/settings.ts';
import { Failure } from '../shared/failure.ts';
import type { SettingsRepository } from './report-settings.ts';
import { ACCEPTED_KEY, TARGETS_KEY } from './report-settings.ts';
import type { StoredList } from './stored-list.ts';
import { changeEntries, readIntactEntries } from './stored-list.ts';

/** `{folder}-{survey}-{kind}-{week}`, with "folder" for the folder's own level. */
export function acceptedId({
  folder,
  survey,
  kind,
  week,
}: Pick<Accepted, 'folder' | 'survey' | 'kind' | 'week'>): string {
  return `${folder}-${survey ?? 'folder'}-${kind}-${week}`;
}

/** `{folder}-{indexType}-{feedbackScale}`. */
export function targetId({
  folder,
  indexType,
  feedbackScale,
}: Pick<StoredTarget, 'folder' | 'indexType' | 'feedbackScale'>): string {
  return `${folder}-${indexType}-${feedbackScale}`;
}

/** The folder in an id of either kind; null for another text. */
export function folderOfSettingId(id: string): number | null {
  const [, key] = /^([1-9]\d{0,15})-/.exec(id) ?? [];
  return key === undefined ? null : Number(key);
}

/** An entry as it is stored now, and whether this call has stored it. */
export interface ChangedSetting<T> {
  readonly entry: T;
  readonly isNew: boolean;
}

/** All, by folder, survey, kind and week. Fails with SETTINGS_UNREADABLE, or as the store does. */
export async function listAccepted(repository: SettingsRepository): Promise<readonly Accepted[]> {
  const entries = await readIntactEntries(acceptedList(repository));
  return entries.toSorted((a, b) =>
    compareInOrder(
      ...[a.folder - b.folder, (a.survey ?? 0) - (b.survey ?? 0)],
      ...[compareText(a.kind, b.kind), compareText(a.week, b.week)],
    ),
  );
}

/** All, by folder and kind of index. Fails with SETTINGS_UNREADABLE, or as the store does. */
export async function listTargets(
  repository: SettingsRepository,
): Promise<readonly StoredTarget[]> {
  const entries = await readIntactEntries(targetList(repository));
  return entries.toSorted((a, b) =>
    compareInOrder(a.folder - b.folder, compareText(targetId(a), targetId(b))),
  );
}

/** What is accepted already stays as it is. Fails with SETTINGS_FULL, SETTINGS_UNREADABLE, or as the store does. */
export function setAccepted(
  repository: SettingsRepository,
  entry: Accepted,
): Promise<ChangedSetting<Accepted>> {
  return setEntry(acceptedList(repository), entry, () => true);
}

/** Replaces another value. Fails with SETTINGS_FULL, SETTINGS_UNREADABLE, or as the store does. */
export function setTarget(
  repository: SettingsRepository,
  entry: StoredTarget,
): Promise<ChangedSetting<StoredTarget>> {
  return setEntry(targetList(repository), entry, ({ value }) => value === entry.value);
}

/** Fails with SETTING_NOT_FOUND, SETTINGS_UNREADABLE, or as the store does. */
export function removeAccepted(repository: SettingsRepository, id: string): Promise<void> {
  return removeEntry(acceptedList(repository), id);
}

/** Fails with SETTING_NOT_FOUND, SETTINGS_UNREADABLE, or as the store does. */
export function removeTarget(repository: SettingsRepository, id: string): Promise<void> {
  return removeEntry(targetList(repository), id);
}

// ── one list ────────────────────────────────────────────────────────────────────────────────────

interface IdentifiedList<T> extends StoredList<T> {
  readonly idOf: (entry: T) => string;
}

function acceptedList({ store, settings }: SettingsRepository): IdentifiedList<Accepted> {
  return { store, codec: settings.accepted, key: ACCEPTED_KEY, idOf: acceptedId };
}

function targetList({ store, settings }: SettingsRepository): IdentifiedList<StoredTarget> {
  return { store, codec: settings.targets, key: TARGETS_KEY, idOf: targetId };
}

async function setEntry<T extends { readonly by: string; readonly at: string }>(
  list: IdentifiedList<T>,
  entry: T,
  isSame: (existing: T) => boolean,
): Promise<ChangedSetting<T>> {
  const id = list.idOf(entry);
  const find = (entries: readonly T[]): T | undefined =>
    entries.find((existing) => list.idOf(existing) === id);
  const { entries, wasChanged } = await changeEntries(list, (current) => {
    const existing = find(current);
    if (existing !== undefined && isSame(existing)) return current;
    if (existing === undefined && current.length >= MAX_SETTINGS) {
      throw new Failure('SETTINGS_FULL');
    }
    return [...current.filter((other) => other !== existing), entry];
  });
  const stored = find(entries) ?? entry;
  // Otherwise another writer was first.
  const isOwn = stored.by === entry.by && stored.at === entry.at;
  return { entry: stored, isNew: wasChanged && isOwn };
}

async function removeEntry<T>(list: IdentifiedList<T>, id: string): Promise<void> {
  const { wasChanged } = await changeEntries(list, (current) => {
    const remaining = current.filter((entry) => list.idOf(entry) !== id);
    return remaining.length === current.length ? current : remaining;
  });
  if (!wasChanged) throw new Failure('SETTING_NOT_FOUND');
}
