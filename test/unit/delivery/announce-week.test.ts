// The planner announces what is stored and has no receipt: once, whatever fails or runs at the same time.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deliveryCodecs, receiptCodec } from '../../../lib/adapters/json/index.ts';
import { announceReport } from '../../../lib/delivery/announce-report.ts';
import type {
  EarlierAnnouncements,
  ReportRevision,
} from '../../../lib/delivery/delivery-context.ts';
import { planDeliveries } from '../../../lib/delivery/plan-deliveries.ts';
import { createChannelTurns } from '../../../lib/delivery/channel-turns.ts';
import { parseWeek } from '../../../lib/domain/calendar.ts';
import type { Report } from '../../../lib/domain/report.ts';
import type { WebhookSetting } from '../../../lib/ports/secrets.ts';
import type { Manifest } from '../../../lib/ports/stored-records.ts';
import { manifestKey } from '../../../lib/reports/report-repository.ts';
import type { FailureFacts } from '../../../lib/shared/failure.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import { replaceBytes } from '../../support/archive.ts';
import {
  createDeliveryParts,
  MONDAY,
  PLAIN_COMPOSER,
  storeReport,
  WEEK,
} from '../../support/delivery/delivery-parts.ts';
import type { MemoryStore } from '../../support/memory-store.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { fc } from '../../support/property-settings.ts';
import { canary } from '../../support/secret-markers.ts';
import { createStoreReport } from '../../support/test-reports.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const TICK_MS = HOUR_MS / 4;
const week = parseWeek(WEEK) ?? assert.fail();
const RECORD = `requests/${WEEK}/announced.json`;
const HOOK = { folder: 1, url: 'https://chat.example.com/hook', key: canary('webhook key') };
const sample = createStoreReport(1);

/** The verdict of one with responses differs from that of one without. */
function reportOf(folder: number, revision: number, { hasResponses = true } = {}): Report {
  const groups = sample.summary.groups.map((group) =>
    hasResponses ? group : { ...group, responses: 0 },
  );
  return {
    ...sample,
    folder: { key: folder, name: `Store ${folder}`, path: [{ key: 1, name: 'Company' }] },
    revision,
    summary: { ...sample.summary, groups },
  };
}

interface Planner {
  /** Runs a tick and returns the number of late messages. */
  readonly tick: (now?: number) => Promise<number>;
  mayStart: () => boolean;
  /** Replaces the address of links, which may fail. */
  makeLink: (manifest: Manifest) => Promise<string | null>;
  /** Whether the webhook refuses a message, and with which facts. */
  isBusy: () => boolean;
  refusal: FailureFacts;
  /** Called before the webhook answers. */
  beforeSending: () => Promise<void>;
}

interface Setup {
  readonly store: MemoryStore;
  /** "CHANNEL FOLDER rREVISION" of each notification. */
  readonly sent: string[];
  /** Folders whose messages the webhook refused. */
  readonly refused: number[];
  /** "CHANNEL CODE" of each that failed for good. */
  readonly failed: string[];
  readonly hooks: WebhookSetting[];
  /** Another process: it has read nothing yet. */
  readonly start: () => Planner;
}

function setUp(store: MemoryStore = memoryStore()): Setup {
  const sent: string[] = [];
  const refused: number[] = [];
  const failed: string[] = [];
  const hooks: WebhookSetting[] = [];
  const start = (): Planner => {
    const { context } = createDeliveryParts(store);
    const planner: Planner = {
      mayStart: () => true,
      makeLink: () => Promise.resolve(null),
      isBusy: () => false,
      beforeSending: () => Promise.resolve(),
      refusal: { status: 429, isTemporary: true, retryAfterSeconds: null },
      tick: async (now = MONDAY) => {
        const turns = createChannelTurns({ slack: 1e6, teams: 1e6, generic: 1e6 });
        const announcing = {
          announce: (revision: ReportRevision, earlier: EarlierAnnouncements) =>
            announceReport(
              {
                store,
                receipts: receiptCodec,
                composer: PLAIN_COMPOSER,
                locale: 'en',
                publicUrl: null,
                linkPlaces: () => Promise.resolve(new Map<number, string>()),
                readNotes: () => Promise.resolve(null),
                clock: () => now,
                events: {
                  publish: ({ folder, revision: n }) => {
                    sent.push(`event ${folder.key} r${n}`);
                    return Promise.resolve();
                  },
                },
                webhooks: {
                  send: async (_to, { report }) => {
                    await planner.beforeSending();
                    if (planner.isBusy()) {
                      refused.push(report.folder.key);
                      throw new Failure('DELIVERY_FAILED', planner.refusal);
                    }
                    sent.push(`hook ${report.folder.key} r${report.revision}`);
                    return 'delivered';
                  },
                },
                webhookSettings: hooks,
                makeLink: (manifest) => planner.makeLink(manifest),
                turns,
                random: () => 0,
                onFailed: (channel, { code }) => failed.push(`${channel} ${code}`),
                onRefused: () => undefined,
                onAccepted: () => undefined,
              },
              revision,
              earlier,
            ),
          mayStart: () => planner.mayStart(),
        };
        return (await planDeliveries({ ...context, announcing }, week, now)).unsent;
      },
    };
    return planner;
  };
  return { store, sent, refused, failed, hooks, start };
}

function recordIn(store: MemoryStore) {
  return deliveryCodecs.announcedReports.decode(store.objects.get(RECORD) ?? assert.fail());
}

describe('planning, with an event bus and webhooks', () => {
  it('announces each stored report once, also by other processes', async () => {
    const { store, sent, hooks, start } = setUp();
    hooks.push(HOOK);
    const planner = start();
    assert.equal(await planner.tick(), 0);
    await storeReport(store, reportOf(41, 1));
    await planner.tick();
    await storeReport(store, reportOf(42, 1));
    await planner.tick();
    const expected = ['event 41 r1', 'hook 41 r1', 'event 42 r1', 'hook 42 r1'];
    assert.deepEqual(sent, expected);
    await planner.tick();
    await start().tick();
    assert.deepEqual(sent, expected);
    assert.deepEqual(recordIn(store).waiting, {});
  });

  it('announces a revision with another verdict, and no other', async () => {
    const { store, sent, start } = setUp();
    for (const [index, hasResponses] of [true, true, false].entries()) {
      await storeReport(store, reportOf(41, index + 1, { hasResponses }));
      await start().tick();
      await start().tick();
    }
    assert.deepEqual(sent, ['event 41 r1', 'event 41 r3']);
  });

  it('reads only the record and a listing when nothing has changed', async () => {
    const { store, start } = setUp();
    for (const folder of [41, 42, 43]) await storeReport(store, reportOf(folder, 1));
    await start().tick();
    const planner = start();
    store.resetCalls();
    await planner.tick();
    // Subscriptions, and manifests.
    assert.deepEqual(store.calls, {
      ...{ read: 1, create: 0, replace: 0, children: 0, remove: 0 },
      entries: 2,
    });
  });

  it('lists the receipts of a week once', async () => {
    const { store, start } = setUp();
    for (const folder of [41, 42, 43]) await storeReport(store, reportOf(folder, 1));
    store.resetCalls();
    await start().tick();
    assert.equal(store.calls.entries, 3);
  });

  it('starts a new channel with the next revision', async () => {
    const { store, sent, hooks, start } = setUp();
    await storeReport(store, reportOf(41, 1));
    await start().tick();
    hooks.push(HOOK);
    await start().tick();
    assert.deepEqual(sent, ['event 41 r1']);
    await storeReport(store, reportOf(41, 2));
    await start().tick();
    assert.deepEqual(sent, ['event 41 r1', 'hook 41 r2']);
  });

  it('starts no channel for a week before the last one that it never compared', async () => {
    const { store, sent, hooks, start } = setUp();
    await storeReport(store, reportOf(41, 1));
    await storeReport(store, reportOf(42, 1));
    const now = Date.UTC(2026, 10, 24, 18);
    await start().tick(now);
    assert.deepEqual([sent, Object.keys(recordIn(store).reports)], [[], ['41', '42']]);
    // Made after the first comparison.
    await storeReport(store, reportOf(43, 1));
    await start().tick(now);
    assert.deepEqual(sent, ['event 43 r1']);
    // A known channel goes on when the record is lost, another one does not start.
    hooks.push(HOOK);
    await storeReport(store, reportOf(43, 2, { hasResponses: false }));
    await store.remove(RECORD);
    await start().tick(now);
    assert.deepEqual(sent, ['event 43 r1', 'event 43 r2']);
  });

  it('starts no channel for such a week after a tick that failed or had no time', async () => {
    const { store, sent, hooks, start } = setUp();
    const [monday, later] = [MONDAY, Date.UTC(2026, 10, 24, 18)];
    for (const folder of [41, 42]) await storeReport(store, reportOf(folder, 1));
    await start().tick(monday);
    await store.remove(RECORD);
    await storeReport(store, reportOf(41, 2, { hasResponses: false }));
    const { files } = await storeReport(store, reportOf(42, 2, { hasResponses: false }));
    await storeReport(store, reportOf(43, 1));
    await replaceBytes(store, files.json.key, new Uint8Array([1]));
    hooks.push(HOOK);
    const planner = start();
    planner.mayStart = () => false;
    await planner.tick(later);
    assert.deepEqual(recordIn(store).toKnownChannels, [41, 42]);
    planner.mayStart = () => true;
    planner.makeLink = () => Promise.reject(new Failure('SECRET_UNAVAILABLE'));
    await assert.rejects(planner.tick(later), { code: 'SECRET_UNAVAILABLE' });
    planner.makeLink = () => Promise.resolve(null);
    for (let n = 0; n < 2; n += 1) assert.equal(await planner.tick(later), 0);
    assert.deepEqual(sent, ['event 41 r1', 'event 42 r1', 'event 41 r2']);
    const { reports, waiting } = recordIn(store);
    assert.deepEqual([Object.keys(reports), Object.keys(waiting)], [['41', '43'], ['42']]);
  });

  it('announces again nothing when its record is lost or damaged', async () => {
    for (const harm of ['lost', 'damaged'] as const) {
      const { store, sent, start } = setUp();
      await storeReport(store, reportOf(41, 1));
      await storeReport(store, reportOf(41, 2, { hasResponses: false }));
      await start().tick();
      if (harm === 'lost') await store.remove(RECORD);
      else await replaceBytes(store, RECORD, new Uint8Array([1]));
      await storeReport(store, reportOf(42, 1));
      await start().tick(MONDAY + TICK_MS);
      assert.deepEqual(sent, ['event 41 r2', 'event 42 r1']);
      assert.deepEqual(Object.keys(recordIn(store).reports), ['41', '42']);
    }
  });

  it('leaves what it has no time for to a later tick, and counts it after two hours', async () => {
    const { store, sent, start } = setUp();
    const planner = start();
    await planner.tick();
    for (const folder of [41, 42, 43]) await storeReport(store, reportOf(folder, 1));
    let left = 1;
    planner.mayStart = () => left-- > 0;
    assert.equal(await planner.tick(MONDAY), 0);
    assert.equal(sent.length, 1);
    assert.deepEqual(
      Object.values(recordIn(store).waiting),
      Array(2).fill('2026-11-16T18:00:00.000Z'),
    );
    assert.equal(await planner.tick(MONDAY + 2 * HOUR_MS - 1), 0);
    assert.equal(await planner.tick(MONDAY + 2 * HOUR_MS), 2);
    left = 3;
    assert.equal(await planner.tick(MONDAY + 3 * HOUR_MS), 0);
    assert.deepEqual(sent.toSorted(), ['event 41 r1', 'event 42 r1', 'event 43 r1']);
  });

  it('counts the wait from its tick when a clock that was ahead recorded it', async () => {
    const { store, start } = setUp();
    const planner = start();
    await storeReport(store, reportOf(41, 1));
    planner.mayStart = () => false;
    await planner.tick(MONDAY + 4 * DAY_MS);
    await planner.tick(MONDAY);
    assert.equal(await planner.tick(MONDAY + 2 * HOUR_MS - 1), 0);
    assert.equal(await planner.tick(MONDAY + 2 * HOUR_MS), 1);
  });

  it('fails when links can’t be made, without a receipt, and announces all later', async () => {
    const { store, sent, start } = setUp();
    for (let folder = 41; folder < 61; folder += 1) {
      await storeReport(store, reportOf(folder, 1));
    }
    const planner = start();
    let attempts = 0;
    planner.makeLink = async () => {
      attempts += 1;
      // The first failure is enough.
      if (attempts > 1) await new Promise(setImmediate);
      throw new Failure('SECRET_UNAVAILABLE');
    };
    await assert.rejects(planner.tick(), { code: 'SECRET_UNAVAILABLE' });
    // Those that were started together.
    assert.ok(attempts <= 8, `${attempts} attempts`);
    assert.equal(Object.keys(recordIn(store).waiting).length, 20);
    planner.makeLink = () => Promise.resolve(null);
    await planner.tick();
    assert.equal(sent.length, 20);
  });

  it('fails as the report whose failure concerns all, whichever failed first', async () => {
    const { store, start } = setUp();
    for (const folder of [41, 42, 43]) await storeReport(store, reportOf(folder, 1));
    const planner = start();
    planner.makeLink = ({ folder }) =>
      Promise.reject(new Failure(folder.key === 42 ? 'SECRET_UNAVAILABLE' : 'STORE_UNAVAILABLE'));
    await assert.rejects(planner.tick(), { code: 'SECRET_UNAVAILABLE' });
    assert.deepEqual(recordIn(store).failed.toSorted(), [41, 42, 43]);
  });

  it('announces the other reports when the store can’t read the objects of some, and records them', async () => {
    for (const now of [MONDAY, Date.UTC(2026, 10, 24, 18)]) {
      const { store, sent, start } = setUp();
      const files = new Map<number, string>();
      for (let folder = 41; folder < 81; folder += 1) {
        await storeReport(store, reportOf(folder, 1));
      }
      // With receipts, so that a week before the last one is announced too.
      if (now !== MONDAY) await start().tick(MONDAY);
      for (let folder = 41; folder < 81; folder += 1) {
        const manifest = await storeReport(store, reportOf(folder, 2, { hasResponses: false }));
        files.set(folder, manifest.files.json.key);
      }
      if (now !== MONDAY) await store.remove(RECORD);
      sent.length = 0;
      const unreadable = [manifestKey({ week: WEEK, folder: 41 }), files.get(70)];
      store.onCall = (work, key) =>
        unreadable.includes(key) ? Promise.reject(new Failure('STORE_UNAVAILABLE')) : work();
      await assert.rejects(start().tick(now), { code: 'STORE_UNAVAILABLE' });
      assert.equal(sent.length, 38);
      assert.deepEqual(Object.keys(recordIn(store).waiting), ['41', '70']);
      store.onCall = (work) => work();
      await start().tick(now);
      assert.equal(new Set(sent).size, 40);
    }
  });

  it('begins with reports that did not fail before, and gives each that failed its turn', async () => {
    const { store, sent, start } = setUp();
    for (let folder = 201; folder < 261; folder += 1) await storeReport(store, reportOf(folder, 1));
    const planner = start();
    let isFailing = (folder: number): boolean => folder < 241;
    planner.makeLink = ({ folder }) =>
      isFailing(folder.key)
        ? Promise.reject(new Failure('STORE_UNAVAILABLE', { folder: folder.key }))
        : Promise.resolve(null);
    await assert.rejects(planner.tick(), { code: 'STORE_UNAVAILABLE' });
    // So many failures in a row may concern all reports.
    assert.deepEqual([sent.length, recordIn(store).failed.length <= 12], [0, true]);
    isFailing = (folder) => folder < 231;
    for (let n = 0; n < 8; n += 1) await assert.rejects(planner.tick());
    assert.equal(sent.length, 30);
    isFailing = () => false;
    await planner.tick();
    assert.equal(new Set(sent).size, 60);
    assert.deepEqual([recordIn(store).failed, recordIn(store).waiting], [[], {}]);
  });

  it('leaves a webhook that gets too many messages to later ticks, and repeats what it refused', async () => {
    const { store, sent, refused, failed, hooks, start } = setUp();
    hooks.push(HOOK);
    for (let folder = 41; folder < 81; folder += 1) await storeReport(store, reportOf(folder, 1));
    const planner = start();
    let left = 10;
    planner.isBusy = () => left-- <= 0;
    await planner.tick();
    const hookMessages = (): number => sent.filter((text) => text.startsWith('hook')).length;
    assert.deepEqual([hookMessages(), sent.length], [10, 50]);
    assert.ok(refused.length > 0 && refused.length <= 8, `${refused.length} refused`);
    planner.isBusy = () => false;
    await start().tick(MONDAY + TICK_MS);
    assert.equal(hookMessages(), 40);
    assert.equal(new Set(sent).size, sent.length);
    assert.deepEqual([recordIn(store).waiting, failed], [{}, []]);
  });

  it('repeats a refused message no sooner than its receiver says, and for a day', async () => {
    const { store, refused, failed, hooks, start } = setUp();
    hooks.push(HOOK);
    await storeReport(store, reportOf(41, 1));
    const planner = start();
    planner.isBusy = () => true;
    planner.refusal = { ...planner.refusal, retryAfterSeconds: 3_600 };
    let late = 0;
    for (let at = MONDAY; at < MONDAY + DAY_MS + HOUR_MS; at += TICK_MS) {
      late = Math.max(late, await planner.tick(at));
    }
    assert.deepEqual([refused.length, late], [24, 1]);
    const [message, ...others] = failed;
    assert.match(message ?? '', /^hook-[0-9a-f]{16} DELIVERY_FAILED$/);
    assert.deepEqual([others, recordIn(store).waiting], [[], {}]);
  });

  it('sends a later revision in place of one that was refused, unless it says what was sent before', async () => {
    for (const [hasResponses, expected] of [
      [true, ['hook 41 r1']],
      [false, ['hook 41 r1', 'hook 41 r3']],
    ] as const) {
      const { store, sent, hooks, start } = setUp();
      hooks.push(HOOK);
      const planner = start();
      for (const [index, responses] of [true, false, hasResponses].entries()) {
        planner.isBusy = () => index === 1;
        await storeReport(store, reportOf(41, index + 1, { hasResponses: responses }));
        await planner.tick(MONDAY + index * TICK_MS);
      }
      const hookMessages = sent.filter((text) => text.startsWith('hook'));
      assert.deepEqual([hookMessages, recordIn(store).waiting], [expected, {}]);
      await start().tick(MONDAY + 4 * TICK_MS);
      assert.equal(sent.filter((text) => text.startsWith('hook')).length, expected.length);
    }
  });

  it('repeats a message that was refused after another planner had seen its receipt, when its own process has ended', async () => {
    const { store, sent, hooks, start } = setUp();
    hooks.push(HOOK);
    await storeReport(store, reportOf(41, 1));
    const planner = start();
    planner.isBusy = () => true;
    let hasEnded = false;
    store.onCall = (work, key) =>
      hasEnded && key === RECORD ? Promise.reject(new Failure('STORE_UNAVAILABLE')) : work();
    planner.beforeSending = async () => {
      await start().tick();
      hasEnded = true;
    };
    await assert.rejects(planner.tick(), { code: 'STORE_UNAVAILABLE' });
    hasEnded = false;
    await start().tick(MONDAY + TICK_MS);
    assert.deepEqual(sent.toSorted(), ['event 41 r1', 'hook 41 r1']);
  });

  it('starts no channel for a report of such a week that another planner took for announced', async () => {
    const { store, sent, hooks, start } = setUp();
    const later = Date.UTC(2026, 10, 24, 18);
    hooks.push(HOOK);
    await storeReport(store, reportOf(41, 1));
    await start().tick(MONDAY);
    await storeReport(store, reportOf(41, 2, { hasResponses: false }));
    await store.remove(RECORD);
    hooks.push({ ...HOOK, url: 'https://chat.example.com/new' });
    const planner = start();
    planner.isBusy = () => true;
    planner.beforeSending = async () => {
      await start().tick(later);
    };
    await planner.tick(later);
    assert.deepEqual(recordIn(store).toKnownChannels, [41]);
    await start().tick(later + TICK_MS);
    assert.deepEqual(sent.toSorted(), ['event 41 r1', 'event 41 r2', 'hook 41 r1', 'hook 41 r2']);
  });

  it('announces the other reports when one is damaged, and that one when it is made again', async () => {
    const { store, sent, start } = setUp();
    const { files } = await storeReport(store, reportOf(41, 1));
    await storeReport(store, reportOf(42, 1));
    await storeReport(store, reportOf(43, 1));
    await replaceBytes(store, files.json.key, new Uint8Array([1]));
    await replaceBytes(store, manifestKey({ week: WEEK, folder: 43 }), new Uint8Array([1]));
    const planner = start();
    assert.equal(await planner.tick(), 0);
    assert.deepEqual(sent, ['event 42 r1']);
    assert.deepEqual(Object.keys(recordIn(store).waiting), ['41', '43']);
    await storeReport(store, reportOf(41, 2));
    await replaceBytes(
      store,
      manifestKey({ week: WEEK, folder: 43 }),
      (await storedManifest(reportOf(43, 1))) ?? assert.fail(),
    );
    await planner.tick();
    assert.deepEqual(sent, ['event 42 r1', 'event 41 r2', 'event 43 r1']);
  });

  it('leaves out a report that is removed after the listing', async () => {
    const { store, sent, start } = setUp();
    for (const folder of [41, 42]) await storeReport(store, reportOf(folder, 1));
    const removed = manifestKey({ week: WEEK, folder: 41 });
    store.onCall = async (work, key) => {
      if (key === removed) {
        store.onCall = (call) => call();
        await store.remove(removed);
      }
      return work();
    };
    await start().tick();
    await start().tick();
    assert.deepEqual(sent, ['event 42 r1']);
    assert.deepEqual(recordIn(store).waiting, {});
  });

  it('forgets reports that were removed, and announces them again', async () => {
    const { store, sent, start } = setUp();
    const manifest = await storeReport(store, reportOf(41, 1));
    await start().tick();
    for (const key of [
      manifestKey({ week: WEEK, folder: 41 }),
      `receipts/${WEEK}/41/event-1.json`,
      manifest.files.json.key,
    ]) {
      await store.remove(key);
    }
    await start().tick();
    assert.deepEqual(recordIn(store), {
      ...{ week: WEEK, reports: {}, waiting: {}, toKnownChannels: [], failed: [] },
    });
    await storeReport(store, reportOf(41, 1));
    await start().tick();
    assert.deepEqual(sent, ['event 41 r1', 'event 41 r1']);
  });
});

async function storedManifest(report: Report): Promise<Uint8Array | undefined> {
  const store = memoryStore();
  await storeReport(store, report);
  return store.objects.get(manifestKey({ week: WEEK, folder: report.folder.key }));
}

describe('announcing under faults', () => {
  it('sends each notification at most once, and each that has no receipt, after a crash at any call', async () => {
    for (const isAfter of [false, true]) {
      for (let n = 1; ; n += 1) {
        const { store, sent, hooks, start } = setUp();
        hooks.push(HOOK);
        for (const folder of [41, 42]) await storeReport(store, reportOf(folder, 1));
        let calls = 0;
        store.onCall = async (work) => {
          calls += 1;
          // The process has ended: none of its later calls does anything.
          if (calls > n) throw new Failure('STORE_UNAVAILABLE');
          if (calls < n) return work();
          if (isAfter) await work();
          throw new Failure('STORE_UNAVAILABLE');
        };
        await start()
          .tick()
          .catch((error: unknown) => {
            if (!(error instanceof Failure)) throw error;
          });
        store.onCall = (work) => work();
        const isMet = calls >= n;
        await start().tick(MONDAY + TICK_MS);
        await start().tick(MONDAY + 2 * TICK_MS);
        assert.equal(new Set(sent).size, sent.length, `${n}: ${sent.join(', ')}`);
        const receipts = (await store.entries(`receipts/${WEEK}/`)).length;
        assert.equal(receipts, 4);
        // A receipt whose creation was not confirmed is that of a notification that may have been sent.
        assert.ok(sent.length >= (isAfter ? 2 : 4), `${n}: ${sent.join(', ')}`);
        assert.deepEqual(recordIn(store).waiting, {});
        if (!isMet) break;
      }
    }
  });

  it('sends what was refused for a time while planners interleave in any order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.boolean(), async (scheduler, hasWaited) => {
        const { store, sent, hooks, start } = setUp();
        hooks.push(HOOK);
        await storeReport(store, reportOf(41, 1));
        if (hasWaited) {
          const planner = start();
          planner.mayStart = () => false;
          await planner.tick();
        }
        store.onCall = async (work) => {
          await scheduler.schedule(Promise.resolve());
          return work();
        };
        const ticks = [start(), start()].map((planner) => {
          planner.isBusy = () => true;
          return planner.tick();
        });
        await scheduler.waitFor(Promise.all(ticks));
        store.onCall = (work) => work();
        await start().tick(MONDAY + TICK_MS);
        assert.deepEqual(sent.toSorted(), ['event 41 r1', 'hook 41 r1']);
        assert.deepEqual(recordIn(store).waiting, {});
      }),
      { numRuns: 100 },
    );
  });

  it('sends each notification once while planners and commits interleave in any order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.integer({ min: 2, max: 3 }), async (scheduler, count) => {
        const { store, sent, start } = setUp();
        await storeReport(store, reportOf(41, 1));
        store.onCall = async (work) => {
          await scheduler.schedule(Promise.resolve());
          return work();
        };
        const ticks = Array.from({ length: count }, () => start().tick());
        const commits = [
          storeReport(store, reportOf(42, 1)),
          storeReport(store, reportOf(41, 2, { hasResponses: false })),
        ];
        await scheduler.waitFor(Promise.all([...ticks, ...commits]));
        store.onCall = (work) => work();
        await start().tick();
        const isFirstSkipped = !sent.includes('event 41 r1');
        const expected = ['event 41 r2', 'event 42 r1'];
        assert.deepEqual(sent.toSorted(), isFirstSkipped ? expected : ['event 41 r1', ...expected]);
      }),
      { numRuns: 30 },
    );
  });
});
