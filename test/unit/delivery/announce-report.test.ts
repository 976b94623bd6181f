// Who is told of a report, when, and never twice.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '../../support/property-settings.ts';
import { receiptCodec } from '../../../lib/adapters/json/index.ts';
import {
  announceReport,
  webhookChannel,
  type AnnounceContext,
} from '../../../lib/delivery/announce-report.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import type { ReportReady } from '../../../lib/ports/delivery.ts';
import type { ObjectStore } from '../../../lib/ports/object-store.ts';
import { figuresOf } from '../../../lib/domain/figures.ts';
import type { Report } from '../../../lib/domain/report.ts';
import type { Manifest } from '../../../lib/ports/stored-records.ts';
import { storeReport } from '../../support/test-reports.ts';
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

interface Revision {
  readonly manifest: Manifest;
  readonly report: Report;
}

const sample = storeReport(1);

function revisionOf(revision: number, verdict: Verdict): Revision {
  const key = { indexType: 'HAPPY', feedbackScale: 'FOUR' };
  const figures = figuresOf(COUNTS[verdict], COUNTS.normal, key, 10);
  const group = { ...figures, ...key, surveys: 1, trend: [], hours: [] };
  const report: Report = {
    ...sample,
    folder: { key: 41, name: 'Store', path: [{ key: 1, name: 'Company' }] },
    revision,
    summary: { ...sample.summary, groups: [group] },
  };
  const file = { key: 'weeks/x', bytes: 1, sha256: '0'.repeat(64) };
  const { week, status, asOf, problems } = report;
  const folder = { key: 41, name: 'Store' };
  const files = { pdf: file, json: file };
  return { report, manifest: { week, folder, revision, status, asOf, files, problems } };
}

/** Objects in memory; every call ends when `turn` lets it. */
function memoryStore(turn: () => Promise<unknown> = () => Promise.resolve()): ObjectStore & {
  readonly objects: Map<string, Uint8Array>;
} {
  const objects = new Map<string, Uint8Array>();
  const unused = (): never => assert.fail('receipts are read and created, nothing else');
  return {
    objects,
    async read(key) {
      await turn();
      const bytes = objects.get(key);
      // What was read may be old by the time it is known.
      await turn();
      return bytes === undefined ? null : { bytes, version: '1' };
    },
    async create(key, bytes) {
      await turn();
      const isNew = !objects.has(key);
      if (isNew) objects.set(key, bytes);
      await turn();
      return isNew;
    },
    replace: unused,
    children: unused,
    entries: unused,
    remove: unused,
  };
}

interface Told {
  readonly channel: string;
  readonly report: ReportReady;
}

function openWorld(changes: Partial<AnnounceContext> = {}): {
  readonly deps: AnnounceContext;
  readonly told: Told[];
  readonly failed: string[];
  readonly accepted: string[];
} {
  const told: Told[] = [];
  const failed: string[] = [];
  const accepted: string[] = [];
  const deps: AnnounceContext = {
    store: memoryStore(),
    receipts: receiptCodec(),
    speaker: { sentence: ({ revision }) => `Sentence ${revision}` },
    clock: () => Date.UTC(2026, 10, 16, 18),
    events: {
      publish: (report) => {
        told.push({ channel: 'event', report });
        return Promise.resolve();
      },
    },
    webhooks: {
      send: (subscription, { id, report }) => {
        const channel = webhookChannel(subscription);
        assert.equal(id, `2026-W46-41-r${report.revision}-${channel}`);
        told.push({ channel, report });
        return Promise.resolve(channel === webhookChannel(ABOVE) ? 'accepted' : 'delivered');
      },
    },
    subscriptions: [ASIDE, OWN, ABOVE],
    makeLink: ({ revision }) => Promise.resolve(`https://reports.example.com/d/${revision}`),
    failed: (channel, { code }) => failed.push(`${channel} ${code}`),
    accepted: (channel) => accepted.push(channel),
    ...changes,
  };
  return { deps, told, failed, accepted };
}

/** The revisions that were announced one after the other, and of them those that were told. */
async function toldOf(deps: AnnounceContext, ...verdicts: readonly Verdict[]): Promise<number[]> {
  const heard: number[] = [];
  for (const [i, verdict] of verdicts.entries()) {
    const channels = await announceReport(deps, revisionOf(i + 1, verdict));
    if (channels.length > 0) heard.push(i + 1);
  }
  return heard;
}

describe('announcing a report', () => {
  it('tells the bus and the webhooks of its folder and of those above, of no others', async () => {
    const { deps, told, accepted } = openWorld();
    const channels = ['event', webhookChannel(OWN), webhookChannel(ABOVE)];
    assert.deepEqual(await announceReport(deps, revisionOf(1, 'normal')), channels);
    assert.deepEqual(accepted, [webhookChannel(ABOVE)], 'by a receiver that says nothing more');
    assert.deepEqual(told.map(({ channel }) => channel).toSorted(), channels.toSorted());
    assert.deepEqual(await announceReport(deps, revisionOf(1, 'normal')), []);
    assert.equal(told.length, 3);
  });

  it('tells nobody where no events and no webhooks are wanted, and makes no link', async () => {
    const makeLink = (): never => assert.fail('a link');
    const { deps } = openWorld({ events: null, subscriptions: [ASIDE], makeLink });
    assert.deepEqual(await announceReport(deps, revisionOf(1, 'normal')), []);
  });

  it('tells what the manifest and the speaker say, with one link for all', async () => {
    let links = 0;
    const makeLink = (): Promise<string> => Promise.resolve(`https://e.test/d/${(links += 1)}`);
    const { deps, told } = openWorld({ makeLink });
    const { manifest, report } = revisionOf(1, 'clearFall');
    const halved = { ...manifest, folder: { key: 41, name: 'Sto\ud800re' } };
    await announceReport(deps, { manifest: halved, report });
    for (const { report: said } of told) {
      assert.deepEqual(said, {
        version: '1',
        week: '2026-W46',
        folder: { key: 41, name: 'Sto\ufffdre' },
        revision: 1,
        status: 'complete',
        asOf: manifest.asOf,
        verdict: 'clearFall',
        sentence: 'Sentence 1',
        link: 'https://e.test/d/1',
        files: manifest.files,
      });
    }
  });

  it('tells of a later revision only when its verdict is not the one that was told last', async () => {
    assert.deepEqual(await toldOf(openWorld().deps, 'normal', 'normal', 'clearFall'), [1, 3]);
    assert.deepEqual(
      await toldOf(openWorld().deps, 'normal', 'clearFall', 'clearFall', 'normal'),
      [1, 2, 4],
    );
  });

  it('never tells of a revision behind one that was told', async () => {
    const { deps } = openWorld();
    await announceReport(deps, revisionOf(2, 'normal'));
    assert.deepEqual(await announceReport(deps, revisionOf(1, 'clearFall')), []);
  });

  it('tells a channel that has heard nothing yet of any revision', async () => {
    const { deps } = openWorld({ events: null, subscriptions: [] });
    await announceReport(deps, revisionOf(1, 'normal'));
    const later = { ...deps, subscriptions: [OWN] };
    assert.deepEqual(await announceReport(later, revisionOf(2, 'normal')), [webhookChannel(OWN)]);
    assert.deepEqual(await announceReport(later, revisionOf(3, 'normal')), []);
  });

  it('keeps a receipt of what was told that names no address', async () => {
    const store = memoryStore();
    const { deps } = openWorld({ store, events: null, subscriptions: [OWN] });
    await toldOf(deps, 'normal', 'normal', 'clearFall');
    const receipts = [...store.objects].map(([key, bytes]) => [key, receiptCodec().decode(bytes)]);
    const channel = webhookChannel(OWN);
    const receipt = { week: '2026-W46', folder: 41, channel, at: '2026-11-16T18:00:00.000Z' };
    assert.deepEqual(receipts, [
      [`receipts/2026-W46/41/${channel}-1.json`, { ...receipt, revision: 1, verdict: 'normal' }],
      [`receipts/2026-W46/41/${channel}-2.json`, { ...receipt, revision: 3, verdict: 'clearFall' }],
    ]);
  });

  it('reports a delivery that failed, tells the others, and does not repeat it', async () => {
    const publish = (): Promise<never> => Promise.reject(new Failure('DELIVERY_FAILED'));
    const { deps, told, failed } = openWorld({ events: { publish } });
    const channels = [webhookChannel(OWN), webhookChannel(ABOVE)];
    assert.deepEqual(await announceReport(deps, revisionOf(1, 'normal')), channels);
    assert.deepEqual(failed, ['event DELIVERY_FAILED']);
    assert.deepEqual(await announceReport(deps, revisionOf(1, 'normal')), []);
    assert.equal(told.length, 2);
    assert.equal(failed.length, 1);
  });

  it('tells nothing more where a receipt cannot be read', async () => {
    const store = memoryStore();
    const { deps, failed } = openWorld({ store });
    store.objects.set('receipts/2026-W46/41/event-1.json', new Uint8Array([1]));
    assert.equal((await announceReport(deps, revisionOf(2, 'normal'))).length, 2);
    assert.deepEqual(failed, ['event REPORT_DAMAGED']);
  });

  it('claims nothing when there can be no link now, so that announcing again tells', async () => {
    const { deps, told } = openWorld();
    const makeLink = (): Promise<never> => Promise.reject(new Failure('SECRET_UNAVAILABLE'));
    await assert.rejects(announceReport({ ...deps, makeLink }, revisionOf(1, 'normal')), {
      code: 'SECRET_UNAVAILABLE',
    });
    assert.equal(told.length, 0);
    assert.equal((await announceReport(deps, revisionOf(1, 'normal'))).length, 3);
  });

  it('lets a store that is out of reach be heard', async () => {
    const read = (): Promise<never> => Promise.reject(new Failure('STORE_UNAVAILABLE'));
    const { deps } = openWorld({ store: { ...memoryStore(), read } });
    await assert.rejects(announceReport(deps, revisionOf(1, 'normal')), {
      code: 'STORE_UNAVAILABLE',
    });
  });

  it('tells each channel once of what is news, however many workers announce at once', async () => {
    const anyVerdict = fc.constantFrom<Verdict>('clearRise', 'clearFall', 'normal', 'noResponses');
    const anyRun = fc.tuple(
      fc.array(anyVerdict, { minLength: 1, maxLength: 4 }),
      fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 7 }),
      fc.scheduler(),
    );
    await fc.assert(
      fc.asyncProperty(anyRun, async ([verdicts, workers, scheduler]) => {
        const store = memoryStore(() => scheduler.schedule(Promise.resolve()));
        const { deps, told, failed } = openWorld({ store, subscriptions: [OWN] });
        const announcements = workers.map((worker) => {
          const i = worker % verdicts.length;
          return announceReport(deps, revisionOf(i + 1, verdicts[i] ?? 'normal'));
        });
        await scheduler.waitFor(Promise.all(announcements));
        const channels = (await Promise.all(announcements)).flat();
        assert.equal(channels.length, told.length);
        assert.deepEqual(failed, []);
        for (const channel of ['event', webhookChannel(OWN)]) {
          const heard = told.filter((one) => one.channel === channel).map(({ report }) => report);
          heard.sort((a, b) => a.revision - b.revision);
          assert(heard.length > 0, 'somebody is told of the first news');
          for (const [i, one] of heard.entries()) {
            const before = heard[i - 1];
            assert.notEqual(before?.revision, one.revision, 'told twice');
            assert.notEqual(before?.verdict, one.verdict, 'told what is no news');
          }
        }
      }),
      { numRuns: 200 },
    );
  });
});
