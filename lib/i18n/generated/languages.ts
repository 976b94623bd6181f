// Written by npm run texts.
export const LANGUAGES = ['en', 'fi', 'sv', 'de', 'fr', 'es', 'ja', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

interface LanguageDetails {
  /** The language's own name. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
  /** Whether all texts are translated. */
  readonly isComplete: boolean;
}

export const LANGUAGE_DETAILS: Readonly<Record<Language, LanguageDetails>> = {
  en: { name: 'English', direction: 'ltr', isComplete: true },
  fi: { name: 'Suomi', direction: 'ltr', isComplete: true },
  sv: { name: 'Svenska', direction: 'ltr', isComplete: true },
  de: { name: 'Deutsch', direction: 'ltr', isComplete: true },
  fr: { name: 'Français', direction: 'ltr', isComplete: true },
  es: { name: 'Español', direction: 'ltr', isComplete: true },
  ja: { name: '日本語', direction: 'ltr', isComplete: true },
  ar: { name: 'العربية', direction: 'rtl', isComplete: true },
};
