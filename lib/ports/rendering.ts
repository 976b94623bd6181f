// How reports become files and text, and JSON becomes a report again; the pdf and json adapters implement it.
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

/** Renders for people, with the same figures for machines inside. */
export interface DocumentRenderer {
  /**
   * `json`: what the report's ReportRenderer made. `links`: addresses of direct children's reports by folder, below
   * the address that people reach us by; a TypeError for any other. Same report and links, same bytes.
   */
  render(
    report: Report,
    json: RenderedFile,
    links: ReadonlyMap<number, string>,
  ): Promise<RenderedFile>;
}

/** Reads back what the JSON renderer wrote. */
export interface ReportReader {
  read(bytes: Uint8Array): Report;
}

/** Says what a report says first, in the reader's language. */
export interface HeadlineWriter {
  /** One line of plain text without isolates: folder, week, what is missing, the verdict's sentence. */
  sentence(report: Report): string;
}
