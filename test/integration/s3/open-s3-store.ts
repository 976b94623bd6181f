// A store on the test server, found as the SDK finds any: by its own environment.
import { openS3Store, type S3Store, type S3StoreOptions } from '../../../lib/adapters/s3/index.ts';
import { type S3Server, startS3, type S3ServerOptions } from '../../support/s3/s3-server.ts';

export const BUCKET = 'reports';

/** Starts the server that every store of this process is on; the machine's own AWS configuration is left out. */
export async function startServer(options: S3ServerOptions = {}): Promise<S3Server> {
  const server = await startS3(options);
  setEnvironment({
    ...server.environment,
    AWS_CONFIG_FILE: '/dev/null',
    AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
    AWS_EC2_METADATA_DISABLED: 'true',
    // Checksums that the store asks for by itself.
    AWS_REQUEST_CHECKSUM_CALCULATION: 'when_required',
    AWS_RESPONSE_CHECKSUM_VALIDATION: 'when_required',
    AWS_ENDPOINT_URL: undefined,
    AWS_PROFILE: undefined,
    AWS_SESSION_TOKEN: undefined,
  });
  return server;
}

/** Sets or, with undefined, removes variables; gives back what undoes it. */
export function setEnvironment(values: Readonly<Record<string, string | undefined>>): () => void {
  const before = Object.fromEntries(Object.keys(values).map((name) => [name, process.env[name]]));
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
  }
  return () => {
    setEnvironment(before);
  };
}

/** A store whose server was probed already, so that a test sees the requests of its own calls alone. */
export async function openProbedStore(options: Partial<S3StoreOptions> = {}): Promise<S3Store> {
  const opened = openStore(options);
  await opened.store.create('probed', new Uint8Array(), { contentType: 'text/plain' });
  await opened.store.remove('probed');
  return opened;
}

/** Nobody waits: pauses end at once. */
export function openStore(options: Partial<S3StoreOptions> = {}): S3Store {
  return openS3Store({
    bucket: BUCKET,
    prefix: '',
    owner: null,
    random: () => 0.5,
    sleep: () => Promise.resolve(),
    ...options,
  });
}
