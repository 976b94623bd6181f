// What is said where something could not be had, and what to do about it.
import type { JSX } from 'preact';
import type { LibraryWords } from '../../i18n/en/page.ts';
import { addressOf, NEWEST_WEEK } from '../routes.ts';
import { useSpeech, useTitle } from '../app-context.tsx';
import { To } from './view-link.tsx';
import type { Trouble } from '../api/api-errors.ts';

interface TroubleNoteProps {
  readonly trouble: Trouble;
  readonly onRetry: (() => void) | null;
}

export function TroubleNote({ trouble, onRetry }: TroubleNoteProps): JSX.Element {
  const { page } = useSpeech();
  const [title = '', what = ''] = saidOf(trouble, page.trouble);
  const { kind, code } = trouble;
  const isFinal = kind === 'notFound' || kind === 'refused';
  return (
    <section class="note" role="alert">
      <h2>{title}</h2>
      <p>{what}</p>
      <p class="note-acts">
        {onRetry !== null && !isFinal && (
          <button type="button" onClick={onRetry}>
            {page.trouble.retry}
          </button>
        )}
        {isFinal && <To view={NEWEST_WEEK}>{page.trouble.home}</To>}
      </p>
      {code !== null && (
        <small>
          <bdi>{page.trouble.code(code)}</bdi>
        </small>
      )}
    </section>
  );
}

/** A title and what to do. */
function saidOf({ kind, code }: Trouble, words: LibraryWords['trouble']): readonly string[] {
  switch (kind) {
    case 'offline':
    case 'slow':
    case 'foreign':
    case 'busy':
    case 'notFound':
    case 'signedOut':
    case 'broken':
      return words[kind];
    case 'refused':
      if (code === 'WEEK_INVALID') return words.noSuchWeek;
      return code === 'ANSWER_TOO_LARGE' ? words.tooLarge : words.refused;
  }
}

export function LostPage(): JSX.Element {
  const { page } = useSpeech();
  const [title = '', what = ''] = page.trouble.lost;
  useTitle(title);
  return (
    <section class="note">
      <h1>{title}</h1>
      <p>{what}</p>
      <p>
        <To view={NEWEST_WEEK}>{page.trouble.home}</To>
      </p>
    </section>
  );
}

export function BugNote(): JSX.Element {
  const { page } = useSpeech();
  const [title = '', what = ''] = page.trouble.bug;
  return (
    <section class="note bug" role="alert">
      <h1>{title}</h1>
      <p>{what}</p>
      <p class="note-acts">
        <button
          type="button"
          onClick={() => {
            location.reload();
          }}
        >
          {page.trouble.reload}
        </button>
        <a class="button" href={addressOf(NEWEST_WEEK)}>
          {page.trouble.home}
        </a>
      </p>
    </section>
  );
}
