// Fuzzes paged lists: reading returns every item once, or fails with a paging error.
import {
  collectByKey,
  collectByOffset,
  feedbackPages,
} from '../../../../lib/adapters/feedback-api/paging.ts';
import { Failure } from '../../../../lib/shared/failure.ts';
import { createRandomChoices } from '../random-choices.ts';
import {
  applied,
  describeError,
  type FuzzInput,
  type FuzzTarget,
  type FuzzOutcome,
} from '../fuzz-runner.ts';
import {
  changeSetup,
  END,
  createOffsetPagingServer,
  PLAIN_SETUP,
  toTimestamp,
  START,
  PAGING_STEP_NAMES,
  createTimePagingServer,
  type PagedItem,
  type PagingSetup,
} from './paging-servers.ts';

const RANGE = { start: START, end: END };
/** Limit of the pages of one list. */
const MAX_PAGES = 1_000;

export function pagesTarget(): Promise<FuzzTarget> {
  return Promise.resolve({
    kinds: PAGING_STEP_NAMES,
    maxExtraSteps: 6,
    run: runInput,
    describe: (input) => JSON.stringify(createServerSetup(input), null, 1),
    close: () => Promise.resolve(),
  });
}

function createServerSetup({ steps }: FuzzInput): {
  readonly setup: PagingSetup;
  readonly kinds: readonly string[];
} {
  const { value, applied: kinds } = applied(PLAIN_SETUP, steps, changeSetup);
  return { setup: value, kinds };
}

async function runInput(input: FuzzInput): Promise<FuzzOutcome> {
  const { setup, kinds } = createServerSetup(input);
  const outcomes: string[] = [];
  for (const read of [readFeedback, readAlerts, readByOffset]) {
    try {
      const fault = await read(setup, input.seed);
      if (fault !== null) return { fault, applied: kinds, outcome: 'wrong' };
      outcomes.push('exact');
    } catch (error) {
      const isPagingError =
        error instanceof Failure &&
        (error.code === 'PAGING_STALLED' || error.code === 'PAGING_INCONSISTENT');
      if (!isPagingError) return { fault: describeError(error), applied: kinds, outcome: 'BUG' };
      outcomes.push(error.code);
    }
  }
  return { fault: null, applied: kinds, outcome: outcomes.join(', ') };
}

async function readFeedback(setup: PagingSetup, seed: number): Promise<string | null> {
  const server = createTimePagingServer(setup, false, createRandomChoices(seed));
  const list = {
    path: '/list',
    cap: setup.cap,
    timeOf: ({ at }: PagedItem) => toTimestamp(at),
    read: (range: typeof RANGE) => server.read(range),
  };
  const foundKeys: number[] = [];
  for await (const page of feedbackPages(list, RANGE))
    foundKeys.push(...page.map(({ key }) => key));
  const expected = setup.items.filter(({ at }) => at >= START && at < END);
  return findPageCountFault(server.requestCount) ?? findDifference(foundKeys, expected);
}

async function readAlerts(setup: PagingSetup, seed: number): Promise<string | null> {
  const server = createTimePagingServer(setup, true, createRandomChoices(seed));
  const list = {
    path: '/alerts',
    cap: setup.cap,
    timeOf: ({ at }: PagedItem) => toTimestamp(at),
    read: (range: typeof RANGE) => server.read(range),
  };
  const foundKeys = await collectByKey(list, RANGE);
  return findPageCountFault(server.requestCount) ?? findDifference(keysOf(foundKeys), setup.items);
}

async function readByOffset(setup: PagingSetup, seed: number): Promise<string | null> {
  const server = createOffsetPagingServer(setup, createRandomChoices(seed));
  const foundKeys = await collectByOffset({
    path: '/offsets',
    keyOf: ({ key }: PagedItem) => key,
    read: (offset, limit) => server.read(offset, limit),
  });
  // If the total is too small from the first page on, the client can't notice it.
  const isCut = setup.fault === 'total shrinks' && foundKeys.length === setup.items.length - 1;
  return isCut ? null : findDifference(keysOf(foundKeys), setup.items);
}

function findPageCountFault(pageCount: number): string | null {
  return pageCount > MAX_PAGES ? `${pageCount} pages` : null;
}

function keysOf(items: readonly PagedItem[]): readonly number[] {
  return items.map(({ key }) => key);
}

function findDifference(
  foundKeys: readonly number[],
  expected: readonly PagedItem[],
): string | null {
  const keys = keysOf(expected).toSorted((a, b) => a - b);
  const sorted = foundKeys.toSorted((a, b) => a - b);
  if (JSON.stringify(sorted) === JSON.stringify(keys)) return null;
  const missingKeys = keys.filter((key) => !sorted.includes(key));
  const duplicateKeys = sorted.filter((key, at) => sorted.indexOf(key) !== at);
  return `missing ${missingKeys.join()}; duplicate ${duplicateKeys.join()}; ${sorted.length} of ${keys.length}`;
}
