// Sends signed messages about reports to webhooks: those of the secret, and those of subscriptions, one attempt each.
import { setTimeout } from 'node:timers/promises';
import pThrottle from 'p-throttle';
import type { FailureFacts } from '../../shared/failure.ts';
import { Failure } from '../../shared/failure.ts';
import type {
  WebhookSender,
  MessageSender,
  OutgoingReport,
  SendOutcome,
  TemporaryRefusal,
} from '../../ports/deliveries.ts';
import { notSent, refused } from '../../ports/deliveries.ts';
import type { WebhookKind } from '../../ports/secrets.ts';
import type { SubscriptionChannel } from '../../ports/subscriptions.ts';
import { dropsRepeated, isFromShell } from '../../ports/subscriptions.ts';
import { FORBIDDEN_ADDRESS } from '../../shared/safe-url.ts';
import { renderCardPreview } from './card-preview.ts';
import type { PostOptions, PostResult } from './post-message.ts';
import { parseWebhookUrl, post, signRequest, startDeadline } from './post-message.ts';
import { webhookBody } from './webhook-messages.ts';

interface WebhookOptions extends PostOptions {
  /** Waits between the two attempts to connect. */
  readonly sleep?: (ms: number) => Promise<unknown>;
}

/** The status of Teams Workflows before it processes the message. */
const ACCEPTED = 202;

const TOO_MANY_REQUESTS = 429;
const UNAVAILABLE = 503;

const RECONNECT_AFTER_MS = 500;

export function createWebhookSender(options: WebhookOptions): WebhookSender {
  const { sleep = setTimeout } = options;
  return {
    async send({ folder, url, key, kind = 'generic' }, { id, report, content }) {
      const refuse = (facts: FailureFacts): Failure =>
        new Failure('DELIVERY_FAILED', { subscribedFolder: folder, ...facts });
      const urlResult = parseWebhookUrl(url);
      if (!urlResult.ok) throw refuse({ reason: urlResult.problem });
      const target = urlResult.value;
      const body = webhookBody(kind, { event: report, message: content, footer: null });
      const request = signRequest(options, { id, body, keys: [key] });
      if (request === null) throw refuse({ reason: 'the key is empty' });

      const deadline = startDeadline(options);
      const attempt = (): Promise<PostResult> => post(target, { ...request, deadline });
      let result = await attempt();
      if (result.kind === 'failed' && !result.isSent && !deadline.aborted) {
        await sleep(RECONNECT_AFTER_MS);
        result = await attempt();
      }
      if (result.kind === 'failed') {
        const { reason, isSent } = result;
        const isTemporary = !isSent && reason !== FORBIDDEN_ADDRESS;
        throw refuse({ host: target.host, reason, ...(isTemporary ? temporary(null) : {}) });
      }
      const { status } = result;
      if (status < 200 || status > 299) {
        const retryAfter = parseRetryAfter(result.retryAfter, options.clock());
        const isTemporary = status === TOO_MANY_REQUESTS || status === UNAVAILABLE;
        throw refuse({ host: target.host, status, ...(isTemporary ? temporary(retryAfter) : {}) });
      }
      return status === ACCEPTED ? 'accepted' : 'delivered';
    },
  };
}

function temporary(retryAfterSeconds: number | null): TemporaryRefusal {
  return { isTemporary: true, retryAfterSeconds };
}

interface ChatOptions extends PostOptions {
  /** The most messages to Teams in a second. */
  readonly teamsRate: number;
}

/** Messages to Teams wait their turn within the rate. A message of another kind or channel is a bug. */
export function createChatSender(options: ChatOptions): MessageSender {
  const sendToTeams = pThrottle({ limit: 1, interval: 1000 / options.teamsRate })(
    (outgoing: OutgoingReport) => sendReport(options, 'teams', outgoing),
  );
  return {
    async send(outgoing) {
      const kind = KINDS[outgoing.subscription.channel];
      if (kind === null || outgoing.kind !== 'report') {
        throw new Error(`no message to send: ${outgoing.kind}`);
      }
      return kind === 'teams' ? sendToTeams(outgoing) : sendReport(options, kind, outgoing);
    },
    close: () => Promise.resolve(),
  };
}

/** A message as its receiver shows it; null for mail. */
export function previewReport(
  outgoing: OutgoingReport,
): ReturnType<typeof renderCardPreview> | null {
  const kind = KINDS[outgoing.subscription.channel];
  return kind === null ? null : renderCardPreview(kind, outgoing);
}

const KINDS: Readonly<Record<SubscriptionChannel, WebhookKind | null>> = {
  mail: null,
  slack: 'slack',
  teams: 'teams',
  webhook: 'generic',
};

async function sendReport(
  options: ChatOptions,
  kind: WebhookKind,
  outgoing: OutgoingReport,
): Promise<SendOutcome> {
  const { subscription, messageId, signingKeys: keys, event } = outgoing;
  // Only the operator, who has a shell, may send into the network of this program.
  const isPublic = !isFromShell(subscription);
  const urlResult = parseWebhookUrl(subscription.address, { isPublic });
  if (!urlResult.ok) return refused('ADDRESS_INVALID');
  // Programs drop an id that they know: an attempt with a later revision is another message.
  const id = `${messageId}-r${event.revision}`;
  const request = signRequest(options, { id, body: webhookBody(kind, outgoing), keys });
  if (request === null) return notSent('SECRET_INVALID');
  const deadline = startDeadline(options);
  const result = await post(urlResult.value, { ...request, deadline });
  const outcome = outcomeOf(result, options.clock());
  if (outcome.state !== 'unknown' || dropsRepeated(subscription)) return outcome;
  return { state: 'unknown', reason: outcome.reason };
}

// ── outcomes ────────────────────────────────────────────────────────────────────────────────────

/** The channel, the workflow or the receiver was removed. */
const GONE = [404, 410];

function outcomeOf(result: PostResult, now: number): SendOutcome {
  if (result.kind === 'failed') {
    const { reason, isSent } = result;
    if (reason === FORBIDDEN_ADDRESS) return refused(reason);
    return isSent
      ? { state: 'unknown', reason, repeat: { retryAfterSeconds: null } }
      : notSent(reason);
  }
  const { status } = result;
  const reason = `HTTP_${status}`;
  // Teams always answers 202; no answer says whether it shows the card.
  if (status >= 200 && status < 300) return { state: 'sent', transportId: null };
  const retryAfter = parseRetryAfter(result.retryAfter, now);
  if (status === TOO_MANY_REQUESTS || (status === UNAVAILABLE && retryAfter !== null)) {
    return notSent(reason, retryAfter);
  }
  // A gateway may answer so after the receiver accepted the message.
  if (status >= 500) return { state: 'unknown', reason, repeat: { retryAfterSeconds: retryAfter } };
  return refused(reason, GONE.includes(status));
}

/** Seconds of a Retry-After header, which holds seconds or a date; null without a valid one. */
function parseRetryAfter(text: string | null, now: number): number | null {
  if (text === null) return null;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now) / 1000));
}
