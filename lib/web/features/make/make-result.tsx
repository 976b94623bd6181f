// How the making of a report ended, in words: ready, or why it is not to be had.
import type { JSX } from 'preact';
import type { WeekList } from '../../../http/responses.ts';
import { localInstant } from '../../page-localization.ts';
import { useSpeech } from '../../app-context.tsx';
import type { Ending } from './follow-job.ts';
import type { Speech } from '../../page-localization.ts';
import type { Trouble } from '../../api/api-errors.ts';

interface WhyNotProps {
  readonly ending: Ending;
  /** Whether a report stands all the same. */
  readonly isAgain: boolean;
}

export function WhyNot({ ending, isAgain }: WhyNotProps): JSX.Element {
  const speech = useSpeech();
  const words = speech.page.make;
  switch (ending.is) {
    case 'made':
      return <p>{words.made}</p>;
    case 'unchanged':
      return <p role="alert">{words.unchanged}</p>;
    case 'lost':
      return <p role="alert">{words.lost}</p>;
    case 'failed':
      return (
        <Told
          title={isAgain ? words.failedAgainHeading : words.failedHeading}
          what={failureText(ending.code, speech)}
          code={ending.code}
        />
      );
    case 'trouble': {
      const { trouble } = ending;
      const isOpen = trouble.code === 'WEEK_NOT_CLOSED';
      return (
        <Told
          title={isOpen ? words.openHeading : words.noneHeading}
          what={troubleText(trouble, speech)}
          code={trouble.code}
        />
      );
    }
  }
}

interface ToldProps {
  readonly title: string;
  readonly what: string;
  readonly code: string | null;
}

function Told({ title, what, code }: ToldProps): JSX.Element {
  const { page } = useSpeech();
  return (
    <div class="note warns" role="alert">
      <h2>{title}</h2>
      <p>{what}</p>
      {code !== null && (
        <small>
          <bdi>{page.trouble.code(code)}</bdi>
        </small>
      )}
    </div>
  );
}

type Spoken = Pick<Speech, 'page' | 'formats'>;

/** Of a job that failed. */
function failureText(code: string, { page }: Spoken): string {
  const words: Readonly<Record<string, string>> = page.make.failures;
  const known = Object.hasOwn(words, code) ? words[code] : undefined;
  return known ?? page.make.failures.other;
}

/** Of a request that wasn't taken. */
function troubleText(trouble: Trouble, speech: Spoken): string {
  const words = speech.page.make;
  const { kind, code } = trouble;
  switch (kind) {
    case 'notFound':
      return code === 'NOTHING_OWED' ? failureText(code, speech) : words.noFolder;
    case 'refused': {
      if (code === 'WEEK_INVALID') return words.noWeek;
      const closesAt = trouble.text('closesAt');
      const isTold = closesAt !== null && !Number.isNaN(Date.parse(closesAt));
      return isTold ? openText(closesAt, speech) : (speech.page.trouble.refused[1] ?? '');
    }
    case 'busy':
      return code === null || !Object.hasOwn(words.failures, code)
        ? words.busy
        : failureText(code, speech);
    case 'offline':
      return words.offline;
    case 'slow':
    case 'foreign':
    case 'signedOut':
    case 'broken':
      return speech.page.trouble[kind][1] ?? '';
  }
}

/** Of the week that is running; null for one that is over everywhere. */
export function saidOfOpenWeek(week: string, { open }: WeekList, speech: Spoken): string | null {
  return week === open.week ? openText(open.closesAt, speech) : null;
}

function openText(closesAt: string, { page, formats }: Spoken): string {
  const words = page.make;
  const [local, utc] = [localInstant(closesAt, formats), formats.utc(closesAt)];
  return local === null ? words.openUntilUtc(utc) : words.openUntil(local, utc);
}
