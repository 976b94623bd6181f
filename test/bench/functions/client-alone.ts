// A function that opens a client of S3, as every function with a bucket does, and never asks it anything.
import { S3Client } from '@aws-sdk/client-s3';

const client = new S3Client({});

export function handler(): Promise<string> {
  return Promise.resolve(client.constructor.name);
}
