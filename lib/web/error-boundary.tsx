// Limits an exception while rendering to one part of the page and shows a note in its place.
import type { ComponentChildren } from 'preact';
import { Component } from 'preact';
import { CrashNote } from './ui/error-note.tsx';

interface ErrorBoundaryProps {
  /** A change resets the boundary and renders the children again. */
  readonly resetKey: string;
  readonly children: ComponentChildren;
}

interface ErrorBoundaryState {
  /** The reset key at which rendering failed; null when it did not. */
  readonly failedKey: string | null;
}

/** Errors are not reported to a server, because they may contain data that only this user may see. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failedKey: null };

  override componentDidCatch(): void {
    this.setState({ failedKey: this.props.resetKey });
  }

  override componentDidUpdate(): void {
    const { failedKey: at } = this.state;
    if (at !== null && at !== this.props.resetKey) this.setState({ failedKey: null });
  }

  override render(): ComponentChildren {
    return this.state.failedKey === this.props.resetKey ? <CrashNote /> : this.props.children;
  }
}
