// Puts together what is sent to a subscriber: the message in the reader's language, the PDF, and how to stop the messages.
import type { Report } from '../domain/report.ts';
import { sectionsOf } from '../domain/signals/folder-list.ts';
import type { Entry, LevelState } from '../domain/signals/model.ts';
import { stateOfReport, verdictOfReport } from '../domain/verdict.ts';
import type { DeliveryReceipt, OutgoingReport, ReportReady } from '../ports/deliveries.ts';
import type { ReportMessage } from '../ports/message.ts';
import type { Subscription } from '../ports/subscriptions.ts';
import { notedFolders, readPlaceNotes } from '../reports/place-notes.ts';
import type { SettingsRepository } from '../reports/report-settings.ts';
import { settleAll } from '../shared/map-concurrent.ts';
import { accessQuery, hasAccessLinks } from './access-links.ts';
import { attachesPdf, createAttachment } from './attachment.ts';
import type { DeliveryContext, MessageOptions, ReportRevision } from './delivery-context.ts';
import { signingKeysOf } from './signing-keys.ts';
import { subscriptionUrl } from './subscription-tokens.ts';

/** What receipts tell of a revision: the verdict of its change from last week, and its state. */
export function receiptVerdict(report: Report): string {
  return `${verdictOfReport(report)}:${stateOfReport(report)?.state ?? 'none'}`;
}

/**
 * Whether a revision brings no news to the reader of an earlier one. Receipts of releases that made reports of version "2" have
 * a slash and words of other rules behind it: of them only the change counts.
 */
export function isSameVerdict(earlier: string, verdict: string): boolean {
  const [change, words] = earlier.split('/');
  return words === undefined ? earlier === verdict : change === verdict.split(':')[0];
}

/** States of which a reader who only wants signals is told. */
const TOLD_STATES: readonly (LevelState | null)[] = [
  'silent',
  'new',
  'still',
  'recovered',
  'better',
];

/** Whether a report has something that a reader who only wants signals wants to know. */
export function hasSignals(report: Report): boolean {
  return (
    report.status === 'partial' ||
    report.summary.attention.entries.length > 0 ||
    TOLD_STATES.includes(stateOfReport(report)?.state ?? null)
  );
}

/** Whether the place was closed in the week: nothing is sent for it. */
export function hasNoSurveys({ status, summary }: Report): boolean {
  return status === 'empty' && summary.surveys === 0;
}

/**
 * The message about a revision. Its links are permanent, so that it is the same whenever it is made, except for an access link.
 * `access`: what the reader's access link adds to the address of the page; null without one.
 */
export async function composeMessage(
  {
    publicUrl,
    composer,
    linkPlaces,
  }: Pick<DeliveryContext, 'publicUrl' | 'composer' | 'linkPlaces'>,
  { manifest, report }: ReportRevision,
  {
    access,
    ...settings
  }: Pick<MessageOptions, 'locale' | 'reportUrl' | 'notes' | 'isUpdate'> & {
    readonly access: string | null;
  },
): Promise<ReportMessage> {
  const { week, folder } = manifest;
  const { entries } = report.summary.attention;
  const pageOf = (key: number): string => `${publicUrl ?? ''}/#/${week}/${key}${access ?? ''}`;
  return composer.report(report, {
    ...settings,
    pageUrl: publicUrl === null ? null : pageOf(folder.key),
    // Without an access link the page needs a token, and permanent links open the PDF.
    placeUrls:
      access === null
        ? await linkPlaces(week, keysOf(sectionsOf(entries).flatMap(({ inFull }) => inFull)))
        : new Map(report.summary.places.map(({ folder: { key } }) => [key, pageOf(key)])),
  });
}

function keysOf(entries: readonly Pick<Entry, 'folder'>[]): readonly number[] {
  return [...new Set(entries.map(({ folder }) => folder.key))];
}

/** Of the places that a message can show; null where they are switched off. Fails as the store does. */
export async function readMessageNotes(
  repository: SettingsRepository,
  report: Report,
): Promise<MessageOptions['notes']> {
  return repository.settings.notes === null
    ? null
    : readPlaceNotes(repository, notedFolders(report));
}

/** Fails with REPORT_DAMAGED or RENDERING_FAILED, or as the store does. */
export async function createOutgoingReport(
  context: DeliveryContext,
  subscription: Subscription,
  revision: ReportRevision,
  { kind, messageId }: Pick<DeliveryReceipt, 'kind' | 'messageId'>,
): Promise<OutgoingReport> {
  const notes = await readMessageNotes(context.repository, revision.report);
  const [access, attachment, signingKeys] = await settleAll([
    accessQuery(context, subscription),
    attachesPdf(subscription, revision)
      ? createAttachment(context, subscription, revision, notes)
      : null,
    signingKeysOf(context, subscription),
  ]);
  const content = await composeReport(context, subscription, revision, {
    access,
    notes,
    isUpdate: kind === 'update',
  });
  return { ...content, messageId, signingKeys, attachment };
}

/**
 * The same message without what only its receiver gets: the tokens of its access links, its signature and its PDF. Fails as the
 * store does.
 */
export async function createPreview(
  context: DeliveryContext,
  subscription: Subscription,
  revision: ReportRevision,
): Promise<OutgoingReport> {
  const content = await composeReport(context, subscription, revision, {
    // A message is only sent while the subscription is active.
    access: hasAccessLinks(context, { ...subscription, state: 'active' }) ? '' : null,
    notes: await readMessageNotes(context.repository, revision.report),
    isUpdate: false,
  });
  const messageId = `preview-${subscription.id}`;
  return { ...content, messageId, signingKeys: [], attachment: null };
}

/** What a preview shows. */
async function composeReport(
  context: DeliveryContext,
  subscription: Subscription,
  revision: ReportRevision,
  {
    access,
    ...settings
  }: Pick<MessageOptions, 'notes' | 'isUpdate'> & { readonly access: string | null },
): Promise<Omit<OutgoingReport, 'messageId' | 'signingKeys' | 'attachment'>> {
  const { manifest, report } = revision;
  const { locale } = subscription;
  const hasPdf = attachesPdf(subscription, revision);
  const [reportUrl, unsubscribeUrl] = await settleAll([
    context.makeLink(manifest),
    subscriptionUrl(context, 'unsubscribe', subscription),
  ]);
  return {
    kind: 'report',
    subscription,
    message: await composeMessage(context, revision, {
      ...settings,
      locale,
      // The PDF is already in the message.
      reportUrl: hasPdf ? null : reportUrl,
      access,
    }),
    footer: context.composer.footer(report, subscription, {
      unsubscribeUrl,
      isPersonal: access !== null,
      hasPdf,
    }),
    event: createReportEvent(context, revision, reportUrl),
  };
}

/** `link` opens the revision without credentials; null where links are disabled. */
export function createReportEvent(
  { composer, locale }: Pick<DeliveryContext, 'composer' | 'locale'>,
  { manifest, report }: ReportRevision,
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
    signal: stateOfReport(report),
    sentence: composer.headline(report, locale),
    link,
    files,
  };
}
