// Messages that ask the owner of a mail address to confirm: what they say, and what is recorded of them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  confirmationKey,
  confirmationProblem,
  planConfirmations,
} from '../../../lib/delivery/confirmations.ts';
import type { DeliveryContext } from '../../../lib/delivery/delivery-context.ts';
import { processDelivery } from '../../../lib/delivery/process-delivery.ts';
import { findSubscription } from '../../../lib/delivery/subscription-store.ts';
import { subscriptionUrl } from '../../../lib/delivery/subscription-tokens.ts';
import { createSubscription, removeSubscription } from '../../../lib/delivery/subscriptions.ts';
import type { OutgoingConfirmation, SendOutcome } from '../../../lib/ports/deliveries.ts';
import { WHOLE_COMPANY } from '../../../lib/reports/access.ts';
import { JSON_ATTRIBUTES } from '../../../lib/reports/report-repository.ts';
import { createDeliveryParts, storeReport } from '../../support/delivery/delivery-parts.ts';
import { MAIL } from '../../support/delivery/test-subscriptions.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { createStoreReport } from '../../support/test-reports.ts';

const NOT_SENT: SendOutcome = { state: 'notSent', reason: 'SMTP_421', retryAfterSeconds: null };

/** A pending subscription whose confirmation waits. */
async function open(changes: Partial<DeliveryContext> = {}) {
  const store = memoryStore();
  const parts = createDeliveryParts(store, changes);
  const { context, jobs, sender } = parts;
  const { subscription } = await createSubscription(context, WHOLE_COMPANY, MAIL);
  const { id } = subscription;
  const [job = assert.fail()] = jobs.splice(0);
  const messages: OutgoingConfirmation[] = [];
  const answer = (
    outcome: SendOutcome,
    meanwhile: () => Promise<unknown> = () => Promise.resolve(),
  ) => {
    sender.answer = async (outgoing) => {
      if (outgoing.kind === 'confirmation') messages.push(outgoing);
      await meanwhile();
      return outcome;
    };
  };
  answer({ state: 'sent', transportId: null });
  return {
    ...parts,
    store,
    subscription,
    messages,
    answer,
    process: () => processDelivery(context, job),
    state: async () => (await findSubscription(context, id))?.state,
    problem: () => confirmationProblem(context, subscription),
    removeRequest: () => store.remove(confirmationKey(id)),
  };
}

describe('a confirmation', () => {
  it('has a link that confirms the subscription, and an id of its own for each request', async () => {
    const { context, subscription, messages, process, time } = await open();
    const requestedAt = time.now;
    await process();
    const [{ message, messageId } = assert.fail()] = messages;
    assert.equal(message.confirm.url, await subscriptionUrl(context, 'confirm', subscription));
    assert.equal(messageId, `confirm-${subscription.id}-${requestedAt}`);
  });

  it('names the folder as its newest report does, or by its key', async () => {
    const first = await open();
    await first.process();
    assert.equal(first.messages[0]?.message.subject, 'Confirm 41');
    const second = await open();
    await storeReport(second.store, createStoreReport(1));
    await second.process();
    assert.equal(second.messages[0]?.message.subject, 'Confirm Helsinki Central');
  });

  it('that did not go out is reported, and waits for another attempt', async () => {
    const { answer, process, problems, subscription } = await open();
    answer(NOT_SENT);
    const expected = { state: 'sending', reason: 'SMTP_421', repeatAfterSeconds: 60 };
    assert.deepEqual(await process(), expected);
    assert.deepEqual(problems, [`${subscription.id} notSent SMTP_421`]);
  });

  it('that did not go out for a day is refused, and its subscription stays pending', async () => {
    const { answer, process, problem, problems, state, time } = await open();
    answer(NOT_SENT);
    await process();
    time.now += 24 * 3_600_000;
    const expected = { state: 'refused', reason: 'SMTP_421', repeatAfterSeconds: null };
    assert.deepEqual(await process(), expected);
    assert.deepEqual([await state(), await problem()], ['pending', 'SMTP_421']);
    assert.equal(problems.length, 2);
  });

  it('that may have gone out is reported and not repeated, and may still be answered', async () => {
    const { answer, process, problem, problems, state, subscription, messages } = await open();
    answer({ state: 'unknown', reason: 'TIMEOUT' });
    const expected = { state: 'unknown', reason: 'TIMEOUT', repeatAfterSeconds: null };
    assert.deepEqual(await process(), expected);
    assert.deepEqual(problems, [`${subscription.id} unknown TIMEOUT`]);
    assert.deepEqual([await state(), await problem()], ['pending', null]);
    assert.equal((await process()).state, 'notDue');
    assert.equal(messages.length, 1);
  });

  it('without a request is not sent', async () => {
    const { context, removeRequest, process, problem, jobs, messages, time } = await open();
    await removeRequest();
    await planConfirmations(context, time.now);
    assert.equal((await process()).state, 'notDue');
    assert.deepEqual([jobs, messages, await problem()], [[], [], null]);
  });

  it('of a subscription that was removed is not sent', async () => {
    const { context, subscription, process, messages } = await open();
    await removeSubscription(context, WHOLE_COMPANY, subscription.id);
    assert.equal((await process()).state, 'notDue');
    assert.deepEqual(messages, []);
  });

  it('leaves nothing behind when its subscription is removed during the attempt', async () => {
    const { context, store, subscription, answer, process } = await open();
    const remove = () => removeSubscription(context, WHOLE_COMPANY, subscription.id);
    answer(NOT_SENT, remove);
    assert.equal((await process()).state, 'sending');
    assert.deepEqual([...store.objects.keys()], []);
  });

  it('without a request and a public address is refused', async () => {
    const { removeRequest, process, store, subscription } = await open({ publicUrl: null });
    await removeRequest();
    assert.equal((await process()).state, 'refused');
    assert.ok(!store.objects.has(confirmationKey(subscription.id)));
  });

  it('that an earlier version recorded as refused has no reason', async () => {
    const { context, removeRequest, problem, subscription, store } = await open();
    await removeRequest();
    const requestedAt = '2026-11-16T06:00:00.000Z';
    const request = { state: 'refused', requestedAt, attempts: 1 } as const;
    const bytes = context.codecs.confirmations.encode(request);
    await store.create(confirmationKey(subscription.id), bytes, JSON_ATTRIBUTES);
    assert.equal(await problem(), 'NOT_SENT');
  });
});
