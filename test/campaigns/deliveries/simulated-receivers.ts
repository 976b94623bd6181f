// The receivers of messages in simulated time: mail servers that accept, refuse, answer late or die after they accepted.
import type {
  MessageSender,
  OutgoingConfirmation,
  OutgoingReport,
  SendOutcome,
} from '../../../lib/ports/deliveries.ts';
import { dropsRepeated } from '../../../lib/ports/subscriptions.ts';
import type { FaultPlan } from '../simulation/fault-plan.ts';
import type { SimulatedProcess, Timeline } from '../simulation/timeline.ts';

export interface AcceptedMessage {
  readonly messageId: string;
  readonly subscription: string;
  readonly at: number;
  readonly isUpdate: boolean;
  /** Whether its receiver drops a message that it got before; another revision is another message. */
  readonly isDroppedAgain: boolean;
  readonly revision: number | null;
}

export interface SimulatedReceivers {
  readonly accepted: readonly AcceptedMessage[];
  /** Whether all connections are refused. */
  isUnavailable: boolean;
  /** Addresses that do not exist. */
  readonly unknownAddresses: Set<string>;
  openSender(process: SimulatedProcess): MessageSender;
}

/** Longer than the time after which an attempt counts as interrupted. */
const SLOW_MS = 400_000;
const CLIENT_TIMEOUT_MS = 60_000;

export function createSimulatedReceivers(
  {
    timeline,
    faultPlan,
    trace,
  }: {
    readonly timeline: Timeline;
    readonly faultPlan: FaultPlan;
    readonly trace: (line: () => string) => void;
  },
  /** Share of answers that are slow or late at this time. */
  oddAnswerRate: () => number,
): SimulatedReceivers {
  const accepted: AcceptedMessage[] = [];
  const receivers: SimulatedReceivers = {
    accepted,
    isUnavailable: false,
    unknownAddresses: new Set(),
    openSender: (process) => ({
      send: (outgoing) => send(process, outgoing),
      close: () => Promise.resolve(),
    }),
  };
  async function send(
    process: SimulatedProcess,
    outgoing: OutgoingReport | OutgoingConfirmation,
  ): Promise<SendOutcome> {
    const { messageId, subscription, message } = outgoing;
    const revision = outgoing.kind === 'report' ? outgoing.event.revision : null;
    const isDroppedAgain = dropsRepeated(subscription);
    const repeat = isDroppedAgain ? { repeat: { retryAfterSeconds: null } } : {};
    const accept = (note: string): void => {
      const isKnown = (known: AcceptedMessage): boolean =>
        known.messageId === messageId && known.revision === revision;
      if (isDroppedAgain && accepted.some(isKnown)) return;
      trace(() => `${process.name} receiver accepts ${messageId}${note}`);
      accepted.push({
        messageId,
        subscription: subscription.id,
        at: timeline.now(),
        isUpdate: message.subject.startsWith('Update'),
        isDroppedAgain,
        revision,
      });
    };
    const fault = faultPlan.callFault('notify');
    if (fault !== null) trace(() => `${process.name} send ${messageId} !! ${fault}`);
    const isLate = fault === null && faultPlan.random() < oddAnswerRate();
    const isSlow = fault === null && !isLate && faultPlan.random() < oddAnswerRate();
    if (isLate) {
      // The client gives up before the server accepts.
      timeline.after(SLOW_MS * faultPlan.random(), () => {
        accept(' (late)');
      });
      return timeline.effect(process, CLIENT_TIMEOUT_MS, () => ({
        state: 'unknown',
        reason: 'TIMEOUT',
        ...repeat,
      }));
    }
    const ms = isSlow ? SLOW_MS : 5 + 400 * faultPlan.random();
    return timeline.effect(process, ms, (): SendOutcome => {
      if (fault === 'crash before') timeline.kill(process, () => false);
      if (fault === 'error' || fault === 'crash before' || receivers.isUnavailable) {
        const retryAfterSeconds = faultPlan.random() < 0.3 ? 600 : null;
        return { state: 'notSent', reason: 'SMTP_451', retryAfterSeconds };
      }
      if (receivers.unknownAddresses.has(subscription.address)) {
        return { state: 'refused', reason: 'SMTP_550', endsSubscription: true };
      }
      accept(isSlow ? ' (slow)' : '');
      if (fault === 'crash after') timeline.kill(process, () => false);
      return fault === 'error after effect'
        ? { state: 'unknown', reason: 'CONNECTION_LOST', ...repeat }
        : { state: 'sent', transportId: `t${accepted.length}` };
    });
  }
  return receivers;
}
