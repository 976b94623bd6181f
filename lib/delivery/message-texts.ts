// The texts and formats of a message in the language of a subscription.
import type { NamedReport } from '../i18n/localization.ts';
import type { Localization } from '../i18n/localization.ts';
import { createLocalization } from '../i18n/localization.ts';
import { messagesFor } from '../i18n/catalogues.ts';
import type { MailTexts } from '../i18n/mail-texts.ts';
import { mailTextsFor } from '../i18n/mail-texts.ts';
import { languageOf } from '../i18n/messages.ts';

export interface MessageTexts extends Localization {
  readonly mail: MailTexts;
}

/** `requested`: BCP 47; English for a language without texts. */
export function messageTextsFor(report: NamedReport, requested: string): MessageTexts {
  const locale = languageOf(requested) === null ? 'en' : requested;
  return {
    ...createLocalization(report, locale, messagesFor(locale)),
    mail: mailTextsFor(locale),
  };
}
