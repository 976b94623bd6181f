// Link to another view of the page.
import type { ComponentChildren, JSX } from 'preact';
import type { View } from '../routes.ts';
import { viewHref } from '../routes.ts';

interface ViewLinkProps {
  readonly view: View;
  readonly children: ComponentChildren;
  readonly class?: string;
  readonly isCurrent?: boolean;
}

/** An ordinary anchor, so that it can be copied and opened in another tab. */
export function ViewLink({
  view,
  children,
  class: className,
  isCurrent = false,
}: ViewLinkProps): JSX.Element {
  return (
    <a
      href={viewHref(view)}
      {...(className === undefined ? {} : { class: className })}
      {...(isCurrent ? { 'aria-current': 'page' } : {})}
    >
      {children}
    </a>
  );
}
