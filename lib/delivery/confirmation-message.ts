// The message that asks the owner of a mail address to confirm a subscription.
import type { FolderName } from '../domain/report.ts';
import { withIsolates, withoutIsolates } from '../i18n/text-direction.ts';
import type { ConfirmationMessage } from '../ports/message.ts';
import type { Subscription } from '../ports/subscriptions.ts';
import { folderName } from './message-names.ts';
import { messageTextsFor } from './message-texts.ts';

export function createConfirmation(
  folder: FolderName,
  { address, locale }: Pick<Subscription, 'address' | 'locale'>,
  confirmUrl: string,
): ConfirmationMessage {
  const named = {
    folder: { ...folder, path: [] },
    subfolders: [],
    surveys: [],
    summary: { places: [] },
  };
  const texts = messageTextsFor(named, locale);
  const { mail, language, direction } = texts;
  const name = folderName(folder, texts);
  return {
    language,
    direction,
    subject: withoutIsolates(mail.confirmSubject(name)),
    paragraphs: [mail.confirmRequest(name, withIsolates(address, direction)), mail.confirmStart],
    confirm: { text: mail.confirmLink, url: confirmUrl },
    note: mail.confirmNote,
  };
}
