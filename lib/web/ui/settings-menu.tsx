// Language, colours, the search's key, and signing out, behind one button.
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { Sliders } from './icons.tsx';
import { LanguageChoice } from './language-choice.tsx';
import type { Settings } from '../app-context.tsx';
import { useSpeech } from '../app-context.tsx';
import { Popover } from './popover.tsx';
import { THEMES } from '../preferences.ts';

interface SettingsMenuProps {
  readonly settings: Settings;
  /** Whether / goes to the search. */
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
  const { page } = useSpeech();
  const words = page.shell;
  const group = useId();
  return (
    <Popover label={words.settings} icon={<Sliders />} class="settings">
      {() => (
        <>
          <LanguageChoice onLanguage={settings.onLanguage} />
          <fieldset>
            <legend>{words.theme}</legend>
            {THEMES.map((theme) => (
              <label key={theme} class="check">
                <input
                  type="radio"
                  name={group}
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
