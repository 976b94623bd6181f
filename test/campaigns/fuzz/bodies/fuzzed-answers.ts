// Applies the steps of an input to a recorded answer.
import { createRandomChoices } from '../random-choices.ts';
import { applied, type FuzzInput, type FuzzStep } from '../fuzz-runner.ts';
import { changeJson, JSON_STEP_NAMES } from '../json-steps.ts';
import { changeText, TEXT_STEP_NAMES } from '../text-steps.ts';
import type { Exchange } from './exchanges.ts';
import { changePage, PAGE_STEP_NAMES, type RequestedRange } from './page-steps.ts';

export const BODY_STEPS: readonly string[] = [
  ...JSON_STEP_NAMES,
  ...TEXT_STEP_NAMES,
  ...PAGE_STEP_NAMES,
];

export interface ChangedBody {
  readonly body: Buffer;
  readonly applied: readonly string[];
}

interface BodyDraft {
  /** Null after a text step; later steps change the text. */
  readonly document: { readonly value: unknown } | null;
  readonly body: Buffer;
}

export function changeBody(body: string, path: string, steps: readonly FuzzStep[]): ChangedBody {
  const value: unknown = JSON.parse(body);
  const start: BodyDraft = { document: { value }, body: Buffer.from(body) };
  const requestedRange = requestedRangeOf(path);
  const result = applied(start, sortSteps(steps), (draft, kind, random): BodyDraft | null => {
    if (draft.document === null || TEXT_STEP_NAMES.includes(kind)) {
      const changed = changeText(draft.body.toString(), kind, random);
      return changed === null ? null : { document: null, body: changed };
    }
    const page = changePage(draft.document.value, kind, random, requestedRange);
    const changed = page === null ? changeJson(draft.document.value, kind, random) : null;
    const next = page ?? (changed === null ? null : changed.document);
    if (page === null && changed === null) return null;
    const writtenBody = Buffer.from(JSON.stringify(next));
    return writtenBody.equals(draft.body) ? null : { document: { value: next }, body: writtenBody };
  });
  return { body: result.value.body, applied: result.applied };
}

/** Changes the document first, then its paging, then its text. */
function sortSteps(steps: readonly FuzzStep[]): readonly FuzzStep[] {
  const isPage = ({ kind }: FuzzStep): boolean => PAGE_STEP_NAMES.includes(kind);
  const isText = ({ kind }: FuzzStep): boolean => TEXT_STEP_NAMES.includes(kind);
  return [
    ...steps.filter((step) => !isPage(step) && !isText(step)),
    ...steps.filter(isPage),
    ...steps.filter(isText),
  ];
}

function requestedRangeOf(path: string): RequestedRange {
  const { searchParams } = new URL(path, 'http://any');
  return {
    start: Date.parse(searchParams.get('date_start') ?? ''),
    end: Date.parse(searchParams.get('date_end') ?? ''),
  };
}

/** Equal for all pages of a list. */
export function pathWithoutQuery(path: string): string {
  return path.split('?')[0] ?? path;
}

/** The answer to change: the first from a random one on to which the first step applies. */
export function chooseExchange(exchanges: readonly Exchange[], input: FuzzInput): Exchange {
  const random = createRandomChoices(input.seed);
  // Prefers answers for the reports.
  const weekExchanges = exchanges.filter(({ probe }) => probe === null);
  const preferred =
    random.int(1, 10) <= 7 ? weekExchanges : exchanges.filter((e) => e.probe !== null);
  const from = random.int(0, preferred.length - 1);
  const order = [...preferred.slice(from), ...preferred.slice(0, from), ...exchanges];
  const isChanged = ({ body, path }: Exchange): boolean =>
    changeBody(body, path, input.steps.slice(0, 1)).applied.length > 0;
  const exchange = order.find(isChanged) ?? order[0];
  if (exchange === undefined) throw new RangeError('no recorded answers');
  return exchange;
}

/** The recorded answer to a path; for a page of a list with a new start, the page that contains it. */
export function findRecordedBody(
  exchanges: readonly Exchange[],
  probe: string | null,
  path: string,
): string | null {
  const probeExchanges = exchanges.filter((exchange) => exchange.probe === probe);
  const exactExchange = probeExchanges.find((exchange) => exchange.path === path);
  if (exactExchange !== undefined) return exactExchange.body;
  const pathOfList = pathWithoutQuery(path);
  const pages = probeExchanges.filter((exchange) => pathWithoutQuery(exchange.path) === pathOfList);
  const { start } = requestedRangeOf(path);
  const candidates = pages
    .filter((exchange) => requestedRangeOf(exchange.path).start <= start)
    .sort((a, b) => requestedRangeOf(b.path).start - requestedRangeOf(a.path).start);
  return (candidates[0] ?? pages[0])?.body ?? null;
}
