// Notes that the page shows in place of content: request errors, unknown addresses and crashes.
import type { JSX, ComponentChildren } from 'preact';
import { Component } from 'preact';
import type { PageTexts } from '../../i18n/generated/texts.ts';
import { viewHref, LATEST_WEEK } from '../routes.ts';
import { useLocalization, useDocumentTitle } from '../app-context.tsx';
import { ViewLink } from './controls.tsx';
import type { ApiError } from '../api/api-errors.ts';

interface ErrorNoteProps {
  readonly error: ApiError;
  readonly onRetry: (() => void) | null;
}

export function ErrorNote({ error, onRetry }: ErrorNoteProps): JSX.Element {
  const { page } = useLocalization();
  const { title, text } = errorTexts(error, page.errors);
  const { kind, code } = error;
  const isFinal = kind === 'notFound' || kind === 'refused';
  return (
    <section class="note" role="alert">
      <h2>{title}</h2>
      <p>{text}</p>
      <p class="note-acts">
        {onRetry !== null && !isFinal && (
          <button type="button" onClick={onRetry}>
            {page.errors.retry}
          </button>
        )}
        {isFinal && <ViewLink view={LATEST_WEEK}>{page.errors.toAllReports}</ViewLink>}
      </p>
      {code !== null && (
        <small>
          <bdi>{page.errors.code({ code })}</bdi>
        </small>
      )}
    </section>
  );
}

interface TitleAndText {
  readonly title: string;
  readonly text: string;
}

function errorTexts({ kind, code }: ApiError, words: PageTexts['errors']): TitleAndText {
  if (kind !== 'refused') return words[kind];
  if (code === 'WEEK_INVALID') return words.noSuchWeek;
  return code === 'ANSWER_TOO_LARGE' ? words.tooLarge : words.refused;
}

export function NotFoundPage(): JSX.Element {
  const { page } = useLocalization();
  const { title, text } = page.errors.pageNotFound;
  useDocumentTitle(title);
  return (
    <section class="note">
      <h1>{title}</h1>
      <p>{text}</p>
      <p>
        <ViewLink view={LATEST_WEEK}>{page.errors.toAllReports}</ViewLink>
      </p>
    </section>
  );
}

function CrashNote(): JSX.Element {
  const { page } = useLocalization();
  const { title, text } = page.errors.renderError;
  return (
    <section class="note bug" role="alert">
      <h1>{title}</h1>
      <p>{text}</p>
      <p class="note-acts">
        <button
          type="button"
          onClick={() => {
            location.reload();
          }}
        >
          {page.errors.reload}
        </button>
        <a class="button" href={viewHref(LATEST_WEEK)}>
          {page.errors.toAllReports}
        </a>
      </p>
    </section>
  );
}

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
