// A button with something that opens below it: closed by Escape, by its own button, and by a press or the keyboard
// going elsewhere; the keyboard comes back to the button.
import type { ComponentChildren, JSX } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';

interface PopoverProps {
  /** Of the button, and of what it opens. */
  readonly label: string;
  readonly icon: JSX.Element;
  readonly class: string;
  readonly children: (close: () => void) => ComponentChildren;
}

export function Popover({ label, icon, class: className, children }: PopoverProps): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  // Before the next key is pressed.
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    box.current?.querySelector<HTMLElement>('input, select, a, [data-first]')?.focus();
    const leave = (event: Event): void => {
      const to = event.target;
      if (to instanceof Node && box.current?.contains(to) === false) setOpen(false);
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
    };
  }, [isOpen]);
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div
      class={`popover ${className}`}
      ref={box}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.stopPropagation();
        close();
      }}
    >
      <button
        type="button"
        class="icon-button"
        ref={button}
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={label}
        title={label}
        onClick={() => {
          if (isOpen) close();
          else setOpen(true);
        }}
      >
        {icon}
      </button>
      <div class="popover-panel" id={id} role="group" aria-label={label} hidden={!isOpen}>
        {isOpen && children(close)}
      </div>
    </div>
  );
}
