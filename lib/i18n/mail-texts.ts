// The texts of messages about reports, and of the pages about subscriptions, in all languages. Only the server imports this
// file.
import { en } from './en/mail.ts';
import type { SubscriptionPageTexts } from './en/mail.ts';
import type { Language } from './messages.ts';
import { languageOf } from './messages.ts';

export type MailTexts = typeof en;
export type { SubscriptionPageTexts };

const MAIL_TEXTS: Readonly<Record<Language, MailTexts>> = {
  en,
  fi: en,
  sv: en,
  de: en,
  fr: en,
  es: en,
  ja: en,
  ar: en,
};

/** English for a locale without texts. The pages about subscriptions are `pages`. */
export function mailTextsFor(locale: string): MailTexts {
  return MAIL_TEXTS[languageOf(locale) ?? 'en'];
}
