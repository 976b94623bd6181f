// A function that creates an S3 client but sends no request.
import { S3Client } from '@aws-sdk/client-s3';

const client = new S3Client({});

export function handler(): Promise<string> {
  return Promise.resolve(client.constructor.name);
}
