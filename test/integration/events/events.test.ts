// Events on an EventBridge bus: the real SDK over a real socket, and real reports against the published schema.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { openEventBus } from '../../../lib/adapters/events/index.ts';
import { receiptCodec } from '../../../lib/adapters/json/index.ts';
import { announceReport } from '../../../lib/delivery/announce-report.ts';
import { MESSAGE_COMPOSER } from '../../../lib/delivery/message-composer.ts';
import type { FailureFacts } from '../../../lib/shared/failure.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import type { EventSender, ReportReady } from '../../../lib/ports/deliveries.ts';
import type { ObjectStore } from '../../../lib/ports/object-store.ts';
import type { Report } from '../../../lib/domain/report.ts';
import {
  startEventBridgeServer,
  type EventBridgeServer,
} from '../../support/aws/eventbridge-server.ts';
import { UNLIMITED_TURNS } from '../../support/delivery/delivery-parts.ts';
import { listReportKinds, createStoreReport } from '../../support/test-reports.ts';

const BUS = 'arn:aws:events:eu-north-1:123456789012:event-bus/reports';
const SCHEMA = new URL('../../../docs/report-ready.schema.json', import.meta.url);
const PAGE = new URL('../../../docs/delivery.md', import.meta.url);

const schema: unknown = JSON.parse(readFileSync(SCHEMA, 'utf8'));
assert(typeof schema === 'object' && schema !== null);
const isValid = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);

/** A store without delivery receipts. */
const emptyReceiptStore: ObjectStore = {
  read: () => Promise.resolve(null),
  create: () => Promise.resolve(true),
  replace: () => Promise.resolve(false),
  children: () => Promise.resolve([]),
  entries: () => Promise.resolve([]),
  remove: () => Promise.resolve(),
};

/** The events that announcing a report publishes. */
async function announce(report: Report, events: EventSender, link: string | null): Promise<void> {
  const { week, folder, revision, status, asOf, problems } = report;
  const file = { key: `weeks/${week}/x.pdf`, bytes: 12, sha256: 'a0'.repeat(32) };
  const files = { pdf: file, json: file };
  const manifest = { week, folder, revision, status, asOf, files, problems };
  await announceReport(
    {
      store: emptyReceiptStore,
      receipts: receiptCodec,
      composer: MESSAGE_COMPOSER,
      locale: 'en',
      publicUrl: null,
      linkPlaces: () => Promise.resolve(new Map<number, string>()),
      readNotes: () => Promise.resolve(null),
      clock: () => 0,
      events,
      webhooks: { send: () => assert.fail('no webhooks') },
      webhookSettings: [],
      makeLink: () => Promise.resolve(link),
      turns: UNLIMITED_TURNS,
      random: () => 0,
      onRefused: () => undefined,
      onFailed: (_channel, failure) => {
        throw failure;
      },
      onAccepted: () => undefined,
    },
    { manifest, report },
    { lastNumbers: new Map(), announcesToNewChannels: true },
  );
}

async function eventOf(report: Report): Promise<ReportReady> {
  const publishedEvents: ReportReady[] = [];
  const publish = (event: ReportReady): Promise<void> => {
    publishedEvents.push(event);
    return Promise.resolve();
  };
  await announce(report, { publish }, null);
  return publishedEvents[0] ?? assert.fail('nothing was published');
}

async function withBus(
  test: (server: EventBridgeServer, events: EventSender) => Promise<void>,
): Promise<void> {
  await using server = await startEventBridgeServer();
  const events = openEventBus({ bus: BUS, connection: server.connection });
  try {
    await test(server, events);
  } finally {
    events.close();
  }
}

const REPEAT = { isTemporary: true, retryAfterSeconds: null };

describe('an event', () => {
  it('every kind of report sends an event that matches the published schema', async () => {
    await withBus(async (server, events) => {
      for (const [i, [kind, report]] of listReportKinds().entries()) {
        await announce(report, events, i % 2 === 0 ? 'https://reports.example.com/d/x.y' : null);
        const entry = server.entries.at(-1);
        assert(entry !== undefined && server.entries.length === i + 1, kind);
        const { bus, source, detailType, detail } = entry;
        assert.deepEqual(
          { bus, source, detailType },
          { bus: BUS, source: 'feedback-reports', detailType: 'ReportReady' },
        );
        assert(isValid(detail), `${kind}: ${JSON.stringify(isValid.errors)}`);
      }
    });
  });

  it('is invalid with a missing or an additional key', async () => {
    const event = await eventOf(createStoreReport(1));
    assert(isValid(event));
    for (const name of Object.keys(event)) {
      const otherEntries = Object.entries(event).filter(([key]) => key !== name);
      assert(!isValid(Object.fromEntries(otherEntries)), name);
    }
    assert(!isValid({ ...event, more: 1 }));
    assert(!isValid({ ...event, verdict: 'better' }));
  });

  it('is documented by a valid example', () => {
    const [, example = ''] = /```json\n([\s\S]*?)```/.exec(readFileSync(PAGE, 'utf8')) ?? [];
    const entry: unknown = JSON.parse(example);
    assert(typeof entry === 'object' && entry !== null && 'detail' in entry);
    assert(isValid(entry.detail), JSON.stringify(isValid.errors));
  });

  it('is retried when the bus fails once', async () => {
    const event = await eventOf(createStoreReport(1));
    await withBus(async (server, events) => {
      server.fail.requests(1);
      await events.publish(event);
      assert.equal(server.entries.length, 1);
      assert.equal(server.requests, 2);
    });
  });

  it('fails with DELIVERY_FAILED and the reason of the bus when it is refused', async () => {
    const event = await eventOf(createStoreReport(1));
    await withBus(async (server, events) => {
      server.fail.entries(1, 'InternalFailure');
      await assert.rejects(events.publish(event), failedWith('InternalFailure', REPEAT));
      server.fail.requests(1, { error: 'AccessDeniedException', status: 400 });
      await assert.rejects(events.publish(event), failedWith('AccessDeniedException'));
      server.fail.requests(3, { error: 'ThrottlingException', status: 400 });
      await assert.rejects(events.publish(event), failedWith('ThrottlingException', REPEAT));
      server.fail.requests(99);
      await assert.rejects(events.publish(event), failedWith('InternalException'));
      assert.equal(server.requests, 1 + 1 + 3 + 3);
      assert.equal(server.entries.length, 0);
    });
  });

  it('fails with DELIVERY_FAILED when the bus is unreachable', async () => {
    const server = await startEventBridgeServer();
    await server.close();
    const events = openEventBus({ bus: BUS, connection: server.connection });
    await assert.rejects(events.publish(await eventOf(createStoreReport(1))), {
      code: 'DELIVERY_FAILED',
    });
    events.close();
  });
});

/** Checks that the failure has its code and reason and nothing of the request. */
function failedWith(reason: string, more: FailureFacts = {}): (error: unknown) => true {
  return (error) => {
    assert(error instanceof Failure);
    assert.equal(error.code, 'DELIVERY_FAILED');
    assert.deepEqual(error.facts, { reason, ...more });
    assert.equal(error.cause, undefined);
    return true;
  };
}
