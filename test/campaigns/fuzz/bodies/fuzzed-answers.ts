// The recorded answers, one of them changed by an input's steps: always, or the first time only.
import { chanceFrom } from '../random-choices.ts';
import { applied, type Input, type Step } from '../fuzz-runner.ts';
import { changeJson, JSON_STEP_NAMES } from '../json-steps.ts';
import { changeText, TEXT_STEP_NAMES } from '../text-steps.ts';
import type { Exchange } from './exchanges.ts';
import { changePage, PAGE_STEP_NAMES, type Asked } from './page-steps.ts';

export const BODY_STEPS: readonly string[] = [
  ...JSON_STEP_NAMES,
  ...TEXT_STEP_NAMES,
  ...PAGE_STEP_NAMES,
];

export interface Changed {
  readonly body: Buffer;
  readonly applied: readonly string[];
}

interface Draft {
  /** Null once it is text: what comes after changes that. */
  readonly document: { readonly value: unknown } | null;
  readonly body: Buffer;
}

export function changeBody(body: string, path: string, steps: readonly Step[]): Changed {
  const value: unknown = JSON.parse(body);
  const start: Draft = { document: { value }, body: Buffer.from(body) };
  const asked = askedBy(path);
  const result = applied(start, inOrder(steps), (draft, kind, chance): Draft | null => {
    if (draft.document === null || TEXT_STEP_NAMES.includes(kind)) {
      const changed = changeText(draft.body.toString(), kind, chance);
      return changed === null ? null : { document: null, body: changed };
    }
    const page = changePage(draft.document.value, kind, chance, asked);
    const changed = page === null ? changeJson(draft.document.value, kind, chance) : null;
    const next = page ?? (changed === null ? null : changed.document);
    if (page === null && changed === null) return null;
    const written = Buffer.from(JSON.stringify(next));
    return written.equals(draft.body) ? null : { document: { value: next }, body: written };
  });
  return { body: result.value.body, applied: result.applied };
}

/** A document is changed before where it leads, and that before its text. */
function inOrder(steps: readonly Step[]): readonly Step[] {
  const isPage = ({ kind }: Step): boolean => PAGE_STEP_NAMES.includes(kind);
  const isText = ({ kind }: Step): boolean => TEXT_STEP_NAMES.includes(kind);
  return [
    ...steps.filter((step) => !isPage(step) && !isText(step)),
    ...steps.filter(isPage),
    ...steps.filter(isText),
  ];
}

function askedBy(path: string): Asked {
  const { searchParams } = new URL(path, 'http://any');
  return {
    start: Date.parse(searchParams.get('date_start') ?? ''),
    end: Date.parse(searchParams.get('date_end') ?? ''),
  };
}

/** Without the query: pages of one list are one place. */
export function placeOf(path: string): string {
  return path.split('?')[0] ?? path;
}

/** The answer that an input changes: the first from a chosen one on for which its first step is of any use. */
export function chosen(exchanges: readonly Exchange[], input: Input): Exchange {
  const chance = chanceFrom(input.seed);
  // Most of it is about the reports.
  const forWeek = exchanges.filter(({ probe }) => probe === null);
  const preferred = chance.int(1, 10) <= 7 ? forWeek : exchanges.filter((e) => e.probe !== null);
  const from = chance.int(0, preferred.length - 1);
  const order = [...preferred.slice(from), ...preferred.slice(0, from), ...exchanges];
  const fits = ({ body, path }: Exchange): boolean =>
    changeBody(body, path, input.steps.slice(0, 1)).applied.length > 0;
  const found = order.find(fits) ?? order[0];
  if (found === undefined) throw new RangeError('nothing was recorded');
  return found;
}

/** What a server with this recording answers: a list that is asked for from later on begins there. */
export function recorded(
  exchanges: readonly Exchange[],
  probe: string | null,
  path: string,
): string | null {
  const own = exchanges.filter((one) => one.probe === probe);
  const exact = own.find((one) => one.path === path);
  if (exact !== undefined) return exact.body;
  const place = placeOf(path);
  const pages = own.filter((one) => placeOf(one.path) === place);
  const { start } = askedBy(path);
  const later = pages
    .filter((one) => askedBy(one.path).start <= start)
    .sort((a, b) => askedBy(b.path).start - askedBy(a.path).start);
  return (later[0] ?? pages[0])?.body ?? null;
}
