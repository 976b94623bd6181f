// Choices of the language and the theme.
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { Settings } from '../app-context.tsx';
import { useLocalization } from '../app-context.tsx';
import { THEMES } from '../preferences.ts';
import { LANGUAGES, nativeName } from '../../i18n/messages.ts';

export function ThemeChoice({ theme, onTheme }: Settings): JSX.Element {
  const words = useLocalization().page.shell;
  const groupName = useId();
  return (
    <fieldset>
      <legend>{words.theme}</legend>
      {THEMES.map((option) => (
        <label key={option} class="check">
          <input
            type="radio"
            name={groupName}
            checked={theme === option}
            onChange={() => {
              onTheme(option);
            }}
          />
          {words.themes[option]}
        </label>
      ))}
    </fieldset>
  );
}

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
        <LanguageOptions />
      </select>
    </div>
  );
}

export function LanguageOptions(): JSX.Element {
  return (
    <>
      {LANGUAGES.map((option) => (
        <option key={option} value={option} lang={option}>
          {nativeName(option)}
        </option>
      ))}
    </>
  );
}
