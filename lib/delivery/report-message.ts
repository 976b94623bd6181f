// The message about a report in the reader's language: its view, with addresses and what only messages say.
import type { Report } from '../domain/report.ts';
import { joinTexts } from '../i18n/join-texts.ts';
import { reportTitle } from '../i18n/report-texts/headline-sentence.ts';
import { withoutIsolates } from '../i18n/text-direction.ts';
import type { MessageLink, ReportMessage, TakeOnLink } from '../ports/message.ts';
import { createReportView } from '../view/create-report-view.ts';
import type { ReportView, Row } from '../view/report-view.ts';
import { preheaderOf, subjectOf } from '../view/subject.ts';
import type { MessageOptions } from './delivery-context.ts';
import type { MessageTexts } from './message-texts.ts';
import { messageTextsFor } from './message-texts.ts';

export function createReportMessage(report: Report, options: MessageOptions): ReportMessage {
  const { locale, isUpdate, pageUrl, reportUrl, placeUrls } = options;
  const texts = messageTextsFor(report, locale);
  const { mail } = texts;
  const view = createReportView(report, texts, options.notes ?? undefined);
  const isPartial = report.status === 'partial';
  return {
    view,
    subject: subjectOf(view, report, isUpdate, texts),
    preheader: preheaderOf(view, texts),
    notices: isPartial ? [mail.updateFollows] : isUpdate ? [mail.update] : [],
    pageLink: linkTo(mail.openPage, pageUrl),
    pdfLink: linkTo(mail.openPdf, reportUrl),
    placeUrls,
    notes: { weeks: mail.weeksNote, presses: mail.pressesNote },
    takeOnLink: takeOnLink(view, options, texts),
  };
}

/** 'Helsinki Airport – week 46, 2026 · Nothing needs a call.' A partial report is recognizable as partial. */
export function createHeadline(report: Report, locale: string): string {
  const texts = messageTextsFor(report, locale);
  const view = createReportView(report, texts);
  const parts = [
    reportTitle(report, texts),
    view.isPartial ? texts.words.partialHeading : '',
    view.finding.headline,
    view.kind === 'place' ? (view.surveys[0]?.figure?.responses ?? '') : '',
  ];
  return withoutIsolates(joinTexts(parts));
}

function linkTo(text: string, url: string | null): MessageLink | null {
  return url === null ? null : { text, url };
}

/**
 * Of the place that lost most, or of the report's own. The page asks then whether the reader takes on the place: who is signed
 * in, since an access link only reads.
 */
function takeOnLink(
  view: ReportView,
  { pageUrl, notes }: Pick<MessageOptions, 'pageUrl' | 'notes'>,
  { mail }: Pick<MessageTexts, 'mail'>,
): TakeOnLink | null {
  if (notes === null || pageUrl === null) return null;
  const place = placeToTakeOn(view);
  if (place === null) return null;
  const { folder, name } = place;
  const [page = ''] = pageUrl.split('#', 1);
  return {
    folder,
    text: mail.takeOn,
    longText: folder === view.folder ? mail.takeOn : mail.takeOnPlace({ name }),
    url: `${page}#/${view.week}/${folder}?take=1`,
  };
}

function placeToTakeOn(view: ReportView): Pick<Row, 'folder' | 'name'> | null {
  if (view.kind === 'place') {
    const { state } = view.finding;
    const isTrouble = state === 'new' || state === 'still' || state === 'noSignal';
    return isTrouble && (view.notes?.owner ?? null) === null ? view : null;
  }
  const [first] = view.sections.find(({ state }) => state === 'new')?.rows ?? [];
  return first === undefined || first.owner !== null ? null : first;
}
