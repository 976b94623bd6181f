// The JSON of lists and pages in parts, so that it need not fit into memory.
import { setImmediate } from 'node:timers/promises';
import { JsonList } from '../queries/json-list.ts';
import { PageByTime } from '../queries/time-pages.ts';

/** Undefined for a result that is serialised in one piece. */
export function streamResult(result: object | string): AsyncGenerator<string> | undefined {
  if (result instanceof PageByTime) return streamPage(result);
  return result instanceof JsonList ? streamList(result) : undefined;
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

async function* streamList({ items }: JsonList): AsyncGenerator<string> {
  let count = 0;
  let text = '[';
  for (const item of items) {
    if (count > 0 && count % itemsPerPart === 0) {
      yield text;
      text = '';
      await setImmediate();
    }
    text += count === 0 ? item : `,${item}`;
    count += 1;
  }
  yield `${text}]`;
}

/** Without the brackets of a list. */
function itemsJson(items: readonly unknown[]): string {
  return JSON.stringify(items).slice(1, -1);
}
