// Events about messages as SES publishes them, one for each documented kind. Their members are those of SES's documentation.

export interface SesEventOptions {
  /** Id of the subscription; null for a message without the tag. */
  readonly subscription: string | null;
  readonly address: string;
}

export const SES_EVENT_KINDS = [
  'Bounce Permanent',
  'Bounce Suppressed',
  'Bounce Transient',
  'Bounce Undetermined',
  'Complaint',
  'Complaint not-spam',
  'Delivery',
  'Send',
  'Reject',
  'Open',
  'Click',
  'Rendering Failure',
  'DeliveryDelay',
  'Subscription',
] as const;
export type SesEventKind = (typeof SES_EVENT_KINDS)[number];

/** The text that SES publishes when a destination is created. */
export const DESTINATION_TEST = 'Successfully validated SNS topic for Amazon SES event publishing.';

const AT = '2026-11-16T06:00:02.000Z';

/** The body of a queue message, with raw delivery of the topic. */
export function sesEvent(kind: SesEventKind, { subscription, address }: SesEventOptions): string {
  const [eventType = ''] = kind === 'Rendering Failure' ? [kind] : kind.split(' ');
  return JSON.stringify({
    eventType,
    mail: mailOf(subscription, address),
    ...details(kind, address),
  });
}

function mailOf(subscription: string | null, address: string): object {
  const from = 'Reports <reports@example.com>';
  return {
    timestamp: '2026-11-16T06:00:00.000Z',
    source: from,
    sourceArn: 'arn:aws:ses:eu-west-1:123456789012:identity/example.com',
    sendingAccountId: '123456789012',
    messageId: '0102019a8b2c3d4e-1f2e3d4c-5b6a-7988-0796-a5b4c3d2e1f0-000000',
    destination: [address],
    headersTruncated: false,
    headers: [
      { name: 'From', value: from },
      { name: 'To', value: address },
      { name: 'Subject', value: 'Helsinki Central: as usual · week 46' },
    ],
    commonHeaders: { from: [from], to: [address], subject: 'Helsinki Central: as usual · week 46' },
    tags: {
      'ses:configuration-set': ['feedback-reports-example'],
      'ses:source-ip': ['192.0.2.0'],
      'ses:from-domain': ['example.com'],
      'ses:caller-identity': ['send-message'],
      ...(subscription === null ? {} : { subscription: [subscription] }),
    },
  };
}

function details(kind: SesEventKind, address: string): object {
  const bounce = (bounceType: string, bounceSubType: string) => ({
    bounce: {
      bounceType,
      bounceSubType,
      bouncedRecipients: [
        {
          emailAddress: address,
          action: 'failed',
          status: '5.1.1',
          diagnosticCode: 'smtp; 550 5.1.1 user unknown',
        },
      ],
      timestamp: AT,
      feedbackId: '0102019a8b2c3d4e-61b59c11-9236-11e6-8f96-7be8aexample-000000',
      reportingMTA: 'dsn; mta.example.com',
    },
  });
  const complaint = (complaintFeedbackType: string) => ({
    complaint: {
      complainedRecipients: [{ emailAddress: address }],
      timestamp: AT,
      feedbackId: '0102019a8b2c3d4e-61b59c11-9236-11e6-8f96-7be8aexample-000000',
      userAgent: 'Mail Program',
      complaintFeedbackType,
      arrivalDate: AT,
    },
  });
  switch (kind) {
    case 'Bounce Permanent':
      return bounce('Permanent', 'General');
    case 'Bounce Suppressed':
      return bounce('Permanent', 'OnAccountSuppressionList');
    case 'Bounce Transient':
      return bounce('Transient', 'MailboxFull');
    case 'Bounce Undetermined':
      return bounce('Undetermined', 'Undetermined');
    case 'Complaint':
      return complaint('abuse');
    case 'Complaint not-spam':
      return complaint('not-spam');
    case 'Delivery':
      return {
        delivery: {
          timestamp: AT,
          processingTimeMillis: 1092,
          recipients: [address],
          smtpResponse: '250 2.6.0 Message received',
          reportingMTA: 'mta.example.com',
        },
      };
    case 'Send':
      return { send: {} };
    case 'Reject':
      return { reject: { reason: 'Bad content' } };
    case 'Open':
      return { open: { ipAddress: '192.0.2.1', timestamp: AT, userAgent: 'Mail Program' } };
    case 'Click':
      return {
        click: {
          ipAddress: '192.0.2.1',
          link: 'https://reports.example.com/',
          linkTags: null,
          timestamp: AT,
          userAgent: 'Mail Program',
        },
      };
    case 'Rendering Failure':
      return { failure: { errorMessage: 'Attribute is not present', templateName: 'Template' } };
    case 'DeliveryDelay':
      return {
        deliveryDelay: {
          timestamp: AT,
          delayType: 'TransientCommunicationFailure',
          expirationTime: '2026-11-16T18:00:00.000Z',
          delayedRecipients: [
            { emailAddress: address, status: '4.4.1', diagnosticCode: 'smtp; 421 4.4.1 Unable' },
          ],
        },
      };
    case 'Subscription':
      return {
        subscription: {
          contactList: 'List',
          timestamp: AT,
          source: 'UnsubscribeHeader',
          newTopicPreferences: { unsubscribeAll: true, topicSubscriptionStatus: [] },
          oldTopicPreferences: { unsubscribeAll: false, topicSubscriptionStatus: [] },
        },
      };
  }
}
