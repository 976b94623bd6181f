// The composition of deliveries: links of messages, and one sender for all channels.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { combineSenders, openDeliveries } from '../../../lib/composition/open-delivery.ts';
import { runDeliveries } from '../../../lib/delivery/in-process-deliveries.ts';
import { createSubscription } from '../../../lib/delivery/subscriptions.ts';
import { parseWeek } from '../../../lib/domain/calendar.ts';
import type { OutgoingConfirmation, OutgoingReport } from '../../../lib/ports/deliveries.ts';
import { SUBSCRIPTION_CHANNELS } from '../../../lib/ports/subscriptions.ts';
import { WHOLE_COMPANY } from '../../../lib/reports/access.ts';
import {
  createDeliveryParts,
  MONDAY,
  storeReport,
  WEEK,
} from '../../support/delivery/delivery-parts.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { createStoreReport } from '../../support/test-reports.ts';

describe('the composition of deliveries', () => {
  const SETTINGS = {
    folder: 41,
    channel: 'mail',
    address: 'a@example.com',
    locale: 'en',
    when: 'ready',
    only: 'always',
    attach: 'none',
  } as const;

  async function send(publicUrl: string | null, accessLinks = false): Promise<OutgoingReport> {
    const store = memoryStore();
    const { context } = createDeliveryParts(store);
    await storeReport(store, createStoreReport(1));
    const outgoing: (OutgoingReport | OutgoingConfirmation)[] = [];
    const mail = {
      ...context.sender,
      send: (message: OutgoingReport | OutgoingConfirmation) => {
        outgoing.push(message);
        return context.sender.send(message);
      },
    };
    const deliveries = openDeliveries(
      { locale: 'en', publicUrl, mailDomains: [], accessLinks },
      {
        repository: context.repository,
        tree: context.tree,
        findTokenCaller: context.findTokenCaller,
        linkKeys: context.linkKeys,
        sender: combineSenders({ mail, slack: null, teams: null, webhook: null }),
        channels: SUBSCRIPTION_CHANNELS,
        pdf: context.pdf,
        onProblem: () => undefined,
        system: { clock: () => MONDAY, random: () => 0 },
      },
    );
    const create = { ...deliveries, jobs: context.jobs };
    await createSubscription(create, WHOLE_COMPANY, SETTINGS, { isConfirmed: true });
    const chat = { ...SETTINGS, channel: 'slack', address: 'https://chat.example.com/x' } as const;
    await createSubscription(create, WHOLE_COMPANY, chat);
    const results = await runDeliveries(deliveries, parseWeek(WEEK) ?? assert.fail());
    assert.deepEqual(
      results.map(({ state, reason }) => [state, reason]).toSorted(),
      [
        ['refused', 'CHANNEL_DISABLED'],
        ['sent', null],
      ].toSorted(),
    );
    const [report] = outgoing;
    assert.ok(report?.kind === 'report');
    return report;
  }

  it('links to the report, the page and the end of the subscription', async () => {
    const { message, footer, event } = await send('https://reports.example.com');
    assert.match(message.pdfLink?.url ?? '', /^https:\/\/reports\.example\.com\/d\//);
    assert.equal(message.pageLink?.url, `https://reports.example.com/#/${WEEK}/41`);
    assert.match(footer.unsubscribe?.url ?? '', /\.com\/subscriptions\/unsubscribe\//);
    assert.equal(event.link, message.pdfLink?.url);
    assert.match(event.sentence, /Helsinki Central/);
    assert.deepEqual((await send('https://reports.example.com')).message, message);
  });

  it('opens the page for its recipient where access links are on', async () => {
    const { message } = await send('https://reports.example.com', true);
    assert.match(
      message.pageLink?.url ?? '',
      /\/#\/2026-W46\/41\?access=[\w-]+\.[\w-]+\.[\w-]{43}$/,
    );
  });

  it('has no links without a public address', async () => {
    const { message, footer } = await send(null, true);
    assert.deepEqual([message.pdfLink, message.pageLink, footer.unsubscribe], [null, null, null]);
  });
});
