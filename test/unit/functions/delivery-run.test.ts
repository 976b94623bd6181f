// What commands say of the messages that they sent.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatResults } from '../../../functions/cli/delivery-run.ts';
import type { DeliveryRunResult } from '../../../lib/delivery/in-process-deliveries.ts';

const OUTBOX = {
  transport: { kind: 'file', folder: 'reports/outbox' },
  from: { name: '', address: 'reports@example.com' },
  replyTo: null,
  rate: 1,
  password: null,
} as const;

function results(
  ...sentMessages: readonly (readonly [number, DeliveryRunResult['channel']])[]
): readonly DeliveryRunResult[] {
  return sentMessages.flatMap(([count, channel]) =>
    Array.from({ length: count }, () => ({
      subscription: '41-aaaaaaaaaaaaaaaaaaaa',
      folder: 41,
      channel,
      state: 'sent' as const,
      reason: null,
    })),
  );
}

describe('the line about the messages of a run', () => {
  it('counts them by channel, and names the outbox for mail only', () => {
    const sent = results([15, 'slack'], [2, 'mail'], [1, 'webhook'], [3, 'teams']);
    assert.equal(
      formatResults(sent, { mail: OUTBOX }),
      'Messages: 2 sent by mail to reports/outbox (open them with any mail program), 15 sent to Slack, ' +
        '3 sent to Teams, 1 sent to webhooks\n',
    );
    assert.equal(
      formatResults(results([1, 'slack'], [1, null]), { mail: OUTBOX }),
      'Messages: 1 sent to Slack, 1 sent\n',
    );
  });
});
