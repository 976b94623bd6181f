// Link to another view, and button with a panel below it.
import type { ComponentChildren, JSX } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { View } from '../routes.ts';
import { viewHref } from '../routes.ts';

interface ViewLinkProps {
  readonly view: View;
  readonly children: ComponentChildren;
  readonly class?: string;
  readonly isCurrent?: boolean;
  /** Accessible name instead of the text. */
  readonly label?: string;
}

/** An ordinary anchor, so that it can be copied and opened in another tab. */
export function ViewLink({
  view,
  children,
  class: className,
  isCurrent = false,
  label,
}: ViewLinkProps): JSX.Element {
  return (
    <a
      href={viewHref(view)}
      {...(className === undefined ? {} : { class: className })}
      {...(isCurrent ? { 'aria-current': 'page' } : {})}
      {...(label === undefined ? {} : { 'aria-label': label })}
    >
      {children}
    </a>
  );
}

interface PopoverProps {
  /** Label of the button, unless it has a text, and of the panel. */
  readonly label: string;
  readonly button: ComponentChildren;
  /** Of the button. */
  readonly class?: string;
  readonly children: (close: () => void) => ComponentChildren;
}

export function Popover({
  label,
  button: content,
  class: name,
  children,
}: PopoverProps): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  // A layout effect, so that the focus has moved before the next key press.
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    box.current?.querySelector<HTMLElement>('input, select, a, [data-first]')?.focus();
    const closeOutside = (event: Event): void => {
      const target = event.target;
      if (target instanceof Node && box.current?.contains(target) === false) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [isOpen]);
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div
      class="popover"
      ref={box}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.stopPropagation();
        close();
      }}
    >
      <button
        type="button"
        class={name ?? 'icon-button'}
        ref={button}
        aria-expanded={isOpen}
        aria-controls={id}
        {...(name === undefined ? { 'aria-label': label, title: label } : {})}
        onClick={() => {
          if (isOpen) close();
          else setOpen(true);
        }}
      >
        {content}
      </button>
      <div class="popover-panel" id={id} role="group" aria-label={label} hidden={!isOpen}>
        {isOpen && children(close)}
      </div>
    </div>
  );
}
