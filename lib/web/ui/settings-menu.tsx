// Menu for language, theme, the search shortcut and signing out.
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { Sliders } from './icons.tsx';
import { LanguageSelect } from './language-choice.tsx';
import type { Settings } from '../app-context.tsx';
import { useLocalization } from '../app-context.tsx';
import { Popover } from './popover.tsx';
import { THEMES } from '../preferences.ts';

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
    <Popover label={words.settings} icon={<Sliders />} class="settings">
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
