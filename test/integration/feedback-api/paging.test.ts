// Paging returns every item once or fails: random lists on servers with every documented meaning of `moreResultsAfter`.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '../../support/property-settings.ts';
import { collectByKey, collectByOffset } from '../../../lib/adapters/feedback-api/paging.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import { respondAlways, sendJson, startScriptedApi, type Responder } from './scripted-server.ts';
import { openClientContext } from './client-context.ts';
import { catchFailureCode, catchFailure, collectPages } from '../../support/outcomes.ts';

const START = Date.UTC(2026, 10, 9);
const END = Date.UTC(2026, 10, 16);
const RANGE = { start: START, end: END };

/** The possible meanings of `moreResultsAfter` when a page ends between the items `last` and `next`. */
const INTERPRETATIONS = {
  'the last item on the page': (last: number) => last,
  'the first item of the next page': (_last: number, next: number) => next,
  'any time between': (last: number, next: number) => Math.floor((last + next) / 2),
} as const;

interface FeedbackItem {
  readonly ts: number;
  readonly id: number;
}

const formatTimestamp = (at: number): string => new Date(at).toISOString().replace('Z', '+0000');

/** Few distinct times, so that many items share one. */
const itemLists = fc
  .array(fc.nat(25), { maxLength: 40 })
  .map((offsets) =>
    offsets
      .toSorted((a, b) => a - b)
      .map((offset, id): FeedbackItem => ({ ts: START + offset * 1000, id })),
  );

interface ItemKind<T> {
  /** Whether an item is in the list of a range. */
  readonly isListed: (item: T, from: number, to: number) => boolean;
  readonly toItem: (item: T) => unknown;
}

/** One list at each path, with pages of `cap` items. */
function timePagedServer<T extends { readonly ts: number }>(
  lists: readonly (readonly T[])[],
  cap: number,
  nextPageTime: (last: number, next: number) => number,
  { isListed, toItem }: ItemKind<T>,
): Responder {
  return (response, { path, query }) => {
    const list = lists[Number(path.split('/')[3]) - 1] ?? [];
    const from = Date.parse(query.get('date_start') ?? '');
    const to = Date.parse(query.get('date_end') ?? '');
    const items = list.filter((item) => isListed(item, from, to));
    const page = items.slice(0, cap);
    const [last, next] = [page.at(-1), items[cap]];
    const meta =
      last === undefined || next === undefined
        ? {}
        : { moreResultsAfter: formatTimestamp(nextPageTime(last.ts, next.ts)) };
    sendJson(response, { meta, data: page.map(toItem) });
  };
}

for (const [reading, nextPageTime] of Object.entries(INTERPRETATIONS)) {
  describe(`when moreResultsAfter is ${reading}`, () => {
    const texts = (list: readonly FeedbackItem[]): readonly string[] =>
      list.map(({ id }) => `t${id}`);

    async function check(
      lists: readonly (readonly FeedbackItem[])[],
      cap: number,
      kind: 'open' | 'raw',
    ): Promise<{ exact: number; stalled: number }> {
      const toItem = ({ ts, id }: FeedbackItem): unknown =>
        kind === 'open'
          ? { ts: formatTimestamp(ts), r: 0, text: `t${id}` }
          : { ts: formatTimestamp(ts), r: 0, o: { text: `t${id}` } };
      await using server = await startScriptedApi(
        timePagedServer(lists, cap, nextPageTime, {
          isListed: ({ ts }, from, to) => ts >= from && ts < to,
          toItem,
        }),
      );
      await using context = openClientContext({ baseUrl: server.url });
      const { client } = context.api;
      const counts = { exact: 0, stalled: 0 };
      await Promise.all(
        lists.map(async (list, index) => {
          try {
            const items =
              kind === 'open'
                ? (await collectPages(client.openFeedback(index + 1, RANGE))).map(
                    ({ text }) => text,
                  )
                : (
                    await collectPages(
                      client.rawResults(index + 1, RANGE, { followUps: true, openFeedback: true }),
                    )
                  ).map(({ o }) => o?.text);
            assert.deepEqual(items, texts(list));
            counts.exact += 1;
          } catch (error) {
            if (!(error instanceof Failure)) throw error;
            assert.equal(error.code, 'PAGING_STALLED');
            counts.stalled += 1;
          }
        }),
      );
      return counts;
    }

    for (const kind of ['open', 'raw'] as const) {
      it(`${kind} feedback is complete without duplicates, or fails with PAGING_STALLED`, async () => {
        const total = { exact: 0, stalled: 0 };
        await fc.assert(
          fc.asyncProperty(
            fc.array(itemLists, { minLength: 15, maxLength: 15 }),
            fc.integer({ min: 1, max: 12 }),
            async (lists, cap) => {
              const { exact, stalled } = await check(lists, cap, kind);
              total.exact += exact;
              total.stalled += stalled;
            },
          ),
          { numRuns: 8 },
        );
        assert.equal(total.exact + total.stalled, 120);
        assert.ok(total.exact > 40, `only ${total.exact} lists were read to their end`);
      });
    }

    it('alerts are complete by key, or fail with PAGING_STALLED', async () => {
      const alertList = fc.array(
        fc.record({
          begin: fc.integer({ min: -20, max: 25 }),
          minutes: fc.option(fc.integer({ min: 1, max: 30 })),
        }),
        { maxLength: 25 },
      );
      let exact = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(alertList, { minLength: 15, maxLength: 15 }),
          fc.integer({ min: 1, max: 12 }),
          async (lists, cap) => {
            const alerts = lists.map((list) =>
              list
                .map(({ begin, minutes }, index) => ({
                  key: index + 1,
                  ts: START + begin * 1000,
                  end: minutes === null ? null : START + (begin + minutes) * 1000,
                }))
                .filter(({ end }) => end === null || end > START)
                .toSorted((a, b) => a.ts - b.ts),
            );
            await using server = await startScriptedApi(
              timePagedServer(alerts, cap, nextPageTime, ALERTS),
            );
            await using context = openClientContext({ baseUrl: server.url });
            for (const [index, list] of alerts.entries()) {
              try {
                const options = { childFolders: false };
                const items = await context.api.source.readAlerts(index + 1, RANGE, options);
                assert.deepEqual(
                  items.map(({ key }) => key).toSorted((a, b) => a - b),
                  list.map(({ key }) => key).toSorted((a, b) => a - b),
                );
                exact += 1;
              } catch (error) {
                if (!(error instanceof Failure)) throw error;
                assert.equal(error.code, 'PAGING_STALLED');
              }
            }
          },
        ),
        { numRuns: 8 },
      );
      assert.ok(exact > 40, `only ${exact} lists were read to their end`);
    });
  });
}

interface OpenAlert {
  readonly key: number;
  readonly ts: number;
  readonly end: number | null;
}

const ALERTS: ItemKind<OpenAlert> = {
  isListed: ({ ts, end }, from, to) => ts < to && (end === null || end > from),
  toItem: toWireAlert,
};

function toWireAlert({ key, ts, end }: OpenAlert): unknown {
  return {
    key,
    alertType: 'negative',
    survey: { key: 1, timezone: 'Etc/UTC' },
    alertSpecification: { key: 1 },
    beginTime: formatTimestamp(ts),
    ...(end === null ? {} : { endTime: formatTimestamp(end) }),
    parameters: {},
  };
}

describe('a page of feedback', () => {
  const ITEM = { ts: formatTimestamp(START), r: 0, text: '' };
  const codeFor = async (body: unknown): Promise<string> => {
    await using server = await startScriptedApi(respondAlways(body));
    await using context = openClientContext({ baseUrl: server.url });
    return await catchFailureCode(collectPages(context.api.client.openFeedback(1, RANGE)));
  };

  it('fails when it points backwards, to its own start, past the end, or onwards without an item', async () => {
    const pages = [START - 1, START, END, END + 1].map((at) => ({ at, data: [ITEM] }));
    for (const { at, data } of [...pages, { at: START + 1, data: [] }]) {
      await using server = await startScriptedApi(
        respondAlways({ meta: { moreResultsAfter: formatTimestamp(at) }, data }),
      );
      await using context = openClientContext({ baseUrl: server.url });
      const code = await catchFailureCode(collectPages(context.api.client.openFeedback(1, RANGE)));
      assert.deepEqual([code, server.requests.length], ['PAGING_STALLED', 1]);
    }
  });

  it('yields no duplicates of items that a page repeats from before the requested time', async () => {
    const item = (second: number): unknown => ({
      ts: formatTimestamp(START + second),
      r: 0,
      text: String(second),
    });
    await using server = await startScriptedApi((response, { attempt }) => {
      const first = {
        meta: { moreResultsAfter: formatTimestamp(START + 2) },
        data: [1, 2].map(item),
      };
      sendJson(response, attempt === 1 ? first : { meta: {}, data: [1, 2, 3].map(item) });
    });
    await using context = openClientContext({ baseUrl: server.url });
    const items = await collectPages(context.api.client.openFeedback(1, RANGE));
    assert.deepEqual(
      items.map(({ text }) => text),
      ['1', '2', '3'],
    );
  });

  it('fails with a pointer that is not a timestamp', async () => {
    for (const moreResultsAfter of ['tomorrow', 17, '2026-11-31T00:00:00Z', '']) {
      assert.equal(await codeFor({ meta: { moreResultsAfter }, data: [ITEM] }), 'TS_INVALID');
    }
  });

  it('treats a page without meta as complete only below the documented limit', async () => {
    const list = Array.from({ length: 10_000 }, () => ITEM);
    assert.equal(await codeFor({ data: list.slice(1) }), 'none');
    assert.equal(await codeFor({ data: list }), 'PAGING_INCONSISTENT');
    assert.equal(await codeFor({ meta: {}, data: list }), 'none');
    assert.equal(await codeFor({ meta: null, data: [] }), 'none');
  });

  it('fails without data', async () => {
    for (const body of [{ meta: {} }, { meta: {}, data: null }, { meta: {}, data: {} }, []]) {
      assert.equal(await codeFor(body), 'SHAPE_MISMATCH');
    }
  });
});

describe('an alert on two pages', () => {
  it('counts once, with its last state', async () => {
    await using server = await startScriptedApi((response, { attempt }) => {
      const old = { key: 1, ts: START - 1000, end: attempt === 1 ? null : START + 9000 };
      const meta = attempt === 1 ? { moreResultsAfter: formatTimestamp(START + 1000) } : {};
      const next = { key: attempt + 1, ts: START + attempt * 1000, end: null };
      sendJson(response, { meta, data: [old, next].map(toWireAlert) });
    });
    await using context = openClientContext({ baseUrl: server.url });
    const items = await context.api.source.readAlerts(1, RANGE, { childFolders: false });
    assert.deepEqual(
      items.map(({ key, endTime }) => [key, endTime?.at ?? null]),
      [
        [1, START + 9000],
        [2, null],
        [3, null],
      ],
    );
  });
});

describe('alerts on which paging stalls', () => {
  // Folder 1 has the subfolders 2 and 3; every page has two alerts at most, and all began before the week.
  const alerts = new Map([
    ['1', [11, 12]],
    ['2', [21, 22]],
    ['3', [31]],
  ]);

  function server(alertsByFolder: ReadonlyMap<string, readonly number[]>): Responder {
    return (response, { path, query }) => {
      const folder = path.split('/')[3] ?? '';
      if (!path.endsWith('/alerts')) {
        assert.equal(query.get('surveys'), 'false');
        sendJson(response, { key: 1, name: 'x', folders: [{ key: 2 }, { key: 3 }] });
        return;
      }
      const below = query.get('child_folders') === 'true' && folder === '1';
      const keys = below ? [...alertsByFolder.values()].flat() : (alertsByFolder.get(folder) ?? []);
      const data = keys.slice(0, 2).map((key) => toWireAlert({ key, ts: START - 1000, end: null }));
      const meta = keys.length > 2 ? { moreResultsAfter: formatTimestamp(START - 1000) } : {};
      sendJson(response, { meta, data });
    };
  }

  it('reads alerts folder by folder', async () => {
    await using upstream = await startScriptedApi(server(alerts));
    await using context = openClientContext({ baseUrl: upstream.url });
    const items = await context.api.source.readAlerts(1, RANGE, { childFolders: true });
    assert.deepEqual(
      items.map(({ key }) => key),
      [11, 12, 21, 22, 31],
    );
  });

  it('fail when a single folder has too many', async () => {
    await using upstream = await startScriptedApi(server(new Map([['1', [11, 12, 13]]])));
    await using context = openClientContext({ baseUrl: upstream.url });
    const options = { childFolders: true };
    assert.equal(
      await catchFailureCode(context.api.source.readAlerts(1, RANGE, options)),
      'PAGING_STALLED',
    );
  });
});

describe('a list by key', () => {
  it('is refused above the limit of items, however few are on a page', async () => {
    let pages = 0;
    const items = collectByKey<{ readonly key: number }>(
      {
        path: '/list',
        cap: 10_000,
        timeOf: () => assert.fail('timeOf must not be called'),
        read: ({ start }) => {
          const data = Array.from({ length: 10_000 }, (_, index) => ({
            key: pages * 10_000 + index + 1,
          }));
          pages += 1;
          const at = start + 1;
          const moreResultsAfter = { at, offsetMinutes: 0, localDay: 0, hour: 0 };
          return Promise.resolve({ meta: { moreResultsAfter }, data });
        },
      },
      RANGE,
    );
    const { code, facts } = await catchFailure(items);
    assert.deepEqual(
      [code, facts, pages],
      ['RESPONSE_TOO_LARGE', { path: '/list', items: 100_000 }, 11],
    );
  });
});

describe('a list by offset', () => {
  const list = (
    pages: (offset: number, limit: number, attempt: number) => readonly number[] | null,
    total = 250,
  ) => {
    let attempt = 0;
    return collectByOffset<number>({
      path: '/list',
      keyOf: (item) => item,
      read: (offset, limit) => {
        if (offset === 0) attempt += 1;
        const data = pages(offset, limit, attempt);
        return Promise.resolve({ meta: { offset, total }, data: data ?? [] });
      },
    });
  };
  const from = (offset: number, length: number): readonly number[] =>
    Array.from({ length: Math.max(0, length) }, (_, index) => offset + index + 1);
  const pageOf = (offset: number, limit: number): readonly number[] =>
    from(offset, Math.min(limit, 250 - offset));

  it('is read to its end, also from a server with smaller pages', async () => {
    assert.deepEqual(await list(pageOf), from(0, 250));
    assert.deepEqual(await list((offset) => pageOf(offset, 30)), from(0, 250));
    assert.deepEqual(await list(() => [], 0), []);
  });

  it('is read again when it changes meanwhile, twice at most', async () => {
    const changing = (attempts: number) => (offset: number, limit: number, attempt: number) =>
      attempt < attempts && offset > 0 ? [] : pageOf(offset, limit);
    assert.deepEqual(await list(changing(2)), from(0, 250));
    assert.deepEqual(await list(changing(3)), from(0, 250));
    assert.equal(await catchFailureCode(list(changing(4))), 'PAGING_INCONSISTENT');
  });

  it('is read again when only its total changes', async () => {
    let reads = 0;
    const items = await collectByOffset<number>({
      path: '/list',
      keyOf: (item) => item,
      read: (offset, limit) => {
        reads += 1;
        const total = reads === 2 ? 251 : 250;
        return Promise.resolve({ meta: { offset, total }, data: pageOf(offset, limit) });
      },
    });
    assert.deepEqual([items.length, reads], [250, 5]);
  });

  it('fails after a thousand pages of a list without an end, and does not read it again', async () => {
    let reads = 0;
    const items = collectByOffset<number>({
      path: '/list',
      keyOf: (item) => item,
      read: (offset) => {
        reads += 1;
        return Promise.resolve({ meta: { offset, total: 1_000_000 }, data: [offset] });
      },
    });
    assert.equal(await catchFailureCode(items), 'PAGING_STALLED');
    assert.equal(reads, 1_000);
  });

  it('is refused when its pages are too long, repeat an item or are incomplete', async () => {
    assert.equal(
      await catchFailureCode(list((offset) => from(offset, 250))),
      'PAGING_INCONSISTENT',
    );
    assert.equal(await catchFailureCode(list(() => from(0, 50))), 'PAGING_INCONSISTENT');
    assert.equal(
      await catchFailureCode(list((offset) => from(offset, 100))),
      'PAGING_INCONSISTENT',
    );
  });
});
