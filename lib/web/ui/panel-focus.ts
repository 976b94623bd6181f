// The keyboard's place in a panel that comes and goes: when it goes while it is used, the view takes over from its top.
// And in a box that scrolls by itself: it stays where it is.
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
      if (!isUsed || !(isKeyboardLost() || shown.contains(document.activeElement))) return;
      focusView();
      window.scrollTo(0, 0);
    };
  }, [isShown]);
  return panel;
}

/** Whether nothing has the keyboard: what had it is gone. */
export function isKeyboardLost(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body;
}

/** The keyboard goes to the view as a whole, which stays where it is. */
export function focusView(): void {
  document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
}

/**
 * Scrolls a box until something in it is in sight, and nothing else. Browsers take `scrollIntoView` for a hint of where
 * somebody is: their next Tab would go on from there.
 */
export function scrollWithin(box: Element | null, shown: Element | null | undefined): void {
  if (box === null || shown === null || shown === undefined) return;
  const [inner, outer] = [shown.getBoundingClientRect(), box.getBoundingClientRect()];
  if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom;
}
