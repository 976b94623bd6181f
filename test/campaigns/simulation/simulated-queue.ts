// An SQS queue with a Lambda function in simulated time: at-least-once delivery, no order, a visibility timeout and
// dead letters.
import type { SQSEvent } from 'aws-lambda';
import { Failure } from '../../../lib/shared/failure.ts';
import { MAX_RECEIVES } from '../../../lib/ports/job-queue.ts';
import { sqsRecord } from '../../support/lambda/sqs-record.ts';
import type { FaultPlan } from './fault-plan.ts';
import { CONCURRENT_WORKER_MS } from './fault-plan.ts';
import type { SimulatedProcess, Timeline } from './timeline.ts';

export interface SimulatedMessage {
  readonly id: number;
  readonly body: string;
  receives: number;
  visibleAt: number;
  /** Whether it is visible too soon, whatever a worker asks for. */
  isVisibleTooSoon: boolean;
  isDeleted: boolean;
  /** The message of which this is a second delivery, made once; null for a message itself. */
  readonly repeats: SimulatedMessage | null;
}

export interface SimulatedQueue {
  isUnavailable: boolean;
  /** Includes messages in flight. */
  readonly undeletedMessages: () => readonly SimulatedMessage[];
  /** Bodies of dead letters. */
  readonly deadLetters: readonly string[];
  /** Bodies of messages that one worker failed after another had deleted them; they are not received again. */
  readonly orphaned: readonly string[];
  /** Bodies of all accepted messages. */
  readonly accepted: readonly string[];
  send(process: SimulatedProcess, bodies: readonly string[]): Promise<void>;
  /** Adds a message, as when an operator moves dead letters back to the queue. */
  add(body: string): void;
  /** Delivers a message a second time, immediately. The message itself stays in the queue. */
  deliverTwice(message: SimulatedMessage): void;
  changeVisibility(
    process: SimulatedProcess,
    message: SimulatedMessage,
    afterSeconds: number,
  ): Promise<void>;
}

export interface QueueParts {
  readonly timeline: Timeline;
  readonly faultPlan: FaultPlan;
  readonly trace: (line: () => string) => void;
  readonly runConcurrentWorker: (process: SimulatedProcess) => void;
  /** True: the message can be deleted. Null: the worker died. */
  readonly receive: (message: SimulatedMessage, receipt: number) => Promise<boolean | null>;
  /** Wrong on purpose: deletes a message before it is processed. */
  readonly acknowledgesBeforeWork: boolean;
}

const VISIBILITY_MS = 1_440_000;
const WORKER_COUNT = 4;
const BUSY_RETRY_MS = 3_000;

export function createSimulatedQueue(parts: QueueParts): SimulatedQueue {
  const { timeline, faultPlan, trace, runConcurrentWorker, receive, acknowledgesBeforeWork } =
    parts;
  const messages = new Set<SimulatedMessage>();
  const deadLetters: string[] = [];
  const accepted: string[] = [];
  const orphaned: string[] = [];
  let lastId = 0;
  let busyWorkers = 0;

  const deliver = (message: SimulatedMessage): void => {
    if (message.isDeleted || message.visibleAt > timeline.now()) return;
    if (busyWorkers >= WORKER_COUNT) {
      deliverLater(message, timeline.now() + BUSY_RETRY_MS * (1 + faultPlan.random()));
      return;
    }
    message.receives += 1;
    if (message.receives > MAX_RECEIVES) {
      messages.delete(message);
      message.isDeleted = true;
      deadLetters.push(message.body);
      faultPlan.record('dead letter');
      trace(() => `queue: message ${message.id} is a dead letter`);
      return;
    }
    if (message.repeats === null) {
      message.isVisibleTooSoon = faultPlan.occurs('message visible too soon');
      const hiddenMs = message.isVisibleTooSoon ? faultPlan.random() * 4_000 : VISIBILITY_MS;
      deliverLater(message, timeline.now() + hiddenMs);
    }
    busyWorkers += 1;
    trace(() => `queue: message ${message.id} ${message.body.trim()} receive ${message.receives}`);
    const remove = (): void => {
      if (faultPlan.occurs('message not deleted')) return;
      message.isDeleted = true;
      messages.delete(message);
    };
    if (acknowledgesBeforeWork) remove();
    void receive(message, message.receives).then((isDone) => {
      busyWorkers -= 1;
      if (isDone === true) remove();
      else if ((message.repeats ?? message).isDeleted) orphaned.push(message.body);
      if (message.repeats !== null) messages.delete(message);
    });
  };
  const deliverLater = (message: SimulatedMessage, at: number): void => {
    message.visibleAt = Math.ceil(at);
    timeline.after(message.visibleAt - timeline.now(), () => {
      deliver(message);
    });
  };
  const addMessage = (body: string, ms: number, repeats: SimulatedMessage | null): void => {
    lastId += 1;
    const message = {
      ...{ id: lastId, body, receives: 0, visibleAt: 0, repeats },
      ...{ isVisibleTooSoon: false, isDeleted: false },
    };
    messages.add(message);
    accepted.push(body);
    deliverLater(message, timeline.now() + ms);
  };
  const accept = (body: string): void => {
    const isReordered = faultPlan.occurs('message reordered');
    addMessage(body, faultPlan.random() * (isReordered ? 600_000 : 1_500), null);
  };

  const simulatedQueue: SimulatedQueue = {
    isUnavailable: false,
    orphaned,
    undeletedMessages: () => [...messages],
    deadLetters,
    accepted,
    async send(process, bodies) {
      const fault = faultPlan.callFault('send');
      if (fault === 'concurrent worker') runConcurrentWorker(process);
      if (fault !== null) trace(() => `${process.name} send !! ${fault}`);
      const failure = new Failure('QUEUE_UNAVAILABLE', { of: bodies.length });
      const usualMs = 5 + 200 * faultPlan.random() ** 3;
      await timeline.effect(
        process,
        fault === 'concurrent worker' ? CONCURRENT_WORKER_MS : usualMs,
        () => {
          if (simulatedQueue.isUnavailable || fault === 'error') throw failure;
          if (fault === 'crash before') {
            timeline.kill(process, () => false);
            throw failure;
          }
          trace(() => `${process.name} send ${bodies.map((body) => body.trim()).join(' ')}`);
          for (const body of bodies) {
            accept(body);
            if (faultPlan.occurs('message doubled')) accept(body);
            // The batch is accepted in part.
            if (fault === 'error after effect' && faultPlan.random() < 0.5) break;
          }
          if (fault === 'error after effect') throw failure;
          if (fault === 'crash after') timeline.kill(process, () => faultPlan.random() < 0.5);
        },
      );
    },
    add: (body) => {
      addMessage(body, 0, null);
    },
    deliverTwice: (message) => {
      addMessage(message.body, 0, message.repeats ?? message);
    },
    async changeVisibility(process, message, afterSeconds) {
      const fault = faultPlan.callFault('giveBack');
      await timeline.effect(process, 5 + 100 * faultPlan.random(), () => {
        const failure = new Failure('QUEUE_UNAVAILABLE', { seconds: afterSeconds });
        if (simulatedQueue.isUnavailable || fault === 'error') throw failure;
        if (fault === 'crash before') {
          timeline.kill(process, () => false);
          throw failure;
        }
        const staysInQueue = !message.isDeleted && message.repeats === null;
        if (staysInQueue && !message.isVisibleTooSoon)
          deliverLater(message, timeline.now() + afterSeconds * 1_000);
        if (fault === 'crash after') timeline.kill(process, () => false);
        if (fault === 'error after effect') throw failure;
      });
    },
  };
  return simulatedQueue;
}

/** The Lambda event of one message. */
export function eventOf({ id, body }: SimulatedMessage, receives: number): SQSEvent {
  const Attributes = { ApproximateReceiveCount: String(receives) };
  const message = { MessageId: `m${id}`, ReceiptHandle: `r${id}`, Body: body, Attributes };
  return { Records: [sqsRecord(message)] };
}
