// The languages to choose from, each by the name that its own speakers give it.
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { Language } from '../../i18n/messages.ts';
import { LANGUAGES } from '../../i18n/messages.ts';
import { useSpeech } from '../app-context.tsx';

const OWN_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  fi: 'Suomi',
  sv: 'Svenska',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  ja: '日本語',
  ar: 'العربية',
};

export function LanguageChoice({
  onLanguage,
}: {
  readonly onLanguage: (language: string) => void;
}): JSX.Element {
  const { page, language } = useSpeech();
  const field = useId();
  return (
    <div class="language">
      <label for={field}>{page.shell.language}</label>
      <select
        id={field}
        value={language}
        onChange={(event) => {
          onLanguage(event.currentTarget.value);
        }}
      >
        {LANGUAGES.map((one) => (
          <option key={one} value={one} lang={one}>
            {OWN_NAMES[one]}
          </option>
        ))}
      </select>
    </div>
  );
}
