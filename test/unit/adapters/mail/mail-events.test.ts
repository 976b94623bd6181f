// What the events of SES say about a subscription and its reader.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseMailEvent } from '../../../../lib/adapters/mail-events/index.ts';
import type { MailEvent } from '../../../../lib/ports/deliveries.ts';
import { Failure } from '../../../../lib/shared/failure.ts';

const SUBSCRIPTION = '41004-ab2cd3ef4gh5ij6kl7mn';

function parse(
  eventType: string,
  rest: object = {},
  tags: object = { subscription: [SUBSCRIPTION] },
): MailEvent {
  const mail = { destination: ['Ana@Example.com'], tags };
  return parseMailEvent(JSON.stringify({ eventType, mail, ...rest }));
}

const bounce = (bounceType: string) => ({
  bounce: { bounceType, bouncedRecipients: [{ emailAddress: 'Bounced@Example.com' }] },
});
const complaint = (complaintFeedbackType?: string | null) => ({
  complaint: {
    complainedRecipients: [{ emailAddress: 'Annoyed@Example.com' }],
    complaintFeedbackType,
  },
});

describe('an event of SES', () => {
  it('is a bounce only when it is permanent', () => {
    assert.deepEqual(parse('Bounce', bounce('Permanent')), {
      kind: 'bounced',
      subscription: SUBSCRIPTION,
      recipients: ['bounced@example.com'],
    });
    for (const type of ['Transient', 'Undetermined']) {
      assert.equal(parse('Bounce', bounce(type)).kind, 'other');
    }
    assert.equal(parse('Bounce').kind, 'other');
  });

  it('is a complaint unless the reader says that it is no spam', () => {
    for (const type of ['abuse', 'other', null, undefined]) {
      assert.deepEqual(parse('Complaint', complaint(type)), {
        kind: 'complained',
        subscription: SUBSCRIPTION,
        recipients: ['annoyed@example.com'],
      });
    }
    assert.equal(parse('Complaint', complaint('not-spam')).kind, 'other');
    assert.equal(parse('Complaint').kind, 'other');
  });

  it('is a rejection, or another one, about every receiver of the message', () => {
    const recipients = ['ana@example.com'];
    const rejected = { kind: 'rejected', subscription: SUBSCRIPTION, recipients };
    assert.deepEqual(parse('Reject'), rejected);
    assert.deepEqual(parse('Delivery'), { ...rejected, kind: 'other' });
    // The kind is what the event says, not what it contains.
    assert.equal(parse('Delivery', bounce('Permanent')).kind, 'other');
  });

  it('names no subscription without the tag of one', () => {
    for (const tags of [{}, { subscription: [] }, { other: [SUBSCRIPTION] }, undefined]) {
      const mail = { destination: ['a@b.example'], tags };
      const event = parseMailEvent(JSON.stringify({ eventType: 'Reject', mail }));
      assert.deepEqual(event, {
        kind: 'rejected',
        subscription: null,
        recipients: ['a@b.example'],
      });
    }
  });

  it('is nothing else, and the failure quotes none of it', () => {
    for (const text of [
      '',
      'Successfully validated SNS topic',
      '[]',
      '{}',
      '{"eventType":"Bounce"}',
    ]) {
      assert.throws(
        () => parseMailEvent(text),
        (error) =>
          error instanceof Failure &&
          error.code === 'EVENT_SHAPE' &&
          error.facts['reason'] === 'not an event of SES' &&
          error.cause === undefined,
      );
    }
  });
});
