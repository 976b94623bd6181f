// Sends messages about reports to the webhooks of the secret.
import { setTimeout } from 'node:timers/promises';
import type { FailureFacts } from '../../shared/failure.ts';
import { Failure } from '../../shared/failure.ts';
import type { WebhookSender } from '../../ports/delivery.ts';
import type { PostOptions, PostResult } from './post-message.ts';
import { parseWebhookUrl, post, signRequest, startDeadline } from './post-message.ts';
import { webhookBody } from './webhook-messages.ts';

interface WebhookOptions extends PostOptions {
  /** Waits between the two attempts to connect. */
  readonly sleep?: (ms: number) => Promise<unknown>;
}

/** The status of Teams Workflows before it processes the message. */
const ACCEPTED = 202;

const RECONNECT_AFTER_MS = 500;

export function createWebhookSender(options: WebhookOptions): WebhookSender {
  const { sleep = setTimeout } = options;
  return {
    async send({ folder, url, key, kind = 'generic' }, { id, report, content }) {
      const refuse = (facts: FailureFacts): Failure =>
        new Failure('DELIVERY_FAILED', { subscribedFolder: folder, ...facts });
      const parsed = parseWebhookUrl(url);
      if (!parsed.ok) throw refuse({ reason: parsed.problem });
      const target = parsed.value;
      const body = webhookBody(kind, { event: report, message: content, footer: null });
      const request = signRequest(options, { id, body, key });
      if (request === null) throw refuse({ reason: 'the key is empty' });

      const deadline = startDeadline(options);
      const attempt = (): Promise<PostResult> => post(target, { ...request, deadline });
      let result = await attempt();
      if (result.kind === 'failed' && !result.isSent && !deadline.aborted) {
        await sleep(RECONNECT_AFTER_MS);
        result = await attempt();
      }
      if (result.kind === 'failed') throw refuse({ host: target.host, reason: result.reason });
      const { status } = result;
      if (status < 200 || status > 299) throw refuse({ host: target.host, status });
      return status === ACCEPTED ? 'accepted' : 'delivered';
    },
  };
}
