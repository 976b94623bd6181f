// The JSON of lists and pages in parts, so that it need not fit into memory.
import { setImmediate } from 'node:timers/promises';
import { PageByTime } from '../queries/time-pages.ts';

/** Undefined for a result that is serialised in one piece. */
export function streamResult(result: object | string): AsyncGenerator<string> | undefined {
  if (result instanceof PageByTime) return streamPage(result);
  return Array.isArray(result) ? streamList(result) : undefined;
}

/** `meta` comes last, since the end of the page is known only after its items. */
async function* streamPage(page: PageByTime<unknown>): AsyncGenerator<string> {
  let before = '{"data":[';
  for await (const items of page.items()) {
    if (items.length === 0) continue;
    yield before + itemsJson(items);
    before = ',';
  }
  yield `${before === ',' ? '' : before}],"meta":${JSON.stringify(page.meta())}}`;
}

/** Items serialised without a pause: long lists would delay other requests. */
const itemsPerPart = 2_000;

async function* streamList(items: readonly unknown[]): AsyncGenerator<string> {
  yield '[';
  for (let start = 0; start < items.length; start += itemsPerPart) {
    if (start > 0) await setImmediate();
    yield (start > 0 ? ',' : '') + itemsJson(items.slice(start, start + itemsPerPart));
  }
  yield ']';
}

/** Without the brackets of a list. */
function itemsJson(items: readonly unknown[]): string {
  return JSON.stringify(items).slice(1, -1);
}
