// Notifications about reports: who receives them, when, and never twice.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '../../support/property-settings.ts';
import { receiptCodec } from '../../../lib/adapters/json/index.ts';
import {
  announceReport,
  webhookChannel,
  type AnnounceContext,
} from '../../../lib/delivery/announce-report.ts';
import { isReceiptAt, lastAnnouncements } from '../../../lib/delivery/announcement-receipts.ts';
import { createChannelTurns } from '../../../lib/delivery/channel-turns.ts';
import type { AnnouncedChannels, ReportRevision } from '../../../lib/delivery/delivery-context.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import type { ReportReady } from '../../../lib/ports/deliveries.ts';
import type { Receipt } from '../../../lib/ports/stored-records.ts';
import type { ObjectStore } from '../../../lib/ports/object-store.ts';
import { computeFigures } from '../../../lib/domain/figures.ts';
import type { Report } from '../../../lib/domain/report.ts';
import { NO_LEVEL } from '../../../lib/domain/report-versions.ts';
import type { Level } from '../../../lib/domain/signals/model.ts';
import { PLAIN_COMPOSER, UNLIMITED_TURNS } from '../../support/delivery/delivery-parts.ts';
import { createStoreReport, NO_SIGNALS } from '../../support/test-reports.ts';
import { canary } from '../../support/secret-markers.ts';

const ASIDE = { folder: 99, url: 'https://chat.example.com/aside', key: canary('webhook key') };
const OWN = { ...ASIDE, folder: 41, url: 'https://chat.example.com/own' };
const ABOVE = { ...ASIDE, folder: 1, url: 'https://chat.example.com/above' };

const COUNTS = {
  clearRise: [170, 160, 600, 1260],
  clearFall: [900, 300, 500, 400],
  normal: [400, 300, 500, 900],
  noResponses: [0, 0, 0, 0],
} as const;
type Verdict = keyof typeof COUNTS;

const STILL_LOW: Level = {
  ...NO_LEVEL,
  state: 'still',
  verdict: 'low',
  usual: 72,
  since: '2026-W42',
  weeks: 5,
};

const sample = createStoreReport(1);

function revisionOf(revision: number, verdict: Verdict, level: Level = NO_LEVEL): ReportRevision {
  const key = { indexType: 'HAPPY', feedbackScale: 'FOUR' };
  const figures = computeFigures(COUNTS[verdict], COUNTS.normal, key, 10);
  const group = { ...figures, ...key, surveys: 1, ...NO_SIGNALS, level };
  const report: Report = {
    ...sample,
    folder: { key: 41, name: 'Store', path: [{ key: 1, name: 'Company' }] },
    revision,
    surveys: [],
    summary: { ...sample.summary, groups: [group] },
  };
  const file = { key: 'weeks/x', bytes: 1, sha256: '0'.repeat(64) };
  const { week, status, asOf, problems } = report;
  const folder = { key: 41, name: 'Store' };
  const files = { pdf: file, json: file };
  return { report, manifest: { week, folder, revision, status, asOf, files, problems } };
}

/** A store in memory; `delay` delays every call. */
function memoryStore(delay: () => Promise<unknown> = () => Promise.resolve()): ObjectStore & {
  readonly objects: Map<string, Uint8Array>;
} {
  const objects = new Map<string, Uint8Array>();
  const unused = (): never => assert.fail('receipts are read, created and replaced, nothing else');
  const versionOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString();
  return {
    objects,
    async read(key) {
      await delay();
      const bytes = objects.get(key);
      // The result may be outdated when the caller receives it.
      await delay();
      return bytes === undefined ? null : { bytes, version: versionOf(bytes) };
    },
    async create(key, bytes) {
      await delay();
      const isNew = !objects.has(key);
      if (isNew) objects.set(key, bytes);
      await delay();
      return isNew;
    },
    async replace(key, bytes, version) {
      await delay();
      const current = objects.get(key);
      const isSame = current !== undefined && versionOf(current) === version;
      if (isSame) objects.set(key, bytes);
      await delay();
      return isSame;
    },
    children: unused,
    entries: unused,
    remove: unused,
  };
}

/** Facts of a temporary refusal. */
const REFUSAL = { status: 429, isTemporary: true, retryAfterSeconds: null };

interface SentMessage {
  readonly channel: string;
  readonly report: ReportReady;
}

function createContext(changes: Partial<AnnounceContext> = {}): {
  readonly context: AnnounceContext;
  readonly sentMessages: SentMessage[];
  readonly failedMessages: string[];
  readonly accepted: string[];
} {
  const sentMessages: SentMessage[] = [];
  const failedMessages: string[] = [];
  const accepted: string[] = [];
  const context: AnnounceContext = {
    store: memoryStore(),
    receipts: receiptCodec,
    composer: PLAIN_COMPOSER,
    locale: 'en',
    publicUrl: null,
    linkPlaces: () => Promise.resolve(new Map<number, string>()),
    readNotes: () => Promise.resolve(null),
    clock: () => Date.UTC(2026, 10, 16, 18),
    events: {
      publish: (report) => {
        sentMessages.push({ channel: 'event', report });
        return Promise.resolve();
      },
    },
    webhooks: {
      send: (subscription, { id, report, content }) => {
        assert.equal(content.view.revision, report.revision);
        const channel = webhookChannel(subscription);
        assert.equal(id, `2026-W46-41-r${report.revision}-${channel}`);
        sentMessages.push({ channel, report });
        return Promise.resolve(channel === webhookChannel(ABOVE) ? 'accepted' : 'delivered');
      },
    },
    webhookSettings: [ASIDE, OWN, ABOVE],
    makeLink: ({ revision }) => Promise.resolve(`https://reports.example.com/d/${revision}`),
    turns: UNLIMITED_TURNS,
    random: () => 0,
    onRefused: () => undefined,
    onFailed: (channel, { code }) => failedMessages.push(`${channel} ${code}`),
    onAccepted: (channel) => accepted.push(channel),
    ...changes,
  };
  return { context, sentMessages, failedMessages, accepted };
}

/** As a planner that has listed no receipts. */
function announceAll(
  context: AnnounceContext,
  revision: ReportRevision,
): Promise<AnnouncedChannels> {
  const earlier = { lastNumbers: new Map<string, number>(), announcesToNewChannels: true };
  return announceReport(context, revision, earlier);
}

async function announce(
  context: AnnounceContext,
  revision: ReportRevision,
): Promise<readonly string[]> {
  return (await announceAll(context, revision)).announced;
}

/** Announces revisions with these verdicts in order; returns those with a notification. */
async function notifiedRevisions(
  context: AnnounceContext,
  ...verdicts: readonly Verdict[]
): Promise<number[]> {
  const revisions: number[] = [];
  for (const [i, verdict] of verdicts.entries()) {
    const channels = await announce(context, revisionOf(i + 1, verdict));
    if (channels.length > 0) revisions.push(i + 1);
  }
  return revisions;
}

describe('the channel of a webhook', () => {
  it('is named by a digest of its folder and URL, the same in each release', () => {
    assert.equal(webhookChannel({ folder: 41, url: OWN.url }), 'hook-d73902b3cc18198e');
    assert.notEqual(webhookChannel({ folder: 1, url: OWN.url }), webhookChannel(OWN));
  });
});

describe('the key of a receipt', () => {
  it('ends with the number of the notification', () => {
    const receipt: Receipt = {
      week: '2026-W46',
      folder: 41,
      revision: 1,
      channel: 'event',
      verdict: 'normal',
      at: '2026-11-16T18:00:00.000Z',
    };
    assert.ok(isReceiptAt(receipt, 'receipts/2026-W46/41/event-12.json'));
    for (const name of ['event.json', 'event-1.json.part', 'event-01.json', 'hook-1.json']) {
      assert.ok(!isReceiptAt(receipt, `receipts/2026-W46/41/${name}`), name);
    }
  });
});

describe('announceReport', () => {
  it('notifies the event bus and the webhooks of its folder and of the folders above, and no others', async () => {
    const { context, sentMessages, accepted } = createContext();
    const channels = ['event', webhookChannel(OWN), webhookChannel(ABOVE)];
    assert.deepEqual(await announce(context, revisionOf(1, 'normal')), channels);
    assert.deepEqual(accepted, [webhookChannel(ABOVE)], 'by a receiver that says nothing more');
    assert.deepEqual(sentMessages.map(({ channel }) => channel).toSorted(), channels.toSorted());
    assert.deepEqual(await announce(context, revisionOf(1, 'normal')), []);
    assert.equal(sentMessages.length, 3);
  });

  it('sends nothing and creates no link where events and webhooks are disabled', async () => {
    const makeLink = (): never => assert.fail('a link');
    const { context } = createContext({ events: null, webhookSettings: [ASIDE], makeLink });
    assert.deepEqual(await announce(context, revisionOf(1, 'normal')), []);
  });

  it('sends the manifest’s data and the headline, with one link for all channels', async () => {
    let links = 0;
    const makeLink = (): Promise<string> => Promise.resolve(`https://e.test/d/${(links += 1)}`);
    const { context, sentMessages } = createContext({ makeLink });
    const { manifest, report } = revisionOf(1, 'clearFall', STILL_LOW);
    const halvedManifest = { ...manifest, folder: { key: 41, name: 'Sto\ud800re' } };
    await announce(context, { manifest: halvedManifest, report });
    for (const { report: sentReport } of sentMessages) {
      assert.deepEqual(sentReport, {
        version: '1',
        week: '2026-W46',
        folder: { key: 41, name: 'Sto\ufffdre' },
        revision: 1,
        status: 'complete',
        asOf: manifest.asOf,
        verdict: 'clearFall',
        signal: { state: 'still', verdict: 'low', since: '2026-W42' },
        sentence: 'Sentence 1',
        link: 'https://e.test/d/1',
        files: manifest.files,
      });
    }
  });

  it('notifies of a later revision only when its verdict differs from the last notification', async () => {
    assert.deepEqual(
      await notifiedRevisions(createContext().context, 'normal', 'normal', 'clearFall'),
      [1, 3],
    );
    assert.deepEqual(
      await notifiedRevisions(
        createContext().context,
        'normal',
        'clearFall',
        'clearFall',
        'normal',
      ),
      [1, 2, 4],
    );
  });

  it('sends no signal of a report of an earlier version, and does not notify again when a revision only adds one', async () => {
    const { context, sentMessages } = createContext();
    await announce(context, revisionOf(1, 'normal'));
    assert.deepEqual([...new Set(sentMessages.map(({ report }) => report.signal))], [null]);
    assert.deepEqual(await announce(context, revisionOf(2, 'normal', STILL_LOW)), []);
  });

  it('never notifies of a revision older than the last notification', async () => {
    const { context } = createContext();
    await announce(context, revisionOf(2, 'normal'));
    assert.deepEqual(await announce(context, revisionOf(1, 'clearFall')), []);
  });

  it('notifies a channel without a notification of any revision', async () => {
    const { context } = createContext({ events: null, webhookSettings: [] });
    await announce(context, revisionOf(1, 'normal'));
    const later = { ...context, webhookSettings: [OWN] };
    assert.deepEqual(await announce(later, revisionOf(2, 'normal')), [webhookChannel(OWN)]);
    assert.deepEqual(await announce(later, revisionOf(3, 'normal')), []);
  });

  it('stores a receipt that contains no address', async () => {
    const store = memoryStore();
    const { context } = createContext({ store, events: null, webhookSettings: [OWN] });
    await notifiedRevisions(context, 'normal', 'normal', 'clearFall');
    const receipts = [...store.objects].map(([key, bytes]) => [key, receiptCodec.decode(bytes)]);
    const channel = webhookChannel(OWN);
    const receipt = { week: '2026-W46', folder: 41, channel, at: '2026-11-16T18:00:00.000Z' };
    assert.deepEqual(receipts, [
      [`receipts/2026-W46/41/${channel}-1.json`, { ...receipt, revision: 1, verdict: 'normal' }],
      [`receipts/2026-W46/41/${channel}-2.json`, { ...receipt, revision: 3, verdict: 'clearFall' }],
    ]);
  });

  it('reports a failed delivery, notifies the other channels, and does not retry', async () => {
    const publish = (): Promise<never> => Promise.reject(new Failure('DELIVERY_FAILED'));
    const { context, sentMessages, failedMessages } = createContext({ events: { publish } });
    const channels = [webhookChannel(OWN), webhookChannel(ABOVE)];
    assert.deepEqual(await announce(context, revisionOf(1, 'normal')), channels);
    assert.deepEqual(failedMessages, ['event DELIVERY_FAILED']);
    assert.deepEqual(await announce(context, revisionOf(1, 'normal')), []);
    assert.equal(sentMessages.length, 2);
    assert.equal(failedMessages.length, 1);
  });

  it('sends nothing to a channel whose receipt is damaged', async () => {
    const store = memoryStore();
    const { context, failedMessages } = createContext({ store });
    store.objects.set('receipts/2026-W46/41/event-1.json', new Uint8Array([1]));
    assert.equal((await announce(context, revisionOf(2, 'normal'))).length, 2);
    assert.deepEqual(failedMessages, ['event REPORT_DAMAGED']);
  });

  it('sends nothing to a channel whose receipt is that of another one', async () => {
    const store = memoryStore();
    const failures: (readonly unknown[])[] = [];
    const onFailed: AnnounceContext['onFailed'] = (channel, { code, facts }) =>
      failures.push([channel, code, facts]);
    const { context } = createContext({ store, onFailed });
    await announce(context, revisionOf(1, 'normal'));
    const key = 'receipts/2026-W46/41/event-1.json';
    const ofAbove = store.objects.get(`receipts/2026-W46/41/${webhookChannel(ABOVE)}-1.json`);
    store.objects.set(key, ofAbove ?? assert.fail());
    assert.equal((await announce(context, revisionOf(2, 'clearFall'))).length, 2);
    assert.deepEqual(failures, [['event', 'REPORT_DAMAGED', { key }]]);
  });

  it('sends nothing in place of a refused message when the receipt before it is damaged', async () => {
    const store = memoryStore();
    const failures: (readonly unknown[])[] = [];
    const { context, sentMessages } = createContext({
      ...{ store, webhookSettings: [] },
      onFailed: (channel, { code, facts }) => failures.push([channel, code, facts]),
    });
    await announce(context, revisionOf(1, 'normal'));
    const refusing: AnnounceContext = {
      ...context,
      events: { publish: () => Promise.reject(new Failure('DELIVERY_FAILED', REFUSAL)) },
    };
    await announce(refusing, revisionOf(2, 'clearFall'));
    const key = 'receipts/2026-W46/41/event-1.json';
    store.objects.set(key, new Uint8Array([1]));
    const later = { ...context, clock: () => Date.UTC(2026, 10, 16, 20) };
    const earlier = { lastNumbers: new Map([['event', 2]]), announcesToNewChannels: true };
    assert.deepEqual(await announceReport(later, revisionOf(3, 'normal'), earlier), {
      ...{ announced: [], left: [] },
    });
    assert.deepEqual(failures, [['event', 'REPORT_DAMAGED', { key }]]);
    assert.equal(sentMessages.length, 1);
  });

  it('sends no earlier revision in place of one that was refused', async () => {
    const publish = (): Promise<never> => Promise.reject(new Failure('DELIVERY_FAILED', REFUSAL));
    const { context, sentMessages } = createContext({ webhookSettings: [] });
    await announce({ ...context, events: { publish } }, revisionOf(2, 'clearFall'));
    const later = { ...context, clock: () => Date.UTC(2026, 10, 16, 20) };
    assert.deepEqual(await announceAll(later, revisionOf(1, 'normal')), {
      ...{ announced: [], left: [] },
    });
    assert.deepEqual(sentMessages, []);
  });

  it('does not repeat a refused message whose receipt was removed or changed meanwhile', async () => {
    const key = 'receipts/2026-W46/41/event-1.json';
    for (const harm of ['removed', 'changed', 'changed last'] as const) {
      const memory = memoryStore();
      const change = (): void => {
        const stored = receiptCodec.decode(memory.objects.get(key) ?? assert.fail());
        memory.objects.set(key, receiptCodec.encode({ ...stored, revision: 2 }));
      };
      const replace: ObjectStore['replace'] = (...args) => {
        change();
        return memory.replace(...args);
      };
      const { context, failedMessages } = createContext({
        store: harm === 'changed last' ? { ...memory, replace } : memory,
        webhookSettings: [],
        onRefused: () => assert.fail(harm),
        events: {
          publish: () => {
            if (harm === 'removed') memory.objects.delete(key);
            if (harm === 'changed') change();
            return Promise.reject(new Failure('DELIVERY_FAILED', REFUSAL));
          },
        },
      });
      const { left } = await announceAll(context, revisionOf(1, 'normal'));
      assert.deepEqual([left, failedMessages], [[], ['event DELIVERY_FAILED']], harm);
    }
  });

  it('repeats a refused message when the store has written the refusal and its answer was lost', async () => {
    const memory = memoryStore();
    const replace: ObjectStore['replace'] = async (...args) => {
      await memory.replace(...args);
      // The repeated request finds another version.
      return false;
    };
    const { context, failedMessages } = createContext({
      ...{ store: { ...memory, replace }, webhookSettings: [] },
      events: { publish: () => Promise.reject(new Failure('DELIVERY_FAILED', REFUSAL)) },
    });
    const { left } = await announceAll(context, revisionOf(1, 'normal'));
    assert.deepEqual([left, failedMessages], [['event'], []]);
  });

  it('repeats a message that was refused for a time, and sends none to its receiver before', async () => {
    for (const [facts, isTemporary] of [
      [{ status: 429, isTemporary: true, retryAfterSeconds: null }, true],
      [{ status: 500 }, false],
    ] as const) {
      const failure = new Failure('DELIVERY_FAILED', facts);
      const { context, sentMessages } = createContext({
        turns: createChannelTurns({ slack: 1e6, teams: 1e6, generic: 1e6 }),
        webhooks: { send: () => Promise.reject(failure) },
        webhookSettings: [OWN],
      });
      const hook = webhookChannel(OWN);
      const left = isTemporary ? [hook] : [];
      assert.deepEqual(await announceAll(context, revisionOf(1, 'normal')), {
        announced: ['event'],
        left,
      });
      const second = await announceAll(context, revisionOf(2, 'clearFall'));
      assert.deepEqual(second, { announced: ['event'], left });
      const next = await context.store.read(`receipts/2026-W46/41/${hook}-2.json`);
      assert.equal(next === null, isTemporary);
      assert.equal(sentMessages.length, 2);
    }
  });

  it('records when a refused message is sent again, and then that it was', async () => {
    const store = memoryStore();
    const refused: (readonly string[])[] = [];
    let isBusy = true;
    let now = Date.UTC(2026, 10, 16, 18);
    const { context } = createContext({
      ...{ store, events: null, webhookSettings: [OWN], clock: () => now },
      onRefused: (channel, { code }, nextAttemptAt) => refused.push([channel, code, nextAttemptAt]),
      webhooks: {
        send: () =>
          isBusy
            ? Promise.reject(new Failure('DELIVERY_FAILED', { ...REFUSAL, retryAfterSeconds: 90 }))
            : Promise.resolve('delivered'),
      },
    });
    const hook = webhookChannel(OWN);
    const key = `receipts/2026-W46/41/${hook}-1.json`;
    const stored = (): Receipt => receiptCodec.decode(store.objects.get(key) ?? assert.fail());
    await announceAll(context, revisionOf(1, 'normal'));
    const first = { firstAttemptAt: '2026-11-16T18:00:00.000Z' };
    assert.deepEqual(stored().refused, {
      ...{ ...first, attempts: 1, nextAttemptAt: '2026-11-16T18:01:30.000Z' },
    });
    now += 89_999;
    assert.deepEqual((await announceAll(context, revisionOf(1, 'normal'))).left, [hook]);
    assert.equal(stored().refused?.attempts, 1, 'not sent');
    now += 1;
    await announceAll(context, revisionOf(1, 'normal'));
    assert.deepEqual(stored().refused, {
      ...{ ...first, attempts: 2, nextAttemptAt: '2026-11-16T18:03:30.000Z' },
    });
    assert.deepEqual(refused, [
      [hook, 'DELIVERY_FAILED', '2026-11-16T18:01:30.000Z'],
      [hook, 'DELIVERY_FAILED', '2026-11-16T18:03:30.000Z'],
    ]);
    isBusy = false;
    now += 120_000;
    assert.deepEqual((await announceAll(context, revisionOf(1, 'normal'))).announced, [hook]);
    assert.deepEqual([stored().refused, store.objects.size], [undefined, 1]);
    assert.deepEqual((await announceAll(context, revisionOf(1, 'normal'))).announced, []);
  });

  it('leaves what the last message says already for ten minutes, in which that one may be refused', async () => {
    const sentAt = Date.UTC(2026, 10, 16, 18);
    for (const [after, isLeft] of [
      [0, true],
      [599_999, true],
      [600_000, false],
      // The clock of the last message was ahead.
      [-3_600_000, false],
    ] as const) {
      const { context, sentMessages } = createContext({ webhookSettings: [] });
      await announceAll(context, revisionOf(1, 'normal'));
      const later = { ...context, clock: () => sentAt + after };
      for (const revision of [1, 2]) {
        const { left } = await announceAll(later, revisionOf(revision, 'normal'));
        assert.deepEqual(left, isLeft ? ['event'] : [], `${after}`);
      }
      assert.equal(sentMessages.length, 1);
    }
  });

  it('does not wait for the next attempt of a clock that was ahead', async () => {
    let now = Date.UTC(2026, 10, 20, 18);
    let isBusy = true;
    const { context } = createContext({
      ...{ events: null, webhookSettings: [OWN], clock: () => now },
      webhooks: {
        send: () =>
          isBusy
            ? Promise.reject(new Failure('DELIVERY_FAILED', REFUSAL))
            : Promise.resolve('delivered'),
      },
    });
    await announceAll(context, revisionOf(1, 'normal'));
    now = Date.UTC(2026, 10, 16, 18);
    isBusy = false;
    assert.equal((await announceAll(context, revisionOf(1, 'normal'))).announced.length, 1);
  });

  it('publishes no further event after the bus has refused one', async () => {
    let events = 0;
    const publish = (): Promise<never> => {
      events += 1;
      return Promise.reject(new Failure('DELIVERY_FAILED', { reason: 'AccessDeniedException' }));
    };
    const turns = createChannelTurns({ slack: 1e6, teams: 1e6, generic: 1e6 });
    const { context } = createContext({ events: { publish }, turns });
    await announceAll(context, revisionOf(1, 'normal'));
    const { left } = await announceAll(context, revisionOf(2, 'clearFall'));
    assert.deepEqual([events, left], [1, ['event']]);
  });

  it('leaves all channels when what the message says is damaged', async () => {
    const { context, failedMessages } = createContext();
    const readNotes = (): Promise<never> => Promise.reject(new Failure('REPORT_DAMAGED'));
    await assert.rejects(announce({ ...context, readNotes }, revisionOf(1, 'normal')), {
      code: 'REPORT_DAMAGED',
    });
    assert.deepEqual(failedMessages, []);
    assert.equal((await announce(context, revisionOf(1, 'normal'))).length, 3);
  });

  it('publishes the next event after a receipt was damaged', async () => {
    const store = memoryStore();
    const turns = createChannelTurns({ slack: 1e6, teams: 1e6, generic: 1e6 });
    const { context } = createContext({ store, turns, webhookSettings: [] });
    const key = 'receipts/2026-W46/41/event-1.json';
    store.objects.set(key, new Uint8Array([1]));
    assert.deepEqual(await announce(context, revisionOf(2, 'normal')), []);
    store.objects.delete(key);
    assert.deepEqual(await announce(context, revisionOf(2, 'normal')), ['event']);
  });

  it('fails with an error of the program, and with a failure that is not of the delivery', async () => {
    for (const error of [new Error('a bug'), new Failure('SECRET_UNAVAILABLE')]) {
      const publish = (): Promise<never> => Promise.reject(error);
      const { context, failedMessages } = createContext({ events: { publish } });
      await assert.rejects(announce(context, revisionOf(1, 'normal')), error);
      assert.deepEqual(failedMessages, []);
    }
  });

  it('sends webhooks the message in the language of the deployment, with the link of the event', async () => {
    const contents: (readonly unknown[])[] = [];
    const webhooks: AnnounceContext['webhooks'] = {
      send: (_setting, { content: { view, subject, pdfLink } }) => {
        contents.push([view.language, subject, pdfLink?.url]);
        return Promise.resolve('delivered');
      },
    };
    const { context } = createContext({ webhooks, webhookSettings: [OWN], locale: 'fi' });
    await announce(context, revisionOf(1, 'normal'));
    assert.deepEqual(contents, [['fi', 'Report of Store', 'https://reports.example.com/d/1']]);
  });

  it('writes no receipt when the link can’t be created, so that a repeated call notifies', async () => {
    const { context, sentMessages } = createContext();
    const makeLink = (): Promise<never> => Promise.reject(new Failure('SECRET_UNAVAILABLE'));
    await assert.rejects(announce({ ...context, makeLink }, revisionOf(1, 'normal')), {
      code: 'SECRET_UNAVAILABLE',
    });
    assert.equal(sentMessages.length, 0);
    assert.equal((await announce(context, revisionOf(1, 'normal'))).length, 3);
  });

  it('fails when the store is unavailable', async () => {
    const read = (): Promise<never> => Promise.reject(new Failure('STORE_UNAVAILABLE'));
    const { context } = createContext({ store: { ...memoryStore(), read } });
    await assert.rejects(announce(context, revisionOf(1, 'normal')), {
      code: 'STORE_UNAVAILABLE',
    });
  });

  it('notifies each channel once of each new verdict, with any number of concurrent workers', async () => {
    const anyVerdict = fc.constantFrom<Verdict>('clearRise', 'clearFall', 'normal', 'noResponses');
    const anyRun = fc.tuple(
      fc.array(anyVerdict, { minLength: 1, maxLength: 4 }),
      fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 7 }),
      fc.scheduler(),
    );
    await fc.assert(
      fc.asyncProperty(anyRun, async ([verdicts, workers, scheduler]) => {
        const store = memoryStore(() => scheduler.schedule(Promise.resolve()));
        const { context, sentMessages, failedMessages } = createContext({
          store,
          webhookSettings: [OWN],
        });
        const announcements = workers.map((worker) => {
          const i = worker % verdicts.length;
          return announce(context, revisionOf(i + 1, verdicts[i] ?? 'normal'));
        });
        await scheduler.waitFor(Promise.all(announcements));
        const channels = (await Promise.all(announcements)).flat();
        assert.equal(channels.length, sentMessages.length);
        assert.deepEqual(failedMessages, []);
        for (const channel of ['event', webhookChannel(OWN)]) {
          const revisions = sentMessages
            .filter((message) => message.channel === channel)
            .map(({ report }) => report);
          revisions.sort((a, b) => a.revision - b.revision);
          assert(revisions.length > 0, 'the first revision has a notification');
          for (const [i, revision] of revisions.entries()) {
            const before = revisions[i - 1];
            assert.notEqual(before?.revision, revision.revision, 'sentMessages twice');
            assert.notEqual(before?.verdict, revision.verdict, 'sentMessages what is no news');
          }
        }
      }),
      { numRuns: 80 },
    );
  });
});

describe('the last notifications of a week', () => {
  it('are those of the highest number, by folder and channel', () => {
    const hook = `hook-${'0a'.repeat(8)}`;
    const key = (name: string, folder = 41) => `receipts/2026-W46/${folder}/${name}.json`;
    const keys = [key('event-2'), key('event-10'), key(`${hook}-12`), key('event-1', 42)];
    const others = [
      key('event-0'),
      key('event-x'),
      key('hook-0a-11'),
      key(`hook-${'xy'.repeat(8)}-11`),
      key('41-subscription-report'),
      `other/${key('event-11')}`,
      `${key('event-11')}.part`,
    ];
    const last = lastAnnouncements([...keys, ...others]);
    assert.deepEqual(
      last,
      new Map([
        [
          41,
          new Map([
            ['event', 10],
            [hook, 12],
          ]),
        ],
        [42, new Map([['event', 1]])],
      ]),
    );
  });
});
