// The PDF of a message in the reader's language: the stored one in the language of the deployment, else rendered when it is sent.
import { languageOf } from '../i18n/messages.ts';
import type { OutgoingReport } from '../ports/deliveries.ts';
import type { Subscription } from '../ports/subscriptions.ts';
import { notedFolders, readPlaceNotes } from '../reports/place-notes.ts';
import { downloadName, readFile } from '../reports/report-repository.ts';
import type { DeliveryContext, ReportRevision } from './delivery-context.ts';

/** A larger PDF is not attached, the body has its link: many mail servers refuse larger messages. */
const MAX_BYTES = 10 * 1024 ** 2;

/** Fails with REPORT_DAMAGED or RENDERING_FAILED, or as the store does. */
export async function createAttachment(
  context: DeliveryContext,
  { attach, locale }: Pick<Subscription, 'attach' | 'locale'>,
  revision: ReportRevision,
): Promise<OutgoingReport['attachment']> {
  const { manifest } = revision;
  const { pdf } = manifest.files;
  if (attach !== 'pdf' || pdf.bytes > MAX_BYTES) return null;
  const isStored = textLanguage(locale) === textLanguage(context.locale);
  return {
    fileName: `${downloadName(manifest)}.pdf`,
    bytes:
      isStored || context.pdf === null
        ? await readFile(context.repository, pdf)
        : await renderPdf(context, context.pdf(locale), revision),
  };
}

/** The language of the texts: English where a language has none. */
function textLanguage(locale: string): string {
  return languageOf(locale) ?? 'en';
}

async function renderPdf(
  { repository, linkPlaces }: DeliveryContext,
  renderer: ReturnType<NonNullable<DeliveryContext['pdf']>>,
  { manifest, report }: ReportRevision,
): Promise<Uint8Array> {
  const children = report.subfolders.map(({ key }) => key);
  const [json, links, notes] = await Promise.all([
    readFile(repository, manifest.files.json),
    linkPlaces(manifest.week, children),
    readPlaceNotes(repository, notedFolders(report)),
  ]);
  const file = { bytes: json, contentType: 'application/json', extension: 'json' } as const;
  return (await renderer.render(report, file, links, notes)).bytes;
}
