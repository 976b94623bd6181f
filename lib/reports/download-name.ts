// Names of the files of reports, for downloads and attachments.
import type { FolderName } from '../domain/report.ts';
import { asciiFileNameText, fileNameText } from '../i18n/file-name.ts';
import type { FileName } from '../shared/content-disposition.ts';

/**
 * "2026-W46 Zürich.pdf" and "2026-W46-zurich-41003.pdf". The week comes first, which is legible before a name from right to
 * left; the key at the end differs for every two folders.
 */
export function downloadName(
  { folder, week }: { readonly folder: FolderName; readonly week: string },
  extension: 'pdf' | 'json',
): FileName {
  const { key, name } = folder;
  const text = fileNameText(name);
  return {
    text: `${week} ${text === '' ? `folder ${key}` : text}.${extension}`,
    ascii: `${week}-${asciiFileNameText(name) ?? 'folder'}-${key}.${extension}`,
  };
}
