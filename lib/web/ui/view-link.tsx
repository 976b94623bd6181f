// A link to another view of the page.
import type { ComponentChildren, JSX } from 'preact';
import type { View } from '../routes.ts';
import { addressOf } from '../routes.ts';

interface ToProps {
  readonly view: View;
  readonly children: ComponentChildren;
  readonly class?: string;
  readonly current?: boolean;
}

/** A link to a view: a real one, so that it can be copied, and opened in another tab. */
export function To({ view, children, class: className, current = false }: ToProps): JSX.Element {
  return (
    <a
      href={addressOf(view)}
      {...(className === undefined ? {} : { class: className })}
      {...(current ? { 'aria-current': 'page' } : {})}
    >
      {children}
    </a>
  );
}
