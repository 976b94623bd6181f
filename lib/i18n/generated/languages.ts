// Written by npm run texts.
export const LANGUAGES = ['en', 'fi', 'sv', 'de', 'fr', 'es', 'ja', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

interface LanguageDetails {
  /** The language's own name. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
  /** Whether all texts are translated. */
  readonly isComplete: boolean;
  /** Whether there is a space between sentences. */
  readonly separatesSentences: boolean;
}

export const LANGUAGE_DETAILS: Readonly<Record<Language, LanguageDetails>> = {
  en: { name: 'English', direction: 'ltr', isComplete: true, separatesSentences: true },
  fi: { name: 'Suomi', direction: 'ltr', isComplete: true, separatesSentences: true },
  sv: { name: 'Svenska', direction: 'ltr', isComplete: true, separatesSentences: true },
  de: { name: 'Deutsch', direction: 'ltr', isComplete: true, separatesSentences: true },
  fr: { name: 'Français', direction: 'ltr', isComplete: true, separatesSentences: true },
  es: { name: 'Español', direction: 'ltr', isComplete: true, separatesSentences: true },
  ja: { name: '日本語', direction: 'ltr', isComplete: true, separatesSentences: false },
  ar: { name: 'العربية', direction: 'rtl', isComplete: true, separatesSentences: true },
};
