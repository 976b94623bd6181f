// The time zone that a new subscription starts with.
import type { FolderIndex } from '../folders/folder-index.ts';
import { isTimeZone } from './send-time.ts';

/** Of the first survey of the folder or of the folders below it; UTC without one. */
export function surveyTimeZone(folderIndex: FolderIndex, folder: number): string {
  const waiting = [folder];
  for (const key of waiting) {
    const zone = folderIndex.folder(key)?.surveys[0]?.timeZone;
    if (zone !== undefined && isTimeZone(zone)) return zone;
    waiting.push(...folderIndex.children(key).map((child) => child.key));
  }
  return 'UTC';
}
