// The event about a revision of a report, as buses and webhooks get it.
import type { Report } from '../domain/report.ts';
import { signalOfReport, verdictOfReport } from '../domain/verdict.ts';
import type { ReportReady } from '../ports/delivery.ts';
import type { HeadlineWriter } from '../ports/rendering.ts';
import type { Manifest } from '../ports/stored-records.ts';

/** `link` opens the revision without credentials; null where links are disabled. */
export function createReportEvent(
  headlineWriter: HeadlineWriter,
  manifest: Manifest,
  report: Report,
  link: string | null,
): ReportReady {
  const { week, folder, revision, status, asOf, files } = manifest;
  return {
    version: '1',
    week,
    // Many JSON parsers reject half a surrogate pair.
    folder: { key: folder.key, name: folder.name.toWellFormed() },
    revision,
    status,
    asOf,
    verdict: verdictOfReport(report),
    signal: signalOfReport(report),
    sentence: headlineWriter.sentence(report),
    link,
    files,
  };
}
