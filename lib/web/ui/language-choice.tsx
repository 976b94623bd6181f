// Select field for the language, with the languages' native names.
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { Language } from '../../i18n/messages.ts';
import { LANGUAGES } from '../../i18n/messages.ts';
import { useLocalization } from '../app-context.tsx';

const NATIVE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  fi: 'Suomi',
  sv: 'Svenska',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  ja: '日本語',
  ar: 'العربية',
};

export function LanguageSelect({
  onLanguage,
}: {
  readonly onLanguage: (language: string) => void;
}): JSX.Element {
  const { page, language } = useLocalization();
  const fieldId = useId();
  return (
    <div class="language">
      <label for={fieldId}>{page.shell.language}</label>
      <select
        id={fieldId}
        value={language}
        onChange={(event) => {
          onLanguage(event.currentTarget.value);
        }}
      >
        {LANGUAGES.map((option) => (
          <option key={option} value={option} lang={option}>
            {NATIVE_NAMES[option]}
          </option>
        ))}
      </select>
    </div>
  );
}
