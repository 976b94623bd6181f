// What a person's computer calls a downloaded report.
import type { FolderName } from '../domain/report.ts';

/** A name that every file system takes: "helsinki-airport-2026-W46", without an extension. */
export function fileNameOf({ folder, week }: { folder: FolderName; week: string }): string {
  const slug = folder.name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '');
  return `${slug === '' ? `folder-${folder.key}` : slug}-${week}`;
}
