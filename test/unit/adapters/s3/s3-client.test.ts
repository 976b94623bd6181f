// Which addresses belong to AWS, whose servers are not probed.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { S3Client } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';
import { isAwsAddress } from '../../../../lib/adapters/s3/s3-client.ts';

/** One of each partition. */
const REGIONS = [
  'eu-west-1',
  'cn-north-1',
  'us-gov-west-1',
  'us-iso-east-1',
  'us-isob-east-1',
  'us-isof-south-1',
  'eu-isoe-west-1',
  'eusc-de-east-1',
];

describe('S3 store: addresses', () => {
  it('recognizes the addresses of every partition of AWS, also those for IPv6', () => {
    const clients = [new S3Client({}), new SQSClient({})];
    for (const Region of REGIONS) {
      for (const UseDualStack of [false, true]) {
        for (const { config } of clients) {
          const { url } = config.endpointProvider({ Region, UseDualStack }, {});
          assert(isAwsAddress(url), url.hostname);
        }
      }
    }
    assert(isAwsAddress(new URL('https://bucket.vpce-1a2b3c4d.s3.eu-west-1.vpce.amazonaws.com')));
  });

  it('recognizes no other address as one of AWS', () => {
    for (const host of ['127.0.0.1:9000', 'amazonaws.com.example.org', 'notamazonaws.com']) {
      assert(!isAwsAddress(new URL(`https://${host}/bucket`)), host);
    }
  });
});
