// Focus management for panels that appear and disappear, and scrolling without moving the focus.
import { useEffect, useRef } from 'preact/hooks';

/** Returns a ref for the panel. When a panel with focus is removed, the focus moves to the view. */
export function usePanelFocus(isShown = true): { current: HTMLElement | null } {
  const panel = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const element = panel.current;
    if (element === null) return undefined;
    let hasFocus = element.contains(document.activeElement);
    const onFocusIn = (): void => {
      hasFocus = true;
    };
    const onFocusOut = ({ relatedTarget }: FocusEvent): void => {
      // An element that is removed from the document loses focus without a related target.
      if (relatedTarget instanceof Node && !element.contains(relatedTarget)) hasFocus = false;
    };
    element.addEventListener('focusin', onFocusIn);
    element.addEventListener('focusout', onFocusOut);
    return () => {
      element.removeEventListener('focusin', onFocusIn);
      element.removeEventListener('focusout', onFocusOut);
      if (!hasFocus || !(isFocusLost() || element.contains(document.activeElement))) return;
      focusView();
      window.scrollTo(0, 0);
    };
  }, [isShown]);
  return panel;
}

/** Whether no element has the focus, e.g. because the focused element was removed. */
export function isFocusLost(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body;
}

/** Focuses the view without scrolling. */
export function focusView(): void {
  document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
}

/**
 * Scrolls a box until an element in it is visible. Unlike `scrollIntoView`, it does not move the starting point of
 * the next Tab key.
 */
export function scrollWithin(box: Element | null, target: Element | null | undefined): void {
  if (box === null || target === null || target === undefined) return;
  const [inner, outer] = [target.getBoundingClientRect(), box.getBoundingClientRect()];
  if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom;
}
