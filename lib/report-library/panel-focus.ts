// The keyboard's place in a panel that comes and goes: when it goes while it is used, the view takes over from its top.
import { useEffect, useRef } from 'preact/hooks';

/** For the panel's element; `isShown`: while there is one. */
export function usePanelFocus(isShown = true): { current: HTMLElement | null } {
  const panel = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const shown = panel.current;
    if (shown === null) return undefined;
    let isUsed = shown.contains(document.activeElement);
    const enter = (): void => {
      isUsed = true;
    };
    const leave = ({ relatedTarget }: FocusEvent): void => {
      // What is taken out of the page loses the keyboard to nothing.
      if (relatedTarget instanceof Node && !shown.contains(relatedTarget)) isUsed = false;
    };
    shown.addEventListener('focusin', enter);
    shown.addEventListener('focusout', leave);
    return () => {
      shown.removeEventListener('focusin', enter);
      shown.removeEventListener('focusout', leave);
      const { activeElement } = document;
      const isLost = activeElement === null || activeElement === document.body;
      if (!isUsed || !(isLost || shown.contains(activeElement))) return;
      document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
      window.scrollTo(0, 0);
    };
  }, [isShown]);
  return panel;
}
