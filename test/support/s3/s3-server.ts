// An S3-compatible server in memory, on a real socket. It verifies signatures, checksums and conditions as S3 does.
//
// Not implemented: virtual-hosted buckets (path-style only), multipart uploads, copies, tags, versions, policies and
// access lists (only the owner has access), encryption, session tokens.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../../../lib/shared/clock.ts';
import { systemContext } from '../../../lib/composition/system.ts';
import { type S3Response, errorResponse, S3Error } from './s3-response.ts';
import {
  attemptCounter,
  type ChooseFault,
  type Fault,
  withFlippedBody,
  withFlippedBit,
} from './s3-faults.ts';
import type { Bucket, Conditions, S3Object } from './stored-objects.ts';
import { describe, type S3Request } from './s3-request.ts';
import { type Account, answerTo } from './s3-routes.ts';
import type { SigningKeys } from './sigv4.ts';
import { accessKeyId, canary } from '../secret-markers.ts';

export interface S3ServerOptions {
  /** Default: one with the name reports. */
  readonly buckets?: readonly string[];
  readonly clock?: Clock;
}

export interface SeenRequest extends S3Request {
  /** Null until there is a response. */
  readonly status: number | null;
}

export interface S3Server extends SigningKeys {
  readonly url: string;
  /** The owner of every bucket without another one: twelve digits. */
  readonly owner: string;
  /** The environment variables that connect the SDK to this server. */
  readonly environment: Readonly<Record<string, string>>;
  createBucket(name: string, owner?: string, conditions?: Conditions): void;
  /** The objects of a bucket by key; tests may add and damage objects. */
  objects(bucket: string): Map<string, S3Object>;
  /** All requests in order. */
  readonly requests: readonly SeenRequest[];
  /** Chooses the fault of each request. */
  fault: ChooseFault;
  close(): Promise<void>;
}

const KEYS: SigningKeys = {
  accessKeyId: accessKeyId(),
  secretAccessKey: canary('secret access key', '/+'),
  region: 'eu-north-1',
};
const OWNER = '111122223333';

export async function startS3(options: S3ServerOptions = {}): Promise<S3Server> {
  const { clock = systemContext.clock } = options;
  const buckets = new Map<string, Bucket>();
  const account: Account = { ...KEYS, owner: OWNER, buckets };
  const requests: SeenRequest[] = [];
  const count = attemptCounter();
  const createBucket = (name: string, owner = OWNER, conditions: Conditions = 'as-s3'): void => {
    buckets.set(name, { owner, conditions, objects: new Map() });
  };
  for (const name of options.buckets ?? ['reports']) createBucket(name);

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = describe(incoming);
    const index = requests.push({ ...request, status: null }) - 1;
    const fault = server.fault(count(request));
    const body = await bodyOf(incoming);
    if (fault?.kind === 'delay') await wait(fault.ms);
    if (fault?.kind === 'hold') await fault.until;
    const answer = answerWith(fault, request, body);
    if (answer === null) {
      incoming.socket.destroy();
      return;
    }
    requests[index] = { ...request, status: answer.status };
    response.writeHead(answer.status, {
      'content-length': answer.body.length,
      date: new Date(clock()).toUTCString(),
      'x-amz-request-id': `TEST${index}`,
      ...answer.headers,
    });
    if (fault?.kind !== 'drop-midway') {
      response.end(request.method === 'HEAD' ? undefined : answer.body);
      return;
    }
    response.write(answer.body.subarray(0, answer.body.length / 2), () => {
      incoming.socket.destroy();
    });
  }

  /** Null for an empty one. */
  function answerWith(fault: Fault | null, request: S3Request, body: Buffer): S3Response | null {
    const performRequest = (bytes = body): S3Response => answerTo(request, bytes, account, clock());
    switch (fault?.kind) {
      case 'status':
        if (fault.applied === true) performRequest();
        return errorResponse(new S3Error(fault.status, fault.code));
      case 'conflict-409':
        return errorResponse(new S3Error(409, 'ConditionalRequestConflict'));
      case 'drop-before':
        return null;
      case 'drop-after':
        performRequest();
        return null;
      case 'flip-byte':
        return request.method === 'PUT'
          ? performRequest(withFlippedBit(body))
          : withFlippedBody(performRequest());
      case 'drop-midway':
      case 'delay':
      case 'hold':
      case undefined:
        return performRequest();
    }
  }

  const http = createServer((incoming, response) => {
    serve(incoming, response).catch((error: unknown) => {
      // A mistake of the server's own, or a client that went away; what isn't answered fails the test.
      if (!(error instanceof S3Error)) {
        incoming.socket.destroy();
        return;
      }
      const { status, headers, body } = errorResponse(error);
      response.writeHead(status, headers).end(body);
    });
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const address = http.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const url = `http://127.0.0.1:${port}`;
  const server: S3Server = {
    ...KEYS,
    url,
    owner: OWNER,
    environment: {
      AWS_ENDPOINT_URL_S3: url,
      AWS_ACCESS_KEY_ID: KEYS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
      AWS_REGION: KEYS.region,
    },
    createBucket,
    objects: (name) => {
      const bucket = buckets.get(name);
      if (bucket === undefined) throw new RangeError(`no bucket ${name}`);
      return bucket.objects;
    },
    requests,
    fault: () => null,
    close: async () => {
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };
  return server;
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
