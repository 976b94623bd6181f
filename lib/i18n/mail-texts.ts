// The texts of messages about reports, and of the pages about subscriptions, in all languages. Only the server imports this
// file.
import { ar } from './ar/mail.ts';
import { de } from './de/mail.ts';
import { en } from './en/mail.ts';
import type { MailTexts, SubscriptionPageTexts } from './en/mail.ts';
import { es } from './es/mail.ts';
import { fi } from './fi/mail.ts';
import { fr } from './fr/mail.ts';
import { ja } from './ja/mail.ts';
import type { Language } from './messages.ts';
import { languageOf } from './messages.ts';
import { sv } from './sv/mail.ts';

export type { MailTexts, SubscriptionPageTexts };

const MAIL_TEXTS: Readonly<Record<Language, MailTexts>> = { en, fi, sv, de, fr, es, ja, ar };

/** English for a locale without texts. The texts of the pages about subscriptions are `pages`. */
export function mailTextsFor(locale: string): MailTexts {
  return MAIL_TEXTS[languageOf(locale) ?? 'en'];
}
