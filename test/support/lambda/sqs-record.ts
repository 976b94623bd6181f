// The record of a message in the event of a Lambda function.
import type { Message } from '@aws-sdk/client-sqs';
import type { SQSRecord } from 'aws-lambda';

/** Members that SQS did not return get placeholders, such as a receive count of 1. */
export function sqsRecord(
  { MessageId = '', ReceiptHandle = '', Body = '', Attributes = {}, MD5OfBody = '' }: Message,
  queueArn = 'arn:aws:sqs:eu-west-1:123456789012:jobs',
): SQSRecord {
  return {
    messageId: MessageId,
    receiptHandle: ReceiptHandle,
    body: Body,
    attributes: {
      ApproximateReceiveCount: Attributes.ApproximateReceiveCount ?? '1',
      SentTimestamp: Attributes.SentTimestamp ?? '0',
      SenderId: Attributes.SenderId ?? 'x',
      ApproximateFirstReceiveTimestamp: Attributes.ApproximateFirstReceiveTimestamp ?? '0',
    },
    messageAttributes: {},
    md5OfBody: MD5OfBody,
    eventSource: 'aws:sqs',
    eventSourceARN: queueArn,
    awsRegion: queueArn.split(':')[3] ?? '',
  };
}

/** The records of messages m0, m1, … with receipt handles r0, r1, … */
export function sqsRecords(bodies: readonly string[], receives = 1): SQSRecord[] {
  return bodies.map((Body, i) =>
    sqsRecord({
      MessageId: `m${i}`,
      ReceiptHandle: `r${i}`,
      Body,
      Attributes: { ApproximateReceiveCount: String(receives) },
    }),
  );
}
