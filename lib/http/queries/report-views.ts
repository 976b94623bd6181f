// The views of reports as JSON. A view follows from the report's file, the notes on its places, the language, the part and the
// release, so it is cached by those.
import { LRUCache } from 'lru-cache';
import type { PlaceNotes } from '../../domain/place-notes.ts';
import type { Report } from '../../domain/report.ts';
import { messagesFor } from '../../i18n/catalogues.ts';
import { createLocalization } from '../../i18n/localization.ts';
import type { Language } from '../../i18n/messages.ts';
import { notedFolders, readPlaceNotes } from '../../reports/place-notes.ts';
import type { ReportRepository } from '../../reports/report-repository.ts';
import { sha256Of } from '../../reports/report-repository.ts';
import { createReportView } from '../../view/create-report-view.ts';
import type { ViewPart } from '../../view/first-part.ts';
import { firstPart } from '../../view/first-part.ts';
import type { ReportContent } from './report-revisions.ts';

export interface ReportViews {
  /**
   * The view of a report's file. Its hash is of what it is made from; it is made when it is read. `mayReadNotes`: a place of the
   * report may have left the folders that the caller sees, and its notes with it.
   */
  find(content: ReportContent, options: ViewOptions): Promise<ReportContent>;
}

export interface ViewOptions {
  readonly language: Language;
  readonly part: ViewPart;
  readonly mayReadNotes: (folder: number) => boolean;
}

/** Those of about twenty folders with 2,000 places each. */
const MAX_BYTES = 32 * 1024 ** 2;
const MAX_REPORTS = 1_000;

export function createReportViews(repository: ReportRepository, release: string): ReportViews {
  const views = new LRUCache<string, Uint8Array>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ byteLength }) => byteLength,
  });
  /** By the hash of a report's file. */
  const places = new LRUCache<string, readonly number[]>({ max: MAX_REPORTS });
  const readReport = async ({ sha256, read }: ReportContent): Promise<Report> => {
    const report = repository.reader.read(await read());
    places.set(sha256, notedFolders(report));
    return report;
  };

  return {
    async find(content, { language, part, mayReadNotes }) {
      const cachedPlaces = places.get(content.sha256);
      const report = cachedPlaces === undefined ? await readReport(content) : null;
      const folders = cachedPlaces ?? (report === null ? [] : notedFolders(report));
      const notes = await readPlaceNotes(repository, folders.filter(mayReadNotes));
      const source = [content.sha256, language, part, release, [...notes].toSorted(byFolder)];
      const sha256 = sha256Of(toBytes(source));
      const read = async (): Promise<Uint8Array> => {
        const cached = views.get(sha256);
        if (cached !== undefined) return cached;
        const view = viewOf(report ?? (await readReport(content)), language, notes);
        const bytes = toBytes(part === 'first' ? firstPart(view) : view, shortNumber);
        views.set(sha256, bytes);
        return bytes;
      };
      return { sha256, read };
    },
  };
}

function viewOf(report: Report, language: Language, notes: ReadonlyMap<number, PlaceNotes>) {
  const localization = createLocalization(report, language, messagesFor(language));
  return createReportView(report, localization, notes);
}

function byFolder([a]: readonly [number, unknown], [b]: readonly [number, unknown]): number {
  return a - b;
}

function toBytes(value: unknown, replace?: (key: string, member: unknown) => unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value, replace));
}

/** Numbers of a view are drawn: further digits would be a tenth of the bytes of 2,000 places. */
function shortNumber(_key: string, member: unknown): unknown {
  return typeof member === 'number' ? Math.round(member * 1_000) / 1_000 : member;
}
