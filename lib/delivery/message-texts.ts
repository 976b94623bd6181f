// The texts and formats of a message in the language of a subscription.
import type { NamedReport } from '../i18n/localization.ts';
import type { Localization } from '../i18n/localization.ts';
import { createLocalization } from '../i18n/localization.ts';
import { messagesFor, serverTextsFor } from '../i18n/catalogues.ts';
import type { ServerTexts } from '../i18n/catalogues.ts';

import { languageOf } from '../i18n/messages.ts';

export interface MessageTexts extends Localization {
  readonly mail: ServerTexts;
}

/** `requested`: BCP 47; English for a language without texts. */
export function messageTextsFor(report: NamedReport, requested: string): MessageTexts {
  const locale = languageOf(requested) === null ? 'en' : requested;
  return {
    ...createLocalization(report, locale, messagesFor(locale)),
    mail: serverTextsFor(locale),
  };
}
