// Parses the events that SES publishes about the messages of a configuration set. Nothing of an event is ever logged: it
// contains addresses and headers.
import * as z from 'zod';
import type { MailEvent, MailEventKind } from '../../ports/deliveries.ts';
import { Failure } from '../../shared/failure.ts';
import { tryParseJson } from '../../shared/try-parse-json.ts';

/** The tag with which the sender marks each message. */
const SUBSCRIPTION_TAG = 'subscription';

const recipients = z.array(z.object({ emailAddress: z.string() }));

const eventSchema = z.object({
  eventType: z.string(),
  mail: z.object({
    destination: z.array(z.string()),
    tags: z.record(z.string(), z.array(z.string())).default({}),
  }),
  bounce: z.object({ bounceType: z.string(), bouncedRecipients: recipients }).optional(),
  complaint: z
    .object({
      complainedRecipients: recipients,
      complaintFeedbackType: z.string().nullish(),
    })
    .optional(),
});
type SesEvent = z.infer<typeof eventSchema>;

/** Fails with EVENT_SHAPE for any other text, also for that with which SES tests its destination. */
export function parseMailEvent(text: string): MailEvent {
  const parseResult = eventSchema.safeParse(tryParseJson(text));
  if (!parseResult.success) throw new Failure('EVENT_SHAPE', { reason: 'not an event of SES' });
  const { data: event } = parseResult;
  return {
    kind: kindOf(event),
    subscription: event.mail.tags[SUBSCRIPTION_TAG]?.[0] ?? null,
    recipients: recipientsOf(event).map((address) => address.toLowerCase()),
  };
}

function kindOf({ eventType, bounce, complaint }: SesEvent): MailEventKind {
  switch (eventType) {
    case 'Bounce':
      return bounce?.bounceType === 'Permanent' ? 'bounced' : 'other';
    case 'Complaint':
      // A reader who takes the message out of the spam folder reports this too.
      return complaint === undefined || complaint.complaintFeedbackType === 'not-spam'
        ? 'other'
        : 'complained';
    case 'Reject':
      return 'rejected';
    default:
      return 'other';
  }
}

function recipientsOf({ mail, bounce, complaint }: SesEvent): readonly string[] {
  const affected = bounce?.bouncedRecipients ?? complaint?.complainedRecipients;
  return affected?.map(({ emailAddress }) => emailAddress) ?? mail.destination;
}
