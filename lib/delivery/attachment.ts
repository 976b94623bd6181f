// The PDF of a message in the reader's language: the stored one in the language of the deployment, else rendered when it is sent,
// once for all recipients.
import { languageOf } from '../i18n/messages.ts';
import type { OutgoingReport } from '../ports/deliveries.ts';
import type { Subscription } from '../ports/subscriptions.ts';
import { downloadName } from '../reports/download-name.ts';
import { readFile } from '../reports/report-repository.ts';
import type { DeliveryContext, MessageOptions, ReportRevision } from './delivery-context.ts';

/** A larger PDF is not attached, the body has its link: many mail servers refuse larger messages. */
const MAX_BYTES = 10 * 1024 ** 2;

/** Whether the message to a subscription has the PDF. */
export function attachesPdf(
  { attach }: Pick<Subscription, 'attach'>,
  { manifest }: Pick<ReportRevision, 'manifest'>,
): boolean {
  return attach === 'pdf' && manifest.files.pdf.bytes <= MAX_BYTES;
}

/** `notes`: as in the message. Fails with REPORT_DAMAGED or RENDERING_FAILED, or as the store does. */
export async function createAttachment(
  context: DeliveryContext,
  { locale }: Pick<Subscription, 'locale'>,
  revision: ReportRevision,
  notes: MessageOptions['notes'],
): Promise<NonNullable<OutgoingReport['attachment']>> {
  const { manifest } = revision;
  const { pdf, json } = manifest.files;
  const shownNotes: NonNullable<typeof notes> = notes ?? new Map();
  return {
    fileName: downloadName(manifest, 'pdf').text,
    bytes:
      textLanguage(locale) === textLanguage(context.locale)
        ? await readFile(context.repository, pdf)
        : await context.renderedPdfs.get(
            JSON.stringify([json.sha256, locale, [...shownNotes]]),
            () => renderPdf(context, locale, revision, shownNotes),
          ),
  };
}

/** The language of the texts: English where a language has none. */
function textLanguage(locale: string): string {
  return languageOf(locale) ?? 'en';
}

async function renderPdf(
  { repository, linkPlaces, pdf }: DeliveryContext,
  locale: string,
  { manifest, report }: ReportRevision,
  notes: NonNullable<MessageOptions['notes']>,
): Promise<Uint8Array> {
  const children = report.subfolders.map(({ key }) => key);
  const [json, links] = await Promise.all([
    readFile(repository, manifest.files.json),
    linkPlaces(manifest.week, children),
  ]);
  const file = { bytes: json, contentType: 'application/json', extension: 'json' } as const;
  return (await pdf(locale).render(report, file, links, notes)).bytes;
}
