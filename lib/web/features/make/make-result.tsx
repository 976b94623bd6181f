// Describes the outcome of a report request.
import type { JSX } from 'preact';
import type { WeekList } from '../../../http/responses.ts';
import { formatLocalInstant } from '../../page-localization.ts';
import { useLocalization } from '../../app-context.tsx';
import type { MakeOutcome } from './follow-job.ts';
import type { PageLocalization } from '../../page-localization.ts';
import type { ApiError } from '../../api/api-errors.ts';

interface MakeOutcomeNoteProps {
  readonly outcome: MakeOutcome;
  /** Whether a report is stored in spite of the failure. */
  readonly hasReport: boolean;
}

export function MakeOutcomeNote({ outcome, hasReport }: MakeOutcomeNoteProps): JSX.Element {
  const pageLocalization = useLocalization();
  const words = pageLocalization.page.make;
  switch (outcome.kind) {
    case 'made':
      return <p>{words.made}</p>;
    case 'unchanged':
      return <p role="alert">{words.unchanged}</p>;
    case 'missing':
      return <p role="alert">{words.lost}</p>;
    case 'failed':
      return (
        <FailureNote
          title={hasReport ? words.failedAgainHeading : words.failedHeading}
          detail={failureText(outcome.code, pageLocalization)}
          code={outcome.code}
        />
      );
    case 'error': {
      const { error } = outcome;
      const isOpen = error.code === 'WEEK_NOT_CLOSED';
      return (
        <FailureNote
          title={isOpen ? words.openHeading : words.noneHeading}
          detail={errorText(error, pageLocalization)}
          code={error.code}
        />
      );
    }
  }
}

interface FailureNoteProps {
  readonly title: string;
  readonly detail: string;
  readonly code: string | null;
}

function FailureNote({ title, detail, code }: FailureNoteProps): JSX.Element {
  const { page } = useLocalization();
  return (
    <div class="note warns" role="alert">
      <h2>{title}</h2>
      <p>{detail}</p>
      {code !== null && (
        <small>
          <bdi>{page.errors.code(code)}</bdi>
        </small>
      )}
    </div>
  );
}

type TextAndFormats = Pick<PageLocalization, 'page' | 'formats'>;

/** Text for a failed job. */
function failureText(code: string, { page }: TextAndFormats): string {
  const words: Readonly<Record<string, string>> = page.make.failures;
  const text = Object.hasOwn(words, code) ? words[code] : undefined;
  return text ?? page.make.failures.other;
}

/** Text for a rejected request. */
function errorText(error: ApiError, pageLocalization: TextAndFormats): string {
  const words = pageLocalization.page.make;
  const { kind, code } = error;
  switch (kind) {
    case 'notFound':
      return code === 'NOTHING_OWED' ? failureText(code, pageLocalization) : words.noFolder;
    case 'refused': {
      if (code === 'WEEK_INVALID') return words.noWeek;
      const closesAt = error.textFact('closesAt');
      const hasInstant = closesAt !== null && !Number.isNaN(Date.parse(closesAt));
      return hasInstant
        ? closesAtText(closesAt, pageLocalization)
        : (pageLocalization.page.errors.refused[1] ?? '');
    }
    case 'busy':
      return code === null || !Object.hasOwn(words.failures, code)
        ? words.busy
        : failureText(code, pageLocalization);
    case 'offline':
      return words.offline;
    case 'slow':
    case 'foreign':
    case 'signedOut':
    case 'broken':
      return pageLocalization.page.errors[kind][1] ?? '';
  }
}

/** Text for the current week; null for closed weeks. */
export function openWeekText(
  week: string,
  { open }: WeekList,
  pageLocalization: TextAndFormats,
): string | null {
  return week === open.week ? closesAtText(open.closesAt, pageLocalization) : null;
}

function closesAtText(closesAt: string, { page, formats }: TextAndFormats): string {
  const words = page.make;
  const [local, utc] = [formatLocalInstant(closesAt, formats), formats.utc(closesAt)];
  return local === null ? words.openUntilUtc(utc) : words.openUntil(local, utc);
}
