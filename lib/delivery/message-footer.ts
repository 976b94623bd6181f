// The end of a message: why the reader gets it, how old its figures are, and how to stop it.
import type { Report } from '../domain/report.ts';
import { withIsolates } from '../i18n/text-direction.ts';
import type { MessageFooter } from '../ports/message.ts';
import type { Subscription } from '../ports/subscriptions.ts';
import { folderName } from './message-names.ts';
import { messageTextsFor } from './message-texts.ts';

/** `unsubscribeUrl` is null where links are disabled. Names no address but that of a mail subscription. */
export function createFooter(
  report: Report,
  { channel, address, locale }: Pick<Subscription, 'channel' | 'address' | 'locale'>,
  unsubscribeUrl: string | null,
): MessageFooter {
  const texts = messageTextsFor(report, locale);
  const { mail, words, formats, direction } = texts;
  const folder = folderName(report.folder, texts);
  return {
    texts: [
      channel === 'mail'
        ? mail.sentTo(folder, withIsolates(address, direction))
        : mail.sentHere(folder),
      words.signals.sentence(words.dataAsOf(formats.utc(report.asOf))),
      ...(unsubscribeUrl === null ? [mail.askToStop] : []),
    ],
    unsubscribe: unsubscribeUrl === null ? null : { text: mail.unsubscribe, url: unsubscribeUrl },
  };
}
