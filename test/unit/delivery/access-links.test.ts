// Access links: which mails have one, whom their token authenticates, and what ends them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AccessContext } from '../../../lib/delivery/find-reader.ts';
import { ACCESS_DAYS, accessQuery, generationOf } from '../../../lib/delivery/access-links.ts';
import { createReaderFinder } from '../../../lib/delivery/find-reader.ts';
import { previewMessage, sendTest } from '../../../lib/delivery/deliveries.ts';
import type { DeliveryContext } from '../../../lib/delivery/delivery-context.ts';
import {
  applyMailEvent,
  endSubscription,
  findSubscription,
  updateSubscription,
  writeSubscription,
} from '../../../lib/delivery/subscription-store.ts';
import {
  changeSubscription,
  createSubscription,
  removeSubscription,
  revokeAccessLinks,
} from '../../../lib/delivery/subscriptions.ts';
import { DAY_MS } from '../../../lib/domain/calendar.ts';
import type { LinkKey } from '../../../lib/ports/secrets.ts';
import type { Subscription } from '../../../lib/ports/subscriptions.ts';
import type { IdentifiedCaller } from '../../../lib/reports/access.ts';
import { WHOLE_COMPANY } from '../../../lib/reports/access.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import { createDeliveryParts, storeReport } from '../../support/delivery/delivery-parts.ts';
import {
  activeSubscription,
  CHAT,
  MAIL,
  WEBHOOK,
} from '../../support/delivery/test-subscriptions.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { canary } from '../../support/secret-markers.ts';
import { createStoreReport } from '../../support/test-reports.ts';

const NORTH: IdentifiedCaller = { folders: [20], origin: 'token', id: 'north' };
const SUBSCRIPTION = activeSubscription(MAIL);
const MORE_THAN_A_MINUTE = 60_001;

async function open(
  subscription: Subscription = SUBSCRIPTION,
  changes: Partial<DeliveryContext> = {},
) {
  const store = memoryStore();
  const parts = createDeliveryParts(store, changes);
  const { context } = parts;
  await writeSubscription(context, subscription, null);
  const readToken = async (changedContext: Partial<AccessContext> = {}): Promise<string> => {
    const current = (await findSubscription(context, subscription.id)) ?? assert.fail();
    const query = await accessQuery({ ...context, ...changedContext }, current);
    return tokenIn(query ?? assert.fail());
  };
  return { ...parts, store, find: createReaderFinder(context), readToken };
}

function tokenIn(url: string): string {
  return /\?access=([\w.-]+)$/.exec(url)?.[1] ?? assert.fail(url);
}

describe('an access link', () => {
  it('is part of the address of a page only in mails of active subscriptions', async () => {
    const { context } = await open();
    for (const settings of [CHAT, WEBHOOK, { ...CHAT, channel: 'teams' } as const]) {
      assert.equal(await accessQuery(context, activeSubscription(settings)), null);
    }
    for (const state of ['pending', 'paused', 'ended'] as const) {
      assert.equal(await accessQuery(context, { ...SUBSCRIPTION, state }), null, state);
    }
    assert.match((await accessQuery(context, SUBSCRIPTION)) ?? '', /^\?access=k1\./);
    assert.equal(await accessQuery({ ...context, accessLinks: false }, SUBSCRIPTION), null);
  });

  it('is in the message that the recipient gets, and not in a preview', async () => {
    const { context, store, sender, find } = await open();
    await storeReport(store, createStoreReport(1));
    const urls: (string | undefined)[] = [];
    sender.answer = (outgoing) => {
      if (outgoing.kind === 'report') urls.push(outgoing.message.pageLink?.url);
      return Promise.resolve({ state: 'sent', transportId: null });
    };
    await sendTest(context, WHOLE_COMPANY, SUBSCRIPTION.id);
    const [url = ''] = urls;
    assert.match(url, /^https:\/\/reports\.example\.com\/#\/2026-W46\/41\?access=/);
    assert.deepEqual((await find(tokenIn(url)))?.folders, [41]);
    const preview = await previewMessage(context, WHOLE_COMPANY, SUBSCRIPTION.id);
    assert.equal(preview.message.pageLink?.url, 'https://reports.example.com/#/2026-W46/41');
  });
});

describe('the token of an access link', () => {
  it('authenticates a reader of the folder, whose address it shortens', async () => {
    const { find, readToken } = await open();
    const reader = (await find(await readToken())) ?? assert.fail();
    const { id, ...rest } = reader;
    assert.deepEqual(rest, {
      folders: [41],
      within: null,
      origin: 'token',
      reader: 'a…\u2060@example.com',
    });
    assert.match(id, /^[0-9a-f]{20}$/);
  });

  it('shows no more than the caller who subscribed may see, and nothing without one', async () => {
    const { find, readToken, tokens, time } = await open(activeSubscription(MAIL, NORTH));
    tokens.set(NORTH.id, { folders: [20] });
    const token = await readToken();
    assert.deepEqual((await find(token))?.within, [20]);
    for (const ended of [null, { folders: [] }]) {
      tokens.set(NORTH.id, ended);
      time.now += MORE_THAN_A_MINUTE;
      assert.equal(await find(token), null);
    }
  });

  it('is valid for 30 days', async () => {
    const { find, readToken, time } = await open();
    const token = await readToken();
    time.now += ACCESS_DAYS * DAY_MS - 1;
    assert.notEqual(await find(token), null);
    time.now += 1;
    assert.equal(await find(token), null);
  });

  it('is refused everywhere where access links are off', async () => {
    const { context, readToken } = await open();
    const find = createReaderFinder({ ...context, accessLinks: false });
    assert.equal(await find(await readToken()), null);
  });

  it('is checked once a minute: what ended in between is refused after it', async () => {
    const { context, find, readToken, store, time } = await open();
    const token = await readToken();
    await find(token);
    await endSubscription(context, SUBSCRIPTION.id, 'unsubscribed');
    store.resetCalls();
    time.now += 60_000;
    assert.notEqual(await find(token), null);
    assert.equal(store.calls.read, 0);
    time.now += 1;
    assert.equal(await find(token), null);
    assert.equal(await find(token), null);
    assert.equal(store.calls.read, 1);
  });

  it('of many requests at once reads the subscription once', async () => {
    const { find, readToken, store } = await open();
    const token = await readToken();
    store.resetCalls();
    const readers = await Promise.all(Array.from({ length: 5 }, () => find(token)));
    assert.equal(new Set(readers.map((reader) => reader?.id)).size, 1);
    assert.equal(store.calls.read, 1);
  });

  const ends: Readonly<Record<string, (context: DeliveryContext) => Promise<unknown>>> = {
    unsubscribing: (context) => endSubscription(context, SUBSCRIPTION.id, 'unsubscribed'),
    'a bounce': (context) =>
      applyMailEvent(context, {
        kind: 'bounced',
        subscription: SUBSCRIPTION.id,
        recipients: [MAIL.address],
      }),
    pausing: (context) =>
      changeSubscription(context, WHOLE_COMPANY, SUBSCRIPTION.id, { state: 'paused' }),
    removing: (context) => removeSubscription(context, WHOLE_COMPANY, SUBSCRIPTION.id),
    revoking: (context) => revokeAccessLinks(context, WHOLE_COMPANY, SUBSCRIPTION.id),
    'subscribing again': async (context) => {
      await endSubscription(context, SUBSCRIPTION.id, 'unsubscribed');
      await createSubscription(context, WHOLE_COMPANY, MAIL, { isConfirmed: true });
    },
    'subscribing after removing': async (context) => {
      await removeSubscription(context, WHOLE_COMPANY, SUBSCRIPTION.id);
      await createSubscription(context, WHOLE_COMPANY, MAIL, { isConfirmed: true });
    },
  };
  for (const [name, end] of Object.entries(ends)) {
    it(`is refused after ${name}`, async () => {
      const { context, find, readToken, time } = await open();
      const token = await readToken();
      assert.notEqual(await find(token), null);
      await end(context);
      time.now += MORE_THAN_A_MINUTE;
      assert.equal(await find(token), null);
    });
  }

  it('is valid again when a paused subscription is resumed', async () => {
    const { context, find, readToken, time } = await open();
    const token = await readToken();
    for (const state of ['paused', 'active'] as const) {
      await changeSubscription(context, WHOLE_COMPANY, SUBSCRIPTION.id, { state });
      time.now += MORE_THAN_A_MINUTE;
      assert.equal((await find(token)) !== null, state === 'active', state);
    }
  });

  it('made after revoking is valid, each time', async () => {
    const { context, find, readToken, time } = await open();
    for (let times = 0; times < 3; times += 1) {
      const token = await readToken();
      assert.notEqual(await find(token), null);
      await revokeAccessLinks(context, WHOLE_COMPANY, SUBSCRIPTION.id);
      time.now += MORE_THAN_A_MINUTE;
      assert.equal(await find(token), null);
    }
  });

  it('is refused for a record of another address under its id', async () => {
    const { context, find, readToken, time } = await open();
    const token = await readToken();
    await updateSubscription(context, SUBSCRIPTION.id, (subscription) => ({
      ...subscription,
      address: 'eve@example.com',
    }));
    time.now += MORE_THAN_A_MINUTE;
    assert.equal(await find(token), null);
  });

  it('is refused when its key was rotated out, and valid for a key that is newer than those read', async () => {
    const [first, second]: readonly LinkKey[] = [
      { id: 'k1', key: canary('link key') },
      { id: 'k2', key: canary('another link key') },
    ];
    let read: readonly LinkKey[] = [];
    let stored: readonly LinkKey[] = [];
    let renewals = 0;
    const { context, readToken } = await open(SUBSCRIPTION, {
      linkKeys: (options) => {
        if (options?.fresh === true) {
          renewals += 1;
          read = stored;
        }
        return Promise.resolve(read);
      },
    });
    assert.ok(first !== undefined && second !== undefined);
    const find = createReaderFinder(context);
    const oldToken = await readToken({ linkKeys: () => Promise.resolve([first]) });
    const newToken = await readToken({ linkKeys: () => Promise.resolve([second]) });
    [read, stored] = [[first], [second, first]];
    assert.notEqual(await find(oldToken), null);
    assert.equal(renewals, 0);
    assert.notEqual(await find(newToken), null);
    assert.equal(renewals, 1);
    [read, stored] = [[second], [second]];
    assert.equal(await find(oldToken), null);
    // A wrong signature of a known key reads nothing again.
    renewals = 0;
    const wrongToken = newToken.replace(/.$/, newToken.endsWith('A') ? 'E' : 'A');
    assert.equal(await find(wrongToken), null);
    assert.equal(renewals, 0);
  });

  it('reads nothing for a text that is no token, and for one that has expired', async () => {
    const { find, readToken, store, time } = await open();
    const token = await readToken();
    store.resetCalls();
    for (const text of ['', 'x', 'a.b.c', `${token}x`, 'f'.repeat(64)]) {
      assert.equal(await find(text), null);
    }
    time.now += ACCESS_DAYS * DAY_MS;
    assert.equal(await find(token), null);
    assert.equal(store.calls.read, 0);
  });

  it('fails as the store does, and is checked again by the next request', async () => {
    const { find, readToken, store } = await open();
    const token = await readToken();
    store.onCall = () => Promise.reject(new Failure('STORE_UNAVAILABLE'));
    await assert.rejects(find(token), { code: 'STORE_UNAVAILABLE' });
    store.onCall = (work) => work();
    assert.notEqual(await find(token), null);
  });
});

describe('the generation of a subscription', () => {
  it('is the time at which it was made, in seconds, until access links are revoked', () => {
    const createdAt = '2026-11-01T00:00:01.999Z';
    assert.equal(generationOf({ createdAt }), Date.UTC(2026, 10, 1) / 1000 + 1);
    assert.equal(generationOf({ createdAt, generation: 5 }), 5);
  });

  it('is kept by every other change', async () => {
    const { context } = await open();
    await revokeAccessLinks(context, WHOLE_COMPANY, SUBSCRIPTION.id);
    const expected = generationOf(SUBSCRIPTION) + 1;
    await changeSubscription(context, WHOLE_COMPANY, SUBSCRIPTION.id, { only: 'signals' });
    await createSubscription(context, NORTH, MAIL);
    const stored = await findSubscription(context, SUBSCRIPTION.id);
    assert.equal(stored?.generation, expected);
  });

  it('is changed only by callers who see the folder', async () => {
    const { context } = await open();
    const south: IdentifiedCaller = { folders: [30], origin: 'token', id: 'south' };
    await assert.rejects(revokeAccessLinks(context, south, SUBSCRIPTION.id), {
      code: 'SUBSCRIPTION_NOT_FOUND',
    });
    assert.equal((await findSubscription(context, SUBSCRIPTION.id))?.generation, undefined);
  });
});
