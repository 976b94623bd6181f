// The texts of messages: reports, headlines, the end of a message, and the request to confirm a subscription. Apart from their
// senders, which most functions do not need.
import type { Report, FolderName } from '../domain/report.ts';
import { withIsolates, withoutIsolates } from '../i18n/text-direction.ts';
import type { MessageFooter, ConfirmationMessage } from '../ports/message.ts';
import type { Subscription } from '../ports/subscriptions.ts';
import { ACCESS_DAYS } from './access-links.ts';
import type { FooterOptions, MessageComposer } from './delivery-context.ts';
import { createHeadline, createReportMessage } from './report-message.ts';
import type { MessageTexts } from './message-texts.ts';
import { folderName, messageTextsFor } from './message-texts.ts';

export const MESSAGE_COMPOSER: MessageComposer = {
  report: createReportMessage,
  headline: createHeadline,
  footer: createFooter,
  confirmation: createConfirmation,
  accessLink: createAccessLink,
};

/** Names no address but that of a mail subscription. */
function createFooter(
  report: Report,
  { channel, address, locale }: Pick<Subscription, 'channel' | 'address' | 'locale'>,
  { unsubscribeUrl, isPersonal, hasPdf }: FooterOptions,
): MessageFooter {
  const texts = messageTextsFor(report, locale);
  const { mail, formats, direction } = texts;
  const folder = folderName(report.folder, texts);
  const contents = formats.sentences([
    ...(isPersonal ? [mail.linkNote, mail.access.valid({ n: ACCESS_DAYS })] : []),
    ...(hasPdf ? [mail.pdfAttached] : []),
  ]);
  return {
    texts: [
      ...(contents === '' ? [] : [contents]),
      channel === 'mail'
        ? mail.sentTo({ folder, address: withIsolates(address, direction) })
        : mail.sentHere({ folder }),
      ...(unsubscribeUrl === null ? [mail.askToStop] : []),
    ],
    unsubscribe: unsubscribeUrl === null ? null : { text: mail.unsubscribe, url: unsubscribeUrl },
  };
}

function createConfirmation(
  folder: FolderName,
  { address, locale }: Pick<Subscription, 'address' | 'locale'>,
  confirmUrl: string,
): ConfirmationMessage {
  const texts = folderTextsFor(folder, locale);
  const { mail, language, direction } = texts;
  const name = folderName(folder, texts);
  return {
    language,
    direction,
    subject: withoutIsolates(mail.confirmSubject({ folder: name })),
    paragraphs: [
      mail.confirmRequest({ folder: name, address: withIsolates(address, direction) }),
      mail.confirmStart,
    ],
    confirm: { text: mail.confirmLink, url: confirmUrl },
    note: mail.confirmNote,
  };
}

function createAccessLink(
  folder: FolderName,
  { address, locale }: Pick<Subscription, 'address' | 'locale'>,
  url: string,
): ConfirmationMessage {
  const texts = folderTextsFor(folder, locale);
  const { language, direction } = texts;
  const { access } = texts.mail;
  const name = folderName(folder, texts);
  return {
    language,
    direction,
    subject: withoutIsolates(access.subject({ folder: name })),
    paragraphs: [
      access.request({ folder: name, address: withIsolates(address, direction) }),
      access.valid({ n: ACCESS_DAYS }),
    ],
    confirm: { text: access.open, url },
    note: access.note,
  };
}

function folderTextsFor(folder: FolderName, locale: string): MessageTexts {
  const reportNames = {
    folder: { ...folder, path: [] },
    subfolders: [],
    surveys: [],
    summary: { places: [] },
  };
  return messageTextsFor(reportNames, locale);
}
