// Opens the bucket directly, without the kill proxies, for the checks.
import type { S3Store } from '../../../lib/adapters/s3/index.ts';
import { openS3Store } from '../../../lib/adapters/s3/index.ts';
import { sleep } from '../../../lib/composition/system.ts';
import { setEnvironment } from '../../integration/s3/open-s3-store.ts';
import type { SimulatedCloud } from './cloud-output.ts';

export function openBucket({
  direct,
  region,
  credentials,
}: Pick<SimulatedCloud, 'direct' | 'region' | 'credentials'>): Pick<S3Store, 'store' | 'close'> {
  const restoreEnvironment = setEnvironment({
    AWS_ENDPOINT_URL_S3: direct['AWS_ENDPOINT_URL_S3'],
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_SESSION_TOKEN: undefined,
    AWS_PROFILE: undefined,
  });
  const { store, close } = openS3Store({
    bucket: 'reports',
    prefix: '',
    owner: null,
    random: () => 0,
    sleep,
  });
  return {
    store,
    close: () => {
      close();
      restoreEnvironment();
    },
  };
}
