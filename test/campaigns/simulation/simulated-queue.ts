// A queue of SQS with a Lambda behind it, in simulated time: at least once, in no order, hidden while somebody works,
// and to the dead letters in the end.
import type { SQSEvent } from 'aws-lambda';
import { Failure } from '../../../lib/shared/failure.ts';
import { MOST_RECEIVES } from '../../../functions/make-report/retry-policy.ts';
import type { Chaos } from './fault-plan.ts';
import { RIVAL_MS } from './fault-plan.ts';
import type { Process, Timeline } from './timeline.ts';

export interface Message {
  readonly id: number;
  readonly body: string;
  receives: number;
  visibleAt: number;
  isGone: boolean;
}

export interface Queue {
  isDown: boolean;
  /** Messages that wait or are worked on. */
  readonly waiting: () => readonly Message[];
  /** Bodies. */
  readonly dead: readonly string[];
  /** Bodies that somebody failed at after somebody else was done with the same message: nobody gets them again. */
  readonly orphaned: readonly string[];
  /** Bodies that ever got in. */
  readonly accepted: readonly string[];
  send(process: Process, bodies: readonly string[]): Promise<void>;
  /** A message is received once more, now. */
  again(body: string): void;
  giveBack(process: Process, message: Message, afterSeconds: number): Promise<void>;
}

export interface QueueParts {
  readonly timeline: Timeline;
  readonly chaos: Chaos;
  readonly trace: (line: () => string) => void;
  readonly rival: (process: Process) => void;
  /** Works on a message; whether it is done with. Null when nobody answered. */
  readonly receive: (message: Message, receipt: number) => Promise<boolean | null>;
  /** Done with before anybody has worked on it: wrong. */
  readonly acknowledgesFirst: boolean;
}

const VISIBILITY_MS = 1_440_000;
const WORKERS = 4;
const BUSY_MS = 3_000;

export function queue(parts: QueueParts): Queue {
  const { timeline, chaos, trace, rival, receive, acknowledgesFirst } = parts;
  const messages = new Set<Message>();
  const dead: string[] = [];
  const accepted: string[] = [];
  const orphaned: string[] = [];
  let ids = 0;
  let running = 0;

  const deliver = (message: Message): void => {
    if (message.isGone || message.visibleAt > timeline.now()) return;
    if (running >= WORKERS) {
      lookAgain(message, timeline.now() + BUSY_MS * (1 + chaos.random()));
      return;
    }
    message.receives += 1;
    if (message.receives > MOST_RECEIVES) {
      messages.delete(message);
      message.isGone = true;
      dead.push(message.body);
      chaos.happened('dead letter');
      trace(() => `queue: message ${message.id} is dead`);
      return;
    }
    const tooSoon = chaos.strikes('message visible too soon');
    const hiddenMs = tooSoon ? chaos.random() * 4_000 : VISIBILITY_MS;
    lookAgain(message, timeline.now() + hiddenMs);
    running += 1;
    trace(
      () => `queue: message ${message.id} ${message.body.trim()} for the ${message.receives}. time`,
    );
    const remove = (): void => {
      if (chaos.strikes('message not deleted')) return;
      message.isGone = true;
      messages.delete(message);
    };
    if (acknowledgesFirst) remove();
    void receive(message, message.receives).then((isDone) => {
      running -= 1;
      if (isDone === true) remove();
      else if (message.isGone) orphaned.push(message.body);
    });
  };
  const lookAgain = (message: Message, at: number): void => {
    message.visibleAt = Math.ceil(at);
    timeline.after(message.visibleAt - timeline.now(), () => {
      deliver(message);
    });
  };
  const take = (body: string, isNow = false): void => {
    ids += 1;
    const isLate = !isNow && chaos.strikes('message reordered');
    const ms = isLate ? chaos.random() * 600_000 : isNow ? 0 : chaos.random() * 1_500;
    const message = { id: ids, body, receives: 0, visibleAt: 0, isGone: false };
    messages.add(message);
    accepted.push(body);
    lookAgain(message, timeline.now() + ms);
  };

  const it: Queue = {
    isDown: false,
    orphaned,
    waiting: () => [...messages],
    dead,
    accepted,
    async send(process, bodies) {
      const fault = chaos.callFault('send');
      if (fault === 'rival') rival(process);
      if (fault !== null) trace(() => `${process.name} send !! ${fault}`);
      const refused = new Failure('QUEUE_UNAVAILABLE', { of: bodies.length });
      const usual = 5 + 200 * chaos.random() ** 3;
      await timeline.effect(process, fault === 'rival' ? RIVAL_MS : usual, () => {
        if (it.isDown || fault === 'error') throw refused;
        if (fault === 'crash before') {
          timeline.kill(process, () => false);
          throw refused;
        }
        trace(() => `${process.name} send ${bodies.map((body) => body.trim()).join(' ')}`);
        for (const body of bodies) {
          take(body);
          if (chaos.strikes('message doubled')) take(body);
          // Some were taken before it broke off.
          if (fault === 'error after effect' && chaos.random() < 0.5) break;
        }
        if (fault === 'error after effect') throw refused;
        if (fault === 'crash after') timeline.kill(process, () => chaos.random() < 0.5);
      });
    },
    again: (body) => {
      take(body, true);
    },
    async giveBack(process, message, afterSeconds) {
      const fault = chaos.callFault('giveBack');
      await timeline.effect(process, 5 + 100 * chaos.random(), () => {
        const failed = new Failure('QUEUE_UNAVAILABLE', { seconds: afterSeconds });
        if (it.isDown || fault === 'error') throw failed;
        if (fault === 'crash before') {
          timeline.kill(process, () => false);
          throw failed;
        }
        if (!message.isGone) lookAgain(message, timeline.now() + afterSeconds * 1_000);
        if (fault === 'crash after') timeline.kill(process, () => false);
        if (fault === 'error after effect') throw failed;
      });
    },
  };
  return it;
}

/** As Lambda gets it. */
export function eventOf({ id, body }: Message, receives: number): SQSEvent {
  return {
    Records: [
      {
        messageId: `m${id}`,
        receiptHandle: `r${id}`,
        body,
        attributes: {
          ApproximateReceiveCount: String(receives),
          SentTimestamp: '0',
          SenderId: 'x',
          ApproximateFirstReceiveTimestamp: '0',
        },
        messageAttributes: {},
        md5OfBody: '',
        eventSource: 'aws:sqs',
        eventSourceARN: 'arn:aws:sqs:eu-west-1:123456789012:jobs',
        awsRegion: 'eu-west-1',
      },
    ],
  };
}
