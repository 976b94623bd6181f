// Long lists behind servers of every temper: what is read is the list, item for item, or a failure that names paging.
import {
  collectByKey,
  collectByOffset,
  feedbackPages,
} from '../../../../lib/adapters/feedback-api/paging.ts';
import { Failure } from '../../../../lib/shared/failure.ts';
import { chanceFrom } from '../random-choices.ts';
import { applied, toldOf, type Input, type Target, type Verdict } from '../fuzz-runner.ts';
import {
  changeTemper,
  END,
  offsetServer,
  PLAIN,
  stamp,
  START,
  TEMPER_STEP_NAMES,
  timeServer,
  type Item,
  type Temper,
} from './paging-servers.ts';

const RANGE = { start: START, end: END };
/** Pages after which a walk is given up. */
const MOST_PAGES = 1_000;

export function pagesTarget(): Promise<Target> {
  return Promise.resolve({
    kinds: TEMPER_STEP_NAMES,
    moreSteps: 6,
    judge,
    show: (input) => JSON.stringify(temperOf(input), null, 1),
    close: () => Promise.resolve(),
  });
}

function temperOf({ steps }: Input): {
  readonly temper: Temper;
  readonly kinds: readonly string[];
} {
  const { value, applied: kinds } = applied(PLAIN, steps, changeTemper);
  return { temper: value, kinds };
}

async function judge(input: Input): Promise<Verdict> {
  const { temper, kinds } = temperOf(input);
  const outcomes: string[] = [];
  for (const read of [readFeedback, readAlerts, readByOffset]) {
    try {
      const fault = await read(temper, input.seed);
      if (fault !== null) return { fault, applied: kinds, outcome: 'wrong' };
      outcomes.push('exact');
    } catch (error) {
      const isLoud =
        error instanceof Failure &&
        (error.code === 'PAGING_STALLED' || error.code === 'PAGING_INCONSISTENT');
      if (!isLoud) return { fault: toldOf(error), applied: kinds, outcome: 'BUG' };
      outcomes.push(error.code);
    }
  }
  return { fault: null, applied: kinds, outcome: outcomes.join(', ') };
}

async function readFeedback(temper: Temper, seed: number): Promise<string | null> {
  const server = timeServer(temper, false, chanceFrom(seed));
  const list = {
    path: '/list',
    cap: temper.cap,
    timeOf: ({ at }: Item) => stamp(at),
    read: (range: typeof RANGE) => server.read(range),
  };
  const found: number[] = [];
  for await (const page of feedbackPages(list, RANGE)) found.push(...page.map(({ key }) => key));
  const expected = temper.items.filter(({ at }) => at >= START && at < END);
  return pagesFault(server.asked) ?? difference(found, expected);
}

async function readAlerts(temper: Temper, seed: number): Promise<string | null> {
  const server = timeServer(temper, true, chanceFrom(seed));
  const list = {
    path: '/alerts',
    cap: temper.cap,
    timeOf: ({ at }: Item) => stamp(at),
    read: (range: typeof RANGE) => server.read(range),
  };
  const found = await collectByKey(list, RANGE);
  return pagesFault(server.asked) ?? difference(keysOf(found), temper.items);
}

async function readByOffset(temper: Temper, seed: number): Promise<string | null> {
  const server = offsetServer(temper, chanceFrom(seed));
  const found = await collectByOffset({
    path: '/offsets',
    keyOf: ({ key }: Item) => key,
    read: (offset, limit) => server.read(offset, limit),
  });
  // A total that is wrong from the first page on is the list's own word.
  const isCut = temper.lie === 'total shrinks' && found.length === temper.items.length - 1;
  return isCut ? null : difference(keysOf(found), temper.items);
}

function pagesFault(asked: number): string | null {
  return asked > MOST_PAGES ? `${asked} pages` : null;
}

function keysOf(items: readonly Item[]): readonly number[] {
  return items.map(({ key }) => key);
}

function difference(found: readonly number[], expected: readonly Item[]): string | null {
  const keys = keysOf(expected).toSorted((a, b) => a - b);
  const sorted = found.toSorted((a, b) => a - b);
  if (JSON.stringify(sorted) === JSON.stringify(keys)) return null;
  const lost = keys.filter((key) => !sorted.includes(key));
  const doubled = sorted.filter((key, at) => sorted.indexOf(key) !== at);
  return `lost ${lost.join()}; doubled ${doubled.join()}; ${sorted.length} for ${keys.length}`;
}
