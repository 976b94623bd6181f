// A store on the test server, configured by the SDK's environment variables.
import { openS3Store, type S3Store, type S3StoreOptions } from '../../../lib/adapters/s3/index.ts';
import { type S3Server, startS3, type S3ServerOptions } from '../../support/s3/s3-server.ts';

export const BUCKET = 'reports';

/** Starts the server of all stores of this process, and hides the machine's AWS configuration. */
export async function startServer(options: S3ServerOptions = {}): Promise<S3Server> {
  const server = await startS3(options);
  setEnvironment({
    ...server.environment,
    AWS_CONFIG_FILE: '/dev/null',
    AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
    AWS_EC2_METADATA_DISABLED: 'true',
    // Only the checksums that the store requests.
    AWS_REQUEST_CHECKSUM_CALCULATION: 'when_required',
    AWS_RESPONSE_CHECKSUM_VALIDATION: 'when_required',
    AWS_ENDPOINT_URL: undefined,
    AWS_PROFILE: undefined,
    AWS_SESSION_TOKEN: undefined,
  });
  return server;
}

/** Sets variables, or removes them where undefined; returns a function that restores them. */
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

/** A store whose server was probed before, so that a test sees only the requests of its own calls. */
export async function openProbedStore(options: Partial<S3StoreOptions> = {}): Promise<S3Store> {
  const openedStore = openStore(options);
  await openedStore.store.create('probed', new Uint8Array(), { contentType: 'text/plain' });
  await openedStore.store.remove('probed');
  return openedStore;
}

/** Sleeps return immediately. */
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
