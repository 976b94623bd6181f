// A mistake of ours in one part of the page stays in that part: a note stands in its place, and everything else works.
import type { ComponentChildren } from 'preact';
import { Component } from 'preact';
import { BugNote } from './ui/error-note.tsx';

interface GuardProps {
  /** Another place is tried anew. */
  readonly place: string;
  readonly children: ComponentChildren;
}

interface Failed {
  /** Where something was thrown; null where nothing was. */
  readonly at: string | null;
}

/** What was thrown is told to nobody: it may hold what only the reader may see. */
export class Guard extends Component<GuardProps, Failed> {
  override state: Failed = { at: null };

  override componentDidCatch(): void {
    this.setState({ at: this.props.place });
  }

  override componentDidUpdate(): void {
    const { at } = this.state;
    if (at !== null && at !== this.props.place) this.setState({ at: null });
  }

  override render(): ComponentChildren {
    return this.state.at === this.props.place ? <BugNote /> : this.props.children;
  }
}
