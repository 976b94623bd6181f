// Keys that act wherever the focus is, except in fields and dialogs.
import { useEffect } from 'preact/hooks';
import { FIELDS } from '../../ui/panel.tsx';

/** Functions by the key's name in events. */
type Shortcuts = Readonly<Record<string, () => void>>;

export function useShortcuts(isEnabled: boolean, shortcuts: Shortcuts): void {
  useEffect(() => {
    if (!isEnabled) return undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, target } = event;
      const act = Object.hasOwn(shortcuts, key) ? shortcuts[key] : undefined;
      if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.defaultPrevented) return;
      if (target instanceof Element && target.closest(NOT_FOR_SHORTCUTS) !== null) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [isEnabled, ...Object.values(shortcuts)]);
}

const NOT_FOR_SHORTCUTS = `${FIELDS}, dialog`;
