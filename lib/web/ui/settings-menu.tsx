// Menu for language, theme, the search shortcut and signing out.
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { Icon } from './icons.tsx';
import type { Settings } from '../app-context.tsx';
import { useLocalization } from '../app-context.tsx';
import { Popover } from './controls.tsx';
import { THEMES } from '../preferences.ts';
import { LANGUAGES, nativeName } from '../../i18n/messages.ts';

interface SettingsMenuProps {
  readonly settings: Settings;
  /** Whether "/" focuses the search field. */
  readonly hasShortcut: boolean;
  readonly onShortcut: (has: boolean) => void;
  readonly onSignOut: () => void;
}

export function SettingsMenu({
  settings,
  hasShortcut,
  onShortcut,
  onSignOut,
}: SettingsMenuProps): JSX.Element {
  const { page } = useLocalization();
  const words = page.shell;
  const groupName = useId();
  return (
    <Popover label={words.settings} icon={<Icon name="sliders" />}>
      {() => (
        <>
          <LanguageSelect onLanguage={settings.onLanguage} />
          <fieldset>
            <legend>{words.theme}</legend>
            {THEMES.map((theme) => (
              <label key={theme} class="check">
                <input
                  type="radio"
                  name={groupName}
                  checked={settings.theme === theme}
                  onChange={() => {
                    settings.onTheme(theme);
                  }}
                />
                {words.themes[theme]}
              </label>
            ))}
          </fieldset>
          <label class="check">
            <input
              type="checkbox"
              checked={hasShortcut}
              onChange={(event) => {
                onShortcut(event.currentTarget.checked);
              }}
            />
            {words.shortcut}
          </label>
          <button type="button" onClick={onSignOut}>
            {words.signOut}
          </button>
        </>
      )}
    </Popover>
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
        {LANGUAGES.map((option) => (
          <option key={option} value={option} lang={option}>
            {nativeName(option)}
          </option>
        ))}
      </select>
    </div>
  );
}
