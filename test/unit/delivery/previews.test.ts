// A preview shows what is sent: each channel's message, compared with the preview of its subscription.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { webhookBody } from '../../../lib/adapters/webhook/webhook-messages.ts';
import { renderPreview } from '../../../lib/composition/message-senders.ts';
import { previewMessage } from '../../../lib/delivery/deliveries.ts';
import type { DeliveryContext } from '../../../lib/delivery/delivery-context.ts';
import { MESSAGE_COMPOSER } from '../../../lib/delivery/message-composer.ts';
import { processDelivery } from '../../../lib/delivery/process-delivery.ts';
import { writeSubscription } from '../../../lib/delivery/subscription-store.ts';
import type { NewSubscription } from '../../../lib/delivery/subscriptions.ts';
import type { OutgoingReport } from '../../../lib/ports/deliveries.ts';
import { WHOLE_COMPANY } from '../../../lib/reports/access.ts';
import { addNote, takePlace } from '../../../lib/reports/place-notes.ts';
import { createDeliveryParts, storeReport, WEEK } from '../../support/delivery/delivery-parts.ts';
import {
  activeSubscription,
  CHAT,
  MAIL,
  WEBHOOK,
} from '../../support/delivery/test-subscriptions.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { createRegionReport } from '../../support/test-reports.ts';

const REPORT = createRegionReport(9);
const FOLDER = REPORT.folder.key;
const WRITTEN = { by: 'a1', name: 'Anna Virtanen', week: WEEK } as const;
const AT = '2026-11-16T18:00:00.000Z';

/** What is sent about the report, and the preview of the subscription before. */
async function previewAndSent(
  settings: NewSubscription,
  changes: Partial<DeliveryContext> = {},
): Promise<{ readonly preview: OutgoingReport; readonly sent: OutgoingReport }> {
  const store = memoryStore();
  const parts = { composer: MESSAGE_COMPOSER, ...changes };
  const { context, sender } = createDeliveryParts(store, parts);
  await storeReport(store, REPORT);
  const [place = assert.fail()] = REPORT.summary.attention.entries;
  await takePlace(context.repository, place.folder.key, { ...WRITTEN, since: AT });
  await addNote(context.repository, FOLDER, { ...WRITTEN, text: 'Two lanes closed.', at: AT });
  const subscription = activeSubscription({ ...settings, folder: FOLDER, when: 'ready' });
  await writeSubscription(context, subscription, null);
  const preview = await previewMessage(context, WHOLE_COMPANY, subscription.id);
  const reports: OutgoingReport[] = [];
  sender.answer = (outgoing) => {
    if (outgoing.kind === 'report') reports.push(outgoing);
    return Promise.resolve({ state: 'sent', transportId: null });
  };
  const job = {
    kind: 'report',
    week: WEEK,
    folder: FOLDER,
    subscription: subscription.id,
  } as const;
  assert.equal((await processDelivery(context, job)).state, 'sent');
  const [sent = assert.fail()] = reports;
  return { preview, sent };
}

function withoutTokens(text: string): string {
  return text.replaceAll(/\?access=[\w.-]+/g, '');
}

describe('a preview', () => {
  for (const attach of ['pdf', 'none'] as const) {
    for (const accessLinks of [true, false]) {
      it(`of a mail is the mail without the tokens of its links: ${attach}, ${accessLinks}`, async () => {
        const settings = { ...MAIL, attach, locale: 'fi' };
        const { preview, sent } = await previewAndSent(settings, { accessLinks });
        const shown = await renderPreview(preview);
        const mail = await renderPreview(sent);
        assert.equal(JSON.stringify(mail).includes('?access='), accessLinks);
        assert.equal(sent.attachment !== null, attach === 'pdf');
        assert.deepEqual(shown, {
          subject: mail.subject,
          html: withoutTokens(mail.html),
          text: withoutTokens(mail.text),
        });
        assert.match(shown.text, /Anna Virtanen/);
      });
    }
  }

  for (const [channel, kind] of [
    ['slack', 'slack'],
    ['teams', 'teams'],
    ['webhook', 'generic'],
  ] as const) {
    it(`of ${channel} is the body of the request`, async () => {
      const settings = channel === 'webhook' ? WEBHOOK : { ...CHAT, channel };
      const { preview, sent } = await previewAndSent(settings);
      assert.equal(webhookBody(kind, preview), webhookBody(kind, sent));
      assert.deepEqual(await renderPreview(preview), await renderPreview(sent));
    });
  }

  it('neither renders a PDF nor changes anything', async () => {
    const store = memoryStore();
    const { context } = createDeliveryParts(store, { pdf: () => assert.fail('no PDF is shown') });
    await storeReport(store, REPORT);
    for (const settings of [{ ...MAIL, attach: 'pdf', locale: 'fi' } as const, WEBHOOK]) {
      const subscription = activeSubscription({ ...settings, folder: FOLDER });
      await writeSubscription(context, subscription, null);
      const before = new Map(store.objects);
      const preview = await previewMessage(context, WHOLE_COMPANY, subscription.id);
      assert.deepEqual([preview.attachment, preview.signingKeys], [null, []]);
      assert.deepEqual(store.objects, before);
    }
  });

  it('of a subscription that is not confirmed yet is what will be sent when it is', async () => {
    const store = memoryStore();
    const { context } = createDeliveryParts(store, { composer: MESSAGE_COMPOSER });
    await storeReport(store, REPORT);
    const subscription = activeSubscription({ ...MAIL, folder: FOLDER });
    const previews: unknown[] = [];
    for (const state of ['active', 'pending', 'paused'] as const) {
      await store.remove(`subscriptions/${FOLDER}/${subscription.id}.json`);
      await writeSubscription(context, { ...subscription, state }, null);
      previews.push(
        await renderPreview(await previewMessage(context, WHOLE_COMPANY, subscription.id)),
      );
    }
    assert.deepEqual(previews, Array(3).fill(previews[0]));
  });
});
