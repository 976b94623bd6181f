// Renders reports as files, and parses JSON reports; the pdf and json adapters implement it.
import type { PlaceNotes } from '../domain/place-notes.ts';
import type { Report } from '../domain/report.ts';

export interface RenderedFile {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  /** Without the dot. */
  readonly extension: 'pdf' | 'json';
}

export interface ReportRenderer {
  /** Same report, same bytes. */
  render(report: Report): Promise<RenderedFile>;
}

/** Renders a PDF with the JSON report attached. */
export interface DocumentRenderer {
  /**
   * `json`: the file of the report's ReportRenderer. `links`: addresses of reports of folders below by folder, below the
   * public address; a TypeError for any other. `notes`: of the folder and the folders below. Same arguments, same bytes.
   */
  render(
    report: Report,
    json: RenderedFile,
    links: ReadonlyMap<number, string>,
    notes?: ReadonlyMap<number, PlaceNotes>,
  ): Promise<RenderedFile>;
}

/** Parses the output of the JSON renderer of this and of other releases. */
export interface ReportReader {
  /**
   * Fails with REPORT_DAMAGED, with REPORT_NEWER for a form that only a later release can read, and with REPORT_OLDER for one
   * that is no longer read. `isOwn`: the JSON renderer of this process has written the file, and so has checked the report.
   */
  read(bytes: Uint8Array, isOwn?: boolean): Report;
}
