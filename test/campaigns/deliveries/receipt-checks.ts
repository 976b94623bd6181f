// Checks of each change of a receipt: which state may follow which. A receipt that says "sent" never changes.
import { deliveryCodecs } from '../../../lib/adapters/json/index.ts';
import { DAY_MS, MINUTE_MS } from '../../../lib/domain/calendar.ts';
import type { DeliveryReceipt } from '../../../lib/ports/deliveries.ts';
import type { ObjectChange } from '../simulation/simulated-bucket.ts';
import type { Violation } from '../simulation/safety.ts';

export interface ReceiptChecks {
  readonly violations: Violation[];
  /** How often a person asked to send a message again, by its id. */
  readonly sentAgain: ReadonlyMap<string, number>;
  onChange(change: ObjectChange): void;
  violate(rule: string, description: string): void;
}

export function createReceiptChecks(): ReceiptChecks {
  const { receipts } = deliveryCodecs;
  const violations: Violation[] = [];
  const sentAgain = new Map<string, number>();
  const decode = (bytes: Uint8Array | null): DeliveryReceipt | null =>
    bytes === null ? null : receipts.decode(bytes);
  const checks: ReceiptChecks = {
    violations,
    sentAgain,
    violate: (rule, description) => {
      violations.push({ rule, description });
    },
    onChange({ key, before: bytesBefore, after: bytesAfter }) {
      if (!key.startsWith('receipts/')) return;
      const [before, after] = [decode(bytesBefore), decode(bytesAfter)];
      if (after === null) {
        checks.violate('removed', key);
        return;
      }
      if (before !== null && isSentAgain(before, after)) {
        sentAgain.set(after.messageId, (sentAgain.get(after.messageId) ?? 0) + 1);
      } else if (!mayFollow(before, after)) {
        checks.violate('transition', `${key} from ${textOf(before)} to ${textOf(after)}`);
      }
      const sinceFirst = Date.parse(after.at) - Date.parse(after.firstAttemptAt);
      // A worker looks at the time before it reads what it sends.
      if (after.attemptEndsAt !== null && sinceFirst >= DAY_MS + MINUTE_MS) {
        checks.violate('tried too long', key);
      }
      if (after.state !== 'sent' && after.state !== 'sending' && after.reason === null) {
        checks.violate('no reason', key);
      }
      if (after.state !== 'sending' && (after.attemptEndsAt ?? after.nextAttemptAt) !== null) {
        checks.violate('times of a finished receipt', key);
      }
    },
  };
  return checks;
}

function textOf(receipt: DeliveryReceipt | null): string {
  return receipt === null
    ? 'nothing'
    : `${receipt.state} ${receipt.attempts} ${receipt.reason ?? ''}`.trim();
}

function isSentAgain(before: DeliveryReceipt, after: DeliveryReceipt): boolean {
  return (
    (before.state === 'unknown' || before.state === 'refused') &&
    after.state === 'sending' &&
    after.nextAttemptAt === after.at &&
    after.attempts === before.attempts
  );
}

function isClaim(after: DeliveryReceipt, attempts: number): boolean {
  return (
    after.state === 'sending' && after.attemptEndsAt !== null && after.attempts === attempts + 1
  );
}

/** What became of the attempt that a claim began. */
function isOutcome(after: DeliveryReceipt, attempts: number): boolean {
  const isRepeated = after.state === 'sending' && after.nextAttemptAt !== null;
  const isFinal = after.state !== 'sending' && after.state !== 'skipped';
  return after.attempts === attempts && (isRepeated || isFinal);
}

/** No attempt follows: what may have arrived is unknown. */
function isEnd({ mayHaveArrived }: DeliveryReceipt, { state }: DeliveryReceipt): boolean {
  return mayHaveArrived === true ? state === 'unknown' : state === 'refused' || state === 'skipped';
}

function mayFollow(before: DeliveryReceipt | null, after: DeliveryReceipt): boolean {
  if (before === null) return after.state === 'skipped' || isClaim(after, 0);
  const { state, attempts, attemptEndsAt, reason } = before;
  // A worker that counted as interrupted tells what became of its attempt.
  const isLateOutcome = reason === 'INTERRUPTED' && isOutcome(after, attempts);
  switch (state) {
    case 'sending':
      if (attemptEndsAt !== null) return isOutcome(after, attempts);
      return isLateOutcome || isClaim(after, attempts) || isEnd(before, after);
    case 'unknown':
      return isLateOutcome;
    case 'skipped':
      return (
        before.kind === 'update' &&
        after.revision > before.revision &&
        (after.state === 'skipped' || isClaim(after, attempts))
      );
    case 'sent':
    case 'refused':
      return false;
  }
}
