// A test server for Secrets Manager: stores and rotates secrets, counts reads, and fails on demand.
import { z } from 'zod';
import {
  startJsonService,
  type ServiceResult,
  type AwsConnection,
  type ServiceInput,
  type ServiceError,
} from './json-service.ts';

export interface SecretsServer extends AsyncDisposable {
  readonly url: string;
  /** For a client of the SDK; AWS_ENDPOINT_URL_SECRETS_MANAGER does the same with `url`. */
  readonly connection: AwsConnection;
  /** Stores a secret's new version: a string unchanged, bytes as a binary secret, anything else as JSON. */
  put(name: string, value: unknown): void;
  remove(name: string): void;
  /** Every further read fails with this error; null: none fails. The SDK retries from status 500 on. */
  fail(error: ServiceError | null): void;
  /** Reads wait until `release` is called. */
  pauseReads(): { readonly release: () => void };
  /** Reads so far, failed ones included. */
  readonly reads: number;
  /** Resolves after `count` reads. */
  whenRead(count: number): Promise<void>;
  close(): Promise<void>;
}

const getSecretValue = z.object({ SecretId: z.string() });

export async function startSecretsServer(): Promise<SecretsServer> {
  const secrets = new Map<string, unknown>();
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  let error: ServiceError | null = null;
  let paused: Promise<void> = Promise.resolve();
  let reads = 0;

  async function answer(operation: string, input: ServiceInput): Promise<ServiceResult> {
    reads += 1;
    for (const { count, resolve } of waiting) if (reads >= count) resolve();
    await paused;
    if (error !== null) return error;
    if (operation !== 'GetSecretValue') return { error: 'UnknownOperationException' };
    const parseResult = getSecretValue.safeParse(input);
    if (!parseResult.success) return { error: 'InvalidParameterException' };
    const name = parseResult.data.SecretId;
    return secrets.has(name)
      ? { output: describe(name, secrets.get(name)) }
      : { error: 'ResourceNotFoundException', message: 'can’t find the specified secret.' };
  }

  const { url, connection, close } = await startJsonService(answer);
  return {
    url,
    connection,
    put: (name, value) => {
      secrets.set(name, value);
    },
    remove: (name) => {
      secrets.delete(name);
    },
    fail: (newError) => {
      error = newError;
    },
    pauseReads: () => {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      paused = promise.then(() => undefined);
      return {
        release: () => {
          resolve(undefined);
        },
      };
    },
    get reads() {
      return reads;
    },
    whenRead: async (count) => {
      if (reads >= count) return;
      await new Promise<void>((resolve) => waiting.push({ count, resolve }));
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function describe(name: string, value: unknown): Readonly<Record<string, unknown>> {
  const head = {
    ARN: `arn:aws:secretsmanager:eu-north-1:123456789012:secret:${name}-a1b2c3`,
    Name: name,
    VersionId: 'b3f0c7f6-52a5-4a0f-9d8e-000000000000',
    VersionStages: ['AWSCURRENT'],
  };
  if (value instanceof Uint8Array) {
    return { ...head, SecretBinary: Buffer.from(value).toString('base64') };
  }
  return { ...head, SecretString: typeof value === 'string' ? value : JSON.stringify(value) };
}
