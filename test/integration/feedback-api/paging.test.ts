// Paging is exact or loud: random lists behind servers that read `moreResultsAfter` in every way the document allows.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '../../support/property-settings.ts';
import { collectByKey, collectByOffset } from '../../../lib/adapters/feedback-api/paging.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import { always, sendJson, startServer, type Answer } from './scripted-server.ts';
import { codeOf, failureOf, openWorld } from './client-context.ts';

const START = Date.UTC(2026, 10, 9);
const END = Date.UTC(2026, 10, 16);
const RANGE = { start: START, end: END };

/** What the time in `moreResultsAfter` may be, when the page ends between `last` and `next`. */
const READINGS = {
  'the last item on the page': (last: number) => last,
  'the first item that was cut': (_last: number, next: number) => next,
  'anything between': (last: number, next: number) => Math.floor((last + next) / 2),
} as const;

interface Event {
  readonly ts: number;
  readonly id: number;
}

const stamp = (at: number): string => new Date(at).toISOString().replace('Z', '+0000');

/** Few distinct times, so that many items share one. */
const events = fc
  .array(fc.nat(25), { maxLength: 40 })
  .map((offsets) =>
    offsets
      .toSorted((a, b) => a - b)
      .map((offset, id): Event => ({ ts: START + offset * 1000, id })),
  );

/** One list at each path, cut after `cap` items in the given reading. */
function feedbackServer(
  lists: readonly (readonly Event[])[],
  cap: number,
  more: (last: number, next: number) => number,
  toItem: (event: Event) => unknown,
): Answer {
  return (response, { path, query }) => {
    const list = lists[Number(path.split('/')[3]) - 1] ?? [];
    const from = Date.parse(query.get('date_start') ?? '');
    const to = Date.parse(query.get('date_end') ?? '');
    const found = list.filter(({ ts }) => ts >= from && ts < to);
    const page = found.slice(0, cap);
    const [last, next] = [page.at(-1), found[cap]];
    const meta =
      last === undefined || next === undefined
        ? {}
        : { moreResultsAfter: stamp(more(last.ts, next.ts)) };
    sendJson(response, { meta, data: page.map(toItem) });
  };
}

async function collect<T>(pages: AsyncIterable<readonly T[]>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}

for (const [reading, more] of Object.entries(READINGS)) {
  describe(`when moreResultsAfter is ${reading}`, () => {
    const texts = (list: readonly Event[]): readonly string[] => list.map(({ id }) => `t${id}`);

    async function check(
      lists: readonly (readonly Event[])[],
      cap: number,
      kind: 'open' | 'raw',
    ): Promise<{ exact: number; stalled: number }> {
      const toItem = ({ ts, id }: Event): unknown =>
        kind === 'open'
          ? { ts: stamp(ts), r: 0, text: `t${id}` }
          : { ts: stamp(ts), r: 0, o: { text: `t${id}` } };
      await using server = await startServer(feedbackServer(lists, cap, more, toItem));
      await using world = openWorld({ baseUrl: server.url });
      const { client } = world.api;
      const seen = { exact: 0, stalled: 0 };
      await Promise.all(
        lists.map(async (list, index) => {
          try {
            const found =
              kind === 'open'
                ? (await collect(client.openFeedback(index + 1, RANGE))).map(({ text }) => text)
                : (
                    await collect(
                      client.rawResults(index + 1, RANGE, { followUps: true, openFeedback: true }),
                    )
                  ).map(({ o }) => o?.text);
            assert.deepEqual(found, texts(list));
            seen.exact += 1;
          } catch (error) {
            if (!(error instanceof Failure)) throw error;
            assert.equal(error.code, 'PAGING_STALLED');
            seen.stalled += 1;
          }
        }),
      );
      return seen;
    }

    for (const kind of ['open', 'raw'] as const) {
      it(`${kind} feedback is complete without doubles, or stalls`, async () => {
        const total = { exact: 0, stalled: 0 };
        await fc.assert(
          fc.asyncProperty(
            fc.array(events, { minLength: 15, maxLength: 15 }),
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

    it('alerts are complete by key, or stall', async () => {
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
            await using server = await startServer(alertServer(alerts, cap, more));
            await using world = openWorld({ baseUrl: server.url });
            for (const [index, list] of alerts.entries()) {
              try {
                const options = { childFolders: false };
                const found = await world.api.source.readAlerts(index + 1, RANGE, options);
                assert.deepEqual(
                  found.map(({ key }) => key).toSorted((a, b) => a - b),
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

function alertServer(
  lists: readonly (readonly OpenAlert[])[],
  cap: number,
  more: (last: number, next: number) => number,
): Answer {
  return (response, { path, query }) => {
    const list = lists[Number(path.split('/')[3]) - 1] ?? [];
    const from = Date.parse(query.get('date_start') ?? '');
    const to = Date.parse(query.get('date_end') ?? '');
    const found = list.filter(({ ts, end }) => ts < to && (end === null || end > from));
    const page = found.slice(0, cap);
    const [last, next] = [page.at(-1), found[cap]];
    const meta =
      last === undefined || next === undefined
        ? {}
        : { moreResultsAfter: stamp(more(last.ts, next.ts)) };
    sendJson(response, { meta, data: page.map(toWireAlert) });
  };
}

function toWireAlert({ key, ts, end }: OpenAlert): unknown {
  return {
    key,
    alertType: 'negative',
    survey: { key: 1, timezone: 'Etc/UTC' },
    alertSpecification: { key: 1 },
    beginTime: stamp(ts),
    ...(end === null ? {} : { endTime: stamp(end) }),
    parameters: {},
  };
}

describe('a page of feedback', () => {
  const ITEM = { ts: stamp(START), r: 0, text: '' };
  const codeFor = async (body: unknown): Promise<string> => {
    await using server = await startServer(always(body));
    await using world = openWorld({ baseUrl: server.url });
    return await codeOf(collect(world.api.client.openFeedback(1, RANGE)));
  };

  it('stalls when it points backwards, to its own start, past the end, or on without any item', async () => {
    const pages = [START - 1, START, END, END + 1].map((at) => ({ at, data: [ITEM] }));
    for (const { at, data } of [...pages, { at: START + 1, data: [] }]) {
      await using server = await startServer(
        always({ meta: { moreResultsAfter: stamp(at) }, data }),
      );
      await using world = openWorld({ baseUrl: server.url });
      const code = await codeOf(collect(world.api.client.openFeedback(1, RANGE)));
      assert.deepEqual([code, server.seen.length], ['PAGING_STALLED', 1]);
    }
  });

  it('that repeats what came before the time asked for doubles nothing', async () => {
    const item = (second: number): unknown => ({
      ts: stamp(START + second),
      r: 0,
      text: String(second),
    });
    await using server = await startServer((response, { attempt }) => {
      const first = { meta: { moreResultsAfter: stamp(START + 2) }, data: [1, 2].map(item) };
      sendJson(response, attempt === 1 ? first : { meta: {}, data: [1, 2, 3].map(item) });
    });
    await using world = openWorld({ baseUrl: server.url });
    const found = await collect(world.api.client.openFeedback(1, RANGE));
    assert.deepEqual(
      found.map(({ text }) => text),
      ['1', '2', '3'],
    );
  });

  it('with a pointer that is no timestamp is an error', async () => {
    for (const moreResultsAfter of ['tomorrow', 17, '2026-11-31T00:00:00Z', '']) {
      assert.equal(await codeFor({ meta: { moreResultsAfter }, data: [ITEM] }), 'TS_INVALID');
    }
  });

  it('without meta is whole only below the documented cap', async () => {
    const list = Array.from({ length: 10_000 }, () => ITEM);
    assert.equal(await codeFor({ data: list.slice(1) }), 'none');
    assert.equal(await codeFor({ data: list }), 'PAGING_INCONSISTENT');
    assert.equal(await codeFor({ meta: {}, data: list }), 'none');
    assert.equal(await codeFor({ meta: null, data: [] }), 'none');
  });

  it('without data is an error', async () => {
    for (const body of [{ meta: {} }, { meta: {}, data: null }, { meta: {}, data: {} }, []]) {
      assert.equal(await codeFor(body), 'SHAPE_MISMATCH');
    }
  });
});

describe('an alert on two pages', () => {
  it('counts once, as it was told last', async () => {
    await using server = await startServer((response, { attempt }) => {
      const old = { key: 1, ts: START - 1000, end: attempt === 1 ? null : START + 9000 };
      const meta = attempt === 1 ? { moreResultsAfter: stamp(START + 1000) } : {};
      const next = { key: attempt + 1, ts: START + attempt * 1000, end: null };
      sendJson(response, { meta, data: [old, next].map(toWireAlert) });
    });
    await using world = openWorld({ baseUrl: server.url });
    const found = await world.api.source.readAlerts(1, RANGE, { childFolders: false });
    assert.deepEqual(
      found.map(({ key, endTime }) => [key, endTime?.at ?? null]),
      [
        [1, START + 9000],
        [2, null],
        [3, null],
      ],
    );
  });
});

describe('too many alerts to get past', () => {
  // Folder 1 has 2 and 3 below it; every answer holds two alerts at most, and all began before the week.
  const alerts = new Map([
    ['1', [11, 12]],
    ['2', [21, 22]],
    ['3', [31]],
  ]);

  function server(own: ReadonlyMap<string, readonly number[]>): Answer {
    return (response, { path, query }) => {
      const folder = path.split('/')[3] ?? '';
      if (!path.endsWith('/alerts')) {
        sendJson(response, { key: 1, name: 'x', folders: [{ key: 2 }, { key: 3 }] });
        return;
      }
      const below = query.get('child_folders') === 'true' && folder === '1';
      const keys = below ? [...own.values()].flat() : (own.get(folder) ?? []);
      const data = keys.slice(0, 2).map((key) => toWireAlert({ key, ts: START - 1000, end: null }));
      const meta = keys.length > 2 ? { moreResultsAfter: stamp(START - 1000) } : {};
      sendJson(response, { meta, data });
    };
  }

  it('are read folder by folder', async () => {
    await using upstream = await startServer(server(alerts));
    await using world = openWorld({ baseUrl: upstream.url });
    const found = await world.api.source.readAlerts(1, RANGE, { childFolders: true });
    assert.deepEqual(
      found.map(({ key }) => key),
      [11, 12, 21, 22, 31],
    );
  });

  it('stall when one folder alone has them', async () => {
    await using upstream = await startServer(server(new Map([['1', [11, 12, 13]]])));
    await using world = openWorld({ baseUrl: upstream.url });
    const options = { childFolders: true };
    assert.equal(await codeOf(world.api.source.readAlerts(1, RANGE, options)), 'PAGING_STALLED');
  });
});

describe('a list by key', () => {
  it('is refused with more items than may be held, however few are on a page', async () => {
    let pages = 0;
    const items = collectByKey<{ readonly key: number }>(
      {
        path: '/list',
        cap: 10_000,
        timeOf: () => assert.fail('no time is needed'),
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
    const { code, facts } = await failureOf(items);
    assert.deepEqual(
      [code, facts, pages],
      ['RESPONSE_TOO_LARGE', { path: '/list', items: 100_000 }, 11],
    );
  });
});

describe('a list by offset', () => {
  const list = (
    pages: (offset: number, limit: number, walk: number) => readonly number[] | null,
    total = 250,
  ) => {
    let walk = 0;
    return collectByOffset<number>({
      path: '/list',
      keyOf: (item) => item,
      read: (offset, limit) => {
        if (offset === 0) walk += 1;
        const data = pages(offset, limit, walk);
        return Promise.resolve({ meta: { offset, total }, data: data ?? [] });
      },
    });
  };
  const from = (offset: number, length: number): readonly number[] =>
    Array.from({ length: Math.max(0, length) }, (_, index) => offset + index + 1);
  const good = (offset: number, limit: number): readonly number[] =>
    from(offset, Math.min(limit, 250 - offset));

  it('is read to its end, also from a server with smaller pages', async () => {
    assert.deepEqual(await list(good), from(0, 250));
    assert.deepEqual(await list((offset) => good(offset, 30)), from(0, 250));
    assert.deepEqual(await list(() => [], 0), []);
  });

  it('that changes while it is read is read again, twice at most', async () => {
    const changing = (walks: number) => (offset: number, limit: number, walk: number) =>
      walk < walks && offset > 0 ? [] : good(offset, limit);
    assert.deepEqual(await list(changing(2)), from(0, 250));
    assert.deepEqual(await list(changing(3)), from(0, 250));
    assert.equal(await codeOf(list(changing(4))), 'PAGING_INCONSISTENT');
  });

  it('is read again when only its total changes', async () => {
    let reads = 0;
    const items = await collectByOffset<number>({
      path: '/list',
      keyOf: (item) => item,
      read: (offset, limit) => {
        reads += 1;
        const total = reads === 2 ? 251 : 250;
        return Promise.resolve({ meta: { offset, total }, data: good(offset, limit) });
      },
    });
    assert.deepEqual([items.length, reads], [250, 5]);
  });

  it('that has no end is given up after a thousand pages, and not read again', async () => {
    let reads = 0;
    const items = collectByOffset<number>({
      path: '/list',
      keyOf: (item) => item,
      read: (offset) => {
        reads += 1;
        return Promise.resolve({ meta: { offset, total: 1_000_000 }, data: [offset] });
      },
    });
    assert.equal(await codeOf(items), 'PAGING_STALLED');
    assert.equal(reads, 1_000);
  });

  it('is refused when its pages are too long, repeat an item or come short', async () => {
    assert.equal(await codeOf(list((offset) => from(offset, 250))), 'PAGING_INCONSISTENT');
    assert.equal(await codeOf(list(() => from(0, 50))), 'PAGING_INCONSISTENT');
    assert.equal(await codeOf(list((offset) => from(offset, 100))), 'PAGING_INCONSISTENT');
  });
});
